/** Runs the charts of the gallery as their snippets have them: in a kernel, on the sandbox, at a fixed day. */

import type { Portfolios } from '../../src/core/portfolios/portfolios';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayOfPlainDate, plainDateOfDay } from '../../src/core/base/plainDate';
import { uncancellable } from '../../src/core/base/cancellation';
import { createServiceClient } from '../../src/core/client/client';
import type { GalleryChart, SpecificationChart } from '../../src/core/gallery/galleryChart';
import type { RunCellParams } from '../../src/core/protocol/kernelRpc';
import type { CellOutcome, ResultChart } from '../../src/core/protocol/outcome';
import { answerOf } from '../../src/io/askAnswer';
import { snapshotPlace, SnapshotStore } from '../../src/io/snapshotStore';
import { systemClock } from '../../src/io/systemClock';
import { Session } from '../../src/kernel/session/session';
import {
  createInProcessTransport,
  priceTable,
  sandboxConnectionUrls,
} from '../../src/sandbox/sandbox';
import { sandboxWith, today } from '../sandbox/asking';
import { keepEarlierAnswer } from './earlierSnapshot';
import { kernelOptions } from './kernelOptions';

/** Cells that `gallerySession` ran, with whole data of their charts. */
export interface DrawnCell {
  readonly outcome: CellOutcome;
  readonly chart: ResultChart;
}

const msPerDay = 86_400_000;
const keptDays = 400;
const connection = { name: 'sandbox', ...sandboxConnectionUrls, synthetic: true };
const weekBefore = plainDateOfDay(dayOfPlainDate(today) - 7);
/** What the charts compare today's lists with. */
const bothLists =
  'FROM bullish_stocks(amount := 15); FROM bearish_stocks(amount := 15); FROM bullish_stocks(amount := 24)';

export class GallerySession {
  private constructor(
    private readonly session: Session,
    private readonly folder: string,
  ) {}

  /** A session on the sandbox of 2026-11-20, with lists of a week before. */
  static async open(): Promise<GallerySession> {
    const sandbox = sandboxWith();
    const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-gallery-'));
    await keepEarlierAnswer(path.join(folder, 'snapshots'), weekBefore, bothLists);
    const client = createServiceClient({
      connection,
      transport: createInProcessTransport(sandbox),
      clock: systemClock,
    });
    const session = await Session.open(
      {
        spillDirectory: folder,
        ...kernelOptions,
        maxRows: 5_000_000,
      },
      (request, cancellation) => answerOf(request, client.ask(request, cancellation)),
      { now: () => (dayOfPlainDate(today) + 0.5) * msPerDay },
      {
        snapshots: new SnapshotStore(path.join(folder, 'snapshots'), () => keptDays),
        prices: () => priceTable(sandbox),
      },
    );
    return new GallerySession(session, folder);
  }

  async close(): Promise<void> {
    await this.session.close();
    await rm(this.folder, { recursive: true });
  }

  /** @throws {assert.AssertionError} If a cell fails or draws nothing. */
  async draw(chart: GalleryChart): Promise<DrawnCell> {
    if (chart.kind === 'visualise') {
      return this.drawn(await this.run(`${chart.query}\n${chart.drawing}`), chart.id);
    }
    const made = await this.run(chart.query);
    assert.equal(made.error, null, `${chart.id}: ${made.error?.message ?? ''}`);
    const cell = await this.drawn(await this.run(chart.drawing, 'vega-lite'), chart.id);
    // What the tables came from is told below the cell that made them.
    return { ...cell, outcome: { ...cell.outcome, provenance: made.provenance } };
  }

  /** What the clause draws of the tables, which are there once `draw` has made them. */
  async drawAlone({ id, alone }: SpecificationChart): Promise<DrawnCell> {
    return this.drawn(await this.run(`${alone.query}\n${alone.drawing}`), id);
  }

  /** Runs a cell; its first hundred rows are in the outcome. */
  run(
    text: string,
    language = 'signals-sql',
    portfolios: Portfolios = {},
    special: Partial<RunCellParams> = {},
  ): Promise<CellOutcome> {
    const dated = text.replaceAll('current_date', `DATE '${today}'`);
    const params = {
      language: language === 'vega-lite' ? ('vega-lite' as const) : ('signals-sql' as const),
      text: dated,
      connection: {
        name: 'sandbox',
        synthetic: true,
        epoch: '1',
        place: snapshotPlace(connection),
      },
      cell: null,
      useCache: true,
      access: 'session' as const,
      portfolios,
      firstPageRows: 100,
      ...special,
    };
    return this.session.runCell(params, uncancellable, () => undefined);
  }

  /** The chart of a clause over a result, small. */
  preview(resultId: string, clause: string): Promise<ResultChart> {
    return this.session.ask('chart', { resultId, clause });
  }

  private async drawn(outcome: CellOutcome, name: string): Promise<DrawnCell> {
    const { error, chart } = outcome;
    assert.equal(error, null, `${name}: ${error?.message ?? ''}`);
    assert.ok(chart, name);
    const datasets = await Promise.all(
      chart.datasets.map(async dataset => ({
        ...dataset,
        rows:
          dataset.rows ??
          (
            await this.session.ask('page', {
              resultId: dataset.resultId,
              offset: 0,
              limit: dataset.rowCount,
            })
          ).rows,
      })),
    );
    return { outcome, chart: { ...chart, datasets } };
  }
}
