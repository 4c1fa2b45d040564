import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;
/** Long enough for a busy machine; what takes longer has hung. */
export const watchdogMs = 60_000;

/** @param state What is told where the condition is not met. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  state: () => string | Promise<string> = () => condition.toString(),
): Promise<void> {
  const deadline = Date.now() + watchdogMs;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error(`It stays so: ${await state()}`);
    }
    await delay(pollMs);
  }
}
