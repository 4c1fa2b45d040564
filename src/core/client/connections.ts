/** The user's connections: the sandbox, and those of the setting `signals.connections`. */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { entriesOf, isNamed, nameProblem } from '../base/namedEntries';
import { checkBaseUrl } from './baseUrl';
import type { Connection } from './serviceClient';

/** Always present, and the default. Its addresses are known once the sandbox is loaded. */
export const sandboxConnection: Connection = {
  name: 'Sandbox',
  quantUrl: '',
  dataUrl: '',
  synthetic: true,
};

export interface ReadConnections {
  /** The sandbox first, then those of the setting that are usable, in its order. */
  readonly connections: readonly Connection[];
  /** One sentence for each entry of the setting that is not usable. */
  readonly problems: readonly string[];
}

/** Reads the setting; an invalid entry does not affect the others. */
export function readConnections(setting: unknown): ReadConnections {
  const connections = [sandboxConnection];
  const problems: string[] = [];
  if (setting !== undefined && setting !== null && !Array.isArray(setting)) {
    problems.push(t('The setting signals.connections must be a list.'));
  }
  for (const entry of entriesOf(setting)) {
    const read = readConnection(entry, connections);
    if (typeof read === 'string') {
      problems.push(read);
    } else {
      connections.push(read);
    }
  }
  return { connections, problems };
}

/** An entry of the setting. */
export interface ConnectionEntry {
  readonly name: string;
  readonly quantUrl: string;
  readonly dataUrl: string;
}

/**
 * @param setting The setting as the user wrote it.
 * @param replaced The name of the connection that the entry replaces; null: the entry is added.
 * @returns The setting with the entry; other entries, and what else the user wrote in this one, stay.
 */
export function withConnection(
  setting: unknown,
  replaced: string | null,
  entry: ConnectionEntry,
): readonly unknown[] {
  const entries = entriesOf(setting);
  const at = replaced === null ? -1 : entries.findIndex(each => isNamed(each, replaced));
  const before = at < 0 ? undefined : entries[at];
  return at < 0
    ? [...entries, entry]
    : entries.with(at, { ...(isRecord(before) ? before : {}), ...entry });
}

/** @returns The connection of that name, whatever its case. */
export function connectionNamed(
  name: string,
  connections: readonly Connection[],
): Connection | undefined {
  const wanted = name.trim().toLowerCase();
  return connections.find(connection => connection.name.toLowerCase() === wanted);
}

function readConnection(entry: unknown, others: readonly Connection[]): Connection | string {
  if (!isRecord(entry)) {
    return t('An entry of signals.connections is not an object.');
  }
  const { name, quantUrl, dataUrl } = entry;
  if (typeof name !== 'string' || typeof quantUrl !== 'string' || typeof dataUrl !== 'string') {
    return t('An entry of signals.connections needs the strings name, quantUrl and dataUrl.');
  }
  const problem = nameProblem(name, others, taken =>
    t('There is already a connection named {0}.', taken),
  );
  if (problem !== undefined) {
    return t('A connection of signals.connections is ignored. {0}', problem);
  }
  const [quant, data] = [checkBaseUrl(quantUrl), checkBaseUrl(dataUrl)];
  if (!quant.ok || !data.ok) {
    const [which, reason] = quant.ok ? ['dataUrl', data] : ['quantUrl', quant];
    return t(
      'The connection {0} is ignored. {1}: {2}',
      name.trim(),
      which,
      reason.ok ? '' : reason.problem,
    );
  }
  const lake = readLake(entry['lake']);
  return lake.ok
    ? {
        ...{ name: name.trim(), quantUrl: quant.url, dataUrl: data.url, synthetic: false },
        ...(lake.path !== undefined && { lake: lake.path }),
      }
    : t('The connection {0} is ignored. lake: {1}', name.trim(), lake.problem);
}

const maxPathLength = 4096;

/** Cells may read below a lake, so it is one folder, and not the whole disk. */
function readLake(
  value: unknown,
): { ok: true; path: string | undefined } | { ok: false; problem: string } {
  if (value === undefined || value === null || value === '') {
    return { ok: true, path: undefined };
  }
  const isPath =
    typeof value === 'string' &&
    value.length <= maxPathLength &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
  const [, rest = ''] = isPath ? (/^(?:\/|[A-Za-z]:[\\/]|\\\\)(.*)$/.exec(value) ?? []) : [];
  const names = rest.split(/[\\/]+/).filter(name => name !== '' && name !== '.');
  return isPath && names.length > 0 && !names.includes('..')
    ? { ok: true, path: value }
    : { ok: false, problem: t('It is the absolute path of a folder, without .. in it.') };
}
