/** The parts of a date that the market's rules need, by arithmetic, since they are used very often. */

/**
 * @param day Whole days since 1970-01-01, not before the year 0.
 * @returns Month and day of the month as one number: 1231 for 31 December.
 */
export function monthDayOf(day: number): number {
  // Years begin in March here, so that the leap day is the last of its year (after H. Hinnant's calendar notes).
  const shifted = day + 719_468;
  const dayOfEra = shifted % 146_097;
  const leaps = whole(dayOfEra / 1460) - whole(dayOfEra / 36_524) + whole(dayOfEra / 146_096);
  const yearOfEra = whole((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - 365 * yearOfEra - (yearOfEra >> 2) + whole(yearOfEra / 100);
  const marchMonth = whole((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - whole((153 * marchMonth + 2) / 5) + 1;
  return (marchMonth < 10 ? marchMonth + 3 : marchMonth - 9) * 100 + date;
}

function whole(number: number): number {
  return number | 0;
}
