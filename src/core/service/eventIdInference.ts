/** Event rows have names but no ids: infers the ids from the names. */

import { someOf } from './notes';
import type { TableWriter } from './tableWriter';

/**
 * Writes `event_id` from `event_name`.
 *
 * A request for a single id assigns that id to rows whose name has none, unless another row shows that the service sent
 * other events too.
 *
 * @param requested The request's `event_ids`.
 * @param idOfName The only id of that name; null if there is none or several.
 */
export function inferEventIds(
  table: TableWriter,
  requested: string | readonly string[] | undefined,
  idOfName: (name: string) => string | null,
): string[] {
  const names = table.column('event_name').values;
  const ids = new Map<string, string | null>();
  for (const name of new Set(names)) {
    if (typeof name === 'string') {
      ids.set(name, idOfName(name));
    }
  }
  const asked = requestedIds(requested);
  const others = [...ids].filter(([, id]) => id !== null && asked.size > 0 && !asked.has(id));
  const fallback = asked.size === 1 && others.length === 0 ? ([...asked][0] ?? null) : null;
  const column = table.column('event_id');
  names.forEach((name, row) => {
    column.values[row] = (typeof name === 'string' ? ids.get(name) : null) ?? fallback;
  });
  const shown = others.map(([name, id]) => `${name} (${id})`);
  return shown.length > 0
    ? [`The service sent events that event_ids did not ask for: ${someOf(shown)}.`]
    : [];
}

function requestedIds(requested: string | readonly string[] | undefined): ReadonlySet<string> {
  return new Set(typeof requested === 'string' ? [requested] : requested);
}
