/** The report of a run in the XML of JUnit: one test case for each code cell. CI systems read it. */

import { escapedMarkup } from '../core/base/escapedMarkup';
import { testOf } from '../core/notebook/cellTest';
import { replaceWithBytes } from '../io/replaceFile';
import { systemClock } from '../io/systemClock';
import { isTestFailure, titleOf, type RanCell, type Report } from './report';
import { terminalText } from './terminalText';
import { SHOWN_ROWS } from './textReport';
import { textTable } from './textTable';

/** The least time between two writings of a file that is kept up to date. */
const PAUSE_MS = 1000;
/** The most of the time that writing it takes, as its inverse. */
const PAUSE_FACTOR = 10;

/**
 * @param hasEnded False: the report is of a run that goes on. If that run is killed, the report stays: the cell that
 * runs is an error in it.
 */
export function junitReport({ file, connection, cells }: Report, hasEnded: boolean): string {
  const chosen = cells.filter(({ isChosen }) => isChosen);
  const running = hasEnded ? undefined : chosen.find(({ outcome }) => outcome === null);
  const cases = chosen.map(cell => testCase(file, cell, cell === running));
  const counts = attributes({
    tests: cases.length,
    failures: cases.filter(({ result }) => result === 'failure').length,
    errors: cases.filter(({ result }) => result === 'error').length,
    skipped: cases.filter(({ result }) => result === 'skipped').length,
    time: seconds(chosen.reduce((sum, { outcome }) => sum + elapsedMs(outcome), 0)),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="signals"${counts}>`,
    `<testsuite${attributes({ name: file })}${counts}>`,
    `<properties><property name="connection"${attributes({ value: connection.name })}/></properties>`,
    ...cases.map(({ xml }) => xml),
    '</testsuite>',
    '</testsuites>\n',
  ].join('\n');
}

interface TestCase {
  readonly xml: string;
  readonly result: 'ok' | 'failure' | 'error' | 'skipped';
}

function testCase(file: string, ran: RanCell, isRunning: boolean): TestCase {
  const head = `<testcase${attributes({
    classname: file,
    name: nameOf(ran),
    file,
    line: ran.line,
    time: seconds(elapsedMs(ran.outcome)),
  })}>`;
  const result = isRunning
    ? 'error'
    : !ran.outcome
      ? 'skipped'
      : !ran.failure
        ? 'ok'
        : isFailure(ran)
          ? 'failure'
          : 'error';
  const notes = ran.outcome?.notes ?? [];
  const output = notes.length > 0 ? `<system-out>${content(notes.join('\n'))}</system-out>` : '';
  return { result, xml: `${head}${resultXml(ran, isRunning, result)}${output}</testcase>` };
}

/** A failure is a result that is not as it should be, an error a cell without a result. */
function isFailure(ran: RanCell): boolean {
  return ran.failure?.code === 'notes' || isTestFailure(ran);
}

/** A test has the name that its author gave it. */
function nameOf({ cell, number }: RanCell): string {
  return testOf(cell.language, cell.text)?.value ?? `[${number ?? ''}] ${titleOf(cell)}`;
}

/** The message, and of a test the rows that fail. */
function detail({ outcome }: RanCell, message: string): string {
  const table = outcome?.test && outcome.table;
  return table
    ? `${message}\n${textTable({ ...table, rows: table.rows.slice(0, SHOWN_ROWS) })}`
    : message;
}

function resultXml(ran: RanCell, isRunning: boolean, result: TestCase['result']): string {
  if (result === 'ok') {
    return '';
  }
  if (result === 'skipped') {
    return '<skipped/>';
  }
  const { code, message, at } = isRunning || !ran.failure ? unfinished : ran.failure;
  const place = at ? ` (line ${at.line}, column ${at.column})` : '';
  const told = attributes({ type: code, message });
  return `<${result}${told}>${content(detail(ran, isTestFailure(ran) ? message : `Error${place}: ${message}`))}</${result}>`;
}

const unfinished = {
  code: 'unfinished',
  message: 'The run ended before this cell did.',
  at: null,
} as const;

function elapsedMs(outcome: RanCell['outcome']): number {
  return outcome?.provenance.elapsedMs ?? 0;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${content(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');
}

/** Text of notebooks and of the service is untrusted: of XML's own signs and of unseen characters none is left. */
function content(text: string): string {
  return escapedMarkup(terminalText(text, true))
    .replaceAll('\t', '&#9;')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}

/** A file that is kept up to date while a run goes on, so that it can be read if the run is killed. */
export class ReportFile {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private pausedUntilMs = 0;

  /** @param text The report at this moment. */
  constructor(
    private readonly file: string,
    private readonly text: (hasEnded: boolean) => string,
  ) {}

  /** The report changed. */
  update(): void {
    const waitMs = Math.max(0, this.pausedUntilMs - systemClock.now());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      // A failure is reported at the end, when the file is written again.
      this.writing = this.writing.then(() => this.write(false)).catch(() => undefined);
    }, waitMs);
  }

  /** Writes the report for the last time. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    await this.write(true);
  }

  private async write(hasEnded: boolean): Promise<void> {
    const startedMs = systemClock.now();
    await replaceWithBytes(this.file, this.text(hasEnded));
    const tookMs = systemClock.now() - startedMs;
    this.pausedUntilMs = systemClock.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * tookMs);
  }
}
