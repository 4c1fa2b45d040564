import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';

const page = readFileSync('docs/command-line.md', 'utf8');

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-schedule-'));
  copyFileSync('notebooks/morningScreen.signals', inFolder('morningScreen.signals'));
  command('signals', `exec '${process.execPath}' '${path.resolve('dist/cli.js')}' "$@"`);
  command('mail', 'echo "$@" > mail.txt; cat >> mail.txt');
  writeFileSync(inFolder('morning.sh'), block('sh'), { mode: 0o755 });
});
after(() => rmSync(folder, { recursive: true }));

function inFolder(name: string): string {
  return path.join(folder, name);
}

function command(name: string, line: string): void {
  writeFileSync(inFolder(name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
}

/** The one fenced block of the page in that language. */
function block(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))];
  assert.equal(blocks.length, 1, language);
  return blocks[0]?.[1] ?? '';
}

function run(line: string, cwd: string): { readonly status: number | null; readonly all: string } {
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` };
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', line], {
    ...{ cwd, env, encoding: 'utf8' },
  });
  return { status, all: stdout + stderr };
}

/** The steps of the workflow that run a command. */
function steps(): string[] {
  const workflow = parse(block('yaml')) as {
    jobs: { screen: { steps: { run?: string }[] } };
  };
  return workflow.jobs.screen.steps.flatMap(step => step.run ?? []);
}

test('the recipes run the morning screen as they are written', () => {
  const { status, all } = run(inFolder('morning.sh'), tmpdir());
  assert.equal(status, 0, all);
  assert.equal(existsSync(inFolder('mail.txt')), false);
  assert.match(readFileSync(inFolder('report.txt'), 'utf8'), /cells: \d+ succeeded\n$/);
  assert.equal(steps().length, 2);
  for (const step of steps()) {
    const ended = run(step, folder);
    assert.equal(ended.status, 0, `${step}: ${ended.all}`);
  }
  assert.match(readFileSync(inFolder('report.xml'), 'utf8'), /failures="0" errors="0" skipped="0"/);
  assert.match(
    readFileSync(inFolder('report.html'), 'utf8'),
    /^<!doctype html>[\s\S]*<\/html>\n?$/i,
  );
});

test('a test that fails sends a mail, and fails the workflow', () => {
  const failing =
    '\n```{sql}\n--| test: nobody is bullish\nFROM bullish_stocks(amount := 2)\n```\n';
  appendFileSync(inFolder('morningScreen.signals'), failing);
  assert.equal(run(inFolder('morning.sh'), tmpdir()).status, 1);
  const mail = readFileSync(inFolder('mail.txt'), 'utf8');
  assert.match(mail, /^-s Morning screen: exit code 1 you@example\.com\n/);
  assert.match(mail, /✗ nobody is bullish: 2 rows fail\n/);
  const [check = '', screen = ''] = steps();
  assert.equal(run(check, folder).status, 0);
  assert.equal(run(screen, folder).status, 1);
  assert.match(
    readFileSync(inFolder('report.xml'), 'utf8'),
    /name="nobody is bullish"[^>]*><failure type="test"/,
  );
});
