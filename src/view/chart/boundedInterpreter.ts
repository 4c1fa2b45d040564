/**
 * Evaluates the expressions of a chart: each is charged before it runs, and creates no text or list of unlimited size.
 *
 * It implements the meaning of Vega's interpreter, which can neither be stopped nor metered. Nothing is evaluated as
 * JavaScript, and a function is never a value.
 */

import { t } from '../../core/base/translations';
import { callBounded, checkMade, isKnownFunction, nativeFunctions } from './boundedFunctions';
import { weightOf } from './valueWeight';
import type { WorkMeter } from './workMeter';
import { LinearPattern } from './linearPattern';

/** A node of Vega's syntax tree. */
export interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

export type Functions = Readonly<Record<string, unknown>>;

export interface Context {
  readonly functions: Functions;
}

export interface Expression {
  readonly ast: Node;
}

/** The values of the names in an expression. */
interface Scope {
  readonly functions: Functions;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly datum?: unknown;
  readonly event?: unknown;
  readonly item?: unknown;
}

type Evaluate = (scope: Scope) => unknown;

export interface VegaEvent {
  readonly item?: { readonly datum?: unknown };
}

/** Writes channels to an item; truthy if one of them changed. */
type Writer = (item: Record<string, unknown>, parameters: unknown) => boolean;

const constants: Readonly<Record<string, number>> = {
  NaN,
  E: Math.E,
  LN2: Math.LN2,
  LN10: Math.LN10,
  LOG2E: Math.LOG2E,
  LOG10E: Math.LOG10E,
  PI: Math.PI,
  SQRT1_2: Math.SQRT1_2,
  SQRT2: Math.SQRT2,
  MIN_VALUE: Number.MIN_VALUE,
  MAX_VALUE: Number.MAX_VALUE,
};

/** Texts up to this length are not charged. */
const shortText = 64;

/** The browser searches all fonts of the computer. */
const fontSteps = 50_000;

export class BoundedInterpreter {
  private readonly fonts = new Set<string>();

  constructor(private readonly meter: WorkMeter) {}

  operator(
    { functions }: Context,
    { ast }: Expression,
  ): (parameters: Scope['parameters']) => unknown {
    const run = this.whole(ast);
    return parameters => run({ functions, parameters });
  }

  parameter(
    { functions }: Context,
    { ast }: Expression,
  ): (datum: unknown, parameters: Scope['parameters']) => unknown {
    const run = this.whole(ast);
    return (datum, parameters) => run({ functions, parameters, datum });
  }

  event({ functions }: Context, { ast }: Expression): (event: unknown) => unknown {
    const run = this.whole(ast);
    return event => {
      this.meter.beginEvent();
      return run({ functions, event });
    };
  }

  handler(
    { functions }: Context,
    { ast }: Expression,
  ): (parameters: Scope['parameters'], event: VegaEvent) => unknown {
    const run = this.whole(ast);
    return (parameters, event) => {
      this.meter.beginEvent();
      return run({ functions, parameters, event, datum: event.item?.datum });
    };
  }

  /** @returns A function that writes these channels, without those that follow from several of them. */
  channels({ functions }: Context, channels: Readonly<Record<string, unknown>>): Writer {
    const evaluates = Object.entries(channels).map(
      ([name, channel]) => [name, this.whole((channel as Expression).ast)] as const,
    );
    return (item, parameters) => {
      const scope: Scope = {
        functions,
        parameters: parameters as Scope['parameters'],
        datum: item['datum'],
        item,
      };
      let changed = false;
      for (const [name, evaluate] of evaluates) {
        const value = evaluate(scope);
        if (item[name] !== value) {
          this.chargeDrawn(name, value);
          item[name] = value;
          changed = true;
        }
      }
      return changed;
    };
  }

