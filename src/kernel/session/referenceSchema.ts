/**
 * What every session starts with: reference tables, `portfolio()`, analyses, and macros that explain calls in the wrong
 * place.
 */

import { t } from '../../core/base/translations';
import { analysisStatements } from '../../core/analyses/analyses';
import { snapshotColumns, snapshotsTableName } from '../../core/overlays/snapshot';
import { portfoliosTable, type Portfolios } from '../../core/portfolios/portfolios';
import { entityColumns } from '../../core/service/entityFact';
import { canonicalKeyOf } from '../../core/service/entityKey';
import { signalFunctions } from '../../core/service/functions';
import { referenceTables } from '../../core/service/referenceTables';
import { sandboxPriceColumns, sandboxPricesName } from '../../core/service/sandboxPrices';
import { changesFunction } from '../../core/sql/changesArguments';
import { quotedName, textLiteral } from '../../core/base/quoted';
import { signalsSchema, type OwnSchema } from '../engine/engine';
import { appendRows, emptyTable } from '../fetch/loadTable';
import type { SerialConnection } from '../engine/serialConnection';

export const referenceSchema: OwnSchema = {
  tables: createTables,
  macros: async connection => {
    const names = [...signalFunctions.map(({ name }) => name), changesFunction];
    const macros = [portfolioMacro, ...names.map(misplacedMacro), analysisStatements()];
    await connection.run(macros.join(';\n'));
  },
};

async function createTables(connection: SerialConnection): Promise<void> {
  const columns = portfoliosTable.columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  const named = (name: string): [string, string] => [signalsSchema, name];
  const statements = [
    `CREATE SCHEMA ${signalsSchema}`,
    `CREATE TABLE ${allPortfolios} (${columns})`,
    emptyTable(named('entities'), entityColumns),
    emptyTable(named(snapshotsTableName), snapshotColumns),
    emptyTable(named(sandboxPricesName), sandboxPriceColumns),
    ...referenceTables.map(({ name, table }) => emptyTable(named(name), table.columns)),
  ];
  await connection.run(statements.join(';\n'));
  for (const { name, table } of referenceTables) {
    await appendRows(connection, named(name), table);
  }
}

const allPortfolios = `${signalsSchema}.${portfoliosTable.name}`;

/** An unknown name is an error that lists the known ones. */
const portfolioMacro = `
  CREATE MACRO ${signalsSchema}.portfolio(portfolio_name) AS (
    CASE WHEN portfolio_name IN (SELECT name FROM ${allPortfolios})
      THEN (SELECT entities FROM ${allPortfolios} WHERE name = portfolio_name)
      ELSE error('No portfolio named ' || coalesce(portfolio_name, 'NULL') || '. Known: '
        || coalesce((SELECT string_agg(name, ', ' ORDER BY name) FROM ${allPortfolios}),
          'none; see the view Portfolios'))
    END)`;

/** Reached only if the kernel could not see the call, as in a text given to query(). */
function misplacedMacro(name: string): string {
  const message = t(
    "{0} can be called in a cell's own statements alone: not through query(), with a schema before its name, or in a macro.",
    name,
  );
  return `CREATE MACRO ${signalsSchema}.${quotedName(name)}(entities := NULL) AS TABLE
    SELECT error(${textLiteral(message)}) AS error`;
}

/** Replaces the rows of the portfolio table that `portfolio()` and `portfolio_weights()` read. */
export async function writePortfolios(
  connection: SerialConnection,
  portfolios: Portfolios,
): Promise<void> {
  await connection.run(`DELETE FROM ${allPortfolios}`);
  for (const [name, holdings] of Object.entries(portfolios)) {
    const list = (values: readonly (string | null)[]): string =>
      `[${values.map(value => (value === null ? 'NULL' : textLiteral(value))).join(', ')}]`;
    const entities = list(holdings.map(({ entity }) => canonicalKeyOf(entity)));
    const weights = holdings.map(({ weight }) => String(weight ?? 'NULL')).join(', ');
    const names = list(holdings.map(each => each.name));
    const values = `${entities}::VARCHAR[], [${weights}]::DOUBLE[], ${names}::VARCHAR[]`;
    await connection.run(`INSERT INTO ${allPortfolios} VALUES ($1, ${values})`, [name]);
  }
}
