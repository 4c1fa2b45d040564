/** Learn Companies: fills the directory of the connection in use from ranked lists, which the user asks for. */

import * as vscode from 'vscode';
import { CancelledError } from '../../core/base/cancellation';
import { errorMessage } from '../../core/base/errorMessage';
import { counted } from '../../core/base/text';
import {
  companiesPerList,
  companySearch,
  companySearches,
  type CompanySearch,
} from '../../core/client/companySearch';
import type { Connection } from '../../core/client/serviceClient';
import type { ServiceRequest } from '../../core/service/request';
import type { Connections } from '../connection/connections';
import { restrictedSentence } from '../connection/restricted';
import { findCompaniesCommand } from '../ids';
import { labelText } from '../labelText';
import type { Log } from '../log';
import { activeNotebook } from '../notebook/activeNotebook';
import type { ConnectionCompanies } from './connectionCompanies';

export interface LearningParts {
  readonly connections: Connections;
  readonly companies: ConnectionCompanies;
}

/**
 * Asks which lists to request, with the number of requests of each choice, and requests them.
 *
 * @returns Whether answers came.
 */
export async function learnCompanies({ connections, companies }: LearningParts): Promise<boolean> {
  const { connection } = await connections.current(activeNotebook());
  if (connection.synthetic) {
    const sentence = 'All companies of the sandbox are known already.';
    void vscode.window.showInformationMessage(sentence);
    return false;
  }
  if (!vscode.workspace.isTrusted) {
    throw new Error(restrictedSentence);
  }
  const picked = await vscode.window.showQuickPick(companySearches.map(searchItem), {
    title: `Learn companies from ranked lists of ${labelText(connection.name)}`,
    placeHolder: 'The service has no search. Nothing is requested before you select lists',
  });
  return picked ? learn(companies, connection, picked.requests) : false;
}

/** Offered by completion: requests both lists, and opens completion again at the cursor. */
export async function findMoreCompanies(
  { connections, companies }: LearningParts,
  log: Log,
): Promise<void> {
  try {
    const { connection } = await connections.current(activeNotebook());
    if (!connection.synthetic) {
      await learn(companies, connection, companySearch);
    }
    await vscode.commands.executeCommand('editor.action.triggerSuggest');
  } catch (error) {
    log.error(findCompaniesCommand, error);
    void vscode.window.showErrorMessage(errorMessage(error));
  }
}

function searchItem({ by, requests }: CompanySearch) {
  const most = `up to ${companiesPerList.toLocaleString('en-US')} stocks of each`;
  return {
    label: by === null ? 'The bullish and the bearish list' : `Both lists for each ${by}`,
    description: counted(requests.length, 'request'),
    detail: by === null ? `Not restricted, ${most}` : `${requests.length / 2} values, ${most}`,
    requests,
  };
}

/** Shows progress, with a button that cancels; what came before it stays. */
async function learn(
  companies: ConnectionCompanies,
  connection: Connection,
  requests: readonly ServiceRequest[],
): Promise<boolean> {
  const before = await companies.count(connection);
  let answered = 0;
  let isCancelled = false;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Learning companies of ${connection.name}`,
    cancellable: true,
  };
  const learned = async (): Promise<string> => {
    const known = await companies.count(connection);
    return `${counted(known - before, 'company', 'companies')} learned, ${counted(known, 'company is', 'companies are')} known`;
  };
  try {
    await vscode.window.withProgress(options, (progress, cancellation) =>
      companies.search(connection, requests, {
        cancellation,
        answered: () => {
          answered++;
          const increment = 100 / requests.length;
          progress.report({ increment, message: `${answered} of ${requests.length} requests` });
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof CancelledError)) {
      const kept = answered === 0 ? '' : ` Until then: ${await learned()}.`;
      throw new Error(`${errorMessage(error)}${kept}`, { cause: error });
    }
    isCancelled = true;
  }
  const after = isCancelled
    ? `Cancelled after ${answered} of ${counted(requests.length, 'request')}: `
    : '';
  void vscode.window.setStatusBarMessage(`Signals: ${after}${await learned()}`, 8000);
  return answered > 0;
}
