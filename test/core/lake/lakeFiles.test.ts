import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate } from '../../../src/core/base/plainDate';
import {
  historyFile,
  lakeFiles,
  writeLakeRecord,
  type FileReader,
  type KnownFiles,
} from '../../../src/core/lake/lakeFile';

const lake = { directory: '/lake', place: 'sandbox' };
const name = 'bull_bear_score_ts';

function recordOf(month: string, entities: readonly string[]): string {
  const [from, to] = ['01', '20'].map(day => parsePlainDate(`${month}-${day}`));
  assert.ok(from && to);
  const covered = [{ entities, from, to, requestedAtMs: 0 }];
  const record = {
    place: 'sandbox',
    function: name,
    hosts: ['service.test'],
    arguments: {},
  } as const;
  return JSON.stringify({ rights: null, lake: writeLakeRecord({ ...record, covered }) });
}

/** A lake in memory: each file has a version and a record. */
function lakeOf(months: Map<string, { version: string | undefined; record: string }>): {
  readonly reader: FileReader;
  readonly known: KnownFiles;
  /** The months that were read since the last time. */
  readonly read: () => string[];
} {
  let read: string[] = [];
  const monthOf = (file: string): string => /month=([\d-]+)/.exec(file)?.[1] ?? '';
  const known: KnownFiles = {
    files: new Map(),
    versionOf: file => Promise.resolve(months.get(monthOf(file))?.version),
  };
  const reader: FileReader = {
    recordKey: 'record',
    known,
    list: () => Promise.resolve([...months.keys()].map(month => `month=${month}/history.parquet`)),
    query: sql => {
      const asked = [...months.keys()].filter(month => sql.includes(`month=${month}/`));
      read.push(...asked);
      const rows = asked.map(month => [
        historyFile(lake.directory, name, month),
        months.get(month)?.record ?? '',
      ]);
      return Promise.resolve(rows);
    },
  };
  return {
    ...{ reader, known },
    read: () => {
      const since = read;
      read = [];
      return since;
    },
  };
}

test('a file is read again only if it changed', async () => {
  const months = new Map([
    ['2026-01', { version: 'a', record: recordOf('2026-01', ['company:a', 'company:b']) }],
    ['2026-02', { version: 'a', record: recordOf('2026-02', ['company:a', 'company:b']) }],
  ]);
  const { reader, read } = lakeOf(months);
  const covered = async (): Promise<string[]> =>
    (await lakeFiles(lake, name, reader)).map(({ record }) =>
      record.covered.flatMap(each => each.entities).join(' '),
    );
  assert.deepEqual(await covered(), ['company:a company:b', 'company:a company:b']);
  assert.deepEqual(read(), ['2026-01', '2026-02']);
  assert.deepEqual(await covered(), ['company:a company:b', 'company:a company:b']);
  assert.deepEqual(read(), []);

  months.set('2026-02', { version: 'b', record: recordOf('2026-02', ['company:c', 'company:b']) });
  months.set('2026-03', { version: 'a', record: recordOf('2026-03', ['company:a', 'company:c']) });
  const changed = ['company:a company:b', 'company:c company:b', 'company:a company:c'];
  assert.deepEqual(await covered(), changed);
  assert.deepEqual(read(), ['2026-02', '2026-03']);

  months.delete('2026-01');
  assert.deepEqual(await covered(), changed.slice(1));
  await assert.rejects(lakeFiles({ ...lake, place: 'other' }, name, reader), /another connection/);
  assert.deepEqual(read(), []);
});

test('a file without a version is read each time, and so is one that could not be used', async () => {
  const months = new Map([
    ['2026-01', { version: undefined, record: recordOf('2026-01', ['company:a']) }],
    ['2026-02', { version: 'a', record: '{}' }],
  ]);
  const { reader, read } = lakeOf(months);
  for (let round = 0; round < 2; round++) {
    await assert.rejects(
      lakeFiles(lake, name, reader),
      /month=2026-02\/history.parquet is damaged/,
    );
    assert.deepEqual(read(), ['2026-01', '2026-02']);
  }
});

test('months that cover the same entities share one list in memory', async () => {
  const entities = ['company:a', 'company:b', 'company:c'];
  const other = ['company:a', 'company:x', 'company:c'];
  const months = new Map([
    ['2026-01', { version: 'a', record: recordOf('2026-01', entities) }],
    ['2026-02', { version: 'a', record: recordOf('2026-02', entities) }],
    ['2026-03', { version: 'a', record: recordOf('2026-03', other) }],
  ]);
  const lists = (await lakeFiles(lake, name, lakeOf(months).reader)).map(
    ({ record }) => record.covered[0]?.entities,
  );
  assert.equal(lists[0], lists[1]);
  assert.deepEqual(lists, [entities, entities, other]);
});

test('a folder that does not exist has no files, and one that cannot be listed is a problem', async () => {
  const { reader } = lakeOf(new Map());
  const folder = `${lake.directory}/${name}`;
  const listed = (code: string, at = folder) => {
    const error = Object.assign(new Error(`${code}: scandir '${at}'`), { code, path: at });
    return lakeFiles(lake, name, { ...reader, list: () => Promise.reject(error) });
  };
  assert.deepEqual(await listed('ENOENT'), []);
  for (const [code, at] of [
    ['EACCES', folder],
    ['EIO', `${folder}/month=2026-01`],
    ['ENOENT', `${folder}/month=2026-01`],
    ['ENOENT', String.raw`C:\lake\bull_bear_score_ts\month=2026-01`],
  ] as const) {
    await assert.rejects(listed(code, at), /\/lake\/bull_bear_score_ts cannot be listed: E\w+: /);
  }
});
