import { CancelledError } from '../core/base/cancellation';
import type { Clock } from '../core/client/ports';

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, cancellation) =>
    new Promise((resolve, reject) => {
      if (cancellation.isCancellationRequested) {
        reject(new CancelledError());
        return;
      }
      const timer = setTimeout(() => {
        listener.dispose();
        resolve();
      }, ms);
      const listener = cancellation.onCancellationRequested(() => {
        clearTimeout(timer);
        reject(new CancelledError());
      });
    }),
};
