import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { sampleNotebooks } from '../../../src/core/gallery/sampleNotebooks';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { AnalystFixture } from './analysed';

const analyst = new AnalystFixture();
after(() => analyst.close());

for (const { file, title } of sampleNotebooks) {
  test(`${title} is told nothing but that a table is made anew`, async () => {
    const { cells, frontMatter } = readNotebook(readFileSync(`notebooks/${file}.signals`, 'utf8'));
    const front = readFrontMatter(frontMatter.raw);
    const analysis = await analyst.analyse(
      cells
        .filter(({ kind }) => kind === 'code')
        .map(({ language, text }) => ({
          language: language === 'vega-lite' ? ('vega-lite' as const) : ('signals-sql' as const),
          text,
        })),
      {
        parameters: front.parameters.map(({ name, type, default: value }) => ({
          name,
          type,
          value,
        })),
        portfolios: Object.keys(front.portfolios),
      },
    );
    const told = analysis.cells.flatMap(({ problems }) => problems);
    assert.deepEqual(
      told.filter(({ code }) => code !== 'redefined').map(({ message }) => message),
      [],
    );
  });
}
