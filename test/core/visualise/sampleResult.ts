/** A result to draw: two weeks of four companies, with every type of column that matters to a chart. */

import type { ChartColumn } from '../../../src/core/visualise/chartColumn';

export const sampleColumns: readonly ChartColumn[] = [
  { name: 'date', type: 'DATE' },
  { name: 'published', type: 'TIMESTAMP' },
  { name: 'last_updated', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'name', type: 'VARCHAR' },
  { name: 'sector', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'lo', type: 'DOUBLE' },
  { name: 'hi', type: 'DOUBLE' },
  { name: 'trading_volume', type: 'BIGINT' },
  { name: 'weight', type: 'DECIMAL(18,3)' },
  { name: 'rank', type: 'INTEGER' },
  { name: 'is_new', type: 'BOOLEAN' },
  { name: 'net.change [pct]', type: 'DOUBLE' },
  { name: 'fund\'s "own" name', type: 'VARCHAR' },
  { name: 'label', type: 'VARCHAR' },
  { name: 'side', type: 'VARCHAR' },
  { name: 'grade', type: "ENUM('low', 'mid', 'very, ''very'' high')" },
];

const companies = ['Alder', 'Birch', 'Cedar', 'Dogwood'];

/** Values as results carry them; one score and one date are missing, one score is not a number. */
export const sampleRows: readonly (readonly unknown[])[] = companies.flatMap((name, c) =>
  Array.from({ length: 14 }, (_, day) => {
    const date = `2026-03-${String(day + 20 - (day > 11 ? 12 : 0)).padStart(2, '0')}`;
    const at = day > 11 ? `2026-04-${String(day - 11).padStart(2, '0')}` : date;
    const score = Math.round(Math.sin(day * 1.3 + c * 2) * 400) / 100;
    return [
      day === 5 && c === 1 ? null : at,
      `${at}T23:30:00.250`,
      `${at}T23:30:00+02:00`,
      name,
      c < 2 ? 'timber' : 'fruit',
      day === 3 && c === 0 ? null : day === 4 && c === 0 ? 'NaN' : score,
      score - 1,
      score + 1.5,
      day === 7 ? 0 : (day + 1) * (c + 1) * 1_250_000,
      `${day + 1}.250`,
      c + 1,
      day % 2 === 0,
      score * 10,
      `Fund "${name}"`,
      `${name.slice(0, 2)} ${day}`,
      score < 0 ? 'bearish' : 'bullish',
      day === 2 ? null : (['mid', 'low', "very, 'very' high"][day % 3] ?? null),
    ];
  }),
);
