/** Trading volume: log-normal, persistent, higher on days with results, on sessions only. */

import { eventKinds } from './eventMix';
import { eventsOf } from './events';
import { specialKindOf } from './oddCompanies';
import { draw, noiseAt, purposes, streamOf } from './random';
import { daysWithData, scoreDayTest } from './world';
import { isSession, weekdayOf } from './sessions';
import type { DayRange, World } from './world';

export interface VolumeDay {
  readonly day: number;
  /** Shares, whole. */
  readonly shares: number;
}

const persistence = 0.8;
const taps = 16;
const slowDeviation = 0.35;
const fastDeviation = 0.25;
/** Results raise volume by this factor's logarithm: ×2.2. */
const earningsEffect = 0.8;
/** Added to the logarithm, from Sunday to Saturday. */
const weekdayEffects = [0, -0.06, 0.02, 0.04, 0.02, -0.02, 0];
const medianField = 50;

/** @returns The company's sessions of `range` with their volume, oldest first. */
export function volumesOf(world: World, index: number, range: DayRange): VolumeDay[] {
  const special = specialKindOf(index);
  const days = daysWithData(world, special, { kind: 'volume', range });
  if (days.from >= days.to) {
    return [];
  }
  const country = world.universe.facts.country(index);
  const volumeOn = volumeModel(world, index, days);
  const isPresent = special === 'gappy' ? scoreDayTest(world, index) : () => true;
  const volumes: VolumeDay[] = [];
  for (let day = days.from; day < days.to; day++) {
    if ((special === 'oneday' || isSession(country, day)) && isPresent(day)) {
      volumes.push({ day, shares: volumeOn(day) });
    }
  }
  return volumes;
}

function volumeModel(world: World, index: number, days: DayRange): (day: number) => number {
  const stream = streamOf(world.config.seed, index, purposes.volume);
  const median = medianVolume(world, index);
  const results = new Set(
    eventsOf(world, index, days)
      .filter(({ kind }) => eventKinds[kind]?.isEarnings)
      .map(({ day }) => day),
  );
  return day => {
    let slow = 0;
    for (let back = 0; back < taps; back++) {
      slow += (slowWeights[back] ?? 0) * noiseAt(stream, (day - back) * 2);
    }
    const logarithm =
      slowDeviation * slow +
      fastDeviation * noiseAt(stream, day * 2 + 1) +
      (weekdayEffects[weekdayOf(day)] ?? 0) +
      (results.has(day) ? earningsEffect : 0);
    return Math.max(1, Math.round(median * Math.exp(logarithm)));
  };
}

/**
 * Six to a hundred million shares a day, more for larger companies: the days of every company are then 1 to 999 million
 * shares, so that one unit suits all of them.
 */
function medianVolume(world: World, index: number): number {
  const { facts } = world.universe;
  const place = 0.7 * facts.size(index) + 0.3 * draw(facts.key(index), medianField);
  return 10 ** (6.8 + 1.2 * place);
}

const slowWeights = unitEnergy(Array.from({ length: taps }, (_, back) => persistence ** back));

function unitEnergy(weights: number[]): Float64Array {
  const energy = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
  return Float64Array.from(weights, weight => weight / energy);
}
