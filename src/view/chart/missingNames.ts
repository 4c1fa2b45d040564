/**
 * Labels a missing value as such on axes, in legends and above panels, where Vega writes `null`, and an empty text, where
 * it writes nothing.
 */

import type { Axis, GroupMark, Legend, Scope, Spec } from 'vega';
import { isRecord } from '../../core/base/json';

const MISSING = '"missing"';

/** What an empty text is called in charts and their tooltips. */
export const emptyName = '(empty)';
const EMPTY = JSON.stringify(emptyName);

/** An empty text in an expression: its author decides where a label has none. */
const EMPTY_TEXT = /""|''/;

/** Vega-Lite's expression for a panel's title: the value, or the text for a missing one. */
const PANEL_VALUE = /(isValid\((parent\["[^"]*"\])\) \? )\2 : ""\+\2/g;

/** @returns The compiled chart; labels that use another word for missing values or for empty texts stay. */
export function withMissingNames(spec: Spec): Spec {
  return { ...spec, ...namedScope(spec) };
}

function namedScope({ axes, legends, marks }: Scope): Pick<Scope, 'axes' | 'legends' | 'marks'> {
  return {
    ...(axes && { axes: axes.map(labelled) }),
    ...(legends && { legends: legends.map(labelled) }),
    ...(marks && {
      marks: marks.map(mark =>
        mark.type === 'group'
          ? ({ ...mark, ...panelTitle(mark), ...namedScope(mark) } satisfies GroupMark)
          : mark,
      ),
    }),
  };
}

function labelled<Guide extends Axis | Legend>(guide: Guide): Guide {
  const update = guide.encode?.labels?.update;
  const text = update?.text;
  const own = textSignal(text);
  if (text !== undefined && own === undefined) {
    return guide;
  }
  const label = own === undefined ? 'datum.label' : `(${own})`;
  const named =
    own !== undefined && EMPTY_TEXT.test(own)
      ? label
      : `datum.value === "" && ${label} === "" ? ${EMPTY} : ${label}`;
  const signal = `datum.value === null && ${label} === "null" ? ${MISSING} : ${named}`;
  const labels = { ...guide.encode?.labels, update: { ...update, text: { signal } } };
  return { ...guide, encode: { ...guide.encode, labels } };
}

function panelTitle({ title }: GroupMark): Pick<GroupMark, 'title'> {
  const signal = typeof title === 'object' ? textSignal(title.text) : undefined;
  return typeof title === 'object' && signal !== undefined
    ? {
        title: {
          ...title,
          text: {
            signal: signal.replace(PANEL_VALUE, `$1($2 === "" ? ${EMPTY} : $2) : ${MISSING}`),
          },
        },
      }
    : {};
}

function textSignal(text: unknown): string | undefined {
  return isRecord(text) && typeof text['signal'] === 'string' ? text['signal'] : undefined;
}
