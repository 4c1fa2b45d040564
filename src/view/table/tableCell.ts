/** One cell of the grid. */

import { visibleText } from '../../core/base/visibleText';
import type { Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import { sides } from '../../core/visualise/sideColours';
import { element } from '../dom';
import { isNumeric, isSide, type ColumnFacts } from './columnRole';
import { cellText, nestedMinus, trueMinus } from './format';

const [bullish] = sides;

/** The most characters of a tooltip. */
const MAX_TITLE = 2_000;
/** Shorter texts fit the narrowest column. */
const SHORT = 5;

export interface CellWays {
  /** Whether the value is shown as it would be copied. */
  readonly isRaw: boolean;
  /** Whether the cell names a company that leads to cells of a notebook. */
  readonly isLink: boolean;
}

export function tableCell(
  value: Value,
  facts: ColumnFacts,
  { isRaw, isLink }: CellWays,
): HTMLElement {
  const text = isRaw && value !== null ? wholeText(value, facts) : cellText(value, facts);
  const cell = element('div', {
    class: `ms-cell${isNumeric(facts.role) ? ' ms-number' : ''}${value === null ? ' ms-null' : ''}`,
    title: titleOf(value, facts, text),
    attributes: { role: 'gridcell' },
  });
  if (facts.role === 'score' && typeof value === 'number') {
    cell.classList.add('ms-score');
    if (value !== 0) {
      cell.classList.add(value < 0 ? 'ms-negative' : 'ms-positive');
    }
    cell.append(scoreBar(value, facts));
  }
  if (isSide(value, facts)) {
    cell.classList.add('ms-side', value === bullish ? 'ms-positive' : 'ms-negative');
  }
  if (isLink) {
    cell.setAttribute('aria-haspopup', 'menu');
  }
  cell.append(
    element('span', {
      class: isLink ? 'ms-text ms-key' : 'ms-text',
      text: text.slice(0, MAX_TITLE),
    }),
  );
  return cell;
}

/** The beginning of the value as it would be copied, without invisible characters. */
function wholeText(value: Value, { type }: ColumnFacts): string {
  return visibleText(valueText(value, type).slice(0, MAX_TITLE), { lines: true });
}

function titleOf(value: Value, facts: ColumnFacts, shown: string): string | undefined {
  const exact = wholeText(value, facts);
  const whole = isNumeric(facts.role)
    ? trueMinus(exact)
    : facts.role === 'nested'
      ? nestedMinus(exact)
      : exact;
  return value === null || (whole === shown && whole.length <= SHORT)
    ? undefined
    : whole.slice(0, MAX_TITLE);
}

/** A bar from zero to the score, between the least and the greatest score of the column. */
function scoreBar(value: number, { lowest, highest }: ColumnFacts): HTMLElement {
  const placeOf = (score: number): number => {
    const inside = Math.min(Math.max(score, lowest), highest);
    return highest > lowest ? ((inside - lowest) / (highest - lowest)) * 100 : 0;
  };
  const [from, to] = [placeOf(Math.min(value, 0)), placeOf(Math.max(value, 0))];
  const fill = element('span', { class: 'ms-bar-fill' });
  fill.style.left = `${from}%`;
  fill.style.width = `${to - from}%`;
  const bar = element('span', { class: 'ms-bar', attributes: { 'aria-hidden': 'true' } }, [fill]);
  bar.style.setProperty('--ms-zero', `${placeOf(0)}%`);
  return bar;
}
