/** The language process: analysts behind JSON-RPC over the process's channel. */

import path from 'node:path';
import {
  languageMethods,
  type AnalyseParams,
  type ForgetParams,
  type FormatParams,
  type LanguageOptions,
  type NextWordsParams,
  type SpecificationParams,
  type TypedCell,
} from '../../core/protocol/languageRpc';
import { formatEdits } from '../../core/visualise/formatCell';
import { formatSpecification } from '../../core/language/formatSpecification';
import { Analysts } from './analysts';
import { Specifications } from './specifications';
import { WordSource } from './vocabulary';
import { answer, listen, rpc } from '../processRpc';

const words = new WordSource();
/** The schema lies beside this bundle. */
const specifications = new Specifications(path.join(__dirname, 'vega-lite-schema.json'));
let started: Analysts | undefined;

function analysts(): Analysts {
  if (!started) {
    throw new Error('The language process has not been started.');
  }
  return started;
}

answer(languageMethods.start, async (options: LanguageOptions) => {
  started = new Analysts(options, specifications, { now: () => Date.now() });
  return null;
});
answer(languageMethods.analyse, async ({ notebook, ask }: AnalyseParams, cancellation) =>
  analysts()
    .of(notebook)
    .analyse(notebook, cancellation, cell => {
      const typed: TypedCell | null = ask === null ? null : { ask, cell };
      void (typed && rpc.sendNotification(languageMethods.typedCell, typed));
    }),
);
answer(languageMethods.format, async ({ language, text, range, tabSize }: FormatParams) =>
  (language === 'vega-lite' ? formatSpecification : formatEdits)(text, range, tabSize),
);
answer(languageMethods.specificationOffers, async ({ text, offset }: SpecificationParams) => {
  const schema = await specifications.schema();
  return schema.offers(text, offset);
});
answer(languageMethods.specificationHover, async ({ text, offset }: SpecificationParams) => {
  const schema = await specifications.schema();
  return schema.hover(text, offset);
});
answer(languageMethods.vocabulary, () => words.vocabulary());
answer(languageMethods.nextWords, ({ text }: NextWordsParams) => words.nextWords(text));
answer(languageMethods.forget, async ({ notebook }: ForgetParams) => {
  analysts().forget(notebook);
  return null;
});

listen();
