import { findPython } from '../../scripts/python.mjs';

/** @throws {Error} If no Python has requests. */
export function pythonWithRequests(): string {
  const python = findPython();
  if (python === undefined) {
    throw new Error('No Python has the package requests: apt-get install python3-requests');
  }
  return python;
}
