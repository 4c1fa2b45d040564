/** Event counts series: operations 7 and 8 (service-spec, "Event counts time series"). */

import { plural } from '../base/text';
import type { LearnedEvent } from './decodedAnswer';
import { FactCollector } from './entityFact';
import type { EntityInfo } from './listing';
import type { SeriesShape, SeriesWriter } from './seriesAnswer';
import type { SeriesElement } from './seriesElements';
import type { TableWriter } from './tableWriter';
import { textOrNull, uncheckedRecord } from './wireValues';
import type { Unchecked } from './wireValues';

export interface SubEvent {
  /** The literal `sub_event`. */
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

export interface EventCount {
  /** `YYYY-mm-dd`. */
  readonly date: string;
  readonly count: number;
  readonly sub_event: SubEvent;
}

/** Has no `entity_info`: the answer is about the entity of the request. */
export interface EventsTsResponse {
  /** By date, and within a date by id in text order. */
  readonly events_ts: readonly EventCount[];
  readonly used_cache: boolean;
  /** Opaque. */
  readonly cache_key: string;
  /** ISO 8601 with an offset. */
  readonly last_updated: string;
}

export interface EventsTsElement extends EventsTsResponse {
  readonly entity_info: EntityInfo;
}

export interface EventsTsItemizedResponse {
  readonly events_ts_itemized: readonly EventsTsElement[];
}

export const eventCountSeries: SeriesShape = {
  series: 'events_ts' satisfies keyof EventsTsResponse,
  itemized: 'events_ts_itemized' satisfies keyof EventsTsItemizedResponse,
  orderWithinDate: point => uncheckedRecord<SubEvent>(point['sub_event'])?.id,
  fields: {
    event_id: 'sub_event.id',
    event_name: 'sub_event.name',
    sub_event_type: 'sub_event.type',
  },
  open: table => new EventCountWriter(table),
};

const noSubEvent: Unchecked<SubEvent> = {};

class EventCountWriter implements SeriesWriter {
  private readonly columns;
  private readonly table;
  private readonly facts = new FactCollector();
  private readonly names = new Map<string, Set<string>>();
  private otherTypes = 0;

  constructor(table: TableWriter) {
    this.table = table;
    this.columns = {
      date: table.column('date'),
      count: table.column('count'),
      id: table.column('event_id'),
      name: table.column('event_name'),
      type: table.column('sub_event_type'),
      usedCache: table.column('used_cache'),
      cacheKey: table.column('cache_key'),
      lastUpdated: table.column('last_updated'),
    };
  }

  point(row: number, point: Unchecked<EventCount>): void {
    const event = uncheckedRecord<SubEvent>(point.sub_event) ?? noSubEvent;
    if (event === noSubEvent && point.sub_event !== null && point.sub_event !== undefined) {
      this.table.unreadable(row, 'sub_event');
    }
    const { columns } = this;
    columns.date.put(row, point.date);
    columns.count.put(row, point.count);
    columns.id.put(row, event.id);
    columns.name.put(row, event.name);
    columns.type.put(row, event.type);
    this.otherTypes += typeof event.type === 'string' && event.type !== 'sub_event' ? 1 : 0;
    this.learnName(event);
  }

  element({ entity, record }: SeriesElement, from: number, to: number): void {
    const element: Unchecked<EventsTsResponse> = record;
    this.columns.usedCache.fill(from, to, element.used_cache);
    this.columns.cacheKey.fill(from, to, element.cache_key);
    this.columns.lastUpdated.fill(from, to, element.last_updated);
    if (entity !== null && from < to) {
      this.facts.learn(entity, {});
    }
  }

  learned(): ReturnType<SeriesWriter['learned']> {
    return this.facts.facts();
  }

  learnedEvents(): LearnedEvent[] {
    return [...this.names].flatMap(([id, names]) => [...names].map(name => ({ id, name })));
  }

  notes(): string[] {
    return this.otherTypes > 0
      ? [
          plural(
            this.otherTypes,
            'sub_event.type is not sub_event in {0} row.',
            'sub_event.type is not sub_event in {0} rows.',
          ),
        ]
      : [];
  }

  private learnName(event: Unchecked<SubEvent>): void {
    const [id, name] = [textOrNull(event.id), textOrNull(event.name)];
    if (id === null || name === null) {
      return;
    }
    const names = this.names.get(id);
    if (names) {
      names.add(name);
    } else {
      this.names.set(id, new Set([name]));
    }
  }
}
