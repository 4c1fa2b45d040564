import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { compileChart } from '../../../src/core/visualise/compile';
import { dateFormats } from '../../../src/core/visualise/dateFormats';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { withAxisTicks } from '../../../src/view/chart/axisTicks';
import { scaleSources } from '../../../src/view/chart/scaleValues';
import { weekTicks } from '../../../src/view/chart/weekTicks';
import fc from '../../support/properties';
import { ownLabels } from './ownLabels';

interface Asked {
  readonly values: readonly number[];
  readonly scale?: object;
  readonly axis?: object;
  readonly facet?: boolean;
  readonly height?: number;
  readonly type?: 'quantitative' | 'temporal';
}

/** @returns What stands at the ticks of the drawn y axis. */
async function ticksOf({
  values,
  scale = {},
  axis = {},
  facet = false,
  height = 260,
  type = 'quantitative',
}: Asked): Promise<number[]> {
  const { spec } = compile({
    data: { values: values.map(y => ({ y, panel: 'a' })) },
    mark: 'point',
    height,
    encoding: {
      y: { field: 'y', type, scale: { type: 'log', ...scale }, axis },
      ...(facet ? { row: { field: 'panel' } } : {}),
    },
    ...(facet ? { resolve: { scale: { y: 'independent' } } } : {}),
  });
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const labels = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
  const texts = [...labels.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => Number(text));
  return texts.sort((a, b) => a - b);
}

const plain = { labelExpr: 'datum.value + ""', labelOverlap: false };
const check = async (asked: Asked, expected: readonly number[]): Promise<void> => {
  assert.deepEqual(await ticksOf({ ...asked, axis: { ...plain, ...asked.axis } }), expected);
};

test('an axis of some powers of ten has its ticks there', async () => {
  await check({ values: [1_000, 800_000_000] }, [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]);
  await check({ values: [0.0002, 5], scale: { nice: false } }, [0.001, 0.01, 0.1, 1]);
  await check({ values: [1, 45_800], scale: { nice: false } }, [1, 10, 100, 1e3, 1e4]);
  await check({ values: [1_000, 8_000_000], scale: { reverse: true } }, [1e3, 1e4, 1e5, 1e6, 1e7]);
  await check({ values: [1_000, 8_000_000], facet: true }, [1e3, 1e4, 1e5, 1e6, 1e7]);
});

test('an axis within two powers of ten has five to eight ticks between', async () => {
  await check({ values: [20, 80] }, [10, 20, 30, 40, 50, 70, 100]);
  await check({ values: [0.02, 0.8] }, [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]);
  const scale = { nice: false };
  await check({ values: [20, 130], scale }, [20, 30, 40, 50, 70, 100]);
  await check({ values: [41, 43], scale }, [41, 41.5, 42, 42.5, 43]);
  await check({ values: [5, 5], scale }, [5]);
  await check({ values: [40, 70], scale }, [40, 45, 50, 55, 60, 65, 70]);
  await check({ values: [8, 15], scale }, [8, 9, 10, 11, 12, 13, 14, 15]);
  await check({ values: [10, 30], scale }, [10, 15, 20, 25, 30]);
  await check({ values: [7, 22_000], scale }, [10, 30, 100, 300, 1e3, 3e3, 1e4]);
  await check({ values: [1e6, 5e9], scale }, [1e6, 3e6, 1e7, 3e7, 1e8, 3e8, 1e9, 3e9]);
  await check({ values: [3, 8], scale: { ...scale, reverse: true } }, [3, 4, 5, 6, 7, 8]);
  await check({ values: [900, 60_000], scale }, [1e3, 2e3, 5e3, 1e4, 2e4, 5e4]);
});

