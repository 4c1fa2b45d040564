/** Formats how long to wait, and until when. */

/** @returns `30 s`, `10 min`, `3 h` or `4 days`: never less than `ms`. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) {
    return `${seconds} s`;
  }
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) {
    return `${minutes} min`;
  }
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`;
}

/** @returns `10:15:30 UTC`, with the date where it is another than that of `nowMs`. */
export function timeText(ms: number, nowMs: number): string {
  // Up to the next whole second, so that it is not too early.
  const text = new Date(Math.ceil(ms / 1000) * 1000).toISOString();
  const day = text.slice(0, 10);
  const time = `${text.slice(11, 19)} UTC`;
  return day === new Date(nowMs).toISOString().slice(0, 10) ? time : `${day} ${time}`;
}
