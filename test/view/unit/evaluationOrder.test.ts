import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import { parse, View, Warn, type Loader, type Spec } from 'vega';
import { errorLogger } from '../../../src/view/chart/errorLogger';
import { orderEvaluations } from '../../../src/view/chart/evaluationOrder';
import { WorkMeter } from '../../../src/view/chart/workMeter';

/** Its rows come while the dataflow is evaluated. */
const loader = {
  load: async (address: string) => {
    await delay(2);
    return JSON.stringify([{ address }]);
  },
} as unknown as Loader;

const spec: Spec = {
  signals: [{ name: 'version', value: 0 }],
  data: [{ name: 'rows', url: { signal: "'v' + version" }, format: { type: 'json' } }],
};

test('an evaluation that begins as another ends is over before the next', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const errors: string[] = [];
    const logger = errorLogger(message => errors.push(message));
    const view = new View(parse(spec), { renderer: 'none', logLevel: Warn, loader, logger });
    const meter = new WorkMeter();
    orderEvaluations(view, meter);
    await view.runAsync();
    const first = view.signal('version', 1).runAsync();
    await meter.idle();
    for (let turn = 0; turn < turns; turn++) {
      await Promise.resolve();
    }
    view.signal('version', 2).run();
    await first;
    await view.runAsync();
    assert.deepEqual(errors, [], `${turns} turns after the end`);
    await view.signal('version', 3).runAsync();
    const rows = view.data('rows') as readonly { readonly address: string }[];
    assert.deepEqual(
      rows.map(({ address }) => address),
      ['v3'],
      `${turns} turns after the end`,
    );
    view.finalize();
  }
});
