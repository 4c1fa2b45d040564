/** The platforms that packages are made for, by VS Code's names. */

/** DuckDB's name of each platform's binding, and the library that the binding loads. */
const bindings = {
  'linux-x64': { name: 'linux-x64', library: 'libduckdb.so' },
  'linux-arm64': { name: 'linux-arm64', library: 'libduckdb.so' },
  'alpine-x64': { name: 'linux-x64-musl', library: 'libduckdb.so' },
  'alpine-arm64': { name: 'linux-arm64-musl', library: 'libduckdb.so' },
  'darwin-x64': { name: 'darwin-x64', library: 'libduckdb.dylib' },
  'darwin-arm64': { name: 'darwin-arm64', library: 'libduckdb.dylib' },
  'win32-x64': { name: 'win32-x64', library: 'duckdb.dll' },
  'win32-arm64': { name: 'win32-arm64', library: 'duckdb.dll' },
};

export const targets = Object.keys(bindings);

/** @returns {string} The platform that this runs on. */
export function hostTarget() {
  const musl =
    process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return `${musl ? 'alpine' : process.platform}-${process.arch}`;
}

/** @returns {string} The npm package with the binding of a platform. */
export function bindingPackage(target) {
  return `@duckdb/node-bindings-${bindings[target].name}`;
}

/** @returns {string[]} The files of that package that a VSIX holds. */
export function bindingFiles(target) {
  return ['duckdb.node', bindings[target].library];
}

const elfMachines = { 0x3e: 'x64', 0xb7: 'arm64' };
const machMachines = { 0x01000007: 'x64', 0x0100000c: 'arm64' };
const peMachines = { 0x8664: 'x64', 0xaa64: 'arm64' };

/**
 * Reads from a library's own header what it runs on: the files of two platforms have the same names.
 *
 * @param {Buffer} bytes
 * @returns {string[]} Targets; both of macOS for a universal library, none for a file of another kind.
 */
export function targetsOfBinary(bytes) {
  const found = (system, arch) => (arch === undefined ? [] : [`${system}-${arch}`]);
  if (bytes.length < 64) {
    return [];
  }
  switch (bytes.readUInt32BE(0)) {
    case 0x7f454c46:
      return found(
        bytes.includes('libc.musl-') ? 'alpine' : 'linux',
        elfMachines[bytes.readUInt16LE(18)],
      );
    case 0xcffaedfe:
      return found('darwin', machMachines[bytes.readUInt32LE(4)]);
    case 0xcafebabe: {
      const slices = Array.from({ length: Math.min(bytes.readUInt32BE(4), 2) }, (_, at) =>
        bytes.readUInt32BE(8 + 20 * at),
      );
      return slices.flatMap(machine => found('darwin', machMachines[machine]));
    }
    default:
  }
  const header = bytes.readUInt32LE(60);
  return bytes.readUInt16BE(0) === 0x4d5a && header + 6 <= bytes.length
    ? found('win32', peMachines[bytes.readUInt16LE(header + 4)])
    : [];
}
