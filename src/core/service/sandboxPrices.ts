/** The table of the sandbox's closing prices. The service has none: on a connection to it the table is an error. */

import type { Column } from './columns';

export const sandboxPricesName = 'sandbox_prices';

export const sandboxPricesDoc =
  'Closing prices of every company of the sandbox on its sessions of the last two years. Only the sandbox has it: elsewhere write the name of a CSV or Parquet file in its place.';

export const sandboxPriceColumns: readonly Column[] = [
  { name: 'entity', type: 'VARCHAR', doc: 'Entity.' },
  { name: 'date', type: 'DATE', doc: 'Session.' },
  { name: 'close', type: 'DOUBLE', doc: 'Closing price in the currency of the listing, made up.' },
];
