/** The sessions of the MCP server: one of its own, and one of the notebook that was named last, each with a kernel. */

import type { AgentSession } from '../core/agents/agentTool';
import { plainDateOfInstant } from '../core/base/plainDate';
import type { ServiceClient } from '../core/client/serviceClient';
import { parametersInForce } from '../core/notebook/parameterInput';
import type { RunCellParams } from '../core/protocol/kernelRpc';
import type { Portfolios } from '../core/portfolios/portfolios';
import { endedIfStuck, type KernelHandle } from '../io/kernelProcess';
import { systemClock } from '../io/systemClock';
import { cellParams, startCliKernel } from './kernel';
import type { NotebookInput } from './notebookInput';
import { cellPortfolios } from './portfolioFiles';

/** No file is read: neither snapshots nor a lake. */
const noFolders = { snapshots: null, lake: null };

interface OpenSession {
  readonly key: string;
  readonly kernel: Promise<KernelHandle>;
  readonly portfolios: Portfolios;
}

export class AgentSessions {
  private own: OpenSession | null = null;
  private ofNotebook: OpenSession | null = null;

  /**
   * @param sharesRows Whether rows of the connection may be given to a model; `explicit` where the person said so, for
   *   all rows: those whose origin is not known, too.
   */
  constructor(
    private readonly client: ServiceClient,
    private readonly sharesRows: 'explicit' | boolean,
  ) {}

  /** @param notebook Its parameters and portfolios are those of the session; its cells have not run. */
  async session(notebook: NotebookInput | null): Promise<AgentSession> {
    const { name } = this.client.connection;
    const shares = this.sharesRows !== false;
    return {
      connection: name,
      sharesRows: shares,
      sharesRowsOf: ({ connection }) =>
        shares && (connection === name || (connection === null && this.sharesRows === 'explicit')),
      run: async (sql, rowCount, cancellation) => {
        const { kernel, portfolios } = await this.opened(notebook);
        const handle = await kernel;
        const params: RunCellParams = {
          ...cellParams(this.client, noFolders),
          ...{ language: 'signals-sql', text: sql, access: 'read', portfolios },
          firstPageRows: rowCount,
        };
        return endedIfStuck(
          cancellation,
          () => handle.runCell(params, { cancellation, onProgress: () => undefined }),
          () => void handle.dispose(),
        );
      },
    };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.own, this.ofNotebook].map(closed));
  }

  private async opened(notebook: NotebookInput | null): Promise<OpenSession> {
    const place = notebook ? 'ofNotebook' : 'own';
    // Another front matter makes another session.
    const key = notebook ? JSON.stringify([notebook.file, notebook.notebook.frontMatter.raw]) : '';
    const before = this[place];
    if (before?.key === key && (await isAlive(before))) {
      return before;
    }
    const portfolios = await cellPortfolios(notebook?.front.portfolios ?? {}, null);
    const session = { key, kernel: this.start(notebook), portfolios };
    this[place] = session;
    await closed(before);
    return session;
  }

  private async start(notebook: NotebookInput | null): Promise<KernelHandle> {
    const kernel = await startCliKernel(this.client, null, noFolders);
    if (notebook) {
      const today = plainDateOfInstant(systemClock.now());
      const variables = parametersInForce(notebook.front.parameters, new Map(), today);
      await kernel.setVariables({
        variables: variables.map(({ name, type, value }) => ({ name, type, value })),
      });
    }
    return kernel;
  }
}

async function isAlive({ kernel }: OpenSession): Promise<boolean> {
  return kernel.then(
    ({ alive }) => alive,
    () => false,
  );
}

async function closed(session: OpenSession | null): Promise<void> {
  const kernel = await session?.kernel.catch(() => null);
  await kernel?.dispose();
}