test('powers of two and ticks that the specification states stay as they are', async () => {
  await check({ values: [0.25, 8], scale: { base: 2 } }, [0.25, 0.5, 1, 2, 4, 8]);
  await check({ values: [1_000, 800_000_000], axis: { values: [2e3, 5e5] } }, [2e3, 5e5]);
  await check({ values: [1_000, 800_000_000], axis: { tickCount: 3 } }, [1e4, 1e6, 1e8]);
});

test('an axis has five to eight ticks, and fewer where it is short', async () => {
  const linear = { type: 'linear' };
  for (const values of [
    [-1, 1],
    [0, 0.89],
    [0, 9000],
    [-0.4, 0.1],
    [3, 1250],
    [-0.8, 1],
    [0, 18],
    [0, 16],
    [0, 138e6],
    [0, 99],
    [0, 3.6],
  ]) {
    const { length } = await ticksOf({ values, scale: linear, axis: plain });
    assert.ok(length >= 5 && length <= 8, `${length} ticks for ${values.join(' to ')}`);
  }
  const short = await ticksOf({ values: [0, 100], scale: linear, axis: plain, height: 60 });
  assert.deepEqual(short, [0, 50, 100]);
  const stated = { ...plain, tickCount: 20 };
  const { length } = await ticksOf({ values: [0, 100], scale: linear, axis: stated });
  assert.equal(length, 21);
});

test('an axis whose scale is rounded has five to eight ticks, whatever its values are', async () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(part, part, fc.boolean(), async (size, place, fromZero) => {
      const span = 10 ** (size * 9 - 3);
      const low = fromZero ? 0 : (place - 0.7) * span * 4;
      const values = [low, low + span];
      const { length } = await ticksOf({ values, scale: { type: 'linear' }, axis: plain });
      assert.ok(length >= 5 && length <= 8, `${length} ticks for ${values.join(' to ')}`);
    }),
    { numRuns: 50 },
  );
});

test('an axis that ends between two ticks has five to eight where a step of 1, 2 or 5 allows it, and four to ten elsewhere', async () => {
  const scale = { type: 'linear', nice: false, zero: false };
  const ends: readonly (readonly [number, number, number])[] = [
    ...([
      [-5, 10, 8],
      [-3, 3, 7],
      [0, 15.5, 8],
      [0, 17.4, 4],
      [0.5, 3.6, 7],
    ] as const),
    ...([
      [-259, -166, 4],
      [0, 22, 5],
      [100, 100.9, 5],
      [1, 19.9, 9],
      [5.1, 24.9, 10],
    ] as const),
  ];
  for (const [low, high, count] of ends) {
    const ticks = await ticksOf({ values: [low, high], scale, axis: plain });
    assert.equal(ticks.length, count, `${low} to ${high}: ${ticks.join()}`);
    const reversed = { values: [low, high], scale: { ...scale, reverse: true }, axis: plain };
    assert.deepEqual(await ticksOf(reversed), ticks);
  }
});

test('an axis of values below a chart has five to eight ticks', async () => {
  for (const most of [0.89, 3.6, 18, 99, 1_250, 138e6]) {
    for (const width of [600, 900, 1200]) {
      const values = [{ v: 0 }, { v: most / 3 }, { v: most }];
      const labels = await ownLabels(
        values,
        { x: { field: 'v', type: 'quantitative' } },
        'point',
        width,
      );
      assert.ok(labels.length >= 5 && labels.length <= 8, `${most} on ${width}: ${labels.join()}`);
    }
  }
});

test('days have no ticks between them', async () => {
  const day = 86_400_000;
  const scale = { type: 'utc', nice: false };
  const axis = { ...plain, tickMinStep: day, labelExpr: 'toNumber(datum.value) + ""' };
  const at = (values: readonly number[]) =>
    ticksOf({ values: values.map(each => each * day), scale, axis, type: 'temporal' });
  for (const days of [2, 3, 5]) {
    const values = Array.from({ length: days }, (_, each) => 20_000 + each);
    assert.deepEqual(
      await at(values),
      values.map(each => each * day),
    );
  }
  assert.ok((await at([20_000, 20_060])).length < 10);
});

