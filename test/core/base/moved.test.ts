import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedBefore, targetOfStep } from '../../../src/core/base/moved';

test('a step moves a name one place, and none moves beyond an end', () => {
  const check = (own: string, direction: 'up' | 'down', expected: string | undefined): void => {
    const names = [...'abc'];
    const target = targetOfStep(names, own, direction);
    const moved =
      target === undefined
        ? undefined
        : movedBefore(
            names,
            name => name === own,
            target === null ? null : name => name === target,
          ).join('');
    assert.equal(moved, expected, `${own} ${direction}`);
  };
  check('a', 'up', undefined);
  check('b', 'up', 'bac');
  check('c', 'up', 'acb');
  check('a', 'down', 'bac');
  check('b', 'down', 'acb');
  check('c', 'down', undefined);
});
