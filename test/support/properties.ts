/**
 * fast-check with one seed for every run: a test that fails, fails because of a change.
 *
 * `PROPERTY_SEED=any npm test` takes another seed each time, `PROPERTY_SEED=12345` that one.
 */

import fc from 'fast-check';

/** Without the variable. */
const SEED = 20260105;

const wanted = process.env.PROPERTY_SEED;
if (wanted !== 'any') {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted ?? SEED) });
}

export default fc;
