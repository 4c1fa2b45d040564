import assert from 'node:assert/strict';
import { svgTexts } from '../core/visualise/render';

/** Fourteen hours ahead of UTC, and three and a half behind with daylight saving time; minutes on 2026-03-20. */
const zones = { 'Pacific/Kiritimati': -14 * 60, 'America/St_Johns': 150 };

/** Runs `look` in one time zone after another. */
export async function inEachZone(look: (zone: string) => Promise<void>): Promise<void> {
  const before = process.env['TZ'];
  try {
    for (const [zone, offset] of Object.entries(zones)) {
      process.env['TZ'] = zone;
      assert.equal(new Date(2026, 2, 20).getTimezoneOffset(), offset, zone);
      await look(zone);
    }
  } finally {
    if (before === undefined) {
      delete process.env['TZ'];
    } else {
      process.env['TZ'] = before;
    }
  }
}

/** What a drawing says: its texts, and what a screen reader says of each mark, and so what a tooltip would. */
export function saidBy(svg: string): { texts: string[]; marks: string[] } {
  const marks = [...svg.matchAll(/aria-label="([^"]*)"/g)].map(match => match[1] ?? '');
  return { texts: svgTexts(svg), marks };
}
