/**
 * The muted line under every output: the source of a result.
 *
 * Parts are plain text for the page, the command line and exports; ` · ` joins them. Nothing depends
 * on a locale or a clock; a page shows them in its language.
 */

import { addDays, parsePlainDate } from '../base/plainDate';
import { counted } from '../base/text';
import { t } from '../base/translations';
import { incompleteSentence, missingReasons } from './missingRows';
import type { CallRecord, Provenance } from './outcome';

/** One part of the footer; `detail` is the longer sentence for a tooltip. */
export interface FooterPart {
  readonly text: string;
  readonly detail: string | null;
}

export interface FooterSubject {
  readonly provenance: Provenance;
  /** Rows of the result; null if there is none, as after an error. */
  readonly rowCount: number | null;
  /** True when it was kept from an earlier session. */
  readonly restored: boolean;
}

/** More functions than this are counted, not named. */
const MAX_NAMED_FUNCTIONS = 3;

/**
 * @param showsTime Whether the elapsed time is a part: VS Code itself shows it below a cell that ran.
 * @returns The parts in order: connection, functions, rows, whether some are missing, interval, elapsed time, and live, sandbox, cached or kept
 * from an earlier session. Parts that do not apply are left out: a cell without a call has neither functions nor an
 * interval, and one that reads nothing of the service no connection.
 */
export function footerParts(
  { provenance, rowCount, restored }: FooterSubject,
  showsTime: boolean,
): FooterPart[] {
  const { calls } = provenance;
  return [
    connectionPart(provenance),
    functionsPart(provenance),
    rowCount === null ? undefined : part(rowsText(rowCount)),
    incompletePart(provenance),
    intervalPart(calls),
    showsTime ? part(elapsedText(provenance.elapsedMs)) : undefined,
    restored
      ? part(t('from an earlier session'), t('Run the cell again for a new answer.'))
      : freshnessPart(provenance),
  ].filter(value => value !== undefined);
}

/** The parts' texts in one line, the elapsed time among them. */
export function footerLine(subject: FooterSubject): string {
  return footerParts(subject, true)
    .map(({ text }) => text)
    .join(' · ');
}

/** `1 row`, `12,345 rows`. */
export function rowsText(rowCount: number): string {
  return counted(rowCount, 'row');
}

function part(text: string, detail: string | null = null): FooterPart {
  return { text, detail };
}

function incompletePart(provenance: Provenance): FooterPart | undefined {
  const sentence = incompleteSentence(provenance);
  return sentence === null
    ? undefined
    : part(t('incomplete'), [sentence, ...missingReasons(provenance)].join('\n'));
}

function connectionPart({ connection, synthetic }: Provenance): FooterPart | undefined {
  if (connection === null) {
    return undefined;
  }
  return synthetic
    ? part(t('{0} synthetic', connection.toUpperCase()), t('Synthetic data: not real market data.'))
    : part(connection);
}

function functionsPart({ calls, synthetic }: Provenance): FooterPart | undefined {
  if (calls.length === 0) {
    return undefined;
  }
  const times = new Map<string, number>();
  for (const call of calls) {
    times.set(call.function, (times.get(call.function) ?? 0) + 1);
  }
  const named = [...times].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  const text =
    named.length > MAX_NAMED_FUNCTIONS ? t('{0} functions', named.length) : named.join(', ');
  return part(text, calls.map(call => callText(call, synthetic)).join('\n'));
}

/**
 * One request as text: function, entities, interval, rows, and whether it was answered live, by the sandbox or from the
 * cache.
 */
export function callText(call: CallRecord, synthetic: boolean): string {
  const entities =
    call.entityCount === null ? [] : [counted(call.entityCount, 'entity', 'entities')];
  const interval = intervalText(call);
  return [
    call.function,
    ...entities,
    ...(interval === undefined ? [] : [interval]),
    rowsText(call.rowCount),
    ...sourceTexts(call, synthetic),
  ].join(' · ');
}

/** `cached`, `lake`, or `1,200 rows from the lake, the rest live`. */
function sourceTexts({ cached, lake }: CallRecord, synthetic: boolean): string[] {
  const own = lake
    ? [
        lake.isWhole
          ? t('lake')
          : t('{0} from the lake, the rest {1}', rowsText(lake.rowCount), freshText(synthetic)),
      ]
    : [];
  return cached ? [...own, t('cached')] : own.length > 0 ? own : [freshText(synthetic)];
}

function intervalPart(calls: readonly CallRecord[]): FooterPart | undefined {
  const intervals = new Map<string, CallRecord>();
  for (const call of calls) {
    const text = intervalText(call);
    if (text !== undefined) {
      intervals.set(text, call);
    }
  }
  const first = [...intervals.values()][0];
  if (first === undefined) {
    return undefined;
  }
  if (intervals.size > 1) {
    return part(t('{0} intervals', intervals.size), [...intervals.keys()].join('\n'));
  }
  return part(intervalText(first) ?? '', lastDayText(first));
}

/** The requested interval, half-open as sent; undefined if the user wrote none. */
function intervalText({ from, to, back }: CallRecord): string | undefined {
  const range =
    from !== null && to !== null
      ? `[${from}, ${to})`
      : from !== null
        ? t('from {0}', from)
        : to !== null
          ? t('before {0}', to)
          : undefined;
  const texts = [range, back === null ? undefined : t('back {0}', back)];
  const written = texts.filter(text => text !== undefined);
  return written.length === 0 ? undefined : written.join(', ');
}

function lastDayText({ to }: CallRecord): string | null {
  const end = to === null ? undefined : parsePlainDate(to);
  return end === undefined ? null : t('last day included: {0}', addDays(end, -1));
}

function elapsedText(elapsedMs: number): string {
  const seconds = elapsedMs / 1000;
  if (seconds < 0.01) {
    return '< 0.01 s';
  }
  if (seconds < 9.995) {
    return `${seconds.toFixed(2)} s`;
  }
  if (seconds < 59.95) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return t('{0} min {1} s', Math.floor(whole / 60), whole % 60);
}

function freshnessPart({ calls, fetchedAt, synthetic }: Provenance): FooterPart | undefined {
  if (calls.length === 0) {
    return undefined;
  }
  const cached = calls.filter(call => call.cached).length;
  const sources = new Set(
    calls.map(({ lake }) => (lake?.isWhole ? t('lake') : freshText(synthetic))),
  );
  const some = calls.some(({ lake }) => lake && !lake.isWhole) || sources.size > 1;
  const fresh = some ? t('partly lake') : [...sources].join('');
  const text = cached === 0 ? fresh : cached === calls.length ? t('cached') : t('partly cached');
  return part(text, t('cell ended {0}', fetchedAt));
}

/** Synthetic data are never shown as live. */
function freshText(synthetic: boolean): string {
  return synthetic ? t('sandbox') : t('live');
}
