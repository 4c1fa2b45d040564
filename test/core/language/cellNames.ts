/** Cells by the names that they define and use, written shortly. */

import type { Definition } from '../../../src/core/language/analysis';
import type { CellNames } from '../../../src/core/language/dependencies';
import type { DefinitionEffect } from '../../../src/core/sql/definitions';
import type { NameUse } from '../../../src/core/sql/uses';

const effects: Readonly<Record<string, DefinitionEffect>> = {
  '+': 'replaces',
  '~': 'changes',
  '?': 'keeps',
  '!': 'drops',
};

/** `+a` makes, `~a` changes, `?a` makes if it is not there, `!a` drops, `a` uses; `|` stands between cells. */
export function cellNames(text: string): CellNames[] {
  return text.split('|').map(cell => {
    const words = cell.trim().split(/\s+/).filter(Boolean);
    return {
      definitions: words.flatMap((word, from): Definition[] => {
        const effect = effects[word.charAt(0)];
        const span = { from, to: from + 1 };
        return effect
          ? [
              {
                kind: 'table',
                name: word.slice(1),
                path: [],
                span,
                statement: span,
                effect,
                columns: null,
                parameters: [],
                type: null,
              },
            ]
          : [];
      }),
      uses: words.flatMap((name, from): NameUse[] => {
        const span = { from, to: from + 1 };
        const use = { kind: 'relation', name, span, path: [], role: 'source' } as const;
        return effects[name.charAt(0)] ? [] : [use];
      }),
    };
  });
}
