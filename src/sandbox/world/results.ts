/**
 * When companies report their results: once a quarter, on a session in the weeks after the quarter has ended.
 *
 * Every company does, however rarely it is in the news otherwise.
 */

import type { DayRange } from './world';
import type { Country } from './countries';
import { uniformAt } from './random';
import type { Stream } from './random';
import { isSession } from './sessions';

/** A quarter of the mean year: its ends are those of the calendar, give or take two days. */
const quarterDays = 365.25 / 4;
/** A company has a habit of this many days after the end of the quarter, and departs from it by a few days. */
const earliestDays = 16;
const habitDays = 30;
const departureDays = 2;
/** From a quarter's end to the latest report of it, a long holiday included. */
const latestDays = earliestDays + habitDays + departureDays + 10;

/** Draws of a quarter: the day, and what its event is made from. */
const drawsPerQuarter = 4;

export interface Report {
  readonly day: number;
  /** Uniform in (0, 1): what kind of report it is. */
  readonly outcome: number;
  /** Counter in the company's stream from which the bits of its events follow. */
  readonly counter: number;
}

/** @returns The reports of a company in `range`, oldest first. @param stream The company's own, for this purpose. */
export function reportsIn(range: DayRange, country: Country, stream: Stream): Report[] {
  const habit = earliestDays + Math.floor(uniformAt(stream, 0) * habitDays);
  const reports: Report[] = [];
  const last = Math.floor(range.to / quarterDays);
  for (
    let quarter = Math.floor((range.from - latestDays) / quarterDays);
    quarter <= last;
    quarter++
  ) {
    const counter = (quarter + 1) * drawsPerQuarter;
    const departure = Math.round((2 * uniformAt(stream, counter) - 1) * departureDays);
    let day = Math.floor(quarter * quarterDays) + habit + departure;
    while (!isSession(country, day)) {
      day++;
    }
    if (day >= range.from && day < range.to) {
      reports.push({ day, outcome: uniformAt(stream, counter + 1), counter: counter + 2 });
    }
  }
  return reports;
}
