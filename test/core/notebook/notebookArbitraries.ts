/** Texts and cells that are hard for a line-based format. */

import type { EmbeddedOutputs, NotebookCell } from '../../../src/core/notebook/notebookFile';
import fc from '../../support/properties';

const pieces = [
  '```{sql}',
  '```{vega-lite}',
  '```{markdown}',
  '```{output}',
  '```{r}',
  '````{sql}',
  '~~~{sql}',
  '~~~',
  '```',
  '````',
  '``` ',
  '   ```',
  '    ```',
  '```sql',
  '`````',
  '+++',
  '+++ ',
  ' +++',
  '++++',
  '---',
  '--- ',
  '...',
  'title: x',
  'signals: 1',
  'signals: 0 # old',
  '# Heading',
  'SELECT 1',
  'text',
  '{"outputs": [], "copyright": null}',
  '{"outputs": [{"text/plain": "a"}]}',
  '{}',
  '',
  ' ',
  '\t',
  '\r',
  '\uFEFF',
  '\uD800',
  'é漢😀',
  '\u2028',
];

const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const ending = fc.constantFrom('\n', '\n', '\r\n', '\r', '');

/** Any text, most often one made of the format's own marks. */
export const hardText: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.tuple(piece, ending), { maxLength: 14 })
    .map(lines => lines.map(([line, end]) => line + end).join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** JSON as it is after one trip through its own text, which has no `-0`. */
const outputs = fc
  .record({
    outputs: fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { maxLength: 2 }),
    copyright: fc.jsonValue({ maxDepth: 3 }),
  })
  .map(value => JSON.parse(JSON.stringify(value)) as EmbeddedOutputs);

/** Any cell that an editor can make. */
export const hardCell: fc.Arbitrary<NotebookCell> = fc.oneof(
  hardText.map(text => ({ kind: 'markdown' as const, language: 'markdown', text })),
  fc
    .tuple(
      hardText,
      fc.constantFrom('signals-sql', 'vega-lite'),
      fc.option(outputs, { nil: undefined }),
    )
    .map(([text, language, kept]) => ({
      kind: 'code' as const,
      language,
      text,
      ...(kept ? { outputs: kept } : {}),
    })),
);
