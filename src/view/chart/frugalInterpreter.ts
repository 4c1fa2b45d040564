/**
 * What Vega asks to evaluate a chart's expressions, with less to do for each of many marks.
 *
 * Vega writes the tooltip of every mark, whenever marks move: of 20,000 points that is most of a drawing's time, and one of
 * them is read. Here those expressions are left out until the pointer comes, and constants are looked at once.
 */

import { isRecord } from '../../core/base/json';
import { BoundedInterpreter, type Node } from './boundedInterpreter';
import type { WorkMeter } from './workMeter';

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

type Context = Parameters<BoundedInterpreter['channels']>[0];

/** Vega asks the handler about items that have a tooltip at all. */
const later = 'later';

export class FrugalInterpreter {
  private readonly writers = new WeakMap<object, (item: Item) => void>();
  private readonly interpreter: BoundedInterpreter;
  /** What Vega takes for a view's `expr`. */
  readonly expr;

  constructor(private readonly meter: WorkMeter) {
    const interpreter = new BoundedInterpreter(meter);
    this.interpreter = interpreter;
    type Takes<Name extends 'operator' | 'parameter' | 'event' | 'handler'> = Parameters<
      BoundedInterpreter[Name]
    >;
    this.expr = {
      operator: (...given: Takes<'operator'>) => interpreter.operator(...given),
      parameter: (...given: Takes<'parameter'>) => interpreter.parameter(...given),
      event: (...given: Takes<'event'>) => interpreter.event(...given),
      handler: (...given: Takes<'handler'>) => interpreter.handler(...given),
      encode: (context: Context, encoding: Encoding): Encoder => this.encoder(context, encoding),
    };
  }

  /** @returns What the tooltip of this item says now. */
  tooltipOf(item: unknown): unknown {
    if (!isItem(item) || item.tooltip !== later) {
      return isItem(item) ? item.tooltip : undefined;
    }
    const copy: Item = Object.create(item) as Item;
    this.writers.get(item.mark)?.(copy);
    return copy.tooltip === later ? undefined : copy.tooltip;
  }

  private encoder(context: Context, { marktype, channels }: Encoding): Encoder {
    const { tooltip, ...others } = channels;
    const { constants, computed } = parted(others);
    const compute = this.interpreter.channels(context, computed);
    const swaps = marktype === 'group' || marktype === 'image' || marktype === 'rect';
    const encode: Encoder = (item, parameters) => {
      const isAssigned = this.assign(item, constants);
      const isComputed = compute(item, parameters);
      if (marktype === 'trail') {
        // It is drawn as circles along its way.
        this.meter.charge(Math.abs(Number(item['size']) || 0) / 10, 'Drawing its trail');
      }
      if (marktype !== 'rule') {
        place(item, channels, swaps);
      }
      return isComputed || isAssigned;
    };
    if (tooltip === undefined) {
      return encode;
    }
    const write = this.interpreter.channels(context, { tooltip });
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

  /** @returns Whether one of them was another before. */
  private assign(item: Item, values: readonly (readonly [string, unknown])[]): boolean {
    let changed = false;
    for (const [name, value] of values) {
      if (item[name] !== value) {
        this.interpreter.chargeDrawn(name, value);
        item[name] = value;
        changed = true;
      }
    }
    return changed;
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
    if (isLiteral(ast) && !placing.has(name)) {
      constants.push([name, ast['value']]);
    } else {
      computed[name] = channel;
    }
  }
  return { constants, computed };
}

function isLiteral(ast: unknown): ast is Node {
  return isRecord(ast) && ast['type'] === 'Literal' && !('regex' in ast);
}

/** Places that follow from others, as Vega sets them. */
function place(item: Item, channels: Encoding['channels'], swaps: boolean): void {
  span(item, channels, { start: 'x', end: 'x2', centre: 'xc', size: 'width', swaps });
  span(item, channels, { start: 'y', end: 'y2', centre: 'yc', size: 'height', swaps });
}

interface Axis {
  readonly start: string;
  readonly end: string;
  readonly centre: string;
  readonly size: string;
  readonly swaps: boolean;
}

function span(item: Item, channels: Encoding['channels'], axis: Axis): void {
  const { start, end, centre, size, swaps } = axis;
  const of = (name: string): number => item[name] as number;
  if (channels[end]) {
    if (channels[start]) {
      if (swaps && of(start) > of(end)) {
        [item[start], item[end]] = [item[end], item[start]];
      }
      item[size] = of(end) - of(start);
    } else {
      item[start] = of(end) - (of(size) || 0);
    }
  }
  if (channels[centre]) {
    item[start] = of(centre) - (of(size) || 0) / 2;
  }
}

function isItem(item: unknown): item is Item {
  return typeof item === 'object' && item !== null && 'mark' in item;
}
