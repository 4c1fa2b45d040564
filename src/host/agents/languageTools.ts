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

interface Loaded {
  readonly tools: Tools;
  /** Without the question before an edit, which is of a call. */
  readonly services: Omit<AgentServices, 'confirm'>;
}

/** The calls of a window: VS Code does not tell which conversation one is of. */
export class ToolCalls {
  private made: Promise<Loaded> | undefined;
  /** The question that VS Code showed last for a call, which it makes once the person has agreed. */
  private readonly shown = new Map<string, EditQuestion>();

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
    const key = keyOf(name, input);
    this.shown.delete(key);
    if (!question) {
      return {};
    }
    this.shown.set(key, question);
    const [oldest] = this.shown.keys();
    if (this.shown.size > mostShown && oldest !== undefined) {
      this.shown.delete(oldest);
    }
    const message = new vscode.MarkdownString(fenced(question.detail));
    return { confirmationMessages: { title: question.title, message } };
  }

  async call(
    name: string,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { tools, services } = await this.loaded();
    const key = keyOf(name, input);
    const shown = this.shown.get(key);
    this.shown.delete(key);
    const confirm = (question: EditQuestion): Promise<Confirmation> => confirmed(question, shown);
    try {
      const { text } = await tools.callTool(name, input, { ...services, confirm }, token);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } catch (error) {
      throw token.isCancellationRequested ? new vscode.CancellationError() : error;
    }
  }

  private loaded(): Promise<Loaded> {
    this.made ??= import('../../core/agents/agentTools').then(tools => ({
      tools,
      services: notebookServices(this.parts, tools),
    }));
    return this.made;
  }
}

function keyOf(name: string, input: unknown): string {
  return JSON.stringify([name, input]);
}

/** @param shown What VS Code asked. If the cell has changed since, the person is asked again. */
async function confirmed(
  question: EditQuestion,
  shown: EditQuestion | undefined,
): Promise<Confirmation> {
  if (isDeepStrictEqual(question, shown)) {
    return 'accepted';
  }
  const { title, detail } = question;
  const change = vscode.l10n.t('Change Notebook');
  const pressed = await vscode.window.showWarningMessage(title, { modal: true, detail }, change);
  return pressed === change ? 'accepted' : 'declined';
}

/** Text as a code block, which nothing in it ends: a closing fence may be indented. */
function fenced(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(3, ...runs.map(length => length + 1)));
  return `${fence}\n${text}\n${fence}`;
}
