/** Charts that a result can be offered, by the parts of its columns. */

import { t } from '../../base/translations';
import { nameOfIdentifier } from '../../base/quoted';
import { nameInSentence } from '../chartColumn';
import type { ChartShape, Parts } from './chartShape';

const MOST_PANELS = 24;
/** Names that a reader compares in one chart. */
export const mostBars = 50;
/** Rows of a group from which on a box is more useful than its points. */
const leastRows = 5;

/** Companies of a number that has no rank: the first of a long list. */
const MOST_RANKED = 25;

const MOST_LINES = 12;

/** Assumed if no rows are known: several of everything. */
const SEVERAL = 5;

/** A line at zero. */
const zeroLine = ["PLACE rule SETTING y => 0, linetype => 'dotted'"];

export const chartShapes: readonly ChartShape[] = [
  {
    id: 'ranked-bars',
    title: () => t('Ranked bars'),
    question: rankedQuestion,
    fit: 90,
    draw: parts => {
      // The colour of the side has a meaning also where there is one side.
      const [entity, score, side] = [parts.of('entity'), parts.of('score'), parts.any('side')];
      const rank = isLongList(parts) ? parts.of('rank') : undefined;
      const ends = rank ? ` FILTER ${rank} <= ${mostBars / 2}` : '';
      return entity && score && !parts.isSeries
        ? clause(
            `${score} AS x, ${entity} AS y${side ? `, ${side} AS fill` : ''}`,
            `DRAW bar${ends}`,
          )
        : null;
    },
  },
  {
    id: 'score-lines',
    title: () => t('Lines'),
    question: 'How did the scores move?',
    fit: 88,
    draw: parts => series(parts, parts.of('score'), zeroLine),
  },
  {
    id: 'event-bars',
    title: () => t('Events over time'),
    question: 'When was there news, and of what kind?',
    fit: 86,
    draw: parts => {
      const [date, count, event] = [parts.of('date'), parts.any('count'), parts.of('event')];
      return date && count && event
        ? clause(
            `${date} AS x, ${count} AS y, ${event} AS fill`,
            "DRAW bar SETTING aggregate => 'sum'",
          )
        : null;
    },
  },
  {
    id: 'event-swimlanes',
    title: () => t('Swimlanes of events'),
    question: 'Which events happened when?',
    fit: 84,
    draw: parts => {
      const [date, event, colour] = [parts.of('date'), parts.of('event'), parts.of('category')];
      return date && event && !parts.any('count')
        ? clause(
            `${date} AS x, ${event} AS y${colour ? `, ${colour} AS fill` : ''}`,
            'DRAW point SETTING size => 4',
          )
        : null;
    },
  },
  {
    id: 'panels',
    title: () => t('Small multiples'),
    question: parts =>
      measuresCount(parts) ? 'How many did each one have?' : 'How did each one move?',
    fit: 80,
    draw: parts => {
      const [date, measure, entity] = [parts.of('date'), parts.measure, parts.of('entity')];
      const count = parts.distinct('entity', SEVERAL);
      return date && measure && entity && parts.isSeries && count > 1 && count <= MOST_PANELS
        ? clause(
            `${date} AS x, ${measure} AS y`,
            // A day without a count has no row: a line would pass over it.
            measuresCount(parts) ? "DRAW bar SETTING aggregate => 'sum'" : 'DRAW line',
            `FACET ${entity}`,
          )
        : null;
    },
  },
  {
    id: 'heat-map',
    title: () => t('Heat map'),
    question: 'Who scored how much, and when?',
    fit: 78,
    draw: parts => {
      const [date, score, entity] = [parts.of('date'), parts.of('score'), parts.of('entity')];
      return date && score && entity && parts.isSeries && parts.distinct('entity', SEVERAL) > 1
        ? clause(
            `${date} AS x, ${entity} AS y, ${score} AS fill`,
            'DRAW tile',
            'SCALE fill TO diverging',
          )
        : null;
    },
  },
  {
    id: 'breadth',
    title: () => t('Breadth'),
    question: 'Which groups lean bullish, and which bearish?',
    fit: 76,
    draw: parts => {
      const [category, side] = [parts.of('category'), parts.of('side')];
      return category && side && parts.distinct('side', SEVERAL) > 1
        ? clause(`${category} AS y, ${side} AS fill`, 'DRAW bar')
        : null;
    },
  },
  {
    id: 'rank-lines',
    title: () => t('Ranks over time'),
    question: 'Who moved up, and who down?',
    fit: 74,
    draw: parts => {
      const [date, rank, entity] = [parts.of('date'), parts.of('rank'), parts.of('entity')];
      return date && rank && entity && parts.isSeries
        ? clause(
            `${date} AS x, ${rank} AS y`,
            `DRAW line MAPPING ${entity} AS colour`,
            'SCALE y SETTING reverse => true',
          )
        : null;
    },
  },
  {
    id: 'count-bars',
    title: () => t('Counts over time'),
    question: 'How many were there each day?',
    fit: 72,
    draw: parts => {
      const [date, count] = [parts.of('date'), parts.any('count')];
      return date && count && parts.isSeries
        ? clause(`${date} AS x, ${count} AS y`, "DRAW bar SETTING aggregate => 'sum'")
        : null;
    },
  },
  {
    id: 'number-lines',
    title: () => t('Lines'),
    question: 'How did the numbers move?',
    fit: 70,
    draw: parts => (parts.of('score') ? null : series(parts, parts.of('number'), [])),
  },
  {
    id: 'event-totals',
    title: () => t('Events by kind'),
    question: 'Which kinds of events are most frequent?',
    fit: 68,
    draw: parts => {
      const [event, count] = [parts.of('event'), parts.any('count')];
      return event
        ? count
          ? clause(`${count} AS x, ${event} AS y`, "DRAW bar SETTING aggregate => 'sum'")
          : clause(`${event} AS y`, 'DRAW bar')
        : null;
    },
  },
  {
    id: 'scatter',
    title: () => t('Scatter'),
    question: parts =>
      `Do ${scatterAxes(parts)
        .map(name => nameInSentence(nameOfIdentifier(name ?? '')))
        .join(' and ')} go together?`,
    // In a ranked list, the other number is a price in the currency of each company, or a place: no second measure.
    fit: parts => (parts.of('rank') && !parts.isSeries ? 49 : 62),
    draw: parts => {
      const [x, y] = scatterAxes(parts);
      const colour = parts.of('side') ?? parts.of('category');
      return x && y
        ? clause(`${x} AS x, ${y} AS y${colour ? `, ${colour} AS fill` : ''}`, 'DRAW point')
        : null;
    },
  },
  {
    id: 'entity-bars',
    title: () => t('Bars'),
    question: parts => {
      const most = parts.distinct('entity', SEVERAL) > MOST_RANKED;
      return most ? `Who has most? The first ${MOST_RANKED}` : 'Who has most?';
    },
    fit: 60,
    draw: parts => {
      const [entity, number] = [parts.of('entity'), parts.of('number') ?? parts.of('count')];
      // Ranked bars draw a score.
      if (!entity || !number || parts.of('score') || parts.isSeries) {
        return null;
      }
      const isLong = parts.distinct('entity', SEVERAL) > MOST_RANKED;
      const least = isLong ? parts.topValue(number, MOST_RANKED) : undefined;
      return isLong && least === undefined
        ? null
        : clause(
            `${number} AS x, ${entity} AS y`,
            `DRAW bar${isLong ? ` FILTER ${number} >= ${least}` : ''}`,
          );
    },
  },
  {
    id: 'group-means',
    title: () => t('Bars of groups'),
    question: 'How do the groups compare?',
    fit: 58,
    draw: parts => {
      const [category, measure] = [parts.of('category'), parts.measure];
      const mean = parts.rowsFor('category') === 1 ? '' : " SETTING aggregate => 'mean'";
      return category && measure && parts.distinct('category', SEVERAL) > 1
        ? clause(`${measure} AS x, ${category} AS y`, `DRAW bar${mean}`)
        : null;
    },
  },
  {
    id: 'group-boxes',
    title: () => t('Box plots'),
    question: 'How does each group spread?',
    fit: 54,
    draw: parts => {
      const isOfThings = parts.isSeries && parts.distinct('entity', SEVERAL) <= MOST_PANELS;
      const others = parts.of('side') || !isOfThings ? 'side' : 'entity';
      const part = parts.of('category') ? 'category' : others;
      const [category, measure] = [parts.of(part), parts.measure];
      const isSpread = (parts.rowsFor(part) ?? leastRows) >= leastRows;
      return category && measure && isSpread && parts.distinct(part, SEVERAL) > 1
        ? clause(`${category} AS x, ${measure} AS y`, 'DRAW boxplot')
        : null;
    },
  },
  {
    id: 'histogram',
    title: () => t('Histogram'),
    question: 'How are the values spread?',
    fit: 50,
    draw: parts =>
      parts.measure && parts.rowCount !== 1
        ? clause(`${parts.measure} AS x`, 'DRAW histogram')
        : null,
  },
  {
    id: 'trend',
    title: () => t('Points and trend'),
    question: 'Where is it heading?',
    fit: 46,
    draw: parts => {
      const [date, measure] = [parts.of('date'), parts.measure];
      return date && measure && parts.isSeries && !measuresCount(parts)
        ? clause(
            `${date} AS x, ${measure} AS y`,
            'DRAW point SETTING size => 2, opacity => 0.4',
            'DRAW smooth',
          )
        : null;
    },
  },
  {
    id: 'group-counts',
    title: () => t('Rows by group'),
    question: 'How many rows does each group have?',
    fit: 40,
    draw: parts => {
      const part = (['category', 'side', 'flag'] as const).find(each => parts.of(each));
      const group = part && parts.rowsFor(part) !== 1 ? parts.of(part) : undefined;
      return group ? clause(`${group} AS y`, 'DRAW bar') : null;
    },
  },
];