  /** Each item is measured and drawn with its contents. */
  chargeDrawn(name: string, value: unknown): void {
    if (typeof value === 'string') {
      // A font is searched, and a text measured.
      this.meter.charge(2 * value.length, 'marks');
      if (name === 'font' && !this.fonts.has(value)) {
        this.fonts.add(value);
        this.meter.charge(fontSteps, 'fonts');
      }
    } else if (typeof value === 'object' && value !== null) {
      const { stops } = value as { readonly stops?: unknown };
      this.meter.charge(2 * weightOf(stops ?? value) + 20, 'marks');
      if (name === 'strokeDash' && Array.isArray(value)) {
        this.checkDash(value);
      }
    }
  }

  /** A line of very short dashes has millions of them. */
  private checkDash(dash: readonly unknown[]): void {
    const period = dash.reduce<number>((sum, part) => sum + Math.abs(Number(part)), 0);
    if (period < 1 && period > 0) {
      this.meter.refuse(t('The dashes of a line have to add up to at least 1 px.'));
    }
  }

  private whole(ast: Node): Evaluate {
    const evaluate = this.compiled(ast);
    const steps = nodeCount(ast) * 2;
    const { meter } = this;
    return scope => {
      meter.charge(steps, 'expressions');
      const value = evaluate(scope);
      if (typeof value === 'string' ? value.length > shortText : Array.isArray(value)) {
        // Readers, such as a grouping, convert it to text.
        meter.charge(weightOf(value) / 8, 'expressions');
      }
      return value;
    };
  }

  private compiled(node: Node): Evaluate {
    const part = (name: string): Evaluate => this.compiled(node[name] as Node);
    switch (node.type) {
      case 'Literal':
        return this.literal(node);
      case 'Identifier':
        return identifier(String(node['name']));
      case 'MemberExpression':
        return this.member(node, part('object'));
      case 'CallExpression':
        return this.call(node);
      case 'ArrayExpression':
        return this.list(
          (node['elements'] as Node[]).map(item => this.compiled(item)),
          node,
        );
      case 'BinaryExpression':
        return this.binary(String(node['operator']), part('left'), part('right'));
      case 'UnaryExpression':
        return this.unary(String(node['operator']), part('argument'));
      case 'ConditionalExpression':
        return conditional(part('test'), part('consequent'), part('alternate'));
      case 'LogicalExpression': {
        const [left, right] = [part('left'), part('right')];
        return node['operator'] === '&&'
          ? scope => left(scope) && right(scope)
          : scope => left(scope) || right(scope);
      }
      case 'ObjectExpression':
        return this.record(node['properties'] as Node[]);
      default:
        throw new Error(t('Charts may not use the expression "{0}".', node.type));
    }
  }

  private literal(node: Node): Evaluate {
    const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
    const value = regex ? new LinearPattern(regex.pattern, regex.flags, this.meter) : node['value'];
    return () => value;
  }

  private list(items: readonly Evaluate[], node: Node): Evaluate {
    const { meter } = this;
    if ((node['elements'] as Node[]).every(({ type, regex }) => type === 'Literal' && !regex)) {
      const list = items.map(item => item({ functions: {} }));
      return () => list;
    }
    return scope =>
      checkMade(
        meter,
        items.map(item => item(scope)),
      );
  }

  private member(node: Node, object: Evaluate): Evaluate {
    const property = node['property'] as Node;
    if (node['computed'] !== true) {
      const name = nameOf(property);
      return scope => inert(Reflect.get(Object(present(object(scope), name)) as object, name));
    }
    const key = this.compiled(property);
    return scope => {
      const holder = object(scope);
      const name = this.readable(key(scope));
      return inert(Reflect.get(Object(present(holder, name)) as object, name as PropertyKey));
    };
  }

  private call(node: Node): Evaluate {
    const { meter } = this;
    const given = String((node['callee'] as Node)['name']);
    const name = given.startsWith('_') ? given.slice(1) : given;
    const values = (node['arguments'] as Node[]).map(item => this.compiled(item));
    if (name === 'if') {
      const [test, yes, no] = values;
      return scope => (test?.(scope) ? yes?.(scope) : no?.(scope));
    }
    if (!isKnownFunction(name)) {
      throw new Error(t('Charts may not use the function "{0}".', name));
    }
    return scope => {
      const { event } = scope;
      const own = eventFunctions.has(name)
        ? (event as { vega: Functions }).vega[name]
        : (scope.functions[name] ?? nativeFunctions[name]);
      return callBounded({
        name,
        values: values.map(value => value(scope)),
        meter,
        functions: scope.functions,
        run: own as (...values: unknown[]) => unknown,
        receiver: eventFunctions.has(name) ? (event as { vega: unknown }).vega : scope.functions,
      });
    };
  }

