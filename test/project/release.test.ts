import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { parse } from 'yaml';
import { targets } from '../../scripts/platforms.mjs';

const step = v.looseObject({
  uses: v.optional(v.string()),
  run: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.string())),
});
const workflow = v.parse(
  v.looseObject({
    on: v.strictObject({ push: v.strictObject({ tags: v.array(v.string()) }) }),
    permissions: v.strictObject({ contents: v.literal('read') }),
    jobs: v.record(
      v.string(),
      v.looseObject({
        needs: v.optional(v.union([v.string(), v.array(v.string())]), []),
        environment: v.optional(v.string()),
        permissions: v.optional(v.record(v.string(), v.string()), {}),
        strategy: v.optional(v.looseObject({ matrix: v.unknown() })),
        steps: v.array(step),
      }),
    ),
  }),
  parse(readFileSync('.github/workflows/release.yml', 'utf8')),
);
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([job, { steps: all }]) => all.map(each => ({ job, ...each })));

/** The jobs that have to succeed before a job starts. */
function before(job: string): string[] {
  const needed = [workflow.jobs[job]?.needs ?? []].flat();
  return [...new Set(needed.flatMap(each => [...before(each), each]))];
}

test('a release is tested, packaged, attested and tried before it is published', () => {
  assert.deepEqual(workflow.on.push.tags, ['v*']);
  assert.deepEqual(before('publish').sort(), ['bill-of-materials', 'package', 'test', 'try']);
  const runs = (job: string): string =>
    (workflow.jobs[job]?.steps ?? [])
      .map(({ uses, run }) => `${uses ?? ''}${run ?? ''}`)
      .join('\n');
  assert.match(runs('test'), /bash \.ci\/run/);
  assert.match(runs('package'), /npm run package -- --all --repository /);
  assert.match(runs('package'), /actions\/attest-build-provenance@/);
  assert.match(runs('bill-of-materials'), /actions\/attest-sbom@/);
  assert.match(runs('try'), /cli\.js run .*tour\.signals/);
  assert.match(runs('publish'), /sha256sum --check SHA256SUMS/);
});

test('both galleries get the files of the same run', () => {
  const publishing = steps.filter(({ run = '' }) => / publish /.test(run));
  assert.deepEqual(
    publishing.map(({ run }) => run),
    ['vsce', 'ovsx'].map(tool => `npx --no ${tool} publish --skip-duplicate --packagePath *.vsix`),
  );
  const packaging = steps.filter(({ run = '' }) => run.includes('npm run package'));
  assert.deepEqual(
    packaging.map(({ job }) => job),
    ['package'],
  );
});

test('only the steps that publish see a secret, and only the jobs that attest may sign', () => {
  const secret = steps.filter(each => JSON.stringify(each).includes('secrets.'));
  assert.deepEqual(
    secret.map(({ job, env }) => [job, env]),
    [
      ['publish', { VSCE_PAT: '${{ secrets.VSCE_PAT }}' }],
      ['publish', { OVSX_PAT: '${{ secrets.OVSX_PAT }}' }],
    ],
  );
  assert.equal(workflow.jobs['publish']?.environment, 'release');
  for (const [job, { permissions }] of jobs) {
    const written = Object.keys(permissions).filter(each => permissions[each] === 'write');
    const attests = steps.some(
      each => each.job === job && each.uses?.startsWith('actions/attest-'),
    );
    assert.deepEqual(written.sort(), attests ? ['attestations', 'id-token'] : [], job);
  }
});

test('every action is named by its commit', () => {
  const uses = steps.flatMap(each => each.uses ?? []);
  assert.ok(uses.length > 8);
  uses.forEach(each => assert.match(each, /^actions\/[\w-]+@[0-9a-f]{40}$/));
});

test('the bill of materials covers every platform, and what is tried every one with a machine', () => {
  const targetsOf = (job: string): unknown => workflow.jobs[job]?.strategy?.matrix;
  assert.deepEqual(targetsOf('bill-of-materials'), { target: targets });
  const tried = v
    .parse(
      v.object({ include: v.array(v.object({ target: v.string(), runner: v.string() })) }),
      targetsOf('try'),
    )
    .include.map(({ target }) => target);
  assert.deepEqual(
    tried,
    targets.filter(target => !target.startsWith('alpine')),
  );
});

test('the scripts and files that the workflow names are there', () => {
  const { scripts } = v.parse(
    v.looseObject({ scripts: v.record(v.string(), v.string()) }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  );
  const text = steps.map(({ run }) => run ?? '').join('\n');
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  assert.deepEqual([...new Set(named)], ['package']);
  named.forEach(name => assert.ok(name in scripts, name));
  assert.ok(existsSync('.ci/run'));
  assert.ok(existsSync('notebooks/tour.signals'));
});
