import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault, FaultRule } from '../../../src/sandbox/sandbox';
import {
  ask,
  at,
  demo,
  itemsAt,
  names,
  read,
  requestTo,
  sandboxWith,
  targets,
  texts,
} from '../asking';
import type { Answer } from '../asking';

const score = `${targets.score('demo0005')}?date_from=2026-10-01&date_to=2026-10-30`;

/** The answer to `target` with a fault for that request. */
function withFault(fault: Fault, target = score, body?: unknown): Answer {
  return ask(demo, target, { body, faults: [fault] });
}

function statuses(rules: readonly FaultRule[], count: number, target = score): number[] {
  const sandbox = sandboxWith({ faults: rules });
  return Array.from({ length: count }, () => ask(sandbox, target).status);
}

test('a fault without conditions meets every request', () => {
  assert.deepEqual(statuses([{ fault: { kind: 'status', status: 500 } }], 3), [500, 500, 500]);
});

test('a fault meets the requests of its operation, entity and turn alone', () => {
  const fault: Fault = { kind: 'status', status: 403 };
  assert.deepEqual(statuses([{ match: { operation: 'bull_bear_score_ts' }, fault }], 1), [403]);
  assert.deepEqual(statuses([{ match: { operation: 'company_events' }, fault }], 1), [200]);
  assert.deepEqual(statuses([{ match: { entity: 'company:demo0005' }, fault }], 1), [403]);
  assert.deepEqual(statuses([{ match: { entity: 'company:demo0006' }, fault }], 1), [200]);
  assert.deepEqual(statuses([{ match: { nth: 2 }, fault }], 3), [200, 403, 200]);
  const listed = sandboxWith({ faults: [{ match: { entity: 'company:demo0006' }, fault }] });
  assert.equal(ask(listed, targets.scores, { body: ['company:demo0006'] }).status, 403);
});

test('a fault with a probability meets the share of requests that its seed says', () => {
  const rules = (seed: number): FaultRule[] => [
    { match: { probability: 0.3, seed }, fault: { kind: 'status', status: 500 } },
  ];
  const failed = statuses(rules(1), 400).filter(status => status === 500).length;
  assert.ok(failed > 90 && failed < 150, String(failed));
  assert.deepEqual(statuses(rules(1), 50), statuses(rules(1), 50));
  assert.notDeepEqual(statuses(rules(1), 50), statuses(rules(2), 50));
});

test('faults of the status answer as such services do', () => {
  for (const status of [401, 403, 404, 413, 414, 500] as const) {
    const answer = withFault({ kind: 'status', status });
    assert.equal(answer.status, status);
    assert.equal(typeof at(answer.json, 'detail'), 'string');
  }
  const expired = withFault({ kind: '401-expired' });
  assert.equal(expired.status, 401);
  assert.match(expired.headers['www-authenticate'] ?? '', /invalid_token.*expired/);
  assert.equal(withFault({ kind: '502-html' }).status, 502);
  assert.match(withFault({ kind: '502-html' }).headers['content-type'] ?? '', /^text\/html/);
  const portal = withFault({ kind: 'captivePortal' });
  assert.equal(portal.status, 200);
  assert.match(portal.text, /^<!DOCTYPE html>/);
  assert.deepEqual(
    [withFault({ kind: 'emptyBody200' }).status, withFault({ kind: 'emptyBody200' }).text],
    [200, ''],
  );
  const refused = withFault({ kind: '422', shape: 'fastapi1' });
  assert.deepEqual(names(at(refused.json, 'detail', 0)), ['loc', 'msg', 'type']);
});

test('429 and 503 say when to come back in seconds, as a date, or not', () => {
  for (const kind of ['429', '503'] as const) {
    const after = (form: 'seconds' | 'date' | 'absent'): string | undefined => {
      const answer = withFault({ kind, retryAfter: { seconds: 7, form } });
      assert.equal(answer.status, Number(kind));
      return answer.headers['retry-after'];
    };
    assert.equal(after('seconds'), '7');
    assert.equal(after('date'), 'Fri, 20 Nov 2026 00:00:07 GMT');
    assert.equal(after('absent'), undefined);
  }
});

test('a rate limit lets as many requests through as its bucket holds, and more as time passes', () => {
  const sandbox = sandboxWith({
    faults: [{ fault: { kind: 'rateLimit', capacity: 2, perSecond: 0.5 } }],
  });
  const status = (nowMs: number): number => ask(sandbox, score, { nowMs }).status;
  assert.deepEqual([status(0), status(0), status(0), status(1000)], [200, 200, 429, 429]);
  assert.equal(ask(sandbox, score, { nowMs: 1000 }).headers['retry-after'], '1');
  assert.deepEqual([status(2000), status(2000), status(60_000)], [200, 429, 200]);
});

