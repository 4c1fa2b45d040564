/** Files of a lake, as `signals sync` writes them, without a request. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { JsonObject } from '../../src/core/base/json';
import { textLiteral } from '../../src/core/base/quoted';
import { writeLakeRecord, type LakeRecord } from '../../src/core/lake/lakeFile';
import { recordKey } from '../../src/core/protocol/exportRecord';
import { functionColumns } from '../../src/core/service/functionColumns';

export interface WrittenFile extends Pick<LakeRecord, 'function' | 'covered'> {
  readonly file: string;
  /** A query of some of the function's columns; the others are null. */
  readonly rows: string;
  readonly arguments?: JsonObject;
  readonly place?: string;
  /** Instead of what the file says of itself. */
  readonly lake?: JsonObject;
}

let instance: Promise<DuckDBInstance> | undefined;

export async function writeLakeFile({
  file,
  rows,
  place = 'sandbox',
  lake,
  ...record
}: WrittenFile): Promise<void> {
  instance ??= DuckDBInstance.create(':memory:');
  const connection = await (await instance).connect();
  await mkdir(path.dirname(file), { recursive: true });
  const own = writeLakeRecord({ place, hosts: ['service.test'], arguments: {}, ...record });
  const metadata = {
    marketSignals: 1,
    connection: 'fixture',
    rowCount: 1,
    rights: { contact_email: 'rights@service.test', copyright_info: null },
    lake: lake ?? own,
  };
  const columns = functionColumns[record.function]
    .map(({ name, type }) => `"${name}" ${type}`)
    .join(', ');
  await connection.run(
    `CREATE OR REPLACE TABLE rows (${columns}); INSERT INTO rows BY NAME ${rows}`,
  );
  await connection.run(
    `COPY rows TO ${textLiteral(file)} (FORMAT parquet, KV_METADATA {'${recordKey}': ${textLiteral(JSON.stringify(metadata))}})`,
  );
  connection.closeSync();
}
