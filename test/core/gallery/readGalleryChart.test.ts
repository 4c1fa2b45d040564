import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ContentError } from '../../../src/core/base/contentError';
import { gallery } from '../../../src/core/gallery/gallery';
import { readGalleryChart } from '../../../src/core/gallery/readGalleryChart';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import { readNotebook, writeNotebook } from '../../../src/core/notebook/notebookFile';
import { filesBelow } from '../../support/filesBelow';

const bars = `---
signals: 1
title: Bars of weeks
id: G7
name: week-bars
---

How many a week,
and no more.

More, for the reader of the notebook.

| column | role | meaning |
| --- | --- | --- |
| \`week\` | date | Monday |
| \`events\` | number, optional | how many |

\`\`\`{sql}
SELECT week, events FROM weekly

VISUALISE week AS x
DRAW bar MAPPING events AS y
\`\`\`
`;

test('a notebook of the gallery is a chart', () => {
  assert.deepEqual(readGalleryChart('bars.signals', bars), {
    kind: 'visualise',
    id: 'G7',
    name: 'week-bars',
    title: 'Bars of weeks',
    use: 'How many a week, and no more.',
    columns: [
      { name: 'week', role: 'date', meaning: 'Monday' },
      { name: 'events', role: 'number', meaning: 'how many', isOptional: true },
    ],
    query: 'SELECT week, events FROM weekly\n',
    drawing: 'VISUALISE week AS x\nDRAW bar MAPPING events AS y',
  });
});

/** `fails(part, replacement, 'LINE: message')`: of the text above with `part` replaced. */
function fails(part: string, replacement: string, message: RegExp): void {
  assert.ok(bars.includes(part), part);
  assert.throws(
    () => readGalleryChart('bars.signals', bars.replace(part, replacement)),
    (error: unknown) => {
      assert.ok(error instanceof ContentError);
      assert.match(error.message, message);
      return true;
    },
  );
}

test('a notebook in another form is an error that names the file and the line', () => {
  fails('id: G7\n', '', /^bars\.signals:2: the front matter has no id in the form/);
  fails('week-bars', 'Week bars', /^bars\.signals:2: the front matter has no name in the form/);
  fails('| date |', '| day |', /^bars\.signals:15: a row of a table is expected/);
  fails('| --- | --- | --- |', '| -- |', /^bars\.signals:14: a row of a table is expected/);
  fails('| column | role | meaning |', '', /^bars\.signals:15: a row of a table is expected/);
  fails(
    'VISUALISE',
    '-- VISUALISE',
    /^bars\.signals:19: the cell has no query with a VISUALISE clause/,
  );
  fails(
    '```{sql}',
    '```sql',
    /^bars\.signals:8: cells are expected in the order .*, not markdown\.$/,
  );
});

test('the notebooks of the gallery are as the notebook writes them, and need no YAML parser for their front matter', () => {
  const files = filesBelow('content/gallery', /\.signals$/);
  assert.equal(files.length, gallery.length);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const { frontMatter, cells } = readNotebook(text);
    const bare = cells.map(({ kind, language, text: own }) => ({ kind, language, text: own }));
    assert.equal(writeNotebook({ frontMatter: { raw: frontMatter.raw }, cells: bare }), text);
    const { title, version, problems } = readFrontMatter(frontMatter.raw);
    const chart = readGalleryChart(file, text);
    assert.deepEqual([title, version, problems], [chart.title, 1, []], file);
  }
});
