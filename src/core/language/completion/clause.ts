/** Completions within a VISUALISE clause. */

import { t } from '../../base/translations';
import type { Span } from '../../base/span';
import {
  aestheticNames,
  colourNames,
  panelNames,
  aestheticNamed,
} from '../../visualise/aesthetics';
import { clauseWords } from '../../visualise/clauseWords';
import { facetSettingNames } from '../../visualise/facet';
import { layerAesthetics } from '../../visualise/layers/layerType';
import type { LayerType } from '../../visualise/layers/layerType';
import { layerTypeNamed, layerTypes } from '../../visualise/layers/layerTypes';
import { smoothMethods } from '../../visualise/layers/smooth';
import { literalMeanings } from '../../visualise/literalMeanings';
import { paletteNames } from '../../visualise/palettes';
import { scaleTypes } from '../../visualise/parseScale';
import { parseVisualise } from '../../visualise/parser';
import { binnedSettings, scaleSettingNames } from '../../visualise/scaleSettings';
import { transformNames } from '../../visualise/scaleTypes';
import { standardSideColours } from '../../visualise/sideColours';
import { aggregateFunctions } from '../../visualise/statistics/aggregate';
import type { MappingNode } from '../../visualise/tree';
import { clausePlaceOf, filterBefore, type ClausePlace } from '../clausePlace';
import type { Cursor } from '../cursor';
import type { KnownColumn } from '../sourceColumns';
import { queryColumns } from '../sources';
import { literalAt, type CompletionKind, type Groups, type Offer, type Place } from './item';
import { columnOffer, tableOffers } from './names';
import { callableOffers, engineOffers, macroOffers } from './calls';
import { wantsOperand, wordOffers } from './words';

/** @returns Completions at the cursor in the clause. */
export function clauseGroups(place: Place, clause: Span): Groups {
  const { cursor } = place;
  const at = clausePlaceOf(cursor, clause);
  const typed = resultType(place, clause);
  const groups = groupsIn(place, at, typed);
  if (cursor.quote === null) {
    return groups;
  }
  const kinds: readonly CompletionKind[] = cursor.quote === '"' ? ['column'] : ['value', 'palette'];
  return groups.map(offers => offers.filter(({ kind }) => kinds.includes(kind)));
}

function groupsIn(place: Place, at: ClausePlace, typed: TypedClause): Groups {
  const last = at.tokens.at(-1)?.value ?? '';
  switch (at.part) {
    case null:
      return startOf(place, at, typed);
    case 'MAPPING':
    case 'REMAPPING':
      return mappings(place, at, typed);
    case 'SETTING':
      return last === '=>'
        ? [settingValues(place, at)]
        : isOpen(at)
          ? [settingOffers(at)]
          : [wordsAfter(at)];
    case 'FILTER':
      return filterGroups(place, columns(place, typed), wordsAfter(at));
    case 'PARTITION':
    case 'ORDER':
      return [words(['BY'])];
    case 'PARTITION BY':
    case 'ORDER BY':
    case 'BY':
      return isOpen(at) ? [columns(place, typed)] : [wordsAfter(at)];
    case 'FROM':
      return at.clause === 'SCALE'
        ? [wordsAfter(at)]
        : at.tokens.length === 0
          ? [tableOffers(place), callableOffers(place)]
          : [wordsAfter(at)];
    case 'TO':
      return at.tokens.length === 0 ? [palettes(place)] : [wordsAfter(at)];
    case 'VIA':
      return at.tokens.length === 0
        ? [named(transformNames, 'value', 'transform')]
        : [wordsAfter(at)];
    default:
      return [wordsAfter(at)];
  }
}

/** A FILTER holds SQL, in which the rows' columns are known. */
function filterGroups(place: Place, known: Offer[], after: Offer[]): Groups {
  const before = filterBefore(place.cursor) ?? [];
  const own = wordOffers({ ...place, cursor: { ...place.cursor, before } });
  return wantsOperand(before)
    ? [known, macroOffers(place), own, engineOffers(place, false)]
    : [own, after];
}

/** Directly after a clause's own word. */
function startOf(place: Place, at: ClausePlace, typed: TypedClause): Groups {
  switch (at.clause) {
    case 'DRAW':
    case 'PLACE':
      return at.subject === null ? [layerOffers()] : [wordsAfter(at)];
    case 'SCALE':
      return at.subject === null
        ? [scaleSubjects(typed), at.type !== null ? [] : words(scaleTypes)]
        : [wordsAfter(at)];
    case 'FACET':
      return isOpen(at) ? [columns(place, typed)] : [wordsAfter(at)];
    case 'LABEL':
      return at.tokens.at(-1)?.value === '=>' || !isOpen(at) ? [wordsAfter(at)] : [labels(typed)];
    default:
      return mappings(place, at, typed);
  }
}

