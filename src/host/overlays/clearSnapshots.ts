/** Removes the snapshots from this computer. */

import * as vscode from 'vscode';
import { plural } from '../../core/base/text';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import type { Snapshots } from './snapshots';

const clear = vscode.l10n.t('Clear Snapshots');

interface ClearedParts {
  readonly snapshots: Snapshots;
  readonly companies: ConnectionCompanies;
}

/** Asks first, since the service does not return the lists of earlier days again. */
export async function clearSnapshots({ snapshots, companies }: ClearedParts): Promise<void> {
  const [store, companyStore] = await Promise.all([snapshots.store(), companies.store()]);
  const { fileCount, byteLength } = await store.usage();
  if (fileCount === 0 && (await companyStore.isEmpty())) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There are no snapshots on this computer.'),
    );
    return;
  }
  const size = `${Math.ceil(byteLength / 1000).toLocaleString('en-US')} KB`;
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove the snapshots of ranked lists from this computer?'),
    {
      modal: true,
      detail: plural(
        fileCount,
        '{0} snapshot of all connections, {1}. The service only returns the lists of today, so those of earlier days cannot be restored. The names of companies and event types that were learned are removed as well.',
        '{0} snapshots of all connections, {1}. The service only returns the lists of today, so those of earlier days cannot be restored. The names of companies and event types that were learned are removed as well.',
        size,
      ),
    },
    clear,
  );
  if (answer === clear) {
    await Promise.all([store.clear(), companies.clear()]);
    void vscode.window.setStatusBarMessage(
      vscode.l10n.t('Signals: the snapshots were removed'),
      3000,
    );
  }
}
