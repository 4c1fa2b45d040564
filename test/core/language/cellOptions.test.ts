import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionFindings } from '../../../src/core/language/cellOptions';
import { findingSentence } from '../../../src/core/language/sentences';

/** `check(cells, [cell, text of its span, sentence]…)`. */
function check(texts: readonly string[], ...expected: [number, string, string][]): void {
  const cells = texts.map(text => ({ language: 'signals-sql', text }) as const);
  const found = optionFindings(cells).flatMap((findings, cell) =>
    findings.map(finding => {
      const { from, to } = finding.span;
      return [cell, texts[cell]?.slice(from, to), findingSentence(finding)];
    }),
  );
  assert.deepEqual(found, expected);
}

test('an option with a value that it does not take is found', () => {
  check(
    ['--| code-fold: yes\nSELECT 1', '-- why\n--| test:\nSELECT 1'],
    [0, '--| code-fold: yes', 'code-fold takes true or false, not yes.'],
    [1, '--| test:', 'test takes the name of the test.'],
  );
  check(['--| code-fold: TRUE\nSELECT 1', '--| code-fold: show\nSELECT 1']);
});

test('a misspelled option is found, and not one of another program', () => {
  check(
    ['--| tests: typo\nSELECT 1', '-- why\n-- | Tset: x\nSELECT 1', '--| colum: half\nSELECT 1'],
    [0, 'tests', 'The option tests has no meaning here. Did you mean test?'],
    [1, 'Tset', 'The option tset has no meaning here. Did you mean test?'],
    [2, 'colum', 'The option colum has no meaning here. Did you mean column?'],
  );
  const quarto = 'eval output warning error include label code-tools code-summary code-overflow';
  check(quarto.split(' ').map(name => `--| ${name}: x\nSELECT 1`));
});

test('options of other programs are left alone', () => {
  check(['--| echo: false\n--| label: a\nSELECT 1', 'SELECT 1\n--| test:']);
});

test('a test with the name of one above is found', () => {
  const [same, other] = ['--| test: gaps\nSELECT 1', '--| test: Gaps\nSELECT 1'];
  check(
    [same, other, 'SELECT 1', same],
    [
      3,
      '--| test: gaps',
      'Cell 1 has a test of this name too: give each its own, since reports name tests by it.',
    ],
  );
});
