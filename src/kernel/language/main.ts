/** The language process: serves analysts as JSON-RPC over the process's channel. */

import { t } from '../../core/base/translations';
import path from 'node:path';
import type { LanguageChannel } from '../../core/protocol/languageRpc';
import { formatEdits } from '../../core/visualise/formatCell';
import { formatSpecification } from '../../core/language/formatSpecification';
import { Analysts } from './analyst';
import { Specifications } from './specifications';
import { StuckStatements } from './stuckStatements';
import { WordSource } from './vocabulary';
import { ParentRpc } from '../parentRpc';
import { endWithParent } from '../parentWatch';

const host = new ParentRpc<LanguageChannel>();
endWithParent();
const words = new WordSource();
/** The schema file is next to this bundle. */
const specifications = new Specifications(path.join(__dirname, 'vega-lite-schema.json'));
let started: Analysts | undefined;

function analysts(): Analysts {
  if (!started) {
    throw new Error(t('The language process has not been started.'));
  }
  return started;
}

host.onRequest('start', async ({ readableDirectories, stuck: known = [] }) => {
  const stuck = new StuckStatements(known, statement => host.notify('stuck', { statement }));
  const options = { readableDirectories, specifications, stuck };
  started = new Analysts(options, { now: () => Date.now() });
  return null;
});
host.onRequest('analyse', async ({ notebook, ask }, cancellation) =>
  analysts()
    .of(notebook)
    .analyse(notebook, cancellation, cell => {
      if (ask !== null) {
        host.notify('typedCell', { ask, cell });
      }
    }),
);
host.onRequest('format', async ({ language, text, range, tabSize }) =>
  (language === 'vega-lite' ? formatSpecification : formatEdits)(text, range, tabSize),
);
host.onRequest('specificationOffers', async ({ text, offset }) => {
  const reading = await specifications.schema();
  return 'schema' in reading ? reading.schema.offers(text, offset) : [];
});
host.onRequest('specificationHover', async ({ text, offset }) => {
  const reading = await specifications.schema();
  return 'schema' in reading ? reading.schema.hover(text, offset) : null;
});
host.onRequest('vocabulary', () => words.vocabulary());
host.onRequest('nextWords', ({ text }) => words.nextWords(text));
host.onRequest('forget', async ({ notebook }) => {
  analysts().forget(notebook);
  return null;
});

host.listen();
