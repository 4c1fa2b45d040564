/** The enumerations of the service, as they are written on the wire (service-spec, "Enumerations"). */

export const timeHorizons = ['1D', '1W', '1M', '3M'] as const;

export const industries = [
  'all',
  'energy',
  'basic_materials',
  'health_care',
  'consumer_discretionary',
  'industrials',
  'consumer_goods',
  'oil_gas',
  'consumer_services',
  'real_estate',
  'consumer_staples',
  'technology',
  'telecommunications',
  'financials',
  'utilities',
] as const;

export const sourceCountries = (
  'all ar at au bd be bm br ca ch cl cn co cy de dk es fi fr gb gg gr hk id ie il im in it je jp kr ky ' +
  'lu mx nl no nz pk pl pt ru sa se sg th tr tw us vg vn za'
).split(' ') as readonly string[];

export const stockIndices = [
  'all',
  'STOXX 600',
  'SP 500',
  'DAX',
  'Russell 3000',
  'Russell 2000',
  'Russell 1000',
  'MSCI World',
] as const;

/** Upper case as a filter; event rows write them in lower case. */
export const factualities = [
  'FACT',
  'UNKNOWN',
  'POSSIBLE',
  'COUNTERPROBABLE',
  'NONE',
  'COUNTERPOSSIBLE',
  'COUNTERFACT',
  'PROBABLE',
] as const;

/** Upper case as a filter; event rows write them in lower case. */
export const temporalities = ['UNKNOWN', 'PRESENT', 'NONE', 'PAST', 'FUTURE'] as const;
