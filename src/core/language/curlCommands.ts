/**
 * The requests of a cell as commands of a shell. Addresses and token are variables of the environment, so that the text
 * holds neither. curl reads the token from its standard input: all processes of a machine can see the arguments of a
 * command, but not those of `printf`, which is a part of the shell.
 */

import { visibleText } from '../base/visibleText';
import { requestAddress } from '../client/address';
import type { ServiceRequest } from '../service/request';
import { operationNamed } from '../service/operations';
import { ServiceError } from '../service/serviceError';
import { callsOf } from '../sql/calls';
import { statementsOf } from '../sql/statements';
import { knownRequests, OPEN, type CallFacts } from './hover/callRequest';

/** More requests of one call are counted. */
const MOST_REQUESTS = 20;

/** @returns Lines for a shell; empty if the cell has no call. */
export function curlCommands(facts: CallFacts): string {
  const blocks = statementsOf(facts.text).flatMap(statement =>
    callsOf(statement).map(call => {
      const { requests, open, notes } = knownRequests(call, statement.tokens, facts);
      const more = requests.length - MOST_REQUESTS;
      return [
        ...notes.map(comment),
        ...open.map(([name, written]) =>
          comment(
            name === call.function.first
              ? `Set ENTITIES to the JSON list of ${written}`
              : `Left out, known when the cell runs: ${name} := ${written}`,
          ),
        ),
        ...requests.slice(0, MOST_REQUESTS).map(command),
        ...(more > 0 ? [comment(`and ${more} more requests`)] : []),
      ].join('\n');
    }),
  );
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function command(request: ServiceRequest): string {
  const nowhere = { name: 'this', quantUrl: '', dataUrl: '', synthetic: false };
  try {
    const { method, url, headers, body } = requestAddress(nowhere, request);
    const base = operationNamed(request.operation).base === 'quant' ? 'QUANT' : 'DATA';
    const isOpen = request.entities.includes(OPEN);
    const words = [
      String.raw`printf 'Authorization: Bearer %s\n' "$SIGNALS_TOKEN" | curl -sS --compressed -X ${method}`,
      '-H @-',
      ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(body === null ? [] : [`--data-raw ${isOpen ? '"$ENTITIES"' : quoted(body)}`]),
      `"$SIGNALS_${base}_URL"${quoted(url)}`,
    ];
    return words.join(' \\\n  ');
  } catch (error) {
    if (error instanceof ServiceError) {
      return comment(error.message);
    }
    throw error;
  }
}

/** Between single quotes a shell changes nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** On one line, whatever the text holds. */
function comment(text: string): string {
  return `# ${visibleText(text.replace(/\s+/g, ' '))}`;
}
