import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';
import { bundles } from '../../scripts/bundles.mjs';
import { filesBelow } from '../support/filesBelow';

/** Folders of `core`, each of which may import those before it. */
const layers = [
  ['base'],
  ['service'],
  ['client'],
  ['lake'],
  ['sql'],
  ['visualise'],
  ['analyses'],
  ['notebook'],
  ['gallery'],
  ['overlays', 'events', 'portfolios'],
  ['language'],
  ['protocol'],
  ['explorer'],
  ['page', 'sidebar', 'agents'],
  ['jupyter'],
];

/** What a zone may import besides itself; `core/…` names one folder of it. */
const zones: Readonly<Record<string, readonly string[]>> = {
  kernel: ['core'],
  io: ['core'],
  sandbox: ['core/base', 'core/service'],
  host: ['core', 'io', 'sandbox'],
  cli: ['core', 'io', 'sandbox'],
  view: ['core/base', 'core/explorer', 'core/page', 'core/protocol', 'core/visualise'],
  drawing: ['core/base', 'core/protocol', 'view'],
};

const files = filesBelow('src', /\.ts$/).filter(file => !file.endsWith('.d.ts'));
interface Import {
  /** A file of ours without its extension, from the project's folder, or the name of a package. */
  readonly target: string;
  /** Whether it exists when the code runs. */
  readonly isValue: boolean;
}

const imports = new Map(files.map(file => [file, importsOf(file)]));

function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const add = (source: unknown, isValue: boolean): void => {
    const { type, value } = source as { type: string; value?: unknown };
    assert.ok(type === 'Literal' && typeof value === 'string', `${file} imports what is computed`);
    const target = value.startsWith('.') ? path.posix.join(path.posix.dirname(file), value) : value;
    found.push({ target, isValue });
  };
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source, importKind !== 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind !== 'type'),
    ExportNamedDeclaration: ({ source, exportKind }) =>
      source && add(source, exportKind !== 'type'),
    ImportExpression: ({ source }) => add(source, true),
    TSImportType: ({ source }) => add(source, false),
  }).visit(program);
  return found;
}

/** `src/core/sql/x.ts` → `core/sql`; `src/host/notebook/x.ts` → `host`. */
function zoneOf(file: string): string {
  const [, zone = '', folder = ''] = file.split('/');
  return zone === 'core' ? `core/${folder}` : zone;
}

function allows(from: string, to: string): boolean {
  if (from === to) {
    return true;
  }
  const rank = (zone: string): number => layers.findIndex(layer => layer.includes(zone.slice(5)));
  if (from.startsWith('core/')) {
    return to.startsWith('core/') && rank(to) >= 0 && rank(to) < rank(from);
  }
  return (zones[from] ?? []).some(allowed => to === allowed || to.startsWith(`${allowed}/`));
}

test('every import goes in a direction that the layers allow', () => {
  const wrong: string[] = [];
  for (const [file, imported] of imports) {
    for (const { target } of imported) {
      if (target.startsWith('src/') && !allows(zoneOf(file), zoneOf(`${target}.ts`))) {
        wrong.push(`${file} → ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(files.length > 50);
});

/** Folders of `kernel`, each of which may import those before it; types may come from any. */
const kernelFolders = ['engine', 'relation', 'fetch', 'chart', 'export', 'session'];

test('a folder of the kernel imports code of those before it only', () => {
  const rank = (file: string): number =>
    kernelFolders.indexOf(/^src\/kernel\/(\w+)\//.exec(file)?.[1] ?? '');
  const wrong: string[] = [];
  for (const [file, imported] of imports) {
    for (const { target, isValue } of imported) {
      const isBackwards = rank(target) < 0 || rank(target) > rank(file);
      if (rank(file) >= 0 && isValue && target.startsWith('src/kernel/') && isBackwards) {
        wrong.push(`${file} → ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(kernelFolders.every(folder => files.some(file => file.includes(`/kernel/${folder}/`))));
});

test('only the host imports vscode, and core imports no module of Node', () => {
  const wrong: string[] = [];
  for (const [file, imported] of imports) {
    const zone = zoneOf(file);
    for (const { target } of imported) {
      const isNode = target.startsWith('node:');
      if ((target === 'vscode' && zone !== 'host') || (isNode && /^(core\/|view)/.test(zone))) {
        wrong.push(`${file} → ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test('no file imports itself by way of others', () => {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const again = trail.indexOf(file);
    assert.ok(again < 0, [...trail.slice(again), file].join(' → '));
    if (done.has(file)) {
      return;
    }
    for (const { target, isValue } of imports.get(file) ?? []) {
      // A type alone makes no cycle.
      if (isValue && imports.has(`${target}.ts`)) {
        visit(`${target}.ts`, [...trail, file]);
      }
    }
    done.add(file);
  };
  files.forEach(file => visit(file, []));
});

test('the pages carry no code of the client', () => {
  const meta = JSON.parse(readFileSync('out/meta/view.json', 'utf8')) as {
    inputs: Record<string, unknown>;
  };
  const inputs = Object.keys(meta.inputs);
  assert.ok(inputs.some(input => input.startsWith('src/view/')));
  assert.deepEqual(
    inputs.filter(input => /^src\/(core\/client|host|io|kernel|sandbox|cli)\//.test(input)),
    [],
  );
});

test('a process has its translations once, whichever of its bundles asks for them', () => {
  const module = 'src/core/base/translations.ts';
  const ofNode = bundles(true).filter(({ platform }) => platform === 'node');
  const holders = ofNode.filter(({ name }) => {
    const meta = JSON.parse(readFileSync(`out/meta/${name}.json`, 'utf8')) as {
      inputs: Record<string, unknown>;
    };
    return module in meta.inputs;
  });
  assert.deepEqual(
    holders.map(({ name }) => name),
    ['translations'],
  );
});

test('a process of ours requires its parts: to import them, Node parses them twice more', () => {
  const ofNode = bundles(true).filter(({ platform, name }) => {
    return platform === 'node' && name !== 'extension';
  });
  assert.ok(ofNode.some(({ name }) => name === 'command'));
  for (const { name, outfile = '' } of ofNode) {
    assert.doesNotMatch(readFileSync(outfile, 'utf8'), /\bimport\("\.\//, name);
  }
});

test('what few commands need is no part of what each of them loads', () => {
  for (const [bundle, rare, zone] of [
    ['command', 'yaml', 'cli'],
    ['kernel', 'apache-arrow', 'kernel'],
  ] as const) {
    const meta = JSON.parse(readFileSync(`out/meta/${bundle}.json`, 'utf8')) as {
      inputs: Record<string, unknown>;
    };
    const inputs = Object.keys(meta.inputs);
    assert.ok(inputs.some(input => input.startsWith(`src/${zone}/`)));
    assert.deepEqual(
      inputs.filter(input => input.startsWith(`node_modules/${rare}/`)),
      [],
    );
  }
});
