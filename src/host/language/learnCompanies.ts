/** Learn Companies: fills the directory of the connection in use from ranked lists, which the user asks for. */

import * as vscode from 'vscode';
import { CancelledError } from '../../core/base/cancellation';
import { errorMessage } from '../../core/base/errorMessage';
import { counted, plural } from '../../core/base/text';
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
    const sentence = vscode.l10n.t('All companies of the sandbox are known already.');
    void vscode.window.showInformationMessage(sentence);
    return false;
  }
  if (!vscode.workspace.isTrusted) {
    throw new Error(restrictedSentence);
  }
  const picked = await vscode.window.showQuickPick(companySearches.map(searchItem), {
    title: vscode.l10n.t('Learn companies from ranked lists of {0}', labelText(connection.name)),
    placeHolder: vscode.l10n.t(
      'The service has no search. Nothing is requested before you select lists',
    ),
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
  const most = vscode.l10n.t('up to {0} stocks of each', companiesPerList.toLocaleString('en-US'));
  return {
    label:
      by === null
        ? vscode.l10n.t('The bullish and the bearish list')
        : vscode.l10n.t('Both lists for each {0}', by),
    description: counted(requests.length, 'request'),
    detail:
      by === null
        ? vscode.l10n.t('Not restricted, {0}', most)
        : vscode.l10n.t('{0} values, {1}', requests.length / 2, most),
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
    title: vscode.l10n.t('Learning companies of {0}', connection.name),
    cancellable: true,
  };
  const learned = async (): Promise<string> => {
    const known = await companies.count(connection);
    return plural(
      known,
      '{1} learned, {0} company is known',
      '{1} learned, {0} companies are known',
      counted(known - before, 'company', 'companies'),
    );
  };
  try {
    await vscode.window.withProgress(options, (progress, cancellation) =>
      companies.search(connection, requests, {
        cancellation,
        answered: () => {
          answered++;
          const increment = 100 / requests.length;
          progress.report({
            increment,
            message: vscode.l10n.t('{0} of {1} requests', answered, requests.length),
          });
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof CancelledError)) {
      const kept = answered === 0 ? '' : vscode.l10n.t(' Until then: {0}.', await learned());
      throw new Error(`${errorMessage(error)}${kept}`, { cause: error });
    }
    isCancelled = true;
  }
  const after = isCancelled
    ? plural(
        requests.length,
        'Cancelled after {1} of {0} request: ',
        'Cancelled after {1} of {0} requests: ',
        answered,
      )
    : '';
  void vscode.window.setStatusBarMessage(
    vscode.l10n.t('Signals: {0}{1}', after, await learned()),
    8000,
  );
  return answered > 0;
}
