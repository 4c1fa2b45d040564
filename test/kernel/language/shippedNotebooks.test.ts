import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { filesBelow } from '../../support/filesBelow';
import { AnalystFixture } from './analysed';

const fixture = new AnalystFixture();
after(() => fixture.close());

test('the notebooks that ship and those of the gallery have nothing to complain about before anything runs', async () => {
  const files = ['notebooks', 'content'].flatMap(folder => filesBelow(folder, /\.signals$/));
  assert.ok(files.length > 0);
  for (const file of files) {
    const { cells, frontMatter } = readNotebook(readFileSync(file, 'utf8'));
    const { parameters, portfolios } = readFrontMatter(frontMatter.raw);
    const code = cells.flatMap(({ language, text }) =>
      language === 'signals-sql' || language === 'vega-lite' ? [{ language, text } as const] : [],
    );
    const { cells: analysed, complete } = await fixture.analyse(code, {
      parameters: parameters.map(({ name, type, ...one }) => ({ name, type, value: one.default })),
      portfolios: Object.keys(portfolios),
    });
    const problems = analysed.flatMap(({ problems: found }, index) =>
      found
        .filter(({ severity }) => severity !== 'information')
        .map(({ message }) => `${file}, cell ${index + 1}: ${message}`),
    );
    assert.deepEqual(problems, []);
    assert.ok(complete);
  }
});
