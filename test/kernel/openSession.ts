import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uncancellable, type Cancellation } from '../../src/core/base/cancellation';
import type { KernelOptions, RunCellParams, RunProgress } from '../../src/core/protocol/kernelRpc';
import type { CellOutcome } from '../../src/core/protocol/outcome';
import { Session } from '../../src/kernel/session/session';
import { fixtureService, type FixtureService } from './fixtureService';
import { kernelOptions } from '../support/kernelOptions';

export interface TestSession {
  readonly session: Session;
  readonly service: FixtureService;
  readonly clock: { ms: number };
  readonly progress: RunProgress[];
  run(
    text: string,
    params?: Partial<RunCellParams>,
    cancellation?: Cancellation,
  ): Promise<CellOutcome>;
  close(): Promise<void>;
}

export async function openSession(
  options: Partial<KernelOptions> = {},
  ports: Parameters<typeof Session.open>[3] = {},
): Promise<TestSession> {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const service = fixtureService();
  const clock = { ms: 1_000_000 };
  const session = await Session.open(
    {
      spillDirectory,
      ...kernelOptions,
      entitiesPerRequest: 2,
      ...options,
    },
    (request, cancellation) => service.ask(request, cancellation),
    { now: () => clock.ms },
    ports,
  );
  const progress: RunProgress[] = [];
  return {
    session,
    service,
    clock,
    progress,
    run: (text, params = {}, cancellation = uncancellable) =>
      session.runCell({ ...standardParams, text, ...params }, cancellation, told =>
        progress.push(told),
      ),
    close: async () => {
      await session.close();
      await rm(spillDirectory, { recursive: true, force: true });
    },
  };
}

const standardParams: RunCellParams = {
  language: 'signals-sql',
  text: '',
  cell: null,
  connection: { name: 'fixture', synthetic: true, epoch: '1' },
  useCache: true,
  access: 'session',
  portfolios: {},
  firstPageRows: 100,
};
