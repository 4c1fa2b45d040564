import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvField, csvRecords } from '../../../src/core/portfolios/csv';
import {
  newPortfolioFile,
  portfolioNameOf,
  readPortfolioFile,
  withMembers,
  withMembersMoved,
  withoutMembers,
} from '../../../src/core/portfolios/portfolioFile';
import fc from '../../support/properties';

const text = [
  '\uFEFFEntity,weight,name,sector\r\n',
  'company:a,0.5,"Alpha, Inc.",tech\r\n',
  '\r\n',
  'b,,"Beta ""B""",energy\r\n',
  'company:a,1,Again,\r\n',
  ',2,Unknown Ltd,\r\n',
  'company:c,half,,\r\n',
  ',,,\r\n',
  'company:d',
].join('');

const member = (
  entity: string | null,
  weight: number | null = null,
  name: string | null = null,
) => ({
  entity,
  weight,
  name,
});

test('the name of a portfolio is that of its file', () => {
  assert.equal(portfolioNameOf('/x/Core 1.portfolio.csv'), 'Core 1');
  assert.equal(portfolioNameOf('C:\\x\\a.PORTFOLIO.CSV'), 'a');
  assert.equal(portfolioNameOf('/x/.portfolio.csv'), null);
  assert.equal(portfolioNameOf('/x/a.csv'), null);
});

test('a line is a company; weight and name are optional, and bad lines are reported with their number', () => {
  const { members, problems } = readPortfolioFile(text);
  assert.deepEqual(members, [
    member('company:a', 0.5, 'Alpha, Inc.'),
    member('company:b', null, 'Beta "B"'),
    member(null, 2, 'Unknown Ltd'),
    member('company:c'),
    member('company:d'),
  ]);
  assert.deepEqual(problems, [
    'Line 7 has the weight “half”, which is not a number.',
    'Line 8 has no entity.',
    'Line 5 repeats company:a: it counts once.',
  ]);
});

test('a file needs a column entity and no other', () => {
  assert.deepEqual(readPortfolioFile('entity\nx\n').members, [member('company:x')]);
  assert.deepEqual(readPortfolioFile('name,entity\nX,x').members, [member('company:x', null, 'X')]);
  for (const without of ['', 'company:x\n', 'a,b\n1,2\n']) {
    assert.match(readPortfolioFile(without).problems.join(), /Line 1 must name the columns/);
  }
});

test('a quote that is not closed costs its line only', () => {
  const { members, problems } = readPortfolioFile('entity,name\na,"Alpha\nb,Beta\n');
  assert.deepEqual(members, [member('company:b', null, 'Beta')]);
  assert.deepEqual(problems, ['Line 2 has a quote that is not closed.']);
});

test('members are added below the others; the rest of the file stays as it is written', () => {
  const added = withMembers(text, [member('company:b'), member('company:e', 2, 'E, "x"')]);
  assert.equal(added, `${text}\r\ncompany:e,2,"E, ""x""",\r\n`);
  assert.equal(withMembers(text, [member('company:b', 9)]), text);
  assert.equal(
    withMembers('entity\nx\n', [member('company:y', 0.5, 'Y')]),
    'entity,weight,name\nx\ncompany:y,0.5,Y\n',
  );
  assert.equal(withMembers('entity\nx\n', [member('company:y')]), 'entity\nx\ncompany:y\n');
  assert.throws(() => withMembers('a\n', [member('company:y')]), /must name the columns/);
  assert.equal(
    newPortfolioFile([member('company:y', 0.5, 'Y'), member(null, null, 'Unknown')]),
    'entity,weight,name\ncompany:y,0.5,Y\n,,Unknown\n',
  );
});

test('a name that begins like a formula is no formula in a spreadsheet, and reads back as itself', () => {
  const members = [member('company:a', -1, '=SUM(A1)'), member(null, null, '@x, "y"')];
  const file = newPortfolioFile(members);
  assert.equal(file, `entity,weight,name\ncompany:a,-1,'=SUM(A1)\n,,"'@x, ""y"""\n`);
  assert.deepEqual(readPortfolioFile(file).members, members);
});

test('members are removed and moved with their whole lines', () => {
  const file = 'entity,name,note\n# remark,,\na,A,1\n\nb,B,2\n,Unknown,3\nc,"C\nC",4';
  assert.equal(
    withoutMembers(file, ['company:a', '?Unknown']),
    'entity,name,note\n# remark,,\n\nb,B,2\nc,"C\nC",4',
  );
  assert.equal(
    withMembersMoved(file, ['company:c'], 'company:a'),
    'entity,name,note\n# remark,,\nc,"C\nC",4\na,A,1\n\nb,B,2\n,Unknown,3\n',
  );
  assert.equal(withMembersMoved(file, ['company:a'], 'company:a'), `${file}\n`);
});

test('the records of a text are the text, and a field reads back as itself', () => {
  const part = fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', '\r', ' ', 'entity');
  fc.assert(
    fc.property(fc.array(part), parts => {
      const whole = parts.join('');
      assert.equal(
        csvRecords(whole, ',')
          .map(({ raw }) => raw)
          .join(''),
        whole,
      );
      assert.equal(withoutMembers(whole, []), whole);
      assert.deepEqual(
        csvRecords(csvField(whole, ','), ',').map(({ fields }) => fields),
        whole === '' ? [] : [[whole]],
      );
    }),
  );
});

test('semicolons and tabs separate where the header fits, and an edit keeps them', () => {
  const european = 'entity;weight;name\r\ncompany:a;0,25;"A; B"\r\ncompany:b;1,500;B, C\r\n';
  const read = readPortfolioFile(european);
  assert.deepEqual(read.members, [
    member('company:a', 0.25, 'A; B'),
    member('company:b', null, 'B, C'),
  ]);
  assert.deepEqual(read.problems, ['Line 3 has the weight “1,500”, which is not a number.']);
  assert.equal(read.unreadable, undefined);
  assert.equal(
    withMembers(european, [member('company:c', 0.5, 'C; D')]),
    `${european}company:c;0,5;"C; D"\r\n`,
  );
  assert.equal(
    withoutMembers(european, ['company:a']),
    'entity;weight;name\r\ncompany:b;1,500;B, C\r\n',
  );
  const tabs = 'name\tentity\nA, Inc.\tcompany:a\n';
  assert.deepEqual(readPortfolioFile(tabs).members, [member('company:a', null, 'A, Inc.')]);
  assert.equal(
    withMembers(tabs, [member('company:b', 0.5, 'B')]),
    'name\tentity\tweight\nA, Inc.\tcompany:a\nB\tcompany:b\t0.5\n',
  );
});

test('a file without a column for entities is not an empty portfolio: it cannot be read', () => {
  const read = readPortfolioFile('firm|share\na|1\n');
  assert.equal(read.unreadable, 'no “entity” column');
  assert.deepEqual(read.members, []);
  assert.equal(readPortfolioFile('x'.repeat(2 ** 20 + 1)).unreadable, 'larger than 1 MB');
});
