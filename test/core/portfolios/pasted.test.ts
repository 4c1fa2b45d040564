import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompanyIndex, pastedLines } from '../../../src/core/portfolios/pasted';
import type { EntityFact } from '../../../src/core/service/entityFact';

const fact = (id: string, name: string, ticker: string, isin: string): EntityFact => ({
  ...{ entity: `company:${id}`, name, ticker, isin, vendor_id: null, country: null },
  ...{ industry: null, exchange_code: null, currency: null },
});

const known = [
  fact('A1', 'Alpha Works AG', 'ALW.DE', 'DE0001112223'),
  fact('B2', 'Berkeley, Inc.', 'BRK.B.US', 'US0000000002'),
  fact('C3', 'Crédit Général S.A.', 'CRG.PA', 'FR0000000003'),
  fact('D4', 'Delta Mining Corp', 'DLT.US', 'US0000000004'),
  fact('D5', 'Delta Foods plc', 'DLT.L', 'GB0000000005'),
];

/** `found('text', 'A1 by key', …)`: a line a text, with its weight where there is one. */
function found(text: string, ...expected: string[]): void {
  const index = new CompanyIndex(known);
  const lines = pastedLines(text).map(line => {
    const { companies, by, weight, unreadWeight, kept } = index.find(line);
    const keys = companies.map(({ entity }) => entity.replace('company:', ''));
    const what =
      keys.length === 0 ? `kept ${kept.entity ?? `“${kept.name}”`}` : `${keys.join('|')} by ${by}`;
    const weightText = unreadWeight === null ? weight : `not ${unreadWeight}`;
    return weightText === null ? what : `${what}, ${weightText}`;
  });
  assert.deepEqual(lines, expected, text);
}

test('a column holds keys, ISINs, tickers or names', () => {
  found(
    'company:A1\r\nb2\nfr0000000003\nalw.de\nBRK.B\nALW DE Equity\nCredit General\n',
    'A1 by key',
    'B2 by key',
    'C3 by ISIN',
    'A1 by ticker',
    'B2 by ticker',
    'A1 by ticker',
    'C3 by name',
  );
});

test('what fits several companies is a choice, and what fits none is kept', () => {
  found(
    'DLT\nDelta\nDLT.L\nXYZ\ncompany:new1\nUnknown, Ltd.',
    'D4|D5 by ticker',
    'D4|D5 by name',
    'D5 by ticker',
    'kept “XYZ”',
    'kept company:new1',
    'kept “Unknown, Ltd.”',
  );
});

test('the weight is the column of numbers', () => {
  found(
    'ALW.DE\t5%\nCRG.PA\t0.125\nXYZ\t-2\n',
    'A1 by ticker, 0.05',
    'C3 by ticker, 0.125',
    'kept “XYZ”, -2',
  );
  found('Alpha Works\tDE0001112223\t0,5\nsomething\tDLT.L\t\n', 'A1 by name, 0.5', 'D5 by ticker');
  found('ALW.DE;5,1%\nCRG.PA;7', 'A1 by ticker, 0.051', 'C3 by ticker, 7');
  found('ALW.DE,0.5\nCRG.PA,0.25', 'A1 by ticker, 0.5', 'C3 by ticker, 0.25');
});

test('a number that could be two is not read, and reported', () => {
  found('ALW.DE\t1,500\nCRG.PA\t20', 'A1 by ticker, not 1,500', 'C3 by ticker, 20');
});

test('a header names the columns, in any order, and is no company', () => {
  found('Name,Sector,Weight,ISIN\n"Berkeley, Inc.",x,0.1,FR0000000003\n', 'C3 by ISIN, 0.1');
  found('Ticker\nALW.DE\n', 'A1 by ticker');
  found('entity,weight,name\ncompany:D4,,Delta\n', 'D4 by key');
});

test('names with commas are one line of one column', () => {
  found('Berkeley, Inc.\nAlpha Works, AG\n', 'B2 by name', 'A1 by name');
});

test('blank lines are none, and too many are refused', () => {
  found('\n \n\t\n');
  assert.throws(() => pastedLines('A\n'.repeat(2001)), /At most 2000 lines/);
  assert.throws(() => pastedLines('A'.repeat(500_001)), /more text/);
});

test('forty tickers are found', () => {
  const facts = Array.from({ length: 5000 }, (_, at) =>
    fact(`K${at}`, `Company number ${at}`, `T${at}.US`, `US${String(at).padStart(10, '0')}`),
  );
  const index = new CompanyIndex(facts);
  const tickers = facts.slice(100, 140).map(({ ticker }) => ticker);
  const lines = pastedLines(tickers.join('\n')).map(line => index.find(line));
  assert.deepEqual(
    lines.map(({ companies }) => companies.map(({ ticker }) => ticker)),
    tickers.map(ticker => [ticker]),
  );
});
