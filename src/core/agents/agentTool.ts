/**
 * The interface between the tools for language models and what offers them: VS Code's language model tools, and the MCP
 * server of the command line. Both list the same records (`agentTools.ts`) and implement `AgentServices`.
 */

import * as v from 'valibot';
import type { Cancellation } from '../base/cancellation';
import type { Clock } from '../client/ports';
import type { NotebookLanguage } from '../notebook/notebook';
import type { CellOutcome, Provenance } from '../protocol/outcome';
import type { OutputBundle } from '../protocol/outputBundle';
import type { AgentRuns, RunSource } from './agentRuns';

/** A tool. What offers it reads its input schema from `inputSchemaOf` and calls it by `callTool`. */
export interface AgentTool {
  /** Also the name in the manifest and in MCP. */
  readonly name: string;
  /** For people: what the tool does, in a few words. */
  readonly title: string;
  /** For a model. */
  readonly description: string;
  readonly input: v.GenericSchema;
  /** Whether it changes a notebook. It then asks the person first, by `AgentServices.confirm`. */
  readonly isEdit: boolean;
  /**
   * @param input Unchecked.
   * @throws {AgentError} With a sentence for the model.
   */
  readonly handle: (
    input: unknown,
    services: AgentServices,
    cancellation: Cancellation,
  ) => Promise<AgentAnswer>;
}

/** A tool as it is written: its handler is given what its schema describes. */
export interface ToolRecord<Input extends v.GenericSchema> extends Omit<AgentTool, 'handle'> {
  readonly input: Input;
  readonly handle: (
    input: v.InferOutput<Input>,
    services: AgentServices,
    cancellation: Cancellation,
  ) => Promise<AgentAnswer>;
}

/** @returns The tool, which checks its input. */
export function agentTool<Input extends v.GenericSchema>(record: ToolRecord<Input>): AgentTool {
  return {
    ...record,
    handle: async (input, services, cancellation) => {
      const read = v.safeParse(record.input, input);
      if (!read.success) {
        const problems = read.issues.map(
          issue => `${v.getDotPath(issue) ?? 'input'}: ${issue.message.replace(/\.$/, '')}.`,
        );
        throw new AgentError(`The input does not fit. ${problems.join(' ')}`);
      }
      return record.handle(read.output, services, cancellation);
    },
  };
}

/** What a tool returns: at most `maxAnswerBytes` of UTF-8 in all. */
export interface AgentAnswer {
  /** For the model. Whatever others wrote is marked as data. */
  readonly text: string;
  readonly isError: boolean;
}

/** A failure in a sentence of our own, which has no text of others. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
}

/** What the tools need of where they run. One object per conversation or client: runs of one are not visible to others. */
export interface AgentServices {
  /** The runs that this client may refer to. */
  readonly runs: AgentRuns;
  /** The notebooks that the tools can name, without reading them. */
  notebooks(): Promise<readonly string[]>;
  /**
   * @param name One of `notebooks()`.
   * @throws {AgentError} If it does not exist or cannot be read.
   */
  notebook(name: string): Promise<AgentNotebook>;
  /**
   * @param notebook Null: a session of its own, without a notebook's tables.
   * @throws {AgentError} If there is none.
   */
  session(notebook: string | null): Promise<AgentSession>;
  /** Shows the change to the person. The answer is never assumed. */
  confirm(question: EditQuestion, cancellation: Cancellation): Promise<Confirmation>;
  /** @throws {AgentError} If the notebook has changed so that the edit does not apply, or cannot be written. */
  edit(edit: CellEdit): Promise<void>;
  /** @returns A link with which the person opens the source of rows; null if there is none. Opening it runs nothing. */
  link(source: RunSource): string | null;
  /** How long a statement may take, its wait for others included. */
  readonly timeLimit: { readonly seconds: number; readonly clock: Pick<Clock, 'sleep'> };
  /** How the person makes `timeLimit` longer, as a sentence. */
  readonly timeAdvice: string;
  /** How the person allows rows to be given to a model, as a sentence. */
  readonly sharingAdvice: string;
}

export interface AgentSession {
  /** The connection's name. */
  readonly connection: string;
  /**
   * Whether rows may be given to a model: of this session, whose tables may be of every connection that its cells ran
   * on. If not, no tool runs a statement in it.
   */
  readonly sharesRows: boolean;
  /** Whether rows of these origins may be given to a model. */
  sharesRowsOf(source: Pick<Provenance, 'connection' | 'synthetic'>): boolean;
  /**
   * Runs one statement at the access level `read`.
   *
   * @param rowCount Rows that the outcome's table holds at most.
   */
  run(sql: string, rowCount: number, cancellation: Cancellation): Promise<CellOutcome>;
}

/** A notebook as it is now: the editor's text where it is open, otherwise the file's. */
export interface AgentNotebook {
  readonly name: string;
  readonly cells: readonly AgentCell[];
}

export interface AgentCell {
  /** A `NotebookLanguage`. */
  readonly language: string;
  readonly text: string;
  /** Its outputs as a file holds them; empty: it has none. They are untrusted and may be incomplete. */
  readonly outputs: readonly OutputBundle[];
}

/** A cell of a notebook: its place among all of its cells, Markdown included, from 1. */
export interface CellName {
  readonly notebook: string;
  readonly cell: number;
}

export type CellEdit =
  | {
      readonly kind: 'insert';
      readonly notebook: string;
      /** The cell before it; 0: the new cell is the first. */
      readonly after: number;
      readonly language: NotebookLanguage;
      readonly text: string;
      /** The text of the cell before it when the person was asked: the edit only applies if it still is; null: none. */
      readonly expected: string | null;
    }
  | {
      readonly kind: 'replace';
      readonly notebook: string;
      readonly cell: number;
      readonly text: string;
      /** The text when the person was asked: the edit only applies if it still is. */
      readonly expected: string;
    };

export interface EditQuestion {
  /** `Replace cell 3 of tour.signals?` */
  readonly title: string;
  /** The new text, and of a replaced cell the old one before it, as plain text. */
  readonly detail: string;
  readonly edit: CellEdit;
}

export type Confirmation =
  | 'accepted'
  | 'declined'
  /** Nobody can be asked. */
  | 'unavailable';
