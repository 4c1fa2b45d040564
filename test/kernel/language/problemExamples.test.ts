import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { problemPlace } from '../../../src/core/language/documentation';
import { checkExists } from '../../support/documentationPages';
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
