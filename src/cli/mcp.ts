/** `signals mcp`: the tools for language models as an MCP server over standard input and output. */

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { AgentRuns } from '../core/agents/agentRuns';
import {
  AgentError,
  type AgentServices,
  type AgentTool,
  type Confirmation,
  type EditQuestion,
} from '../core/agents/agentTool';
import { agentTools, callTool } from '../core/agents/agentTools';
import { inputSchemaOf } from '../core/agents/inputSchema';
import { instructions } from '../core/agents/instructions';
import { statementLink } from '../core/agents/statementLink';
import { CancellationSource, type Cancellation } from '../core/base/cancellation';
import { linkedTexts } from '../io/linkedTexts';
import { systemClock } from '../io/systemClock';
import { AgentSessions } from './agentSessions';
import type { McpOptions } from './arguments';
import { connect } from './connect';
import { NotebookFolder } from './notebookFolder';
import { ownVersion } from './ownVersion';

/** Where links open: the name of the extension. */
const linkOrigin = 'vscode://market-signals.market-signals';

/** Serves until the client closes its end, or cancelled. @returns The exit code. */
export async function mcp(options: McpOptions, cancellation: Cancellation): Promise<number> {
  const folder = options.folder === null ? null : await NotebookFolder.open(options.folder);
  const client = await connect(options.connection);
  const isAsked = options.sharesRows !== null;
  const shares = options.sharesRows ?? client.connection.synthetic;
  const sessions = new AgentSessions(client, shares && isAsked ? 'explicit' : shares);
  const server = new Server(
    { name: 'market-signals', title: 'Market Signals', version: await ownVersion() },
    { capabilities: { tools: {} }, instructions },
  );
  const services = servicesOf(server, folder, sessions, options.timeLimitSeconds);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: agentTools.map(listed) }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal }): Promise<CallToolResult> => {
      const { text, isError } = await callTool(
        params.name,
        params.arguments ?? {},
        services,
        cancelledBy(signal),
      );
      return { content: [{ type: 'text', text }], isError };
    },
  );
  try {
    const ended = new Promise<void>(resolve => {
      process.stdin.once('end', resolve).once('close', resolve);
      cancellation.onCancellationRequested(resolve);
    });
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
  } finally {
    await sessions.dispose();
    process.stdin.destroy();
  }
  return 0;
}

function listed(tool: AgentTool): Tool {
  const { name, title, description, isEdit } = tool;
  const { properties, required } = inputSchemaOf(tool) as Pick<
    Tool['inputSchema'],
    'properties' | 'required'
  >;
  return {
    ...{ name, title, description },
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: { title, readOnlyHint: !isEdit, destructiveHint: isEdit },
  };
}

function servicesOf(
  server: Server,
  folder: NotebookFolder | null,
  sessions: AgentSessions,
  seconds: number,
): AgentServices {
  const opened = (): NotebookFolder => {
    if (!folder) {
      throw new AgentError('The server was started without a folder of notebooks.');
    }
    return folder;
  };
  return {
    runs: new AgentRuns(),
    notebooks: async () => (await folder?.names()) ?? [],
    notebook: async name => {
      const { notebook } = await opened().read(name);
      return {
        name,
        cells: notebook.cells.map(({ language, text, outputs }) => ({
          ...{ language, text, outputs: outputs?.outputs ?? [] },
        })),
      };
    },
    session: async name => sessions.session(name === null ? null : await opened().read(name)),
    confirm: (question, cancellation) => confirmation(server, question, cancellation),
    edit: edit => opened().edit(edit),
    link: source =>
      source.kind === 'cell'
        ? (folder?.link(source.notebook) ?? null)
        : statementLink(linkOrigin, source.sql, linkedTexts),
    timeLimit: { seconds, clock: systemClock },
    timeAdvice: 'The person decides by starting the server with --time-limit.',
    sharingAdvice: 'The person decides by starting the server with --share-rows yes.',
  };
}

/** Asks the person by the client, which shows the change. */
async function confirmation(
  server: Server,
  { title, detail }: EditQuestion,
  cancellation: Cancellation,
): Promise<Confirmation> {
  if (!server.getClientCapabilities()?.elicitation) {
    return 'unavailable';
  }
  const stop = new AbortController();
  const listening = cancellation.onCancellationRequested(() => stop.abort());
  try {
    const { action, content } = await server.elicitInput(
      {
        mode: 'form',
        message: `${title}\n\n${detail}`,
        requestedSchema: {
          type: 'object',
          properties: { change: { type: 'boolean', title: 'Change the notebook' } },
          required: ['change'],
        },
      },
      // A person may take long.
      { signal: stop.signal, timeout: 2 ** 31 - 1 },
    );
    return action === 'accept' && content?.['change'] === true ? 'accepted' : 'declined';
  } finally {
    listening.dispose();
  }
}

function cancelledBy(signal: AbortSignal): Cancellation {
  const source = new CancellationSource();
  signal.addEventListener('abort', () => source.cancel(), { once: true });
  if (signal.aborted) {
    source.cancel();
  }
  return source;
}
