/** Operations 7 and 8: daily counts of events by type. */

import { factualities, temporalities } from '../../core/service/enumerations';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { dayOfPlainDate } from '../../core/base/plainDate';
import { eventKinds } from '../world/eventMix';
import { eventsOf } from '../world/events';
import type { MarketEvent } from '../world/events';
import { factualityOf, temporalityOf } from '../world/eventTraits';
import { hashText } from '../../core/base/hash';
import { overlap } from '../world/world';
import type { Asked } from './entityList';
import { dateText, entityInfo } from './fields';
import { joined, quoted, separated } from './json';
import type { Question } from './question';
import { listElement } from './scoreAnswers';

/** @returns The texts of the single answer, which names no entity. */
export function* eventCountAnswer(question: Question): Iterable<string> {
  const [asked] = question.asked;
  if (asked) {
    yield '{"events_ts":[';
    yield* counts(question, asked);
    yield `],${cacheFields(question, asked)}}`;
  }
}

/** @returns The texts of the list answer. */
export function* eventCountListAnswer(question: Question): Iterable<string> {
  yield '{"events_ts_itemized":[';
  yield* separated(question.asked, asked => listElement(question, asked, element));
  yield ']}';
}

function* element(question: Question, asked: Asked): Iterable<string> {
  yield '{"events_ts":[';
  yield* counts(question, asked);
  yield `],${entityInfo(asked)},${cacheFields(question, asked)}}`;
}

function* counts(question: Question, { company }: Asked): Iterable<string> {
  if (!company) {
    return;
  }
  const { world, range } = question;
  const shown = overlap(range, world.history);
  const events = eventsOf(world, company.index, shown).filter(filterOf(question));
  yield* joined(
    countsOf(events),
    ({ day, kind, count }) =>
      `{"date":${dateText(day)},"count":${count},"sub_event":${subEvents[kind]}}`,
  );
}

interface KindCount {
  readonly day: number;
  readonly kind: number;
  readonly count: number;
}

/** @returns One count for each day and type that occurred: days in order, types by the text of their ids. */
function countsOf(events: readonly MarketEvent[]): KindCount[] {
  const counts: KindCount[] = [];
  let start = 0;
  while (start < events.length) {
    const day = events[start]?.day ?? 0;
    const numbers = new Map<number, number>();
    let end = start;
    for (; events[end]?.day === day; end++) {
      const kind = events[end]?.kind ?? 0;
      numbers.set(kind, (numbers.get(kind) ?? 0) + 1);
    }
    const counted = [...numbers].map(([kind, count]) => ({ day, kind, count }));
    counts.push(...counted.sort((a, b) => rankOf(a.kind) - rankOf(b.kind)));
    start = end;
  }
  return counts;
}

const subEvents = eventKinds.map(
  ({ id, name }) => `{"type":"sub_event","id":${quoted(id)},"name":${quoted(name)}}`,
);

/** The index of each type when ids are sorted as text, by code units. */
const ranks = new Map(
  eventKinds
    .map(({ id }, kind) => ({ id, kind }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ kind }, rank) => [kind, rank]),
);

function rankOf(kind: number): number {
  return ranks.get(kind) ?? 0;
}

function filterOf({ query }: Question): (event: MarketEvent) => boolean {
  const wantedFactualities = new Set<string>(query.get('factuality') ?? factualities);
  const wantedTemporalities = new Set<string>(query.get('temporality') ?? temporalities);
  return ({ key }) =>
    wantedFactualities.has(factualityOf(key)) && wantedTemporalities.has(temporalityOf(key));
}

/** Cache fields like those of a service with a cache, which the sandbox does not have. */
function cacheFields({ world, range, query, clockSkewSeconds }: Question, { id }: Asked): string {
  const filters = [...query].map(([name, values]) => `${name}=${values.join(',')}`).join('&');
  const hash = hashText(`${world.config.seed} ${id} ${range.from} ${range.to} ${filters}`);
  const cacheKey =
    hash.toString(16).padStart(8, '0') + hashText(`${hash}`).toString(16).padStart(8, '0');
  const updatedMs =
    dayOfPlainDate(world.config.today) * 86_400_000 +
    (4 * 3600 + (hash % 3600) + clockSkewSeconds) * 1000;
  return `"used_cache":${hash % 2 === 0},"cache_key":"${cacheKey}","last_updated":"${instantText(updatedMs)}"`;
}

function instantText(epochMs: number): string {
  const seconds = Math.floor(epochMs / 1000) % 86_400;
  return `${plainDateOfInstant(epochMs)}T${clockText(seconds)}+00:00`;
}

/** @param secondOfDay 0 to 86,399. @returns `hh:mm:ss`. */
export function clockText(secondOfDay: number): string {
  return [secondOfDay / 3600, (secondOfDay / 60) % 60, secondOfDay % 60]
    .map(part => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