test('a redirect within the origin leads to the answer, one elsewhere to another host', () => {
  for (const status of [301, 302, 307, 308] as const) {
    const faults: FaultRule[] = [{ fault: { kind: 'redirect', status, to: 'same' } }];
    const sandbox = sandboxWith({ faults });
    const answer = ask(sandbox, score);
    assert.equal(answer.status, status);
    const [path = '', query = ''] = (answer.headers['location'] ?? '').split('?');
    const followed = read(sandbox.handle({ ...requestTo(score), path, query }));
    assert.equal(followed.status, 200);
    assert.equal(followed.text, ask(demo, score).text);
  }
  const away = withFault({ kind: 'redirect', status: 302, to: 'https://elsewhere.invalid/' });
  assert.equal(away.headers['location'], 'https://elsewhere.invalid/');
});

test('faults of the content leave an answer that is wrong in one way', () => {
  const points = (fault: Fault): unknown[] => itemsAt(withFault(fault).json, 'score_ts');
  const good = itemsAt(ask(demo, score).json, 'score_ts');
  assert.match(withFault({ kind: 'nan' }).text, /"score":NaN/);
  assert.match(withFault({ kind: 'hugeNumber' }).text, /"score":123456789012345678901234567890\D/);
  assert.deepEqual(points({ kind: 'wrongTypes' })[0], {
    date: `${String(at(good, 0, 'date'))}T00:00:00Z`,
    score: String(at(good, 0, 'score')),
  });
  assert.deepEqual(points({ kind: 'wrongTypes' })[1], good[1]);
  assert.deepEqual(names(points({ kind: 'missingFields', every: 2 })[2]), ['date']);
  assert.equal(at(points({ kind: 'nullFields' }), 0, 'score'), null);
  const extra = withFault({ kind: 'extraFields' }).json;
  assert.ok(at(extra, 'sandbox_extra') && at(extra, 'score_ts', 0, 'sandbox_extra'));
  assert.deepEqual(points({ kind: 'duplicateRows' }), [good[0], ...good]);
  const shuffled = points({ kind: 'shuffle' });
  assert.notDeepEqual(shuffled, good);
  assert.deepEqual(texts(shuffled, 'date').toSorted(), texts(good, 'date'));
  assert.equal(at(points({ kind: 'excludedDayIncluded' }).at(-1), 'date'), '2026-10-30');
});

test('counts of the wrong type are no integers', () => {
  const target = `${targets.counts('demo0001')}?default_time_back=1y`;
  const answer = withFault({ kind: 'wrongTypes' }, target);
  assert.equal(Number(at(answer.json, 'events_ts', 0, 'count')) % 1, 0.5);
});

test('a partial list has the first elements, a skewed clock other times', () => {
  const body = ['company:demo0001', 'company:demo0002', 'company:demo0004'];
  const partial = withFault({ kind: 'partialList', count: 2 }, targets.countLists, body);
  assert.equal(itemsAt(partial.json, 'events_ts_itemized').length, 2);
  const skewed = withFault({ kind: 'clockSkew', seconds: 86_400 }, targets.countLists, body);
  const updated = String(at(skewed.json, 'events_ts_itemized', 0, 'last_updated'));
  assert.match(updated, /^2026-11-21T/);
  assert.equal(skewed.headers['date'], 'Sat, 21 Nov 2026 00:00:00 GMT');
});

test('faults of the way an answer travels are told to whoever delivers it', () => {
  const delivery = (fault: Fault) => demo.handle({ ...requestTo(score), faults: [fault] }).delivery;
  const slow = delivery({ kind: 'latency', ms: 100, jitterMs: 50 }).latencyMs ?? 0;
  assert.ok(slow >= 100 && slow < 150);
  assert.deepEqual(delivery({ kind: 'slowBody', bytesPerSecond: 9 }), { bytesPerSecond: 9 });
  assert.deepEqual(delivery({ kind: 'stall', afterBytes: 5 }), { stallAfterBytes: 5 });
  assert.deepEqual(delivery({ kind: 'resetConnection' }), { reset: true });
  assert.deepEqual(delivery({ kind: 'encoding', encoding: 'br' }), { encoding: 'br' });
  assert.deepEqual(delivery({ kind: 'utf8-bom' }), { text: 'utf8-bom' });
  assert.deepEqual(delivery({ kind: 'latin1-mislabelled' }), { text: 'latin1' });
  assert.equal(withFault({ kind: 'wrongContentType' }).headers['content-type'], 'text/plain');
});

test('every response says that it is synthetic, failures too', () => {
  assert.equal(ask(demo, score).headers['x-sandbox'], 'synthetic; seed=42');
  assert.equal(withFault({ kind: '502-html' }).headers['x-sandbox'], 'synthetic; seed=42');
});
