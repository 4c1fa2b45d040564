/**
 * Runs the Mocha suites inside VS Code's extension host.
 *
 * What happens is appended, one JSON object a line, to the file that `SIGNALS_TEST_REPORT` names, so that the
 * starter sees every test as it ends and knows what was running if the extension host dies.
 */
import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

const testWatchdogMs = 120_000;

/**
 * @param load Requires the test files; called when Mocha's `describe` and `it` are ready.
 * @throws {Error} If a test failed, which makes VS Code end with a failure.
 */
export async function runSuites(load: () => void): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({
    ...{ ui: 'bdd', timeout: testWatchdogMs, reporter: FileReporter },
    // A skipped test has not passed.
    ...{ forbidOnly: true, forbidPending: true },
  });
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, '', mocha);
  load();
  const failed = await new Promise<number>(resolve => mocha.run(resolve));
  if (failed > 0) {
    throw new Error(`${failed} tests failed`);
  }
}

class FileReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner) {
    super(runner);
    const { EVENT_TEST_BEGIN, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } =
      Mocha.Runner.constants;
    const titleOf = (test: Mocha.Runnable) => test.titlePath().join(' › ');
    runner.on(EVENT_TEST_BEGIN, test => report({ event: 'begin', title: titleOf(test) }));
    runner.on(EVENT_TEST_PASS, test =>
      report({ event: 'pass', title: titleOf(test), ms: test.duration }),
    );
    runner.on(EVENT_TEST_FAIL, (test, error: unknown) =>
      report({ event: 'fail', title: titleOf(test), detail: detailOf(error) }),
    );
    runner.on(EVENT_RUN_END, () => report({ event: 'end' }));
  }
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function report(event: Readonly<Record<string, unknown>>): void {
  const file = process.env['SIGNALS_TEST_REPORT'];
  if (file !== undefined) {
    appendFileSync(file, `${JSON.stringify(event)}\n`);
  }
}