const usualTime = { scale: { type: 'utc' }, axis: { format: dateFormats } };

test('a specification of two days has no hours between them', async () => {
  const rows = ['2026-01-08', '2026-01-09'].map(day => ({ day }));
  const x = { field: 'day', type: 'temporal', ...usualTime };
  assert.deepEqual(await ownLabels(rows, { x }), ['8 Jan', '9 Jan']);
  assert.deepEqual(await ownLabels(rows, { x: { ...x, timeUnit: 'utcyearmonthdate' } }), [
    ...['8 Jan', '9 Jan'],
  ]);
  const times = rows.map(({ day }) => ({ day: `${day}T09:30:00Z` }));
  assert.ok((await ownLabels(times, { x })).some(label => label.includes(':')));
});

test('whole numbers and counts of a specification have no halves between them', async () => {
  const y = { field: 'n', type: 'quantitative' };
  const of = (...values: readonly number[]): object[] => values.map(n => ({ n, k: 'a' }));
  assert.deepEqual(await ownLabels(of(0, 1, 2), { y }), ['0', '1', '2']);
  assert.ok((await ownLabels(of(0, 0.5, 2), { y })).includes('0.5'));
  const x = { field: 'k', axis: null };
  const stacked = (aggregate: string): Promise<string[]> =>
    ownLabels(of(1, 1), { x, y: { ...y, aggregate }, color: { field: 'n', legend: null } }, 'bar');
  assert.deepEqual(await stacked('count'), ['0', '1', '2']);
  assert.deepEqual(await stacked('sum'), ['0', '1', '2']);
  assert.ok(
    (await ownLabels(of(1, 2), { x, y: { ...y, aggregate: 'mean' } }, 'bar')).includes('0.5'),
  );
});

/** @returns How many labels are seen below a chart of that width, px, over so many days from a day of 2026. */
async function datesBelow(width: number, days: number, first: number): Promise<number> {
  const start = Date.UTC(2026, 0, first);
  const { spec } = compile({
    data: { values: [0, days].map(each => ({ x: start + each * 86_400_000 })) },
    mark: 'point',
    width,
    encoding: {
      x: {
        field: 'x',
        type: 'temporal',
        scale: { type: 'utc', nice: false },
        axis: { format: '%b %d', labelOverlap: 'parity', labelSeparation: 8 },
      },
    },
  });
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const labels = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
  const texts = [...labels.matchAll(/<text([^<>]+)>/g)].map(([, attributes = '']) => attributes);
  return texts.filter(attributes => !attributes.includes('opacity="0"')).length;
}

test('a narrow axis of dates has at least two of them, however long it is', async () => {
  for (const width of [160, 220, 320]) {
    for (const days of [
      8, 13, 16, 30, 31, 45, 60, 65, 89, 130, 182, 200, 364, 400, 700, 800, 1200, 3000, 5000,
    ]) {
      for (const first of [1, 9, 20]) {
        const count = await datesBelow(width, days, first);
        assert.ok(count >= 2 && count <= 6, `${count} dates for ${days} days on ${width} px`);
      }
    }
  }
});

/** @returns The labels below a chart from `start`, so many hours long. */
async function dateLabels(
  start: number,
  hours: number,
  width: number,
  axis: object = {},
): Promise<string[]> {
  const { spec } = compile({
    data: { values: [0, hours].map(each => ({ x: start + each * 3_600_000 })) },
    mark: 'point',
    width,
    encoding: {
      x: {
        field: 'x',
        type: 'temporal',
        scale: { type: 'utc', nice: false },
        axis: { format: dateFormats, ...axis },
      },
    },
  });
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const labels = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
  return [...labels.matchAll(/>([^<>]+)<\/(?:text|tspan)>/g)].map(([, text = '']) => text);
}

