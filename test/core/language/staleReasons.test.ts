import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellAnalysis, NotebookAnalysis } from '../../../src/core/language/analysis';
import type { ParameterText } from '../../../src/core/language/notebookText';
import { staleReasons, staleSentence, type CellRun } from '../../../src/core/language/staleReasons';
import type { NameUse } from '../../../src/core/sql/uses';
import { cellNames } from './cellNames';

const span = { from: 0, to: 0 };

/** `name=value` each, all of them texts. */
function parameters(text: string): ParameterText[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map(pair => {
      const [name = '', value = ''] = pair.split('=');
      return { name, type: 'text', value };
    });
}

/** Cells as in `cellNames`; a name with `$` is a variable. */
function analysisOf(cells: string): NotebookAnalysis {
  const analysed = cellNames(cells).map(({ definitions, uses }, index): CellAnalysis => {
    const named = uses.map((use): NameUse => {
      const variable = { kind: 'variable', name: use.name.slice(1), span, path: [] } as const;
      return use.name.startsWith('$') ? { ...variable, role: 'text' } : use;
    });
    return { id: String(index), statements: [], definitions, uses: named, problems: [] };
  });
  return { cells: analysed, complete: true };
}

interface Ran {
  /** One for each cell: the number of its run, `-` for none; then `*` if its text changed since, `!` if it failed. */
  readonly runs: string;
  readonly were?: string;
  readonly are?: string;
  /** The connection in use; the results show data of Desk. */
  readonly connection?: string;
}

function check(
  cells: string,
  { runs, were = '', are = '', connection = 'Desk' }: Ran,
  expected: string[],
): void {
  const byId = new Map<string, CellRun>();
  runs.split(' ').forEach((run, index) => {
    const text = run.includes('*') ? 'before' : 'now';
    if (run !== '-') {
      byId.set(String(index), {
        ...{ text, parameters: parameters(were), order: parseInt(run, 10) },
        ...{ connection: 'Desk', hasFailed: run.endsWith('!') },
      });
    }
  });
  const analysis = analysisOf(cells);
  const texts = analysis.cells.map(({ id }) => ({
    id,
    language: 'signals-sql' as const,
    text: 'now',
  }));
  const found = staleReasons(
    analysis,
    { cells: texts, parameters: parameters(are), connection },
    byId,
  );
  const said = found.map(({ cell, reasons }) => `${cell}: ${reasons.map(staleSentence).join(' ')}`);
  assert.deepEqual(said, expected, `${cells}: ${runs}`);
}

test('a fresh result has no reason, and neither has a cell that never ran', () => {
  check('+a | a', { runs: '1 2' }, []);
  check('+a | a', { runs: '- -' }, []);
});

test('each stale cell says what changed since it ran', () => {
  check('+a | a', { runs: '1* 2' }, [
    '0: Its text changed since it ran.',
    '1: Cell 1, which it needs, is stale: the text of cell 1 changed.',
  ]);
  check('+a | a', { runs: '3 2' }, ['1: Cell 1, which it needs, ran after it.']);
  check('+a | a', { runs: '- 2' }, [
    '1: Cell 1, which it needs, has not completed in this session.',
  ]);
  check('+a | a', { runs: '3 2*' }, [
    '1: Its text changed since it ran. Cell 1, which it needs, ran after it.',
  ]);
});

test('cells that need each other in a circle are stale only while one of them changed', () => {
  check('b +a | a +b', { runs: '1 2' }, []);
  check('b +a | a +b', { runs: '1 2*' }, [
    '0: Cell 2, which it needs, is stale: the text of cell 2 changed.',
    '1: Its text changed since it ran. Cell 1, which it needs, is stale.',
  ]);
});

test('a parameter counts for the cells that read it, whatever the case of its name', () => {
  const changed = { runs: '1 2 3', were: 'since=a to=b', are: 'since=c to=b' };
  const said = 'The parameter since changed since it ran: it was a and is c now.';
  check('$since | $to | x', changed, [`0: ${said}`]);
  check('$SINCE | $to | x', changed, [`0: ${said}`]);
  const below = 'Cell 1, which it needs, is stale: the parameter since changed.';
  check('$since +t | t | $to', changed, [`0: ${said}`, `1: ${below}`]);
});

test('a cell far below names what changed above, each cause once', () => {
  check('+a | a +b | b +c | c', { runs: '1* 2 3 4' }, [
    '0: Its text changed since it ran.',
    ...[0, 1, 2].map(
      cell =>
        `${cell + 1}: Cell ${cell + 1}, which it needs, is stale: the text of cell 1 changed.`,
    ),
  ]);
  check('$p +a | $p $q +b | a b +c | c', { runs: '1 2 3 4', were: 'p=a q=a', are: 'p=b q=b' }, [
    '0: The parameter p changed since it ran: it was a and is b now.',
    '1: The parameter p changed since it ran: it was a and is b now. The parameter q changed since it ran: it was a and is b now.',
    '2: Cell 1, which it needs, is stale: the parameter p changed. Cell 2, which it needs, is stale: the parameter p changed; the parameter q changed.',
    '3: Cell 3, which it needs, is stale: the parameter p changed; the parameter q changed.',
  ]);
  check('+a | a +b | b', { runs: '5 2 3' }, [
    '1: Cell 1, which it needs, ran after it.',
    '2: Cell 2, which it needs, is stale: cell 1 ran again.',
  ]);
  check('+a | a +b | b', { runs: '- 2 3' }, [
    '1: Cell 1, which it needs, has not completed in this session.',
    '2: Cell 2, which it needs, is stale: cell 1 has not completed.',
  ]);
});

test('a parameter that is new or gone is NULL on the other side', () => {
  check('$p', { runs: '1', are: 'p=a' }, [
    '0: The parameter p changed since it ran: it was NULL and is a now.',
  ]);
  check('$p', { runs: '1', were: 'p=a' }, [
    '0: The parameter p changed since it ran: it was a and is NULL now.',
  ]);
  check('$p', { runs: '1', were: 'other=a' }, []);
});

test('an error is stale where its cell changed since, and what needs the cell is not more so', () => {
  check('+a', { runs: '1!' }, []);
  check('+a', { runs: '1*!' }, ['0: Its text changed since it ran.']);
});

test('data of another connection than the one in use are stale', () => {
  const why = 'It shows data of Desk, and the notebook uses Sandbox now.';
  check('+a', { runs: '1', connection: 'Sandbox' }, [`0: ${why}`]);
  check('+a', { runs: '1', connection: 'Desk' }, []);
});
