import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellSpans } from '../../../src/core/notebook/cellSpans';
import { readNotebook } from '../../../src/core/notebook/notebookFile';
import fc from '../../support/properties';

const line = fc.constantFrom(
  ...['---', 'title: x', '...', '', '  ', '+++', 'prose', '# T', '```{sql}', '```', 'SELECT 1'],
  ...['````{sql}', '````', '```{vega-lite}', '{}', '```{markdown}', '```{output}', '```sql'],
  '{"outputs":[{"text/plain":"a"}],"copyright":null}',
);

test('the spans of cells are where their texts are in the file', () => {
  const text = '\ufeff---\ntitle: x\n---\n\n# T\n\n```{sql}\nSELECT 1\n```\n';
  const [prose, cell] = cellSpans(readNotebook(text));
  assert.equal(text.slice(prose?.from, prose?.to), '# T');
  assert.equal(text.slice(cell?.from, cell?.to), 'SELECT 1');
  const made = fc.tuple(
    fc.constantFrom('', '\ufeff'),
    fc.array(line, { maxLength: 30 }),
    fc.constantFrom('\n', '\r\n'),
  );
  fc.assert(
    fc.property(made, ([mark, lines, newline]) => {
      const file = mark + lines.join(newline);
      const notebook = readNotebook(file);
      const texts = cellSpans(notebook).map(({ from, to }) => file.slice(from, to));
      assert.deepEqual(
        texts,
        notebook.cells.map(each => each.text),
      );
    }),
  );
});
