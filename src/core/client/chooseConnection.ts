/** Which of the user's connections a notebook runs against. */

import { connectionNamed, sandboxConnection } from './connections';
import type { Connection } from './serviceClient';
import { shownText } from './shownText';

/** Which connection a notebook's cells run against. */
export interface ConnectionChoice {
  readonly connection: Connection;
  /** What the reader should know: a name that nobody here knows. */
  readonly note: string | null;
}

/**
 * Decides between what was chosen for this notebook in this session, what its front matter names and what was
 * chosen for the window, in that order; the sandbox where none of them is known.
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
