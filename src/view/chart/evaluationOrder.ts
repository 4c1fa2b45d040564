/**
 * Runs one evaluation of a dataflow at a time.
 *
 * Vega does not expect events while its dataflow is evaluated. Here the page can handle events meanwhile: their changes
 * are evaluated afterwards.
 */

import type { View } from 'vega';
import type { WorkMeter } from './workMeter';

type Evaluate = (...given: unknown[]) => unknown;

/** Members of Vega's own class that it does not declare. */
interface Dataflow {
  _pulse: unknown;
  _running: unknown;
  evaluate: Evaluate;
  run: Evaluate;
  runAsync: Evaluate;
}

/** @param meter Is notified of each evaluation. */
export function orderEvaluations(view: View, meter: WorkMeter): void {
  const dataflow = view as unknown as Dataflow;
  const { evaluate, runAsync } = dataflow;
  /** The evaluation that replaces a layout before it is painted. */
  let replacing: Promise<unknown> | undefined;
  const evaluateOne = async (given: readonly unknown[]): Promise<unknown> => {
    meter.begin();
    try {
      return await evaluate.apply(view, [...given]);
    } finally {
      meter.end();
    }
  };
  const replaced = async (): Promise<void> => {
    for (let next = replacing; next; next = replacing) {
      replacing = undefined;
      await next;
    }
  };
  dataflow.evaluate = async (...given) => {
    // One that began when the evaluation before had just ended was awaited by none.
    while (replacing) {
      await replaced();
    }
    const result = await evaluateOne(given);
    await replaced();
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
 * Makes a view use the pointer's current position, not that during the evaluation.
 *
 * @param place The element of the view.
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
