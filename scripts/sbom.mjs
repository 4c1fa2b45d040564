/** The bill of materials of a package, in CycloneDX: npm's own, of what the bundles hold and the platform's binding. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lockedPackage } from './bindings.mjs';
import { runCommand } from './command.mjs';
import { bundledPackages } from './notices.mjs';
import { bindingPackage } from './platforms.mjs';

/** @returns {Promise<any>} npm's bill of all installed packages. */
export async function installedSbom() {
  const isWindows = process.platform === 'win32';
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  return JSON.parse(await runCommand(isWindows ? 'npm.cmd' : 'npm', args, { shell: isWindows }));
}

/**
 * @param {any} installed What `installedSbom` gives.
 * @param {string} target
 * @returns {any} The bill of the package for that platform.
 */
export function sbomFor(installed, target) {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const shipped = new Set(bundledPackages().map(refOf));
  const binding = bindingComponent(target);
  const components = [
    ...installed.components.filter(component => shipped.has(component['bom-ref'])),
    binding,
  ];
  const refs = new Set(components.map(component => component['bom-ref']));
  if (refs.size <= shipped.size) {
    const missing = [...shipped].filter(ref => !refs.has(ref));
    throw new Error(`npm's bill of materials lacks ${missing.join(', ')}.`);
  }
  const root = `${name}@${version}`;
  const edges = installed.dependencies
    .filter(({ ref }) => ref === root || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => refs.has(each)) }));
  edges.find(({ ref }) => ref === refOf('node_modules/@duckdb/node-bindings')).dependsOn = [
    binding['bom-ref'],
  ];
  const { component } = installed.metadata;
  return {
    ...installed,
    // npm calls the application by the name of its folder.
    metadata: { ...installed.metadata, component: { ...component, name } },
    components,
    dependencies: [...edges, { ref: binding['bom-ref'], dependsOn: [] }],
  };
}

function bindingComponent(target) {
  const name = bindingPackage(target);
  const { version, integrity } = lockedPackage(name);
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
      },
    ],
    licenses: [{ license: { id: 'MIT' } }],
  };
}

function refOf(folder) {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}
