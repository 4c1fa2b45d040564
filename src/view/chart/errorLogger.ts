/** A Vega logger that reports errors: Vega logs failures while it draws, and continues with half a chart. */

import type { LoggerInterface } from 'vega';
import { specificationErrorText } from '../../core/visualise/specificationError';

/** @param onError Called with each error. Warnings and the rest are dropped. */
export function errorLogger(onError: (message: string) => void): LoggerInterface {
  let level = 0;
  function levelOf(): number;
  function levelOf(value: number): LoggerInterface;
  function levelOf(value?: number): number | LoggerInterface {
    if (value === undefined) {
      return level;
    }
    level = value;
    return logger;
  }
  const silent = (): LoggerInterface => logger;
  const logger: LoggerInterface = {
    level: levelOf,
    error: (...parts: unknown[]) => {
      onError(parts.map(specificationErrorText).join(' '));
      return logger;
    },
    warn: silent,
    info: silent,
    debug: silent,
  };
  return logger;
}
