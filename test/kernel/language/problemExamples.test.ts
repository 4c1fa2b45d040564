import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { problemExamples } from '../../support/problemExamples';
import { AnalystFixture } from './analysed';

const fixture = new AnalystFixture();
after(() => fixture.close());

test('every problem that typing can bring is found in its example', async () => {
  for (const [code, cells] of problemExamples) {
    const { cells: analysed } = await fixture.analyse(cells);
    const codes = analysed.flatMap(({ problems }) => problems.map(problem => problem.code));
    assert.ok(codes.includes(code), `${code}: ${codes.join()} in ${cells.join('\n')}`);
  }
});