test('the first of a month is labelled as the ticks beside it are, that of January with the year', async () => {
  const [january, december] = [Date.UTC(2026, 0, 1), Date.UTC(2025, 11, 29)];
  const day = 24;
  for (const width of [300, 500, 900]) {
    assert.ok((await dateLabels(january, 300 * day, width)).includes('Jan 2026'), `${width}`);
    assert.ok((await dateLabels(december, 8 * day, width)).includes('1 Jan 2026'), `${width}`);
    assert.ok((await dateLabels(january, 12, width)).includes('1 Jan 2026'), `${width}`);
    const february = await dateLabels(Date.UTC(2026, 0, 29), 6 * day, width);
    assert.ok(february.includes('1 Feb') && !february.includes('Feb 2026'), february.join());
    const years = await dateLabels(january, 365 * 8 * day, width);
    assert.ok(years.includes('2026') && years.every(label => /^\d{4}$/.test(label)), years.join());
  }
});

test('no label of a range of days or months stands twice below a chart', async () => {
  for (const days of [1, 2, 3, 5, 9, 14, 31, 60, 90, 182, 364, 800]) {
    for (const first of [0, 1, 15, 28]) {
      const start = Date.UTC(2025, 10, 1 + first);
      const labels = await dateLabels(start, days * 24, 900, {
        tickMinStep: 86_400_000,
        labelOverlap: 'parity',
      });
      assert.equal(new Set(labels).size, labels.length, `${days} days: ${labels.join()}`);
    }
  }
});

interface Part {
  readonly role?: string;
  readonly items?: readonly Part[];
  readonly datum?: { readonly value: number };
}

/** @returns The values at the ticks in a part of the scenegraph. */
function tickValues({ role, items = [] }: Part): number[] {
  return role === 'axis-tick'
    ? items.map(item => Number(item.datum?.value))
    : items.flatMap(tickValues);
}

/** @returns The dates at the ticks below weekly bars from `start`, and their labels. */
async function weekLabels(
  start: number,
  weeks: number,
  width: number,
  skipped: readonly number[] = [],
): Promise<{ readonly days: readonly string[]; readonly labels: readonly string[] }> {
  const dates = Array.from({ length: weeks }, (_, at) => at)
    .filter(at => !skipped.includes(at))
    .map(at => new Date(start + at * 7 * 86_400_000).toISOString().slice(0, 10));
  const half = 3 * 86_400_000;
  const { spec } = compile({
    data: { values: dates.map(week => ({ week, other: '2026-01-01' })) },
    transform: [
      { calculate: 'toNumber(toDate(datum["week"]))', as: 'bar place' },
      { calculate: `datum["bar place"] - ${half}`, as: 'bar start' },
      { calculate: `datum["bar place"] + ${half}`, as: 'bar end' },
    ],
    mark: 'bar',
    width,
    encoding: {
      x: {
        field: 'bar start',
        type: 'temporal',
        bin: 'binned',
        scale: { type: 'utc' },
        axis: { format: dateFormats, tickMinStep: 86_400_000, labelOverlap: 'parity' },
      },
      x2: { field: 'bar end' },
    },
  });
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  const svg = await view.toSVG();
  const shown = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
  const labels = [...shown.matchAll(/<text([^<>]+)>([^<>]+)<\/text>/g)]
    .filter(([, attributes = '']) => !attributes.includes('opacity="0"'))
    .map(([, , text = '']) => text);
  const days = tickValues(Reflect.get(view.scenegraph(), 'root') as Part).map(each =>
    new Date(each).toISOString(),
  );
  view.finalize();
  return { days, labels };
}

