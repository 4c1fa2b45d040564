import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { hostTarget } from '../../scripts/platforms.mjs';
import { shippedFiles, stagePackage, zipPackage } from '../../scripts/vsix.mjs';

const page = readFileSync('docs/command-line.md', 'utf8');

interface Step {
  readonly name: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

let folder: string;
/** The folders that the install step puts before the PATH. */
let installed: string;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-schedule-'));
  const screen = inFolder('screen');
  mkdirSync(screen);
  copyFileSync('notebooks/morningScreen.signals', path.join(screen, 'morningScreen.signals'));
  writeFileSync(path.join(screen, 'morning.sh'), block('sh'), { mode: 0o755 });
  mkdirSync(inFolder('commands'));
  const mail = '#!/bin/sh\necho "$@" > mail.txt; cat >> mail.txt\n';
  writeFileSync(inFolder('commands/mail'), mail, { mode: 0o755 });
  installed = await install();
});
after(() => rmSync(folder, { recursive: true }));

function inFolder(name: string): string {
  return path.join(folder, name);
}

/** The one fenced block of the page in that language. */
function block(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))];
  assert.equal(blocks.length, 1, language);
  return blocks[0]?.[1] ?? '';
}

/** The steps of the workflow that run a command. */
function steps(): Step[] {
  const workflow = parse(block('yaml')) as {
    jobs: { screen: { steps: Partial<Step>[] } };
  };
  return workflow.jobs.screen.steps.flatMap(({ name = '', run, env = {} }) =>
    run === undefined ? [] : { name, run, env },
  );
}

function step(name: string): Step {
  const found = steps().find(each => each.name === name);
  assert.ok(found, name);
  return found;
}

/** Runs a line as GitHub's runners do. */
function run(
  line: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly all: string } {
  const own = path.dirname(process.execPath);
  const folders = [installed, inFolder('commands'), own, process.env['PATH'] ?? ''];
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', line], {
    ...{ cwd, encoding: 'utf8' },
    env: { ...process.env, PATH: folders.filter(Boolean).join(path.delimiter), ...env },
  });
  return { status, all: stdout + stderr };
}

/** Runs the install step, with this platform's package in place of the one that is published. */
async function install(): Promise<string> {
  installed = '';
  const paths = inFolder('path.txt');
  const { status, all } = run(step('Install signals').run, folder, {
    RUNNER_TEMP: folder,
    GITHUB_PATH: paths,
    VSIX: pathToFileURL(process.env['SIGNALS_VSIX'] ?? (await builtPackage())).href,
  });
  assert.equal(status, 0, all);
  return readFileSync(paths, 'utf8').trim();
}

async function builtPackage(): Promise<string> {
  const staged = inFolder('staged');
  const file = inFolder('built.vsix');
  const files = await shippedFiles();
  stagePackage(staged, { files, target: hostTarget(), binding: 'dist/duckdb' });
  await zipPackage(staged, hostTarget(), file, { version: '0.0.0' });
  return file;
}

test('the workflow installs the package of this version that the release publishes', () => {
  const { publisher, name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    string
  >;
  assert.equal(
    step('Install signals').env?.['VSIX'],
    `https://open-vsx.org/api/${publisher}/${name}/linux-x64/${version}/file/${publisher}.${name}-${version}@linux-x64.vsix`,
  );
  assert.match(readFileSync('.github/workflows/release.yml', 'utf8'), /ovsx publish .*\*\.vsix/);
  assert.ok(page.includes(`extensions/${publisher}.${name}-${version}-linux-x64/dist/cli.js`));
});

test('the recipes run the morning screen as they are written', () => {
  const screen = inFolder('screen');
  const { status, all } = run(path.join(screen, 'morning.sh'), tmpdir());
  assert.equal(status, 0, all);
  assert.equal(existsSync(path.join(screen, 'mail.txt')), false);
  const report = readFileSync(path.join(screen, 'report.txt'), 'utf8');
  assert.match(report, /cells: \d+ succeeded\n$/);
  assert.deepEqual(
    steps().map(({ name }) => name),
    ['Install signals', 'Check', 'Run'],
  );
  for (const name of ['Check', 'Run']) {
    const ended = run(step(name).run, screen);
    assert.equal(ended.status, 0, `${name}: ${ended.all}`);
  }
  assert.match(
    readFileSync(path.join(screen, 'report.xml'), 'utf8'),
    /failures="0" errors="0" skipped="0"/,
  );
  assert.match(
    readFileSync(path.join(screen, 'report.html'), 'utf8'),
    /^<!doctype html>[\s\S]*<\/html>\n?$/i,
  );
});

test('a test that fails sends a mail, and fails the workflow', () => {
  const screen = inFolder('screen');
  const failing =
    '\n```{sql}\n--| test: nobody is bullish\nFROM bullish_stocks(amount := 2)\n```\n';
  appendFileSync(path.join(screen, 'morningScreen.signals'), failing);
  assert.equal(run(path.join(screen, 'morning.sh'), tmpdir()).status, 1);
  const mail = readFileSync(path.join(screen, 'mail.txt'), 'utf8');
  assert.match(mail, /^-s Morning screen: exit code 1 you@example\.com\n/);
  assert.match(mail, /✗ nobody is bullish: 2 rows fail\n/);
  assert.equal(run(step('Check').run, screen).status, 0);
  assert.equal(run(step('Run').run, screen).status, 1);
  assert.match(
    readFileSync(path.join(screen, 'report.xml'), 'utf8'),
    /name="nobody is bullish"[^>]*><failure type="test"/,
  );
});
