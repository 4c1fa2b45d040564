import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { layerAesthetics, type LayerType } from '../../../src/core/visualise/layers/layerType';
import { layerTypes, undrawnLayers } from '../../../src/core/visualise/layers/layerTypes';
import { point } from '../../../src/core/visualise/layers/point';
import { segment } from '../../../src/core/visualise/layers/segment';
import { parseVisualise } from '../../../src/core/visualise/parser';

/** A layer that no version has: a point at the end of a line from zero. */
const lollipop: LayerType = {
  name: 'lollipop',
  alsoCalled: ['pin'],
  described: 'lollipops',
  required: [['x', 'y']],
  optional: ['fill', 'stroke'],
  parameters: ['position'],
  positions: ['identity'],
  refusesOrder: () => 'Sort the axis.',
  mark: point.mark,
  statistic: layer => {
    const zero = { kind: 'set', values: [0], span: layer.span } as const;
    return [
      {
        ...layer,
        type: segment,
        shownAs: null,
        bindings: new Map([...layer.bindings, ['yend', zero]]),
      },
      { ...layer, type: point, shownAs: lollipop.described },
    ];
  },
};

const columns = [
  { name: 'name', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
];

function compiled(clause: string, types = [...layerTypes, lollipop]) {
  return compileChart(parseVisualise(clause), columns, { layerTypes: types });
}

test('a layer is added by its record alone', () => {
  const { spec, description, problems } = compiled('VISUALISE name AS x, score AS y DRAW lollipop');
  assert.deepEqual(problems, []);
  const marks = (spec['layer'] as { mark: string | { type: string } }[]).map(({ mark }) =>
    typeof mark === 'string' ? mark : mark.type,
  );
  assert.deepEqual(marks, ['rule', 'point']);
  assert.equal(description, 'Lollipops of score against name.');
});

test('what is wrong with an added layer is reported as of any other', () => {
  const check = (clause: string, expected: Record<string, unknown>): void => {
    const [problem, ...others] = compiled(`VISUALISE ${clause}`).problems;
    assert.deepEqual(others, [], clause);
    assert.deepEqual({ ...problem?.data, code: problem?.code }, expected, clause);
  };
  check('name AS x DRAW lollipop', {
    ...{ code: 'missingAesthetic', layer: 'lollipop', aesthetics: ['y'] },
  });
  check('name AS x, score AS y DRAW geom_pin', {
    ...{ code: 'unknownLayer', layer: 'geom_pin', near: 'lollipop', allowed: [] },
  });
  const notYet = 'ORDER BY of the layer lollipop';
  check('name AS x, score AS y DRAW lollipop ORDER BY score', {
    ...{ code: 'notYet', what: notYet, advice: 'Sort the axis.' },
  });
  const [unknown] = compiled('VISUALISE name AS x, score AS y DRAW lollipop', [
    ...layerTypes,
  ]).problems;
  assert.equal(unknown?.code, 'unknownLayer');
});

test('no word names two layers', () => {
  const names = [
    ...layerTypes.flatMap(({ name, alsoCalled = [] }) => [name, ...alsoCalled]),
    ...Object.keys(undrawnLayers),
  ];
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  for (const type of layerTypes) {
    const own = layerAesthetics(type);
    assert.ok(
      type.required.every(choice => choice.every(each => own.includes(each))),
      type.name,
    );
  }
});
