/** The portfolios in the files `*.portfolio.csv` of a folder. */

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../core/base/errorMessage';
import {
  portfolioNameOf,
  readPortfolioFile,
  unreadFile,
  type FileContents,
} from '../core/portfolios/portfolioFile';
import type { FrontMatterContents } from '../core/notebook/frontMatter';
import {
  holdingsByName,
  notebookPortfolios,
  portfoliosInForce,
  type Portfolios,
  type ReadPortfolio,
} from '../core/portfolios/portfolios';
import { terminalText } from './terminalText';

/** Bytes of the largest file that is read. */
const mostBytes = 2 ** 22;

/**
 * @param own The notebook's, which take precedence.
 * @param directory The folder that cells may read; null: no file is read.
 * @returns What cells can name. Lines that are not usable are reported.
 */
export async function cellPortfolios(
  own: FrontMatterContents['portfolios'],
  directory: string | null,
): Promise<Portfolios> {
  const files = directory === null ? [] : await readPortfolioFiles(directory);
  const all = portfoliosInForce([...notebookPortfolios(own), ...files]);
  for (const { name, file, problems } of all) {
    for (const problem of problems) {
      process.stderr.write(`${terminalText(`${file?.path ?? name}: ${problem}`)}\n`);
    }
  }
  return holdingsByName(all);
}

/** A file that cannot be read is an empty portfolio with its problem. */
async function readPortfolioFiles(folder: string): Promise<readonly ReadPortfolio[]> {
  const names = (await readdir(folder)).toSorted();
  const read = names.map(async (each): Promise<ReadPortfolio | null> => {
    const name = portfolioNameOf(each);
    const file = path.join(folder, each);
    const own = { source: 'file', file: { address: file, path: file } } as const;
    return name === null ? null : { ...own, name, ...(await readOne(file)) };
  });
  return (await Promise.all(read)).flatMap(each => each ?? []);
}

async function readOne(file: string): Promise<FileContents> {
  try {
    const { size } = await stat(file);
    return size > mostBytes
      ? unreadFile('too large', 'The file is too large and is not read.')
      : readPortfolioFile(new TextDecoder().decode(await readFile(file)));
  } catch (error) {
    const reason = errorMessage(error);
    return unreadFile(reason, `The file cannot be read: ${reason}`);
  }
}
