/** Which of the user's connections a notebook runs against. */

import { connectionNamed, sandboxConnection } from './connections';
import type { Connection } from './serviceClient';
import { shownText } from './shownText';

/** Which connection a notebook's cells run against. */
export interface ConnectionChoice {
  readonly connection: Connection;
  /** A note about a connection name that is not in the settings. */
  readonly note: string | null;
}

/**
 * Chooses the connection selected for this notebook in this session, else the one in its front matter, else the one
 * selected for the window; the sandbox if none of them is known.
 */
export function chooseConnection(
  connections: readonly Connection[],
  names: {
    readonly session: string | undefined;
    readonly frontMatter: string | undefined;
    readonly window: string | undefined;
  },
): ConnectionChoice {
  const known = (name: string | undefined) =>
    name === undefined ? undefined : connectionNamed(name, connections);
  const session = known(names.session);
  const own = known(names.frontMatter);
  const connection = session ?? own ?? known(names.window) ?? sandboxConnection;
  const isUnknown = names.frontMatter !== undefined && !own && !session;
  const note = isUnknown
    ? `The notebook asks for the connection ${shownText(names.frontMatter ?? '', 60)}, which is not in your settings: ` +
      `it ran on ${connection.name}.`
    : null;
  return { connection, note };
}
