/**
 * Vega's interpreter, with less to do for each of many marks.
 *
 * Vega writes the tooltip of every mark, whenever marks move: of 20,000 points that is most of a drawing's time, and one of
 * them is read. Here those expressions are left out until the pointer comes, and constants are looked at once.
 */

import { expressionInterpreter } from 'vega-interpreter';
import { isRecord } from '../../core/base/json';

/** A mark's item of Vega's scenegraph, as far as it is needed. */
interface Item {
  readonly mark: object;
  tooltip?: unknown;
  [channel: string]: unknown;
}

/** Sets properties of an item; truthy where one of them changed. */
type Encoder = (item: Item, parameters: unknown) => unknown;

interface Encoding {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, unknown>>;
}

/** Vega asks the handler about items that have a tooltip at all. */
const later = 'later';

export class FrugalInterpreter {
  private readonly writers = new WeakMap<object, (item: Item) => void>();

  /** What Vega takes for a view's `expr`. */
  readonly expr = {
    ...expressionInterpreter,
    encode: (context: unknown, encoding: Encoding): Encoder => this.encoder(context, encoding),
  };

  /** @returns What the tooltip of this item says now. */
  tooltipOf(item: unknown): unknown {
    if (!isItem(item) || item.tooltip !== later) {
      return isItem(item) ? item.tooltip : undefined;
    }
    const copy: Item = Object.create(item) as Item;
    this.writers.get(item.mark)?.(copy);
    return copy.tooltip === later ? undefined : copy.tooltip;
  }

  private encoder(context: unknown, { marktype, channels }: Encoding): Encoder {
    const { tooltip, ...others } = channels;
    const { constants, computed } = parted(others);
    const compute = expressionInterpreter.encode(context, {
      marktype,
      channels: computed,
    }) as Encoder;
    const encode: Encoder = (item, parameters) => {
      const changed = assign(item, constants);
      return compute(item, parameters) || changed;
    };
    if (tooltip === undefined) {
      return encode;
    }
    // Of rules no places are worked out.
    const write = expressionInterpreter.encode(context, {
      marktype: 'rule',
      channels: { tooltip },
    }) as Encoder;
    let last: { readonly mark?: object; readonly parameters?: unknown } = {};
    return (item, parameters) => {
      const { mark } = item;
      if (last.mark !== mark || last.parameters !== parameters) {
        this.writers.set(mark, copy => write(copy, parameters));
        last = { mark, parameters };
      }
      item.tooltip = later;
      return encode(item, parameters);
    };
  }
}

/** Others are worked with once they are set. */
const placing = new Set(['x', 'x2', 'xc', 'width', 'y', 'y2', 'yc', 'height']);

/** What is the same for every item need not be interpreted for each. */
function parted(channels: Encoding['channels']): {
  readonly constants: readonly (readonly [string, unknown])[];
  readonly computed: Encoding['channels'];
} {
  const constants: [string, unknown][] = [];
  const computed: Record<string, unknown> = {};
  for (const [name, channel] of Object.entries(channels)) {
    const ast = isRecord(channel) ? channel['ast'] : undefined;
    if (isRecord(ast) && ast['type'] === 'Literal' && !placing.has(name) && !('regex' in ast)) {
      constants.push([name, ast['value']]);
    } else {
      computed[name] = channel;
    }
  }
  return { constants, computed };
}

/** @returns Whether one of them was another before. */
function assign(item: Item, values: readonly (readonly [string, unknown])[]): boolean {
  let changed = false;
  for (const [name, value] of values) {
    if (item[name] !== value) {
      item[name] = value;
      changed = true;
    }
  }
  return changed;
}

function isItem(item: unknown): item is Item {
  return typeof item === 'object' && item !== null && 'mark' in item;
}
