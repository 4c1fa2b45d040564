/** Statements over what DuckDB can do, for comparing a notebook with plain DuckDB. */

import { changeSessions } from './changes';
import { definitionSessions } from './definitions';
import { fileSessions } from './files';
import { functionSessions, type Signature } from './functions';
import { querySessions } from './queries';
import type { CorpusSession } from './session';
import { textSessions } from './texts';
import { typeSessions } from './types';

/** @param signatures Of all functions of this DuckDB. */
export function corpus(signatures: readonly Signature[]): readonly CorpusSession[] {
  return [
    ...changeSessions(),
    ...definitionSessions(),
    ...querySessions(),
    ...textSessions(),
    ...fileSessions(),
    ...typeSessions(),
    ...functionSessions(signatures),
  ];
}
