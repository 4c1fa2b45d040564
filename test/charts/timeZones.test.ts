import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { goldenCases } from '../core/visualise/goldenCases';
import { renderSvg, svgTexts } from '../core/visualise/render';
import { compileSample, sampleDatasets } from '../core/visualise/sampleData';

/** Set in the processes that this file starts of itself, each in a time zone of its own. */
const DRAWING = 'SIGNALS_TEST_DRAWING';

/** Fourteen hours ahead of UTC, and three and a half behind with daylight saving time. */
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns'];

interface Drawing {
  /** Minutes of the zone, so that a child that ignored TZ is noticed. */
  readonly offset: number;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

if (process.env[DRAWING] === '1') {
  process.stdout.write(JSON.stringify(await drawAll()));
} else {
  test('every golden chart shows the same text in three time zones', async () => {
    const drawings = await Promise.all(zones.map(drawIn));
    const [first] = drawings;
    assert.ok(first);
    assert.equal(new Set(drawings.map(({ offset }) => offset)).size, zones.length);
    assert.ok(Object.values(first.texts).flat().includes('20 Mar 26'));
    for (const { texts } of drawings) {
      for (const [name, text] of Object.entries(texts)) {
        assert.deepEqual(text, first.texts[name], name);
      }
    }
  });
}

async function drawIn(zone: string): Promise<Drawing> {
  const inherited = Object.entries(process.env).filter(([key]) => key !== 'NODE_TEST_CONTEXT');
  const file = process.argv[1];
  assert.ok(file);
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...Object.fromEntries(inherited), TZ: zone, [DRAWING]: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout) as Drawing;
}

async function drawAll(): Promise<Drawing> {
  const texts: Record<string, readonly string[]> = {};
  for (const [name, clause] of Object.entries(goldenCases)) {
    const chart = await compileSample(clause);
    const svg = await renderSvg(chart.spec, await sampleDatasets(chart));
    texts[name] = [...svgTexts(svg), ...ariaLabels(svg)];
  }
  return { offset: new Date(2026, 2, 20).getTimezoneOffset(), texts };
}

/** What a screen reader says of each mark, and so what a tooltip would. */
function ariaLabels(svg: string): string[] {
  return [...svg.matchAll(/aria-label="([^"]*)"/g)].map(match => match[1] ?? '');
}
