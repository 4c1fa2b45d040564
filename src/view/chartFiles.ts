/** The buttons that save a chart as SVG or PNG, or copy it to the clipboard. */

import { t } from '../core/base/translations';
import { exportRecord, type ExportSubject } from '../core/protocol/exportRecord';
import { maxChartFile } from '../core/protocol/chartFile';
import type { ChartView } from './chart/chartView';
import { nothingCopied } from './copyCells';
import type { HostChannel } from './hostChannel';
import type { StatusLine } from './statusLine';
import { dialogButton, toolButton } from './toolbar';

export interface ChartFilesTask {
  readonly chart: ChartView;
  /** The result's id for the host. */
  readonly resultId: string;
  readonly subject: ExportSubject;
  readonly channel: HostChannel;
  readonly status: StatusLine;
}

export function chartFileTools(task: ChartFilesTask): HTMLElement[] {
  const { status, channel } = task;
  const copy = toolButton('copyImage', t('Copy image'), () => status.showResultOf(copyImage(task)));
  const save = [
    dialogButton('saveImage', t('Save chart as PNG…'), () => status.showResultOf(savePng(task))),
    dialogButton('saveDrawing', t('Save chart as SVG…'), () => status.showResultOf(saveSvg(task))),
  ];
  return channel.connected ? [copy, ...save] : [copy];
}

async function saveSvg({ chart, subject, channel, resultId }: ChartFilesTask): Promise<string> {
  const { text } = await chart.picture(subject);
  return send(channel, resultId, { format: 'svg', content: text });
}

async function savePng(task: ChartFilesTask): Promise<string> {
  const { base64 } = await import('./chart/pngImage');
  const content = base64(await png(task));
  return send(task.channel, task.resultId, { format: 'png', content });
}

/** Shows no status, since the dialog is in front. */
function send(
  channel: HostChannel,
  resultId: string,
  file: Parameters<HostChannel['saveChart']>[0],
): string {
  if (file.content.length > maxChartFile) {
    return t('The picture is too large. Draw fewer marks, or save the chart as PNG.');
  }
  channel.saveChart(file, resultId);
  return '';
}

async function copyImage(task: ChartFilesTask): Promise<string> {
  try {
    // The clipboard waits for the picture: a later write would not count as the user's action.
    const blob = png(task).then(bytes => new Blob([bytes], { type: 'image/png' }));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    return t('Copied the chart as a picture.');
  } catch (error) {
    return t('{0} Save the chart as PNG instead.', nothingCopied(error));
  }
}

async function png({ chart, subject }: ChartFilesTask): Promise<Uint8Array<ArrayBuffer>> {
  const { pngImage } = await import('./chart/pngImage');
  return pngImage(await chart.picture(subject), JSON.stringify(exportRecord(subject)));
}
