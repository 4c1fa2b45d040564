/**
 * The engine's values as Arrow's columns.
 *
 * Whole numbers, floating numbers, decimals, dates, times and timestamps keep their types, and lists, structs and maps
 * theirs; HUGEINT is a decimal of 38 digits. Values that Arrow has no type for become text, nested ones as JSON.
 */

import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBTypeId,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import {
  Binary,
  Bool,
  BufferType,
  Data,
  DateDay,
  Decimal,
  Float32,
  Float64,
  Int16,
  Int32,
  Int64,
  Int8,
  TimeMicrosecond,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint16,
  Uint32,
  Uint64,
  Uint8,
  Utf8,
  type DataType,
} from 'apache-arrow';
import { arrowNested, validity, type ArrowColumn } from './arrowNested';
import { valueOf } from '../engine/values';

const HUGE_DIGITS = 38;

/** @returns The column for values of a type of the engine. */
export function arrowColumn(type: DuckDBType): ArrowColumn {
  return (
    arrowNested(type, arrowColumn) ?? timeColumn(type) ?? numberColumn(type) ?? textColumn(type)
  );
}

type NumberArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

function numberColumn(type: DuckDBType): ArrowColumn | null {
  switch (type.typeId) {
    case DuckDBTypeId.TINYINT:
      return numbers(new Int8(), length => new Int8Array(length));
    case DuckDBTypeId.SMALLINT:
      return numbers(new Int16(), length => new Int16Array(length));
    case DuckDBTypeId.INTEGER:
      return numbers(new Int32(), length => new Int32Array(length));
    case DuckDBTypeId.UTINYINT:
      return numbers(new Uint8(), length => new Uint8Array(length));
    case DuckDBTypeId.USMALLINT:
      return numbers(new Uint16(), length => new Uint16Array(length));
    case DuckDBTypeId.UINTEGER:
      return numbers(new Uint32(), length => new Uint32Array(length));
    case DuckDBTypeId.FLOAT:
      return numbers(new Float32(), length => new Float32Array(length));
    case DuckDBTypeId.DOUBLE:
      return numbers(new Float64(), length => new Float64Array(length));
    case DuckDBTypeId.BIGINT:
      return bigints(new Int64(), value => (typeof value === 'bigint' ? value : 0n));
    case DuckDBTypeId.UBIGINT:
      return bigints(new Uint64(), value => (typeof value === 'bigint' ? value : 0n));
    case DuckDBTypeId.HUGEINT:
      return decimals(new Decimal(0, HUGE_DIGITS));
    case DuckDBTypeId.DECIMAL:
      return decimals(new Decimal(type.scale, type.width));
    case DuckDBTypeId.BOOLEAN:
      return { type: new Bool(), data: booleans };
    default:
      return null;
  }
}

function timeColumn(type: DuckDBType): ArrowColumn | null {
  switch (type.typeId) {
    case DuckDBTypeId.DATE:
      return numbers(
        new DateDay(),
        length => new Int32Array(length),
        value => (value instanceof DuckDBDateValue ? value.days : 0),
      );
    case DuckDBTypeId.TIME:
      return bigints(new TimeMicrosecond(), value =>
        value instanceof DuckDBTimeValue ? value.micros : 0n,
      );
    case DuckDBTypeId.TIMESTAMP:
      return bigints(new TimestampMicrosecond(), value =>
        value instanceof DuckDBTimestampValue ? value.micros : 0n,
      );
    case DuckDBTypeId.TIMESTAMP_TZ:
      return bigints(new TimestampMicrosecond('UTC'), value =>
        value instanceof DuckDBTimestampTZValue ? value.micros : 0n,
      );
    case DuckDBTypeId.TIMESTAMP_S:
      return bigints(new TimestampSecond(), value =>
        value instanceof DuckDBTimestampSecondsValue ? value.seconds : 0n,
      );
    case DuckDBTypeId.TIMESTAMP_MS:
      return bigints(new TimestampMillisecond(), value =>
        value instanceof DuckDBTimestampMillisecondsValue ? value.millis : 0n,
      );
    case DuckDBTypeId.TIMESTAMP_NS:
      return bigints(new TimestampNanosecond(), value =>
        value instanceof DuckDBTimestampNanosecondsValue ? value.nanos : 0n,
      );
    default:
      return null;
  }
}

function textColumn(type: DuckDBType): ArrowColumn {
  if (type.typeId === DuckDBTypeId.BLOB) {
    return bytesColumn(new Binary(), value =>
      value instanceof DuckDBBlobValue ? value.bytes : new Uint8Array(),
    );
  }
  const encoder = new TextEncoder();
  return bytesColumn(new Utf8(), value => {
    const plain = valueOf(value);
    return encoder.encode(typeof plain === 'string' ? plain : JSON.stringify(plain));
  });
}

function numbers(
  type: DataType,
  make: (length: number) => NumberArray,
  read = (value: DuckDBValue) => (typeof value === 'number' ? value : 0),
): ArrowColumn {
  return fixed(type, values => {
    const array = make(values.length);
    values.forEach((value, index) => (array[index] = read(value)));
    return array;
  });
}

function bigints(type: DataType, read: (value: DuckDBValue) => bigint): ArrowColumn {
  const isSigned = !(type instanceof Uint64);
  return fixed(type, values => {
    const array = isSigned ? new BigInt64Array(values.length) : new BigUint64Array(values.length);
    values.forEach((value, index) => (array[index] = read(value)));
    return array;
  });
}

/** 128 bits each, low half first, in two's complement. */
function decimals(type: Decimal): ArrowColumn {
  return fixed(type, values => {
    const halves = new BigInt64Array(values.length * 2);
    values.forEach((value, index) => {
      const whole = value instanceof DuckDBDecimalValue ? value.value : value;
      if (typeof whole === 'bigint') {
        halves[index * 2] = BigInt.asIntN(64, whole);
        halves[index * 2 + 1] = whole >> 64n;
      }
    });
    return new Uint32Array(halves.buffer);
  });
}

function booleans(values: readonly DuckDBValue[]): Data {
  const { bits, nullCount } = validity(values);
  const yes = validity(values.map(value => (value === true ? value : null))).bits;
  const buffers = { [BufferType.VALIDITY]: bits, [BufferType.DATA]: yes };
  return new Data(new Bool(), 0, values.length, nullCount, buffers);
}

function fixed(
  type: DataType,
  encode: (values: readonly DuckDBValue[]) => ArrayBufferView,
): ArrowColumn {
  return {
    type,
    data: values => {
      const { bits, nullCount } = validity(values);
      const buffers = { [BufferType.VALIDITY]: bits, [BufferType.DATA]: encode(values) };
      return new Data(type, 0, values.length, nullCount, buffers);
    },
  };
}

function bytesColumn(type: DataType, encode: (value: DuckDBValue) => Uint8Array): ArrowColumn {
  return {
    type,
    data: values => {
      const { bits, nullCount } = validity(values);
      const parts = values.map(value => (value === null ? new Uint8Array() : encode(value)));
      const offsets = new Int32Array(values.length + 1);
      parts.forEach((part, index) => {
        offsets[index + 1] = (offsets[index] ?? 0) + part.byteLength;
      });
      const buffers = {
        [BufferType.VALIDITY]: bits,
        [BufferType.OFFSET]: offsets,
        [BufferType.DATA]: new Uint8Array(Buffer.concat(parts)),
      };
      return new Data(type, 0, values.length, nullCount, buffers);
    },
  };
}