  private binary(operator: string, left: Evaluate, right: Evaluate): Evaluate {
    const compute = binaries[operator];
    if (!compute) {
      throw new Error(t('Charts may not use the operator "{0}".', operator));
    }
    const { meter } = this;
    return scope => {
      const a = this.readable(left(scope));
      const b = this.readable(right(scope));
      const value = compute(a, b);
      return typeof value === 'string' ? checkMade(meter, value) : value;
    };
  }

  private unary(operator: string, argument: Evaluate): Evaluate {
    const compute = unaries[operator];
    if (!compute) {
      throw new Error(t('Charts may not use the operator "{0}".', operator));
    }
    return scope => compute(this.readable(argument(scope)));
  }

  private record(properties: readonly Node[]): Evaluate {
    const parts = properties.map(property => {
      const key = property['key'] as Node;
      const name = key.type === 'Identifier' ? nameOf(key) : String(key['value']);
      return [name, this.compiled(property['value'] as Node)] as const;
    });
    return scope => {
      const made: Record<string, unknown> = {};
      for (const [name, value] of parts) {
        if (!refusedNames.has(name)) {
          made[name] = value(scope);
        }
      }
      return made;
    };
  }

  /** Operators convert lists to text, and compare texts letter by letter. */
  private readable(value: unknown): unknown {
    if (typeof value === 'string' ? value.length > shortText : Array.isArray(value)) {
      this.meter.charge(weightOf(value) / 4, 'expressions');
    }
    return value;
  }
}

/** Names that every object has: a reader of one of them may call its value. */
const refusedNames = new Set([...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then']);

const eventFunctions = new Set(['view', 'item', 'group', 'xy', 'x', 'y']);

function identifier(name: string): Evaluate {
  switch (name) {
    case 'datum':
      return ({ datum }) => datum;
    case 'event':
      return ({ event }) => event;
    case 'item':
      return ({ item }) => item;
  }
  const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
  return constant === undefined ? ({ parameters }) => parameters?.[`$${name}`] : () => constant;
}

function conditional(test: Evaluate, yes: Evaluate, no: Evaluate): Evaluate {
  return scope => (test(scope) ? yes(scope) : no(scope));
}

/**
 * Functions are called by name, and a value inside an object is never a function, which Vega would call. The only
 * exception are bins, with their ends.
 */
function inert(value: unknown): unknown {
  return typeof value === 'function' ? undefined : value;
}

function present(value: unknown, name: unknown): unknown {
  if (value === undefined || value === null) {
    throw new TypeError(t('Cannot read "{0}" of {1}.', String(name), String(value)));
  }
  return value;
}

function nameOf(node: Node): string {
  return String(node.type === 'Literal' ? node['value'] : node['name']);
}

/** Parts of a syntax tree; a list of constants counts as one. */
function nodeCount(node: Node): number {
  const inner = Object.entries(node).flatMap(([name, part]) =>
    name === 'regex' || typeof part !== 'object' || part === null ? [] : [part],
  );
  return inner.reduce<number>((sum, part) => {
    const nodes: readonly object[] = Array.isArray(part) ? (part as object[]) : [part];
    return nodes.reduce<number>(
      (all, one) => all + ('type' in one && one.type !== 'Literal' ? nodeCount(one as Node) : 0),
      sum,
    );
  }, 1);
}

/* eslint-disable eqeqeq, typescript/no-explicit-any, typescript/no-unsafe-return -- JavaScript's own meaning */
const binaries: Readonly<Record<string, (a: any, b: any) => unknown>> = {
  '*': (a, b) => a * b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a == b,
  '!=': (a, b) => a != b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

const unaries: Readonly<Record<string, (a: any) => unknown>> = {
  '+': a => +a,
  '-': a => -a,
  '~': a => ~a,
  '!': a => !a,
};
