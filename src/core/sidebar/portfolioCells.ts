/** The cells that the actions of a portfolio write. */

import { textLiteral } from '../base/quoted';
import { counted } from '../base/text';
import { visibleText } from '../base/visibleText';
import { countsOf, type Portfolio } from '../portfolios/portfolios';
import { eventDays, mostCompared, seriesDays } from './writtenCells';

/** What a cell about a portfolio says of it. */
type WrittenPortfolio = Pick<Portfolio, 'name' | 'members' | 'problems'>;

/** Names and problems that a comment lists. */
const mostLeftOut = 5;

/** @returns Comments on the names of a portfolio without a company and on its problems: `portfolio` leaves them out. */
function leftOutLines(portfolio: WrittenPortfolio): readonly string[] {
  const { companies, unknown } = countsOf(portfolio);
  const left = portfolio.members.flatMap(({ entity, name, weight }) =>
    entity === null ? [`${name ?? ''}${weight === null ? '' : ` (weight ${weight})`}`] : [],
  );
  const listed = (texts: readonly string[], separator: string): string => {
    const more = texts.length - mostLeftOut;
    const shown = texts.slice(0, mostLeftOut).map(text => visibleText(text.replace(/\s+/g, ' ')));
    return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
  };
  return [
    ...(unknown === 0
      ? []
      : [
          `-- ${counted(companies, 'company', 'companies')}; left out: ${counted(unknown, 'name')} without a company: ${listed(left, ', ')}`,
        ]),
    ...(portfolio.problems.length === 0 ? [] : [`-- Not read: ${listed(portfolio.problems, ' ')}`]),
  ];
}

/** @returns Each company of a portfolio with its weight and its latest score; one without a score is there too. */
export function portfolioCell(portfolio: WrittenPortfolio): string {
  const name = textLiteral(portfolio.name);
  return [
    ...leftOutLines(portfolio),
    'SELECT p.name, entity, p.weight, max(date) AS date, arg_max(score, date) AS score',
    `FROM portfolio_weights(${name}) AS p`,
    `  LEFT JOIN bull_bear_score_ts(portfolio(${name}), date_from := current_date - 7)`,
    '    USING (entity)',
    'GROUP BY ALL',
    'ORDER BY score DESC',
  ].join('\n');
}

/** @returns A chart of a portfolio's scores: lines, or a tile a week where a reader could not follow so many lines. */
export function portfolioScoresCell(portfolio: WrittenPortfolio): string {
  const name = textLiteral(portfolio.name);
  const source = `FROM bull_bear_score_ts(portfolio(${name}), date_from := current_date - ${seriesDays})`;
  const title = textLiteral(visibleText(`How do the scores of ${portfolio.name} compare?`));
  return countsOf(portfolio).companies <= mostCompared
    ? [
        ...leftOutLines(portfolio),
        'SELECT entity, date, coalesce(ticker, entity) AS company, score',
        source,
        'VISUALISE date AS x, score AS y, company AS stroke',
        'DRAW line',
        `LABEL title => ${title}`,
      ].join('\n')
    : [
        ...leftOutLines(portfolio),
        // With the company's key and the score's day, a tile leads to the events around it.
        "SELECT entity, coalesce(ticker, entity) AS company, date_trunc('week', date)::DATE AS week,",
        '  max(date) AS date, arg_max(score, date) AS score',
        source,
        'GROUP BY entity, company, week',
        'VISUALISE week AS x, company AS y, score AS fill',
        'DRAW tile',
        'SCALE fill TO diverging',
        `LABEL title => ${title},`,
        "      subtitle => 'Last score of each week', x => null, y => null, fill => 'Score'",
      ].join('\n');
}

/** @returns The event rows of a portfolio's companies in the last days. */
export function portfolioEventsCell(portfolio: WrittenPortfolio): string {
  return [
    ...leftOutLines(portfolio),
    `-- ${visibleText(portfolio.name)}: events of the last ${eventDays} days, date_to excluded`,
    `FROM company_events(portfolio(${textLiteral(portfolio.name)}),`,
    `  date_from := current_date - ${eventDays - 1}, date_to := current_date + 1)`,
    'ORDER BY news_publish_time DESC',
  ].join('\n');
}
