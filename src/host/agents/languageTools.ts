/** The tools for language models in VS Code. What they do, and how, is only loaded when one is first called. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { AgentServices, Confirmation, EditQuestion } from '../../core/agents/agentTool';
import { languageModelTools } from '../ids';
import { notebookServices, type AgentParts } from './notebookServices';

type Tools = typeof import('../../core/agents/agentTools');

/** The most questions that VS Code showed and whose tools it has not called. */
const mostShown = 20;

export function registerLanguageTools(parts: AgentParts): vscode.Disposable {
  const calls = new ToolCalls(parts);
  return vscode.Disposable.from(
    ...languageModelTools.map(name =>
      vscode.lm.registerTool(name, {
        prepareInvocation: ({ input }, token) => calls.prepare(name, input, token),
        invoke: ({ input }, token) => calls.call(name, input, token),
      }),
    ),
  );
}

/** The calls of a window: VS Code does not tell which conversation one is of. */
export class ToolCalls {
  private made: Promise<{ tools: Tools; services: AgentServices }> | undefined;
  /** Questions that VS Code showed before it calls the tool; their edits have their consent. */
  private readonly shown: EditQuestion[] = [];

  constructor(private readonly parts: AgentParts) {}

  /** An edit is shown first: the tool gets as far as its question, and is told that it was declined. */
  async prepare(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    const { tools, services } = await this.loaded();
    const asked: EditQuestion[] = [];
    if (tools.agentTools.some(tool => tool.name === name && tool.isEdit)) {
      const confirm = (question: EditQuestion): Promise<Confirmation> => {
        asked.push(question);
        return Promise.resolve('declined');
      };
      await tools.callTool(name, input, { ...services, confirm }, token);
    }
    const [question] = asked;
    if (!question) {
      return {};
    }
    this.shown.push(question);
    this.shown.splice(0, this.shown.length - mostShown);
    const message = new vscode.MarkdownString(fenced(question.detail));
    return { confirmationMessages: { title: question.title, message } };
  }

  async call(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { tools, services } = await this.loaded();
    try {
      const { text } = await tools.callTool(name, input, services, token);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } catch (error) {
      throw token.isCancellationRequested ? new vscode.CancellationError() : error;
    }
  }

  private loaded(): Promise<{ tools: Tools; services: AgentServices }> {
    this.made ??= import('../../core/agents/agentTools').then(tools => ({
      tools,
      services: {
        ...notebookServices(this.parts, tools),
        confirm: question => this.confirm(question),
      },
    }));
    return this.made;
  }

  /** VS Code has asked before it calls a tool, unless the cell changed since: then the person is asked again. */
  private async confirm(question: EditQuestion): Promise<Confirmation> {
    const at = this.shown.findIndex(each => isDeepStrictEqual(each, question));
    if (at >= 0) {
      this.shown.splice(at, 1);
      return 'accepted';
    }
    const { title, detail } = question;
    const change = 'Change Notebook';
    const pressed = await vscode.window.showWarningMessage(title, { modal: true, detail }, change);
    return pressed === change ? 'accepted' : 'declined';
  }
}

/** Text as a code block, which nothing in it ends: a closing fence may be indented. */
function fenced(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map(length => length + 1)));
  return `${fence}\n${text}\n${fence}`;
}
