/** Checks of the analyses in a real session. */

import assert from 'node:assert/strict';
import type { TestSession } from './openSession';

export interface AnalysisChecks {
  /** Runs statements that make tables. */
  readonly make: (text: string) => Promise<void>;
  /** `check('a 1 2', 'FROM …')`: rows in lines, dates without their year, numbers to 6 decimals. */
  readonly check: (text: string, expected: string) => Promise<void>;
  readonly fails: (text: string, message: RegExp) => Promise<void>;
}

/** @param open The session of the test, which is open when a check runs. */
export function analysisChecks(open: () => TestSession): AnalysisChecks {
  const run = async (text: string): Promise<readonly (readonly unknown[])[]> => {
    const { table, error } = await open().run(text);
    assert.equal(error, null, `${text}: ${error?.message ?? ''}`);
    return table?.rows ?? [];
  };
  return {
    make: async text => {
      await run(text);
    },
    check: async (text, expected) => {
      const lines = (await run(text)).map(row => row.map(shown).join(' '));
      const wanted = expected.split('\n').map(line => line.trim());
      assert.deepEqual(
        lines,
        wanted.filter(line => line !== ''),
        text,
      );
    },
    fails: async (text, message) => {
      const { status, error } = await open().run(text);
      assert.equal(status, 'error', text);
      assert.match(error?.message ?? '', message, text);
    },
  };
}

function shown(value: unknown): string {
  if (typeof value === 'number') {
    return String(Math.round(value * 1e6) / 1e6 + 0);
  }
  return typeof value === 'string' ? value.replace(/^2026-/, '') : JSON.stringify(value);
}

/** `panelTable('t', 'score', 'a 01-05 1 2 3')`: values of an entity on days from one on; `-` is null, `.` is no row. */
export function panelTable(name: string, value: string, lines: string): string {
  const rows = lines
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .flatMap(line => {
      const [entity = '', first = '', ...values] = line.split(/\s+/);
      return values.flatMap((text, index) =>
        text === '.'
          ? []
          : `('${entity}', DATE '2026-${first}' + ${index}, ${text === '-' ? 'NULL' : text})`,
      );
    });
  const none = rows.length === 0;
  const source = none ? "('', DATE '2026-01-01', 0)" : rows.join(', ');
  return `CREATE OR REPLACE TABLE ${name} AS SELECT entity, date, ${value}::DOUBLE AS ${value}
    FROM (VALUES ${source}) t(entity, date, ${value})${none ? ' WHERE false' : ''}`;
}
