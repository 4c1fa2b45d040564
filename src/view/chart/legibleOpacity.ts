/** In themes of high contrast, marks that a specification makes transparent stay legible. */

import type { GroupMark, Mark, Scope, Spec } from 'vega';
import { isRecord, type Json } from '../../core/base/json';

/** The least opacity of marks. What is invisible, as points that carry tooltips are, stays so. */
const LEAST = 0.6;

/**
 * @returns The compiled chart. Areas below lines, whose fill has an opacity of its own, and bands behind other marks
 * stay transparent.
 */
export function withLegibleOpacity(spec: Spec): Spec {
  return { ...spec, ...legibleScope(spec) };
}

function legibleScope({ marks }: Scope): Pick<Scope, 'marks'> {
  return marks
    ? {
        marks: marks.map(mark => {
          const update = mark.encode?.update;
          const opacity = update?.opacity as Json | undefined;
          const value = isRecord(opacity) ? opacity['value'] : undefined;
          const encode =
            typeof value === 'number' && value > 0 && value < LEAST && !isBand(mark)
              ? { encode: { ...mark.encode, update: { ...update, opacity: { value: LEAST } } } }
              : {};
          const inner = mark.type === 'group' ? legibleScope(mark) : {};
          return { ...mark, ...encode, ...inner } as typeof mark & GroupMark;
        }),
      }
    : {};
}

/** Whether it is a rectangle across the whole chart. */
function isBand({ type, encode }: Mark): boolean {
  const { x, y, x2, y2, width, height } = encode?.update ?? {};
  const places = JSON.stringify([x, y, x2, y2, width, height]);
  return type === 'rect' && /"group":"(width|height)"/.test(places);
}
