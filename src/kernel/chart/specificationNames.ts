/** Unknown names in a specification: marks and types of Vega-Lite, columns of a table. */

import { t } from '../../core/base/translations';
import { isRecord, type Json } from '../../core/base/json';
import { nearest } from '../../core/base/nearest';
import { rowKey } from '../../core/visualise/chartColumn';
import { markRefusal } from '../../core/visualise/refusedMarks';
import type { Path, SpecificationView } from './specificationViews';

/** A problem and its place. */
export interface SpecificationFinding {
  readonly path: Path;
  readonly sentence: string;
}

const marks = [
  ...['arc', 'area', 'bar', 'boxplot', 'circle', 'errorband', 'errorbar', 'geoshape', 'image'],
  ...['line', 'point', 'rect', 'rule', 'square', 'text', 'tick', 'trail'],
];

const types = ['quantitative', 'temporal', 'ordinal', 'nominal', 'geojson'];

/** @returns Marks and types of fields that Vega-Lite does not have, and marks that a page does not draw. */
export function wrongWords(views: readonly SpecificationView[]): SpecificationFinding[] {
  return [...wrongMarks(views), ...unknownTypes(views)];
}

function unknownTypes(views: readonly SpecificationView[]): SpecificationFinding[] {
  return views.flatMap(({ encodings }) =>
    encodings.flatMap(({ path, encoding }) =>
      Object.entries(encoding).flatMap(([channel, definition]) => {
        const type = isRecord(definition) ? definition['type'] : undefined;
        return typeof type === 'string' && !types.includes(type)
          ? [
              {
                path: [...path, channel, 'type'],
                sentence: t('Vega-Lite has no type {0}.{1}', type, meant(type, types)),
              },
            ]
          : [];
      }),
    ),
  );
}

function wrongMarks(views: readonly SpecificationView[]): SpecificationFinding[] {
  return views.flatMap(({ path, mark }) => {
    const isDefinition = isRecord(mark);
    const name = isDefinition ? mark['type'] : mark;
    const place = [...path, 'mark', ...(isDefinition ? ['type'] : [])];
    if (typeof name !== 'string') {
      return [];
    }
    const refusal = markRefusal(name);
    if (refusal !== null) {
      return [{ path: place, sentence: `${refusal}.` }];
    }
    return marks.includes(name)
      ? []
      : [{ path: place, sentence: t('Vega-Lite has no mark {0}.{1}', name, meant(name, marks)) }];
  });
}

/**
 * @param columns The columns of the tables, by name.
 * @returns Fields that their table does not have, each place once. Vega-Lite would draw an empty chart without a
 * message.
 */
export function unknownFields(
  views: readonly SpecificationView[],
  columns: ReadonlyMap<string, readonly string[]>,
): SpecificationFinding[] {
  const found = new Map<string, SpecificationFinding>();
  for (const { data, isPlain, encodings } of views) {
    const known = data === null || !isPlain ? undefined : columns.get(data)?.map(rowKey);
    for (const { field, path } of known ? encodings.flatMap(fieldsOf) : []) {
      if (known && !known.includes(field)) {
        const sentence = t(
          'The table {0} has no column {1}.{2}',
          data ?? '',
          field,
          meant(field, known),
        );
        found.set(JSON.stringify(path), { path, sentence });
      }
    }
  }
  return [...found.values()];
}

function fieldsOf({ path, encoding }: SpecificationView['encodings'][number]) {
  return Object.entries(encoding).flatMap(([channel, definition]) => {
    const list: readonly Json[] = Array.isArray(definition) ? definition : [definition];
    return list.flatMap((each, at) => {
      const field = isRecord(each) ? each['field'] : undefined;
      const index = Array.isArray(definition) ? [at] : [];
      // Other names access parts of a value, or are escaped.
      const isName = typeof field === 'string' && !/[.[\]\\]/.test(field);
      return isName ? [{ field, path: [...path, channel, ...index, 'field'] }] : [];
    });
  });
}

function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? '' : t(' Did you mean {0}?', near);
}
