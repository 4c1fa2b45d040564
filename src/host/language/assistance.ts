/** Completion, hover, signature help, rename and the like, as one bundle that is loaded when it is first needed. */

import { inlayHints } from '../../core/language/inlayHints';
import { semanticTokens } from '../../core/language/semanticTokens';
import { curlCommands } from '../../core/language/curlCommands';
import { visibleAt } from '../../core/language/catalogue';
import { grammarTextAt } from '../../core/language/grammarText';
import { hoverAt, needsPortfolios } from '../../core/language/hover/hoverAt';
import { brokenBy, editedNotebook, renamable, rename } from '../../core/language/rename';
import { signatureHelpAt } from '../../core/language/signatureHelp';
import { completeCell } from '../../core/language/completion/completeCell';
import { specificationCompletion } from '../../core/language/specificationCompletion';
import { specificationOutline } from '../../core/language/specificationOutline';

export const assistance = {
  completeCell,
  curlCommands,
  hoverAt,
  needsPortfolios,
  signatureHelpAt,
  inlayHints,
  semanticTokens,
  specificationCompletion,
  specificationOutline,
  grammarTextAt,
  visibleAt,
  ...{ renamable, rename, editedNotebook, brokenBy },
};
