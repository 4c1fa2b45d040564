/** @returns The environment of our processes: only what a process needs to run, and no secrets. */
export function processEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'];
  const kept = names.flatMap(name => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), ELECTRON_RUN_AS_NODE: '1' };
}
