/** A Vega logger that says nothing: what a person should know of a chart is said beside it. */

import type { LoggerInterface } from 'vega';

export function quietLogger(): LoggerInterface {
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
    error: silent,
    warn: silent,
    info: silent,
    debug: silent,
  };
  return logger;
}