/** Whether an entry of a list begins here: nothing is written since the part's word or the last comma. */
function isOpen({ tokens }: ClausePlace): boolean {
  return tokens.length === 0 || tokens.at(-1)?.value === ',';
}

function mappings(place: Place, at: ClausePlace, typed: TypedClause): Groups {
  const computed = at.part === 'REMAPPING' ? computedOffers(at) : null;
  if (at.tokens.at(-1)?.value.toUpperCase() === 'AS') {
    return [computed ? [aesthetic('y')] : aesthetics(at, typed)];
  }
  return isOpen(at)
    ? [computed ?? columns(place, typed), at.part === null ? wordsAfter(at) : []]
    : [words(['AS']), wordsAfter(at)];
}

function columns(place: Place, { columns: known }: TypedClause): Offer[] {
  return known.map(column => columnOffer(place, column, t('of the query')));
}

/** The columns that the layer computes, which REMAPPING can show instead of the default. */
function computedOffers({ subject }: ClausePlace): Offer[] {
  const { computed = [], name } = layerTypeNamed(subject ?? '') ?? { name: '' };
  return computed.map(label => ({ label, kind: 'column', detail: t('computed by {0}', name) }));
}

/** The aesthetics of the layer; before any layer, those of the layers that the clause draws. */
function aesthetics({ subject }: ClausePlace, { layers }: TypedClause): Offer[] {
  const drawn = subject === null ? layers : [subject];
  const known = drawn.flatMap(name => layerTypeNamed(name) ?? []);
  const names: readonly string[] =
    known.length === 0 ? aestheticNames : [...new Set(known.flatMap(layerAesthetics))];
  const takesColour = names.includes('fill') || names.includes('stroke');
  return [
    ...names.map(name => ({ ...aesthetic(name), detail: requirement(known, name) })),
    ...(takesColour ? colourNames.map(aesthetic) : []),
  ];
}

function requirement(layers: readonly LayerType[], name: string): string {
  const needing = layers
    .filter(({ required }) => required.every(choice => choice.some(each => each === name)))
    .map(layer => layer.name);
  return needing.length > 0 ? t('required by {0}', [...new Set(needing)].join(', ')) : '';
}

function aesthetic(name: string): Offer {
  return { label: name, kind: 'aesthetic' };
}

function layerOffers(): Offer[] {
  return layerTypes.map(({ name, required }) => ({
    label: name,
    kind: 'layer' as const,
    detail: t('needs {0}', required.map(choice => choice.join(', ')).join(' or ')),
  }));
}

function scaleSubjects({ mapped }: TypedClause): Offer[] {
  const names = [...new Set([...mapped, ...aestheticNames, ...colourNames, ...panelNames])];
  const detail = (name: string) => (mapped.includes(name) ? t('mapped in this clause') : '');
  return names.map(name => ({
    ...aesthetic(name),
    detail: detail(name),
  }));
}

function palettes({ cursor }: Place): Offer[] {
  return [...new Set(paletteNames)].map(label => ({
    ...{ label, kind: 'palette' as const },
    insert: cursor.quote === null ? label : literalAt(cursor, label),
  }));
}

function labels({ mapped }: TypedClause): Offer[] {
  return ['title', 'subtitle', ...new Set([...mapped, 'x', 'y'])].map(name => ({
    ...{ label: name, kind: 'setting' as const, detail: 'label' },
    insert: `${name} => '$1'`,
    isSnippet: true,
  }));
}

/** The parts that the clause takes, then the clauses that can follow. */
function wordsAfter({ clause, part }: ClausePlace): Offer[] {
  return words([...partsOf(clause).filter(word => word !== part), ...clauseWords]);
}

function partsOf(clause: string): readonly string[] {
  switch (clause) {
    case 'DRAW':
    case 'PLACE':
      return ['MAPPING', 'SETTING', 'FILTER', 'PARTITION BY', 'ORDER BY', 'REMAPPING', 'FROM'];
    case 'SCALE':
      return ['FROM', 'TO', 'VIA', 'SETTING', 'RENAMING'];
    case 'FACET':
      return ['BY', 'SETTING'];
    case 'VISUALISE':
      return ['FROM'];
    default:
      return [];
  }
}

