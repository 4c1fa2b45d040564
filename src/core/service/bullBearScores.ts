/** Bull/bear score series: operations 1 and 2 (service-spec, "BullBearScoreTsResponseV2"). */

import { t } from '../base/translations';
import { plural } from '../base/text';
import type { EntityInfo, Listing } from './listing';
import { someOf } from './notes';
import type { SeriesShape, SeriesWriter } from './seriesAnswer';
import type { SeriesElement } from './seriesElements';
import { SeriesListing } from './seriesListing';
import type { TableWriter } from './tableWriter';
import { uncheckedRecord } from './wireValues';
import type { Unchecked } from './wireValues';

export interface ScorePoint {
  /** `YYYY-mm-dd`. */
  readonly date: string;
  /** Range and scale not documented. */
  readonly score: number;
}

export interface BullBearScoreTsResponseV2 extends Listing {
  readonly score_ts: readonly ScorePoint[];
  /** The latest point of `score_ts`; its value for an empty series is not documented. */
  readonly score_ts_last_score: ScorePoint | null;
  readonly entity_info: EntityInfo;
}

/** The listing fields of the list itself are present and null. */
export interface BullBearScoreTsItemizedResponseV2 extends Listing {
  readonly score_ts_itemized: readonly BullBearScoreTsResponseV2[];
}

export const scoreSeries: SeriesShape = {
  series: 'score_ts' satisfies keyof BullBearScoreTsResponseV2,
  itemized: 'score_ts_itemized' satisfies keyof BullBearScoreTsItemizedResponseV2,
  orderWithinDate: null,
  fields: {
    score_ts_last_score_date: 'score_ts_last_score.date',
    score_ts_last_score: 'score_ts_last_score.score',
  },
  open: (table, top) => new ScoreWriter(table, top),
};

class ScoreWriter implements SeriesWriter {
  private readonly date;
  private readonly score;
  private readonly lastDate;
  private readonly lastScore;
  private readonly listing;
  private readonly stale: string[] = [];
  private unreadable = 0;

  constructor(table: TableWriter, top: Readonly<Record<string, unknown>>) {
    this.date = table.column('date');
    this.score = table.column('score');
    this.lastDate = table.column('score_ts_last_score_date');
    this.lastScore = table.column('score_ts_last_score');
    this.listing = new SeriesListing(table, top);
  }

  point(row: number, point: Unchecked<ScorePoint>): void {
    this.date.put(row, point.date);
    this.score.put(row, point.score);
  }

  element(element: SeriesElement, from: number, to: number): void {
    this.listing.element(element, from, to);
    const { score_ts_last_score: raw }: Unchecked<BullBearScoreTsResponseV2> = element.record;
    const last = uncheckedRecord<ScorePoint>(raw);
    this.lastDate.fill(from, to, last?.date);
    this.lastScore.fill(from, to, last?.score);
    if (last && !isLatest(last, element.points)) {
      this.stale.push(element.entity ?? t('an element without entity_info'));
    } else if (!last && raw !== null && raw !== undefined) {
      this.unreadable++;
    }
  }

  learned(): ReturnType<SeriesWriter['learned']> {
    return this.listing.learned();
  }

  learnedEvents(): [] {
    return [];
  }

  notes(): string[] {
    const notes = this.listing.notes();
    if (this.stale.length > 0) {
      notes.push(
        t('score_ts_last_score is not the latest point of score_ts: {0}.', someOf(this.stale)),
      );
    }
    if (this.unreadable > 0) {
      notes.push(
        plural(
          this.unreadable,
          'score_ts_last_score is not an object in {0} element and was read as null.',
          'score_ts_last_score is not an object in {0} elements and was read as null.',
        ),
      );
    }
    return notes;
  }
}

/** @param points In the order of their dates, those without a date last. */
function isLatest(last: Unchecked<ScorePoint>, points: readonly unknown[]): boolean {
  let latest: unknown;
  for (let index = points.length - 1; index >= 0; index--) {
    const point = uncheckedRecord<ScorePoint>(points[index]);
    if (typeof point?.date !== 'string') {
      continue;
    }
    latest ??= point.date;
    if (point.date !== latest) {
      return false;
    }
    if (point.date === last.date && point.score === last.score) {
      return true;
    }
  }
  return latest === undefined && typeof last.date !== 'string';
}
