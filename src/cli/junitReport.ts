/** The report of a run in the XML of JUnit: a suite for each notebook, a test case for each code cell. CI systems read it. */

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
 * @param unfinished Reports of runs that go on or broke off: their first cell without an outcome is an error. So the
 * report is right if the command is killed.
 */
export function junitReport(reports: readonly Report[], unfinished: ReadonlySet<Report>): string {
  const suites = reports.map(report => testSuite(report, unfinished.has(report)));
  const all = suites.flatMap(({ counted }) => counted);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="signals"${countsOf(all)}>`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>\n',
  ].join('\n');
}

/** One notebook. */
function testSuite(
  { file, connection, cells }: Report,
  isUnfinished: boolean,
): { readonly xml: string; readonly counted: readonly TestCase[] } {
  const chosen = cells.filter(({ isChosen }) => isChosen);
  const running = isUnfinished ? chosen.find(({ outcome }) => outcome === null) : undefined;
  const counted = chosen.map(cell => testCase(file, cell, cell === running));
  const xml = [
    `<testsuite${attributes({ name: file })}${countsOf(counted)}>`,
    `<properties><property name="connection"${attributes({ value: connection.name })}/></properties>`,
    ...counted.map(each => each.xml),
    '</testsuite>',
  ].join('\n');
  return { xml, counted };
}

function countsOf(cases: readonly TestCase[]): string {
  const countOf = (wanted: TestCase['result']): number =>
    cases.filter(({ result }) => result === wanted).length;
  return attributes({
    tests: cases.length,
    failures: countOf('failure'),
    errors: countOf('error'),
    skipped: countOf('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
  });
}

interface TestCase {
  readonly xml: string;
  readonly result: 'ok' | 'failure' | 'error' | 'skipped';
  readonly ms: number;
}

function testCase(file: string, ran: RanCell, isRunning: boolean): TestCase {
  const ms = ran.outcome?.provenance.elapsedMs ?? 0;
  const head = `<testcase${attributes({
    classname: file,
    name: nameOf(ran),
    file,
    line: ran.line,
    time: seconds(ms),
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
  const xml = `${head}${resultXml(ran, isRunning, result)}${output}</testcase>`;
  return { result, xml, ms };
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
    private readonly text: () => string,
  ) {}

  /** The report changed. */
  update(): void {
    const waitMs = Math.max(0, this.pausedUntilMs - systemClock.now());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      // A failure is reported at the end, when the file is written again.
      this.writing = this.writing.then(() => this.writeNow()).catch(() => undefined);
    }, waitMs);
  }

  /** Writes the report as it is now: a notebook has ended. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    await this.writeNow();
  }

  private async writeNow(): Promise<void> {
    const startedMs = systemClock.now();
    await replaceWithBytes(this.file, this.text());
    const tookMs = systemClock.now() - startedMs;
    this.pausedUntilMs = systemClock.now() + Math.max(PAUSE_MS, PAUSE_FACTOR * tookMs);
  }
}
