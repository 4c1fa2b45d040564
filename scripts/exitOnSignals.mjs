/** Lets a signal end this process as `process.exit` does, so that what it started is ended on `exit`. */

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
let isSet = false;

export function exitOnSignals() {
  if (!isSet) {
    isSet = true;
    for (const [signal, code] of Object.entries(codes)) {
      process.once(signal, () => process.exit(code));
    }
  }
}
