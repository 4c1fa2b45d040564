/**
 * Parser of the VISUALISE clause.
 *
 * Parsing never fails: text that cannot be parsed becomes a problem with its position, and parsing continues with the
 * next part or clause. Words are keywords only where a keyword is allowed, so a column may be called `label`.
 */

import { t } from '../base/translations';
import { nearest } from '../base/nearest';
import { atClause, clauseWords, foreignClauseWords, skipToBoundary } from './clauseWords';
import { parseLayer } from './parseLayer';
import { parseMappings } from './parseMappings';
import { parseScale } from './parseScale';
import { parseList, parseName, parseSetting, parseSql, parseText } from './parseValues';
import { scanVisualise } from './scanner';
import { TokenCursor } from './tokenCursor';
import type { FacetNode, LabelNode, LayerNode, ScaleNode, VisualiseTree } from './tree';

type Draft = {
  layers: LayerNode[];
  scales: ScaleNode[];
  facet: FacetNode | null;
  labels: LabelNode[];
};

/**
 * @param text A clause; its first word is VISUALISE or VISUALIZE.
 * @returns Its tree; spans, those of the problems included, are offsets in `text`.
 */
export function parseVisualise(text: string): VisualiseTree {
  const cursor = new TokenCursor(scanVisualise(text), text);
  const { from } = cursor.token.span;
  if (!cursor.takeWord('VISUALISE') && !cursor.takeWord('VISUALIZE')) {
    cursor.reportExpected('VISUALISE');
  }
  const head = cursor.spanFrom(from);
  const mappings = parseMappings(cursor);
  const source = cursor.takeWord('FROM') ? (parseSql(cursor, t('a table')) ?? null) : null;
  const draft: Draft = { layers: [], scales: [], facet: null, labels: [] };
  while (!cursor.atEnd && !endsClause(cursor)) {
    parseClause(cursor, draft);
  }
  if (draft.layers.length === 0 && cursor.problems.length === 0) {
    cursor.report('noLayer', head, {});
  }
  const problems = cursor.problems.sort((a, b) => a.span.from - b.span.from);
  return { mappings, source, ...draft, span: cursor.spanFrom(from), problems };
}

/** A semicolon ends the clause; only white space and comments may follow. */
function endsClause(cursor: TokenCursor): boolean {
  if (!cursor.takeSymbol(';')) {
    return false;
  }
  if (!cursor.atEnd) {
    cursor.reportExpected(
      t('nothing after the semicolon: VISUALISE is the last statement of a cell'),
    );
  }
  return true;
}

function parseClause(cursor: TokenCursor, draft: Draft): void {
  if (cursor.isWord('DRAW') || cursor.isWord('PLACE')) {
    const layer = parseLayer(cursor);
    draft.layers.push(...(layer ? [layer] : []));
  } else if (cursor.isWord('SCALE')) {
    const scale = parseScale(cursor);
    draft.scales.push(...(scale ? [scale] : []));
  } else if (cursor.isWord('FACET')) {
    parseFacet(cursor, draft);
  } else if (cursor.takeWord('LABEL')) {
    draft.labels.push(...parseList(cursor, () => parseLabel(cursor)));
  } else {
    reportNoClause(cursor);
  }
}

function reportNoClause(cursor: TokenCursor): void {
  const { kind, value, span } = cursor.token;
  if (kind !== 'word') {
    cursor.reportExpected('DRAW, PLACE, SCALE, FACET or LABEL');
    cursor.next();
    skipToBoundary(cursor);
    return;
  }
  cursor.next();
  const isForeign = foreignClauseWords.some(word => word === value.toUpperCase());
  while (!cursor.atEnd && !cursor.isSymbol(';') && !atClause(cursor)) {
    cursor.next();
  }
  if (value.toUpperCase().startsWith('VISUALI')) {
    cursor.report('notYet', span, {
      what: t('A second VISUALISE'),
      advice: t('Write it in another cell.'),
    });
  } else if (isForeign) {
    const advice = t('Remove the clause.');
    cursor.report('notYet', span, { what: t('The clause {0}', value.toUpperCase()), advice });
  } else {
    cursor.report('unknownClause', span, { word: value, near: nearest(value, clauseWords) });
  }
}

function parseFacet(cursor: TokenCursor, draft: Draft): void {
  const { span } = cursor.next();
  const names = (): FacetNode['columns'] =>
    parseList(cursor, () => parseName(cursor, t('a column')));
  const columns = names();
  const by = cursor.takeWord('BY') ? names() : [];
  const settings = cursor.takeWord('SETTING') ? parseList(cursor, () => parseSetting(cursor)) : [];
  if (draft.facet) {
    cursor.report('duplicateClause', span, { clause: 'FACET' });
    return;
  }
  draft.facet = { columns, by, settings, span: cursor.spanFrom(span.from) };
}

function parseLabel(cursor: TokenCursor): LabelNode | undefined {
  const name = parseName(cursor, t('title, subtitle or an aesthetic'));
  if (!name) {
    return undefined;
  }
  if (!cursor.takeSymbol('=>')) {
    cursor.reportExpected(t('=> after {0}', name.name));
    return undefined;
  }
  const text = parseText(cursor, t("'text' or null"));
  return text === undefined ? undefined : { name, text, span: cursor.spanFrom(name.span.from) };
}