function measuresCount(parts: Parts): boolean {
  return parts.measure !== undefined && parts.measure === parts.of('count');
}

function scatterAxes(parts: Parts): (string | undefined)[] {
  return [parts.of('score') ?? parts.of('number', 1), parts.of('number')];
}

/** Rows after those that are known may be of the other side. */
function rankedQuestion(parts: Parts): string {
  const { onlySide } = parts;
  const isOfBoth = onlySide === undefined;
  const limit = ` The first ${mostBars / 2}${isOfBoth ? ' of each list' : ''}`;
  const question = isOfBoth
    ? 'Who leads, and who trails?'
    : onlySide === null
      ? 'Who has the strongest score?'
      : `Who leads the ${onlySide} list?`;
  return isLongList(parts) ? question + limit : question;
}

/** Whether a ranked list is so long that its first companies are drawn alone. */
function isLongList(parts: Parts): boolean {
  return parts.of('rank') !== undefined && parts.distinct('entity', SEVERAL) > mostBars;
}

/** A coloured line per entity if there are few enough, otherwise one colour; a single series is one line. */
function series(parts: Parts, measure: string | undefined, more: readonly string[]): string | null {
  const part = parts.any('entity') ? 'entity' : 'category';
  const [date, entity] = [parts.of('date'), parts.of(part)];
  if (!date || !measure || !parts.isSeries) {
    return null;
  }
  const count = parts.distinct(part, SEVERAL);
  const mappings = `${date} AS x, ${measure} AS y`;
  if (!entity || count <= 1) {
    return clause(mappings, 'DRAW line', ...more);
  }
  return count <= MOST_LINES
    ? clause(`${mappings}, ${entity} AS colour`, 'DRAW line', ...more)
    : clause(mappings, `DRAW line SETTING opacity => 0.4 PARTITION BY ${entity}`, ...more);
}

/** @returns A clause of these mappings and lines. */
function clause(mappings: string, ...lines: readonly string[]): string {
  return [`VISUALISE ${mappings}`, ...lines].join('\n');
}
