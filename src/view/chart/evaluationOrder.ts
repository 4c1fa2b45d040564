/**
 * Evaluates a dataflow once at a time.
 *
 * Vega does not expect that anything happens while its dataflow is evaluated. Here the page has its turn meanwhile: what an event
 * changes then is evaluated afterwards.
 */

import type { View } from 'vega';
import type { WorkMeter } from './workMeter';

type Evaluate = (...given: unknown[]) => unknown;

/** What Vega's own has, and does not declare. */
interface Dataflow {
  _pulse: unknown;
  _running: unknown;
  evaluate: Evaluate;
  run: Evaluate;
  runAsync: Evaluate;
}

/** @param meter Is told of each evaluation. */
export function orderEvaluations(view: View, meter: WorkMeter): void {
  const dataflow = view as unknown as Dataflow;
  const { evaluate, runAsync } = dataflow;
  /** Of what replaces a layout before it is painted. */
  let replacing: Promise<unknown> | undefined;
  const evaluateOne = async (given: readonly unknown[]): Promise<unknown> => {
    meter.begin();
    try {
      return await evaluate.apply(view, [...given]);
    } finally {
      meter.end();
    }
  };
  dataflow.evaluate = async (...given) => {
    const result = await evaluateOne(given);
    for (let next = replacing; next; next = replacing) {
      replacing = undefined;
      await next;
    }
    return result;
  };
  dataflow.run = (...given) => {
    if (dataflow._running && !dataflow._pulse) {
      replacing = Promise.all([replacing, evaluateOne(given)]);
    } else {
      void meter.follow(() => runAsync.apply(view, given));
    }
    return view;
  };
}

/**
 * Has a view follow the pointer to where it is, and not to where it was while the view was evaluated.
 *
 * @param place Where the view is drawn.
 */
export function followLatestPointer(place: HTMLElement, meter: WorkMeter): void {
  const latest = new Map<string, PointerEvent>();
  const repeat = async (event: PointerEvent): Promise<void> => {
    const { target } = event;
    await meter.idle();
    const next = latest.get(event.type);
    latest.delete(event.type);
    if (next) {
      target?.dispatchEvent(new PointerEvent(next.type, next));
    }
  };
  for (const type of ['pointermove', 'mousemove'] as const) {
    place.addEventListener(
      type,
      event => {
        if (meter.isIdle) {
          return;
        }
        event.stopImmediatePropagation();
        if (!latest.has(type)) {
          void repeat(event as PointerEvent);
        }
        latest.set(type, event as PointerEvent);
      },
      { capture: true },
    );
  }
}
