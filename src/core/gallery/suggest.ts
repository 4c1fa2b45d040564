/** Charts for a result: those of the gallery whose columns it has, then simpler ones. */

import { fromQuotes } from '../base/quoted';
import { columnKind } from '../visualise/chartColumn';
import { compileChart } from '../visualise/compile';
import { parseVisualise } from '../visualise/parser';
import { mostBars } from '../visualise/suggest/chartShapes';
import { columnParts, isSeries } from '../visualise/suggest/columnParts';
import type { ColumnPart, PartColumn, SuggestedFrom } from '../visualise/suggest/columnParts';
import { suggestCharts } from '../visualise/suggest/suggestCharts';
import type { Suggestion } from '../visualise/suggest/suggestCharts';
import { gallery } from './gallery';
import { clauseWith } from './galleryChart';
import type { ColumnRole, GalleryChart, GalleryClause, GalleryColumn } from './galleryChart';

/** Columns of the gallery whose name does not matter, only their role. */
const partsByName: Partial<Record<string, ColumnPart>> = {
  stock: 'entity',
  score: 'score',
  cut_score: 'score',
};

/** @returns The charts that the result can be drawn as, the one that fits best first; none without rows. */
export function suggestFor(from: SuggestedFrom): Suggestion[] {
  if (from.rowCount === 0) {
    return [];
  }
  const parts = columnParts(from);
  const moves = isSeries(from);
  const known = gallery.flatMap(chart => {
    const clause = chart.kind === 'visualise' ? chart : chart.alone;
    return clause ? galleryChart({ chart, clause, moves }, from, parts) : [];
  });
  const ids = known.map(({ id }) => id);
  return [...known, ...suggestCharts(from).filter(({ id }) => !ids.includes(id))];
}

function galleryChart(
  { chart, clause: drawn, moves }: { chart: GalleryChart; clause: GalleryClause; moves: boolean },
  from: SuggestedFrom,
  parts: readonly PartColumn[],
): Suggestion[] {
  const names: Record<string, string | null> = {};
  for (const column of drawn.columns) {
    const found = columnFor(column, from, parts);
    const isFound = found !== undefined && !Object.values(names).includes(found);
    if (!isFound && column.isOptional !== true) {
      return [];
    }
    names[column.name] = isFound ? found : null;
  }
  const used = Object.values(names);
  // A row for each of many days would be drawn on top of each other.
  const hasDate = parts.some(({ name, part }) => part === 'date' && used.includes(name));
  const isSplit = !hasDate && moves;
  const thing = parts.find(({ name, part }) => part === 'entity' && used.includes(name));
  const isLong = !hasDate && thing !== undefined && (thing.distinct ?? 0) > mostBars;
  const isConstant = parts.some(
    ({ name, part, isConstant }) => isConstant && part !== 'entity' && used.includes(name),
  );
  // Text on the other side of zero would overlap the names.
  const side = parts.find(({ name, part }) => part === 'side' && used.includes(name));
  const isOneSided = side?.distinct === 1;
  const clause = clauseWith(drawn, names);
  const { problems } = compileChart(parseVisualise(clause), from.columns);
  return isSplit || isLong || isOneSided || isConstant || problems.length > 0
    ? []
    : [{ id: chart.name, title: chart.title, question: questionOf(drawn) ?? chart.use, clause }];
}

function columnFor(
  { name, role }: GalleryColumn,
  { columns }: SuggestedFrom,
  parts: readonly PartColumn[],
): string | undefined {
  const same = columns.find(
    column => column.name.toLowerCase() === name && roleOf(column.type) === role,
  );
  const part = partsByName[name];
  return same?.name ?? parts.find(column => part !== undefined && column.part === part)?.name;
}

function roleOf(type: string): ColumnRole {
  const kind = columnKind(type);
  switch (kind) {
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'date';
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'text':
      return 'category';
  }
}

/** The question of a gallery chart is its title. */
function questionOf({ drawing }: GalleryClause): string | undefined {
  const [, title] = /title => '((?:[^']|'')*)'/.exec(drawing) ?? [];
  return title === undefined ? undefined : fromQuotes(title, "'");
}
