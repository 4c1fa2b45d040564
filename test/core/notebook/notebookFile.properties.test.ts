import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NotebookFileError,
  openNotebook,
  readNotebook,
  writeNotebook,
} from '../../../src/core/notebook/notebookFile';
import type { Notebook, NotebookCell } from '../../../src/core/notebook/notebookFile';
import { hardCell, hardText } from './notebookArbitraries';
import fc from '../../support/properties';

const runs = { numRuns: 400 };
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decode = (bytes: Uint8Array): string => strictUtf8.decode(bytes);

/** What a cell says, without how it is laid out. */
function said(cells: readonly NotebookCell[]): unknown[] {
  return cells.map(({ kind, language, text, outputs }) => ({
    kind,
    language,
    text,
    outputs: outputs ?? null,
  }));
}

function checkReadsBack(notebook: Notebook): void {
  const text = writeNotebook(notebook);
  const again = readNotebook(text);
  assert.deepEqual(said(again.cells), said(notebook.cells), JSON.stringify(text));
  assert.equal(again.frontMatter.raw, notebook.frontMatter.raw);
}

test('a file that was not changed is written with the same characters', () => {
  fc.assert(
    fc.property(hardText, text => {
      assert.equal(writeNotebook(readNotebook(text)), text);
    }),
    runs,
  );
});

test('every cell reads back as itself, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(hardCell, { maxLength: 5 }), cells => {
      checkReadsBack({ frontMatter: { raw: '' }, cells });
      checkReadsBack({ frontMatter: { raw: 'signals: 1\n' }, cells });
    }),
    runs,
  );
});

test('cells that were moved, removed, copied, changed or added between others read back as themselves', () => {
  const edit = fc.record({ from: fc.nat(), cell: fc.option(hardCell), text: fc.option(hardText) });
  fc.assert(
    fc.property(hardText, hardText, fc.array(edit, { maxLength: 6 }), (one, other, edits) => {
      const notebook = readNotebook(one);
      const pool = [...notebook.cells, ...readNotebook(other).cells];
      const cells = edits.flatMap(({ from, cell, text }) => {
        const kept = cell ?? pool[from % Math.max(1, pool.length)];
        return kept ? [text === null ? kept : { ...kept, text }] : [];
      });
      checkReadsBack({ ...notebook, cells });
      checkReadsBack({ ...notebook, frontMatter: { raw: '' }, cells });
    }),
    runs,
  );
});

test('an edited notebook, saved and opened and saved again, is the same file', () => {
  fc.assert(
    fc.property(fc.array(hardCell, { maxLength: 4 }), cells => {
      const saved = writeNotebook({ frontMatter: { raw: '' }, cells });
      assert.equal(writeNotebook(readNotebook(saved)), saved);
    }),
    runs,
  );
});

test('layouts survive being carried as JSON', () => {
  fc.assert(
    fc.property(hardText, text => {
      const carried = JSON.parse(JSON.stringify(readNotebook(text))) as Notebook;
      assert.equal(writeNotebook(carried), text);
    }),
  );
});

test('bytes give back the same bytes, or an error that names the reason', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    hardText.map(text => new TextEncoder().encode(text)),
  );
  fc.assert(
    fc.property(bytes, file => {
      try {
        const written = new TextEncoder().encode(writeNotebook(openNotebook(file, decode)));
        assert.deepEqual([...written], [...file]);
      } catch (error) {
        assert.ok(error instanceof NotebookFileError);
        assert.equal(error.kind, 'notText');
        assert.throws(() => decode(file));
      }
    }),
    runs,
  );
});
