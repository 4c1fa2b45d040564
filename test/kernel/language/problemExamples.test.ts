import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { problemPlace } from '../../../src/core/language/documentation';
import { checkExists } from '../../support/documentationPages';
import { inPseudoLanguage, pseudo } from '../../support/pseudoLanguage';
import { problemExamples } from '../../support/problemExamples';
import { AnalystFixture } from './analysed';

const fixture = new AnalystFixture();
after(() => fixture.close());

test('every problem that typing can bring is found in its example, and is explained where its quick fix leads', async () => {
  for (const [code, cells] of problemExamples) {
    const { cells: analysed } = await fixture.analyse(cells);
    const codes = analysed.flatMap(({ problems }) => problems.map(problem => problem.code));
    assert.ok(codes.includes(code), `${code}: ${codes.join()} in ${cells.join('\n')}`);
    for (const problem of analysed.flatMap(({ problems }) => problems)) {
      const place = problemPlace(problem);
      if (place) {
        checkExists(place);
      }
    }
  }
});

/** DuckDB's own messages. */
const inEnglish = new Set(['engine', 'syntax']);

test('a finding is in the language of the reader, but for names, values and the words of DuckDB', () =>
  inPseudoLanguage(async () => {
    // An analyst keeps what it found.
    const fresh = new AnalystFixture();
    for (const [code, cells] of problemExamples) {
      const { cells: analysed } = await fresh.analyse(cells);
      for (const problem of analysed.flatMap(({ problems }) => problems)) {
        if (problem.code === code && !inEnglish.has(code)) {
          assert.match(problem.message, /\p{Script=Cyrillic}{2}/u, problem.message);
        }
      }
    }
    const { cells } = await fresh.analyse(['FROM nothing_like_it']);
    fresh.close();
    const [{ message } = { message: '' }] = cells.flatMap(({ problems }) => problems);
    const name = 'nothing_like_it';
    const text = pseudo('There is no table or view {0}.{1}').replace('{0}', name);
    assert.equal(message, text.replace('{1}', ''));
  }));
