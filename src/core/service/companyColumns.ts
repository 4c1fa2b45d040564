/** The columns by which a result names companies: those of the service, and what authors call them. */

/** Keys of companies as the service names them, the most exact first; the table `entities` has all of them. */
export const companyKeys = ['entity', 'vendor_id', 'ticker', 'isin'] as const;

export type CompanyKey = (typeof companyKeys)[number];

/** Columns with the names of companies, best first. */
export const companyNames = ['name', 'company', 'company_name', 'entity_name'];
