/** The language process: analysts behind JSON-RPC over the process's channel. */

import {
  languageMethods,
  type AnalyseParams,
  type ForgetParams,
  type FormatParams,
  type LanguageOptions,
  type NextWordsParams,
} from '../../core/protocol/languageRpc';
import { formatEdits } from '../../core/visualise/formatCell';
import { Analysts } from './analysts';
import { WordSource } from './vocabulary';
import { answer, listen } from '../processRpc';

const words = new WordSource();
let started: Analysts | undefined;

function analysts(): Analysts {
  if (!started) {
    throw new Error('The language process has not been started.');
  }
  return started;
}

answer(languageMethods.start, async (options: LanguageOptions) => {
  started = new Analysts(options, { now: () => Date.now() });
  return null;
});
answer(languageMethods.analyse, async ({ notebook }: AnalyseParams, cancellation) =>
  analysts().of(notebook).analyse(notebook, cancellation),
);
answer(languageMethods.format, async ({ text, range, tabSize }: FormatParams) =>
  formatEdits(text, range, tabSize),
);
answer(languageMethods.vocabulary, () => words.vocabulary());
answer(languageMethods.nextWords, ({ text }: NextWordsParams) => words.nextWords(text));
answer(languageMethods.forget, async ({ notebook }: ForgetParams) => {
  analysts().forget(notebook);
  return null;
});

listen();
