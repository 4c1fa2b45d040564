/**
 * The MCP server of the sandbox, which VS Code starts when the user asks it to.
 *
 * Of the sandbox only: a server of another connection would need its token in the environment of a process.
 */

import path from 'node:path';
import * as vscode from 'vscode';
import { mcpServerProvider } from '../ids';

/** What VS Code has since 1.101, and the types of the oldest version that is supported do not. */
interface McpApi {
  readonly lm: {
    registerMcpServerDefinitionProvider(
      id: string,
      provider: { provideMcpServerDefinitions(): readonly object[] },
    ): vscode.Disposable;
  };
  readonly McpStdioServerDefinition: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string | null>>,
    version: string,
  ) => object;
}

export function registerMcpServer(extension: vscode.Extension<unknown>): vscode.Disposable {
  if (!hasMcp(vscode.version)) {
    return vscode.Disposable.from();
  }
  const { lm, McpStdioServerDefinition } = vscode as unknown as McpApi;
  const { command, args, env } = sandboxServer(extension.extensionPath);
  const { version } = extension.packageJSON as { readonly version: string };
  return lm.registerMcpServerDefinitionProvider(mcpServerProvider, {
    provideMcpServerDefinitions: () => [
      new McpStdioServerDefinition(
        vscode.l10n.t('Market Signals (sandbox)'),
        command,
        args,
        env,
        version,
      ),
    ],
  });
}

/** @returns How the server is started; null in its environment: the variable is not set. */
export function sandboxServer(extensionPath: string) {
  return {
    command: process.execPath,
    args: [path.join(extensionPath, 'dist', 'cli.js'), 'mcp'],
    // With it the editor's own executable runs as Node, as it does for the extension host.
    env: { ELECTRON_RUN_AS_NODE: '1', SIGNALS_TOKEN: null },
  } as const;
}

/** 1.100 has the function, which throws when it is called. */
function hasMcp(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor > 100;
}
