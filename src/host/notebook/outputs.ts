/** Converts between VS Code's outputs and their stored form, and outcomes to VS Code's outputs. */

import * as vscode from 'vscode';
import type { Json } from '../../core/base/json';
import { cellOutputs } from '../../core/protocol/cellOutputs';
import type { CellOutcome } from '../../core/protocol/outcome';
import {
  restoredBundle,
  summaryOfBundle,
  type OutputBundle,
} from '../../core/protocol/outputBundle';
import { errorText, resultText } from '../../core/protocol/plainText';
import { readSummary, summarise, type RunSummary } from '../../core/protocol/runSummary';
import { mimeTypes } from '../ids';

/** The key of our run summary in an output's metadata. */
const summaryKey = 'signals';

/** @returns The outputs of a cell; none if there is nothing to show. */
export function outputsOf(outcome: CellOutcome): vscode.NotebookCellOutput[] {
  const metadata = { [summaryKey]: summarise(outcome) };
  return cellOutputs(outcome, vscode.workspace.isTrusted).map(output => {
    const [mimeType, text] =
      output.kind === 'result'
        ? [mimeTypes.result, resultText(output.value)]
        : [mimeTypes.error, errorText(output.value)];
    const items = [
      vscode.NotebookCellOutputItem.json(output.value, mimeType),
      vscode.NotebookCellOutputItem.text(text),
    ];
    return new vscode.NotebookCellOutput(items, metadata);
  });
}

/** @returns The summary of the run that produced a cell's outputs; null if there is none. */
export function summaryOf(outputs: readonly vscode.NotebookCellOutput[]): RunSummary | null {
  return readSummary(outputs[0]?.metadata?.[summaryKey]);
}

/** @returns The outputs with their JSON values; what is not JSON is left out. */
export function bundlesOf(outputs: readonly vscode.NotebookCellOutput[]): OutputBundle[] {
  const decoder = new TextDecoder();
  return outputs.map(output => {
    const ours = output.items.filter(item => isOurs(item.mime));
    return Object.fromEntries(
      ours.map(item => [item.mime, JSON.parse(decoder.decode(item.data)) as Json]),
    );
  });
}

/** @returns Outputs of an earlier session, marked as such. */
export function restoredOutputs(bundles: readonly OutputBundle[]): vscode.NotebookCellOutput[] {
  return bundles.flatMap(kept => {
    const bundle = restoredBundle(kept);
    const items = Object.entries(bundle).map(([mimeType, value]) =>
      vscode.NotebookCellOutputItem.json(value, mimeType),
    );
    const metadata = { [summaryKey]: summaryOfBundle(bundle) };
    return items.length === 0 ? [] : [new vscode.NotebookCellOutput(items, metadata)];
  });
}

function isOurs(mimeType: string): boolean {
  return mimeType === mimeTypes.result || mimeType === mimeTypes.error;
}
