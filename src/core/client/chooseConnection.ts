/** Which of the user's connections a notebook runs against. */

import { t } from '../base/translations';
import { connectionNamed, sandboxConnection } from './connections';
import type { Connection } from './serviceClient';
import { shownText } from './shownText';

/** Which connection a notebook's cells run against. */
export interface ConnectionChoice {
  readonly connection: Connection;
  /** A note about a connection that is not in the settings: the notebook names it, or it was selected. */
  readonly note: string | null;
}

interface ChosenNames {
  readonly session: string | undefined;
  readonly frontMatter: string | undefined;
  readonly window: string | undefined;
}

/**
 * Chooses the connection selected for this notebook in this session, else the one in its front matter, else the one
 * selected for the window; the sandbox if none of them is known.
 */
export function chooseConnection(
  connections: readonly Connection[],
  names: ChosenNames,
): ConnectionChoice {
  const known = (name: string | undefined) =>
    name === undefined ? undefined : connectionNamed(name, connections);
  const session = known(names.session);
  const own = known(names.frontMatter);
  const connection = session ?? own ?? known(names.window) ?? sandboxConnection;
  const wanted = names.session ?? names.frontMatter ?? names.window;
  return {
    connection,
    note: known(wanted) || wanted === undefined ? null : noteOf(names, wanted, connection),
  };
}

/** The first name of the order is not that of a connection: what runs instead may be synthetic. */
function noteOf(
  { session, frontMatter }: ChosenNames,
  wanted: string,
  { name, synthetic }: Connection,
): string {
  const shown = shownText(wanted, 60);
  const instead = synthetic ? t('the sandbox, whose data are synthetic') : name;
  return session === undefined && frontMatter !== undefined
    ? t(
        'The notebook asks for the connection {0}, which is not in your settings: cells run on {1}.',
        shown,
        instead,
      )
    : t(
        'The connection {0}, which was selected, is no longer in your settings: cells run on {1}.',
        shown,
        instead,
      );
}
