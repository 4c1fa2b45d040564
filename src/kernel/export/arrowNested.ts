/** Lists, structs and maps as Arrow columns, built from the columns of their elements. */

import {
  DuckDBArrayValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTypeId,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { BufferType, Data, Field, List, Map_, Struct, type DataType } from 'apache-arrow';

/** A type of Arrow, and how values of the engine become a column of it. */
export interface ArrowColumn {
  readonly type: DataType;
  readonly data: (values: readonly DuckDBValue[]) => Data;
}

/**
 * @param columnOf The column for what is inside.
 * @returns Null where the type does not nest.
 */
export function arrowNested(
  type: DuckDBType,
  columnOf: (type: DuckDBType) => ArrowColumn,
): ArrowColumn | null {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return listColumn(columnOf(type.valueType));
    case DuckDBTypeId.STRUCT:
      return structColumn(type.entryNames, type.entryTypes.map(columnOf));
    case DuckDBTypeId.MAP:
      return mapColumn(columnOf(type.keyType), columnOf(type.valueType));
    default:
      return null;
  }
}

/** @returns One bit per value, the first lowest; set if the value is not null. */
export function validity(values: readonly DuckDBValue[]): { bits: Uint8Array; nullCount: number } {
  const bits = new Uint8Array(Math.ceil(values.length / 64) * 8);
  let nullCount = 0;
  values.forEach((value, index) => {
    if (value === null || value === undefined) {
      nullCount++;
    } else {
      bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
    }
  });
  return { bits, nullCount };
}

function listColumn(item: ArrowColumn): ArrowColumn {
  const type = new List(new Field('item', item.type, true));
  return {
    type,
    data: values => {
      const lists = values.map(value =>
        value instanceof DuckDBListValue || value instanceof DuckDBArrayValue ? value.items : [],
      );
      return variable(type, values, lists, item.data(lists.flat()));
    },
  };
}

function structColumn(names: readonly string[], entries: readonly ArrowColumn[]): ArrowColumn {
  const fields = entries.map(({ type }, index) => new Field(names[index] ?? '', type, true));
  const type = new Struct(fields);
  return {
    type,
    data: values => {
      const children = entries.map(({ data }, index) =>
        data(values.map(value => entryOf(value, names[index] ?? ''))),
      );
      const { bits, nullCount } = validity(values);
      const buffers = { [BufferType.VALIDITY]: bits };
      return new Data(type, 0, values.length, nullCount, buffers, children);
    },
  };
}

function mapColumn(key: ArrowColumn, value: ArrowColumn): ArrowColumn {
  const fields = [new Field('key', key.type, false), new Field('value', value.type, true)];
  const entryType = new Struct<{ key: DataType; value: DataType }>(fields);
  const type = new Map_(new Field('entries', entryType, false));
  return {
    type,
    data: values => {
      const maps = values.map(map => (map instanceof DuckDBMapValue ? map.entries : []));
      const entries = maps.flat();
      const children = [
        key.data(entries.map(entry => entry.key)),
        value.data(entries.map(entry => entry.value)),
      ];
      const child = new Data(entryType, 0, entries.length, 0, {}, children);
      return variable(type, values, maps, child);
    },
  };
}

/** A column whose values are runs of another's; `runs` holds their lengths. */
function variable(
  type: DataType,
  values: readonly DuckDBValue[],
  runs: readonly (readonly unknown[])[],
  child: Data,
): Data {
  const offsets = new Int32Array(values.length + 1);
  runs.forEach((run, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + run.length;
  });
  const { bits, nullCount } = validity(values);
  const buffers = { [BufferType.VALIDITY]: bits, [BufferType.OFFSET]: offsets };
  return new Data(type, 0, values.length, nullCount, buffers, [child]);
}

function entryOf(value: DuckDBValue, name: string): DuckDBValue {
  return value instanceof DuckDBStructValue ? (value.entries[name] ?? null) : null;
}
