/**
 * An expression interpreter for Vega that does less work per mark.
 *
 * Vega computes the tooltip of every mark whenever marks move: for 20,000 points that is most of a drawing's time, but
 * only one of them is read. Here those expressions are skipped until the pointer is on the mark, and constants are
 * evaluated once.
 */

import { isRecord } from '../../core/base/json';
import { BoundedInterpreter, type Node } from './boundedInterpreter';
import type { WorkMeter } from './workMeter';

/** The part of a mark's scenegraph item that is needed. */
interface Item {
  readonly mark: object;
  tooltip?: unknown;
  [channel: string]: unknown;
}

/** Sets properties of an item; truthy if one of them changed. */
type Encoder = (item: Item, parameters: unknown) => unknown;

interface Encoding {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, unknown>>;
}

type Context = Parameters<BoundedInterpreter['channels']>[0];

/** Vega only calls the handler for items that have a tooltip. */
const later = 'later';

export class FrugalInterpreter {
  private readonly writers = new WeakMap<object, (item: Item) => void>();
  private readonly interpreter: BoundedInterpreter;
  /** The interface of Vega's `expr` option of views. */
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

  /** @returns The current tooltip of this item. */
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
        // A trail is drawn as circles along its path.
        this.meter.charge(Math.abs(Number(item['size']) || 0) / 10, 'trail');
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

  /** @returns Whether one of them changed. */
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

/** Others are used in computations after they are set. */
const placing = new Set(['x', 'x2', 'xc', 'width', 'y', 'y2', 'yc', 'height']);

/** Constants are not interpreted for each item. */
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

/** Positions that follow from others, as in Vega. */
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