/** @returns The dates at the ticks below points at these dates. */
async function pointTicks(dates: readonly string[], scale: object = {}): Promise<string[]> {
  const { spec } = compile({
    data: { values: dates.map(day => ({ day })) },
    mark: 'point',
    width: 600,
    encoding: {
      x: {
        field: 'day',
        type: 'temporal',
        scale: { type: 'utc', nice: false, ...scale },
        axis: { format: dateFormats, tickMinStep: 86_400_000 },
      },
    },
  });
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  await view.runAsync();
  const ticks = tickValues(Reflect.get(view.scenegraph(), 'root') as Part);
  view.finalize();
  return ticks.map(tick => new Date(tick).toISOString().slice(0, 10));
}

test('a view that is shorter than a week has ticks too', async () => {
  const mondays = Array.from({ length: 20 }, (_, at) =>
    new Date(Date.UTC(2026, 0, 5 + 7 * at)).toISOString().slice(0, 10),
  );
  const [domainMin, domainMax] = ['2026-01-20', '2026-01-25'].map(day => ({
    signal: String(Date.parse(day)),
  }));
  const ticks = await pointTicks(mondays, { domainMin, domainMax });
  assert.ok(ticks.length >= 2, ticks.join());
  assert.ok((await pointTicks(mondays)).every(tick => mondays.includes(tick)));
});

test('dates of one weekday that are not weekly have the ticks of other dates', async () => {
  const firstFridays = Array.from({ length: 12 }, (_, month) => {
    const first = new Date(Date.UTC(2026, month, 1)).getUTCDay();
    return new Date(Date.UTC(2026, month, 1 + ((12 - first) % 7))).toISOString().slice(0, 10);
  });
  assert.ok(firstFridays.every(day => new Date(day).getUTCDay() === 5));
  const ticks = await pointTicks(firstFridays);
  assert.ok(ticks.length >= 2 && ticks.every(tick => tick.endsWith('-01')), ticks.join());
});

test('the dates of a scale are read once for all its axes, and the rows once for all scales', () => {
  let read = 0;
  const row = (week: number): object => ({
    get day() {
      read++;
      return new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10);
    },
  });
  const scale = { name: 'x', type: 'utc', domain: { data: 'rows', field: 'day' } } as const;
  const sources = scaleSources({ data: [{ name: 'rows', values: [0, 1, 2, 3].map(row) }] });
  const ticks = weekTicks(scale, sources);
  assert.equal(ticks?.[0]?.ticks.length, 4);
  assert.deepEqual(weekTicks(scale, sources), ticks);
  assert.equal(read, 4);
  assert.equal(sources.rows(), sources.rows());
  const days = ['2026-01-05', '2026-01-06', 'no day'].map(day => ({ day }));
  const daily = scaleSources({ data: [{ name: 'rows', values: days }] });
  assert.equal(weekTicks({ ...scale }, daily), undefined);
});

test('weekly dates have ticks at five to eight of them, each with a label of its own', async () => {
  const monday = Date.UTC(2025, 10, 3);
  for (const weeks of [5, 8, 9, 12, 16, 17, 26, 33, 40, 52, 60, 80, 104, 160]) {
    for (const later of [0, 7, 14, 21]) {
      const start = monday + later * 86_400_000;
      const { days, labels } = await weekLabels(start, weeks, 700, [2]);
      const all = `${weeks} weeks: ${days.join()} ${labels.join()}`;
      // One of the weeks has no row, and so no tick.
      assert.ok(labels.length >= 4 && labels.length <= 8, all);
      assert.ok(!days.includes(new Date(start + 2 * 7 * 86_400_000).toISOString()), all);
      assert.equal(days.length, labels.length, all);
      assert.equal(new Set(labels).size, labels.length, all);
      for (const day of days) {
        assert.equal(new Date(day).getUTCDay(), 1, all);
        assert.ok(day.endsWith('T00:00:00.000Z'), all);
        assert.ok(Date.parse(day) < start + weeks * 7 * 86_400_000, all);
      }
    }
  }
});

