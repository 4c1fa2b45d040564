import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFaults } from '../../../src/core/service/faults';

const entities = ['company:a', 'company:b', 'company:c', 'company:d'];

type Expected = [parameter: string | null, entity: string | null, message: string];

function check(body: unknown, expected: Expected[], contentType = 'application/json'): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const faults = parseFaults(text, contentType, entities);
  assert.deepEqual(
    faults.map(({ parameter, entity, message }) => [parameter, entity, message]),
    expected,
    text,
  );
}

test('a list of faults with the place of each names the parameter', () => {
  const message = "Input should be 'all', 'STOXX 600', 'SP 500'";
  check(
    {
      detail: [
        {
          type: 'literal_error',
          loc: ['query', 'stock_index'],
          msg: message,
          input: 'STOXX600',
          ctx: { expected: 'x' },
        },
      ],
    },
    [['stock_index', null, message]],
  );
});

test('the older form of such a list reads the same', () => {
  const msg = 'value is not a valid integer';
  check({ detail: [{ loc: ['query', 'amount'], msg, type: 'type_error.integer' }] }, [
    ['amount', null, msg],
  ]);
});

test('an index into the body names the entity', () => {
  const at = (...loc: unknown[]): object => ({ detail: [{ loc, msg: 'bad' }] });
  check(at('body', 3), [['entities', 'company:d', 'bad']]);
  check(at('body', 0, 'type'), [['entities', 'company:a', 'bad']]);
  check(at('body'), [['entities', null, 'bad']]);
  check(at('body', 9), [['entities', null, 'bad']]);
  check(at('path', 'entity_id'), [['entities', 'company:a', 'bad']]);
});

test('an index into a repeated parameter names the parameter', () => {
  check({ detail: [{ loc: ['query', 'factuality', 1], msg: 'bad' }] }, [
    ['factuality', null, 'bad'],
  ]);
});

test('a header at fault is no parameter of the user', () => {
  check({ detail: [{ loc: ['header', 'authorization'], msg: 'field required' }] }, [
    [null, null, 'field required'],
  ]);
});

test('every fault of a list is read, in its order', () => {
  const detail = [
    { loc: ['query', 'date_from'], msg: 'one' },
    { loc: ['body', 1], msg: 'two' },
    'three',
  ];
  check({ detail }, [
    ['date_from', null, 'one'],
    ['entities', 'company:b', 'two'],
    [null, null, 'three'],
  ]);
});

test('a detail that is a text is the fault', () => {
  check({ detail: 'date_to is before date_from' }, [[null, null, 'date_to is before date_from']]);
});

test('errors may be texts, objects, or lists by parameter', () => {
  check({ errors: ['one', 'two'] }, [
    [null, null, 'one'],
    [null, null, 'two'],
  ]);
  check({ errors: [{ field: 'amount', message: 'too large' }] }, [['amount', null, 'too large']]);
  check({ message: 'Invalid', errors: { date_to: ['bad', 'worse'] } }, [
    ['date_to', null, 'bad'],
    ['date_to', null, 'worse'],
  ]);
  check({ errors: [{ detail: 'bad', source: { parameter: 'amount' } }] }, [
    ['amount', null, 'bad'],
  ]);
});

test('problem details are read, with their parameters where they have some', () => {
  const problem = { type: 'about:blank', title: 'Unprocessable', status: 422 };
  check({ ...problem, detail: 'no such index' }, [[null, null, 'no such index']]);
  check(problem, [[null, null, 'Unprocessable']], 'application/problem+json');
  check({ ...problem, 'invalid-params': [{ name: 'amount', reason: 'negative' }] }, [
    ['amount', null, 'negative'],
  ]);
  check({ ...problem, errors: [{ detail: 'unknown', pointer: '#/2' }] }, [
    ['entities', 'company:c', 'unknown'],
  ]);
  check({ ...problem, errors: [{ detail: 'unknown', pointer: '/body/2' }] }, [
    ['entities', 'company:c', 'unknown'],
  ]);
});

test('an error under other common names is read', () => {
  check({ error: 'bad token' }, [[null, null, 'bad token']]);
  check({ error: { code: 7, message: 'bad' } }, [[null, null, 'bad']]);
  check({ message: 'bad' }, [[null, null, 'bad']]);
});

test('JSON that has no message is shown as it is', () => {
  check({ code: 7 }, [[null, null, '{"code":7}']]);
  check('{}', []);
  check('null', []);
});

test('plain text is the fault, on one line', () => {
  check('date_to\n is wrong', [[null, null, 'date_to is wrong']], 'text/plain');
  check('date_to is wrong', [[null, null, 'date_to is wrong']], '');
});

test('of a web page only the title is shown', () => {
  const page = '<!DOCTYPE html><html><title> Bad\n gateway </title><body>long</body></html>';
  check(page, [[null, null, 'The service answered with a web page: Bad gateway']], 'text/html');
  check('<html></html>', [[null, null, 'The service answered with a web page']], '');
});

test('an empty body has no faults', () => {
  check('', []);
  check(' \n', []);
});

test('long, many and deep faults are cut', () => {
  const [long] = parseFaults('x'.repeat(100_000), 'text/plain', []);
  assert.equal(long?.message.length, 300);
  const detail = Array.from({ length: 500 }, () => ({ msg: 'bad' }));
  assert.equal(parseFaults(JSON.stringify({ detail }), '', []).length, 50);
  const deep = `${'['.repeat(2000)}"x"${']'.repeat(2000)}`;
  assert.deepEqual(parseFaults(deep, '', []), []);
});

test('what nobody may read is taken out before a message is cut in the middle of it', () => {
  const redact = (text: string): string => text.replaceAll('secret-of-a-token', '[token]');
  for (let before = 260; before < 310; before++) {
    const message = `${'y'.repeat(before)}secret-of-a-token${'z'.repeat(50)}`;
    const body = JSON.stringify({
      detail: [{ loc: ['query', 'secret-of-a-token'], msg: message }],
    });
    const [first] = parseFaults(body, 'application/json', [], redact);
    assert.doesNotMatch(first?.message ?? '', /secret/, String(before));
    assert.equal(first?.parameter, '[token]');
  }
});
