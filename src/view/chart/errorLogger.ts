/** A Vega logger that passes on errors: Vega logs what fails while it draws, and goes on with half a chart. */

import type { LoggerInterface } from 'vega';
import { specificationErrorText } from '../../core/visualise/specificationError';

/** @param onError Told what failed. Warnings and the rest are dropped. */
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
