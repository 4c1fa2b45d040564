import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { NotebookAnalysis } from '../../../src/core/language/analysis';
import { Connections } from '../../../src/host/connection/connections';
import { settings, settingsSection } from '../../../src/host/ids';
import { NotebookAnalyses } from '../../../src/host/language/analyses';
import { LanguageService } from '../../../src/host/language/languageService';
import { Log } from '../../../src/host/log';
import { KernelSessions } from '../../../src/host/notebook/kernelSessions';
import { ParameterValues } from '../../../src/host/notebook/parameterValues';
import { WriteGrants } from '../../../src/host/notebook/writeGrants';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import { KnownPortfolios } from '../../../src/host/portfolios/knownPortfolios';
import { MemoryState } from './memory';
import { until, workspaceFolder, writeCell, writeFile } from './notebooks';

async function set(section: string, key: string, value: unknown): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration(section).update(key, value, Global);
}

describe('the analyses of the open notebooks', () => {
  let notebooks: readonly vscode.NotebookDocument[];
  let analyses: NotebookAnalyses;
  let end: () => Promise<void>;
  /** As reported since the last change. */
  const reported = new Map<vscode.NotebookDocument, NotebookAnalysis>();

  before(async () => {
    const { extensionPath = '' } =
      vscode.extensions.getExtension('market-signals.market-signals') ?? {};
    const dist = (file: string): string => path.join(extensionPath, 'dist', file);
    const log = new Log();
    const connections = new Connections(new MemoryState(), log);
    const snapshots = new Snapshots(vscode.Uri.joinPath(workspaceFolder(), 'storage'));
    const sessions = new KernelSessions({
      ...{ kernelPath: dist('kernel.js'), log, snapshots, connections },
      companyName: () => Promise.resolve(null),
    });
    const [values, portfolios] = [new ParameterValues(), new KnownPortfolios(log)];
    const grants = new WriteGrants(new MemoryState());
    const service = new LanguageService(dist('language.js'), connections, log);
    const files = await Promise.all(
      [1, 2].map(n => writeFile(`analysed-${n}.signals`, '```{sql}\nSELECT 1 AS a\n```\n')),
    );
    notebooks = await Promise.all(files.map(file => vscode.workspace.openNotebookDocument(file)));
    analyses = new NotebookAnalyses(service, sessions, { values, grants, portfolios });
    analyses.onDidAnalyse(({ notebook, analysis }) => reported.set(notebook, analysis));
    end = async () => {
      await sessions.close();
      vscode.Disposable.from(
        ...[analyses, service, sessions, connections, portfolios, grants, log],
      ).dispose();
    };
    await until('both are analysed', () => notebooks.every(each => reported.has(each)));
  });

  after(async () => {
    await set(settingsSection, settings.portfolios, undefined);
    await set(settingsSection, settings.connections, undefined);
    await set('editor', 'fontSize', undefined);
    await end?.();
  });

  /** @returns Of which notebooks the process was asked again at a change. */
  async function askedAt(change: () => Promise<void>): Promise<boolean[]> {
    const known = notebooks.map(notebook => analyses.of(notebook)?.analysis);
    reported.clear();
    await change();
    await until('both are analysed', () => notebooks.every(each => reported.has(each)));
    return notebooks.map((notebook, at) => reported.get(notebook) !== known[at]);
  }

  it('are made again where a cell or a name that it can use changed, and at no other change of the settings', async () => {
    assert.deepEqual(await askedAt(() => set('editor', 'fontSize', 15)), [false, false]);
    const portfolio = (weight: number) => () =>
      set(settingsSection, settings.portfolios, { Analysed: { 'company:a': weight } });
    assert.deepEqual(await askedAt(portfolio(1)), [true, true]);
    assert.deepEqual(await askedAt(portfolio(2)), [false, false]);
    const [edited] = notebooks;
    assert.ok(edited);
    const before = analyses.of(edited)?.analysis;
    reported.clear();
    await writeCell(edited.cellAt(0).document, 'SELECT 1 AS a, 2 AS b');
    await until('it is analysed', () => reported.has(edited));
    assert.notEqual(reported.get(edited), before);
  });

  it('are made again when the process may read the files of a lake', async () => {
    const lake = path.join(workspaceFolder().fsPath, 'lake');
    const connection = {
      name: 'Analysed',
      quantUrl: 'https://q.example',
      dataUrl: 'https://d.example',
      lake,
    };
    assert.deepEqual(
      await askedAt(() => set(settingsSection, settings.connections, [connection])),
      [true, true],
    );
  });
});