test('ticks of weeks name the year where one begins, and the month alone where they are months apart', async () => {
  const monday = Date.UTC(2025, 11, 1);
  assert.deepEqual((await weekLabels(monday, 6, 700)).labels, [
    ...['1 Dec', '8 Dec', '15 Dec', '22 Dec', '29 Dec', '5 Jan 2026'],
  ]);
  assert.deepEqual((await weekLabels(monday, 58, 700)).labels, [
    ...['Jan 2026', 'Mar 2026', 'May 2026', 'Jul 2026', 'Sep 2026', 'Nov 2026', 'Jan 2027'],
  ]);
  const friday = await weekLabels(Date.UTC(2026, 0, 2), 7, 700);
  assert.deepEqual(friday.labels.slice(0, 2), ['2 Jan 2026', '9 Jan']);
});

test('times of day name their day below the first, and a later day where it begins', async () => {
  const evening = Date.UTC(2026, 5, 5, 18, 30);
  const labels = await dateLabels(evening, 12, 600);
  assert.deepEqual(labels.slice(0, 3), ['21:00', '5 Jun', '6 Jun']);
  assert.equal(labels.filter(label => label.includes('Jun')).join(), '5 Jun,6 Jun');
  const midnight = await dateLabels(Date.UTC(2026, 5, 5), 12, 600);
  assert.equal(midnight.filter(label => label.includes('Jun')).join(), '5 Jun');
});

test('ticks of months and quarters are months with their years', async () => {
  const rows = ['2026-01-05', '2026-02-09', '2026-04-20'].map(day => ({ day }));
  const labels = (timeUnit: string): Promise<string[]> =>
    ownLabels(rows, { x: { field: 'day', type: 'temporal', timeUnit, ...usualTime } }, 'bar');
  const months = await labels('utcyearmonth');
  assert.deepEqual(months.slice(0, 4), ['Jan 2026', 'Feb 2026', 'Mar 2026', 'Apr 2026']);
  const quarters = await labels('utcyearquarter');
  assert.deepEqual(quarters.slice(0, 2), ['Jan 2026', 'Apr 2026']);
});

test('ticks at an interval that the specification states have one form each', async () => {
  const start = Date.UTC(2025, 10, 1);
  const at = (interval: string, step = 1) =>
    dateLabels(start, 24 * 120, 900, { tickCount: { interval, step } });
  const months = await at('month');
  assert.deepEqual(months, ['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026', 'Mar 2026']);
  const days = await at('day', 10);
  assert.ok(days.includes('1 Jan 2026') && days.includes('1 Dec'), days.join());
  const years = await dateLabels(start, 24 * 900, 900, { tickCount: { interval: 'year' } });
  assert.deepEqual(years, ['2026', '2027', '2028']);
});

test('bars beside each other on weekly dates have ticks at their dates', async () => {
  const mondays = Array.from({ length: 9 }, (_, at) =>
    new Date(Date.UTC(2026, 8, 28 + 7 * at)).toISOString().slice(0, 10),
  );
  const columns = [
    { name: 'week', type: 'DATE' },
    { name: 'n', type: 'DOUBLE' },
    { name: 'g', type: 'VARCHAR' },
  ];
  const clause = `VISUALISE week AS x, n AS y, g AS fill DRAW bar SETTING position => 'dodge'`;
  const chart = compileChart(parseVisualise(clause), columns);
  const values = mondays.flatMap((week, at) => ['a', 'b'].map(g => ({ week, g, n: at + 1 })));
  const { spec } = compile({
    ...chart.spec,
    ...{ width: 600, datasets: { result: values } },
  } as unknown as TopLevelSpec);
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  await view.runAsync();
  const days = tickValues(Reflect.get(view.scenegraph(), 'root') as Part)
    .filter(tick => tick > 1_000)
    .map(tick => new Date(tick).toISOString().slice(0, 10));
  view.finalize();
  assert.ok(days.length > 3 && days.every(day => mondays.includes(day)), days.join());
});
