/** Signature help: the arguments of a call, and the one at the cursor. */

import type { AssistFacts, EngineFunction } from './assist';
import { catalogueAt } from './catalogue';
import { callAt, type CallPlace } from './callAt';
import { callableNamed, type Callable } from './callables';
import { engineMarkdown } from './completion/calls';
import { cursorAt } from './cursor';
import { argumentMarkdown, escaped } from './markdown';
import { nameKey } from '../sql/names';

export interface Signature {
  readonly label: string;
  /** Markdown. */
  readonly documentation: string | null;
  /** In the order of the label; `from` and `to` are places in it. */
  readonly parameters: readonly {
    readonly from: number;
    readonly to: number;
    readonly documentation: string | null;
  }[];
}

export interface SignatureHelp {
  readonly signatures: readonly Signature[];
  /** Index of the argument; -1 if it is none of them. */
  readonly active: number;
}

/** @returns The signatures of the call around `offset`, or null. */
export function signatureHelpAt(facts: AssistFacts, offset: number): SignatureHelp | null {
  const cursor = cursorAt(facts.text, offset);
  if (!cursor || cursor.clause) {
    return null;
  }
  const catalogue = catalogueAt(facts, cursor.sql.from);
  const engine = new Map(facts.vocabulary.functions.map(each => [each.name, each]));
  const call = callAt(
    cursor,
    name => callableNamed(name, catalogue) !== undefined || engine.has(nameKey(name)),
  );
  const callable = call && callableNamed(call.name, catalogue);
  if (callable) {
    return { signatures: [callableSignature(callable)], active: activeOf(call, callable) };
  }
  const known = call && engine.get(nameKey(call.name));
  return known ? { signatures: engineSignatures(known), active: call.index } : null;
}

function activeOf({ argument, index }: CallPlace, callable: Callable): number {
  if (argument !== null) {
    return callable.arguments.findIndex(({ name }) => nameKey(name) === nameKey(argument));
  }
  return index < callable.positional ? index : -1;
}

/** @returns The call with its arguments and their defaults. */
export function callableSignature(callable: Callable): Signature {
  const texts = callable.arguments.map((argument, at) => ({
    text:
      at < callable.positional && argument.required
        ? argument.name
        : `${argument.name} := ${argument.default ?? '…'}`,
    documentation: argumentMarkdown(argument),
  }));
  return signatureOf(callable.name, texts, callable.doc === null ? null : escaped(callable.doc));
}

function engineSignatures(known: EngineFunction): Signature[] {
  return known.overloads.map(({ parameters }) =>
    signatureOf(
      known.name,
      parameters.map(({ name, type }) => ({
        text: type === null ? name : `${name} ${type}`,
        documentation: null,
      })),
      engineMarkdown(known),
    ),
  );
}

function signatureOf(
  name: string,
  texts: readonly { readonly text: string; readonly documentation: string | null }[],
  documentation: string | null,
): Signature {
  let label = `${name}(`;
  const parameters = texts.map(({ text, documentation: own }, at) => {
    label += at === 0 ? '' : ', ';
    const from = label.length;
    label += text;
    return { from, to: label.length, documentation: own };
  });
  return { label: `${label})`, documentation, parameters };
}
