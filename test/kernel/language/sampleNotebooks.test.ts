import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { sampleNotebooks } from '../../../src/core/gallery/sampleNotebooks';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import { AnalystFixture } from './analysed';

const analyst = new AnalystFixture();
after(() => analyst.close());

for (const file of sampleNotebooks) {
  test(`${file} has no finding`, async () => {
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
    assert.deepEqual(
      analysis.cells.flatMap(({ problems }) => problems).map(({ message }) => message),
      [],
    );
  });
}