function words(list: readonly string[]): Offer[] {
  return list.map(word => ({ label: word.toUpperCase(), kind: 'keyword' as const, filter: word }));
}

function named(list: readonly string[], kind: CompletionKind, detail: string): Offer[] {
  return list.map(label => ({ label, kind, detail }));
}

interface TypedClause {
  readonly columns: readonly KnownColumn[];
  readonly layers: readonly string[];
  /** The aesthetics that the clause maps, in lower case, each once. */
  readonly mapped: readonly string[];
}

/** @returns The query's columns as DuckDB bound them if the query is unchanged since, else as read from its tokens. */
function resultType(place: Place, clause: Span): TypedClause {
  const { cursor } = place;
  const tree = parseVisualise(clauseText(cursor, clause));
  const mappings = [...tree.mappings, ...tree.layers.flatMap(layer => layer.mappings)];
  const mapped = mappings.flatMap((node: MappingNode) =>
    node.kind === 'mapping' && node.aesthetic.name !== HOLE
      ? [node.aesthetic.name.toLowerCase()]
      : [],
  );
  return {
    columns: boundColumns(place) ?? writtenColumns(place, clause) ?? [],
    layers: tree.layers.map(({ layer }) => layer.name),
    mapped: [...new Set(mapped)],
  };
}

/** Placeholder for a missing name, so that the words after it keep their meaning. */
const HOLE = '_';

function clauseText({ read: text, span, quote }: Cursor, clause: Span): string {
  const hole = quote === null && span.from === span.to ? HOLE : text.slice(span.from, span.to);
  return text.slice(clause.from, span.from) + hole + text.slice(span.to, clause.to);
}

function boundColumns({ cursor, facts }: Place): readonly KnownColumn[] | null {
  const written = cursor.text.slice(cursor.sql.from, cursor.sql.to);
  const analysed = facts.notebook.cells[facts.cell]?.text ?? '';
  const same = facts.analysis?.cells[facts.cell]?.statements.find(
    ({ sql }) => analysed.slice(sql.from, sql.to) === written && written !== '',
  );
  return same?.columns?.map(column => ({ ...column, doc: null })) ?? null;
}

function writtenColumns({ cursor, catalogue }: Place, clause: Span): readonly KnownColumn[] | null {
  const tokens = cursor.tokens.filter(({ to }) => to <= clause.from);
  return queryColumns({ text: cursor.text, tokens, catalogue });
}

/** @returns The settings that the clause takes and does not have yet. */
function settingOffers(at: ClausePlace): Offer[] {
  const written = new Set(at.tokens.map(({ value }) => value.toLowerCase()));
  return settingNames(at)
    .filter(name => !written.has(name))
    .map(name => ({
      label: name,
      kind: 'setting' as const,
      detail: literalMeanings[aestheticNamed(name) ?? 'x']?.expected() ?? '',
      insert: `${name} => `,
      then: 'suggest' as const,
    }));
}

function settingNames({ clause, subject, type }: ClausePlace): readonly string[] {
  if (clause === 'SCALE') {
    return scaleSettingNames(subject ?? '', type);
  }
  const layer = layerTypeNamed(subject ?? '');
  if (clause === 'FACET') {
    return facetSettingNames(false);
  }
  return layer ? [...layer.parameters, ...layerAesthetics(layer), ...colourNames] : [];
}

/** @returns The values of the setting before the cursor, as far as they can be listed. */
function settingValues(place: Place, { subject, tokens }: ClausePlace): Offer[] {
  const name = tokens.at(-2)?.value.toLowerCase() ?? '';
  const layer = layerTypeNamed(subject ?? '');
  const own = aestheticNamed(name);
  const values: Partial<Record<string, readonly string[]>> = {
    position: layer?.positions ?? [],
    aggregate: aggregateFunctions,
    method: smoothMethods,
    free: ['x', 'y'],
    oob: binnedSettings.oob,
    closed: binnedSettings.closed,
  };
  const isColour = [...colourNames, 'fill', 'stroke'].includes(name);
  const named = isColour ? Object.keys(standardSideColours) : own && literalMeanings[own]?.words;
  const texts = values[name] ?? named ?? [];
  const truths = ['reverse', 'italic', 'pretty'].includes(name) ? ['true', 'false'] : [];
  return [
    ...texts.map(text => ({
      ...{ label: text, kind: 'value' as const, detail: name },
      insert: literalAt(place.cursor, text),
    })),
    ...truths.map(label => ({ label, kind: 'value' as const, detail: name })),
  ];
}
