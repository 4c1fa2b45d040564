/** The language process: analysts behind JSON-RPC over the process's channel. */

import {
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
  type CancellationToken,
} from 'vscode-jsonrpc/node';
import {
  languageMethods,
  type AnalyseParams,
  type ForgetParams,
  type FormatParams,
  type LanguageOptions,
  type NextWordsParams,
} from '../../core/protocol/languageRpc';
import { formatEdits } from '../../core/visualise/formatCell';
import { engineErrorOf } from '../engineError';
import { Analysts } from './analysts';
import { WordSource } from './vocabulary';

const rpc = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));

const words = new WordSource();
let started: Analysts | undefined;

function analysts(): Analysts {
  if (!started) {
    throw new Error('The language process has not been started.');
  }
  return started;
}

/** Registers an answer; what it throws reaches the asker as one sentence. */
function answer<P>(
  method: string,
  give: (params: P, cancellation: CancellationToken) => Promise<unknown>,
): void {
  rpc.onRequest(method, async (params: P, cancellation: CancellationToken) => {
    try {
      return await give(params, cancellation);
    } catch (error) {
      throw new ResponseError(ErrorCodes.InternalError, engineErrorOf(error).message);
    }
  });
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

// The channel closes when the host ends or lets go: the process does not outlive it.
process.on('disconnect', () => process.exit(0));
rpc.listen();
