/** The Python that tests run what is written for it with: one with the package requests. */
import { spawnSync } from 'node:child_process';

const candidates = [process.env.SIGNALS_PYTHON ?? 'python3', '/usr/bin/python3'];

/** @returns {string | undefined} `SIGNALS_PYTHON` or the first Python that is installed, where it has requests. */
export function findPython() {
  return candidates.find(
    each => spawnSync(each, ['-c', 'import requests'], { stdio: 'ignore' }).status === 0,
  );
}
