/** The parts of a day's date that the market's rules need, by arithmetic: they are asked for very often. */

/**
 * @param day Whole days since 1970-01-01.
 * @returns Month and day of the month as one number: 1231 for 31 December.
 */
export function monthDayOf(day: number): number {
  // Years begin in March here, so that the leap day is the last of its year (after H. Hinnant's calendar notes).
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return (marchMonth < 10 ? marchMonth + 3 : marchMonth - 9) * 100 + date;
}
