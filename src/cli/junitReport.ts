/** The report of a run in the XML of JUnit: a suite for each notebook, a test case for each code cell. CI systems read it. */

import { escapedMarkup } from '../core/base/escapedMarkup';
import { distinctNames, testOf } from '../core/notebook/cellTest';
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

/** Runs that have not ended, or broke off. */
export interface UnfinishedRuns {
  /** Its first cell without an outcome is an error, so that the report is right if the command is killed. */
  readonly running: Report | null;
  /** Why each broke off: its kernel did not start, or its page could not be written. */
  readonly broken: ReadonlyMap<Report, string>;
}

export function junitReport(
  reports: readonly Report[],
  { running, broken }: UnfinishedRuns,
): string {
  const suites = reports.map(report => {
    const usual = report === running ? 'The run ended before this cell did.' : null;
    return testSuite(report, { unfinished: usual, broken: broken.get(report) ?? null });
  });
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
  { unfinished, broken }: { readonly unfinished: string | null; readonly broken: string | null },
): { readonly xml: string; readonly counted: readonly TestCase[] } {
  const chosen = cells.filter(({ isChosen }) => isChosen);
  const why = broken ?? unfinished;
  const stopped = why === null ? undefined : chosen.find(({ outcome }) => outcome === null);
  const names = distinctNames(chosen.map(nameOf));
  const counted = chosen.map((ran, at) =>
    testCase({ file, name: names[at] ?? '', line: ran.line }, ran, ran === stopped ? why : null),
  );
  if (broken !== null && !stopped) {
    counted.push(brokenCase(file, broken));
  }
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

interface CasePlace {
  readonly file: string;
  readonly name: string;
  readonly line: number;
}

/** @param stopped Why the cell has no outcome, where it is an error; null otherwise. */
function testCase(place: CasePlace, ran: RanCell, stopped: string | null): TestCase {
  const ms = ran.outcome?.provenance.elapsedMs ?? 0;
  const result =
    stopped !== null
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
  const xml = `${caseHead(place, ms)}${resultXml(ran, stopped, result)}${output}</testcase>`;
  return { result, xml, ms };
}

/** All cells ended, but not what follows them. */
function brokenCase(file: string, message: string): TestCase {
  const head = caseHead({ file, name: 'The report of the run', line: 1 }, 0);
  return {
    result: 'error',
    xml: `${head}${errorXml('error', unfinishedBy(message))}</testcase>`,
    ms: 0,
  };
}

function caseHead({ file, name, line }: CasePlace, ms: number): string {
  return `<testcase${attributes({ classname: file, name, file, line, time: seconds(ms) })}>`;
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

function resultXml(ran: RanCell, stopped: string | null, result: TestCase['result']): string {
  if (result === 'ok') {
    return '';
  }
  if (result === 'skipped') {
    return '<skipped/>';
  }
  const failure = stopped === null && ran.failure ? ran.failure : unfinishedBy(stopped ?? '');
  const { message, at } = failure;
  const place = at ? ` (line ${at.line}, column ${at.column})` : '';
  const text = detail(ran, isTestFailure(ran) ? message : `Error${place}: ${message}`);
  return errorXml(result, failure, text);
}

function errorXml(
  result: 'failure' | 'error',
  { code, message }: { readonly code: string; readonly message: string },
  text = `Error: ${message}`,
): string {
  return `<${result}${attributes({ type: code, message })}>${content(text)}</${result}>`;
}

function unfinishedBy(
  message: string,
): Pick<NonNullable<RanCell['failure']>, 'code' | 'message' | 'at'> {
  return { code: 'unfinished', message, at: null };
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
