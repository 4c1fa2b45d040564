/**
 * Limits the rows that a specification creates before marks are created from them.
 *
 * The rows of a chart are few, but `flatten` and `fold` multiply them. Vega's own transforms are replaced by ones that
 * stop at a limit for each drawing and report it.
 */

import { transforms, type View } from 'vega';
import { mostMadeRows } from './guardSpec';

type Accessor = (row: object) => unknown;

interface Parameters {
  readonly fields: readonly Accessor[];
}

interface Pulse {
  readonly dataflow: object;
  readonly add: unknown[];
}

interface Multiplying {
  transform: (this: unknown, parameters: Parameters, pulse: Pulse) => Pulse;
}

interface Budget {
  left: number;
  /** Reported once: otherwise each cut row would repeat the sentence. */
  isReported: boolean;
  readonly onCut: () => void;
}

const budgets = new WeakMap<object, Budget>();

/** @param onCut Called when rows of this drawing are left out. */
export function boundRows(view: View, onCut: () => void): void {
  budgets.set(view, { left: mostMadeRows, isReported: false, onCut });
}

/** Replaces the transforms; once for the page. */
export function installBounds(): void {
  const known = transforms as unknown as Record<string, { prototype: Multiplying }>;
  for (const name of ['flatten', 'fold']) {
    const { prototype } = known[name] ?? {};
    if (prototype) {
      bound(prototype, name === 'fold');
    }
  }
}

function bound(prototype: Multiplying, isFold: boolean): void {
  const original = prototype.transform;
  prototype.transform = function (parameters, pulse) {
    const budget = budgets.get(pulse.dataflow);
    if (!budget) {
      return original.call(this, parameters, pulse);
    }
    const limited = isFold ? parameters : shortened(parameters, budget);
    const made = original.call(this, limited, pulse);
    if (isFold) {
      cut(made.add, budget);
    }
    return made;
  };
}

/** A list that would create too many rows ends at the limit. */
function shortened(parameters: Parameters, budget: Budget): Parameters {
  const allowed = new Map<object, number>();
  const fields = parameters.fields.map(field => {
    const read = (row: object): unknown => {
      const list = field(row);
      // Vega treats a text as a list of letters.
      if (!Array.isArray(list) && typeof list !== 'string') {
        // Other values with a length are not lists.
        return typeof list === 'object' && list !== null && 'length' in list ? [] : list;
      }
      const most = allowed.get(row) ?? allow(list.length, budget);
      allowed.set(row, most);
      return list.length > most ? list.slice(0, most) : list;
    };
    return Object.assign(read, field);
  });
  return Object.assign(Object.create(parameters) as object, { fields });
}

function allow(length: number, budget: Budget): number {
  const most = Math.min(length, budget.left);
  budget.left -= most;
  if (most < length && !budget.isReported) {
    budget.isReported = true;
    budget.onCut();
  }
  return most;
}

/** A fold creates at most its rows times its listed fields. */
function cut(made: unknown[], budget: Budget): void {
  const most = allow(made.length, budget);
  made.length = Math.min(made.length, most);
}
