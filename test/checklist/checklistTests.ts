/** The tests that the checklist names, each under a word of its own. */

/** A test: the file below `test/` without its ending, and the test's title. */
export type NamedTest = readonly [file: string, title: string];

export const tests = {
  written: ['core/client/address', 'each operation is written as the specification shows it'],
  unsent: ['core/client/address', 'what the caller did not write is not sent'],
  typeSegment: [
    'core/client/address',
    'the type of the entity is a segment of the path for scores and volume',
  ],
  headers: [
    'core/client/address',
    'headers say what is accepted, and what is sent only where there is a body',
  ],
  bases: [
    'core/client/address',
    'bases are joined with exactly one slash and keep their path and port',
  ],
  idSegment: ['core/client/address', 'ids are one segment of the path, whatever they hold'],
  endOrBack: ['core/client/address', 'an end date and a look-back period are never sent together'],
  refused: [
    'core/client/address',
    'what cannot be written, or would mean something else, is refused with its reason',
  ],
  emptyPlan: ['core/client/plan', 'an empty list plans no request'],
  chunks: [
    'core/client/plan',
    'the chunks of a call cover every entity and day of it exactly once',
  ],
  byDays: ['core/client/plan', 'event rows are asked for by 31 days where both ends are written'],
  places: [
    'core/client/limiter',
    'no more than the limit runs, and the others follow in their order',
  ],
  expiry: [
    'core/client/token',
    'the expiry of a JSON Web Token is read, and nothing is asked of other tokens',
  ],
  anyToken: ['core/client/token', 'every accepted token can be put into a header'],
  wire: [
    'contract/clientRequests',
    'what reaches the service is what the specification shows, and nothing more',
  ],
  bothBases: ['contract/clientRequests', 'both bases get the token, each at its own origin'],
  ownIds: [
    'kernel/calls',
    'the event dataset is asked by the own ids that answers told, and rows carry the entity asked for',
  ],
  listRequests: [
    'kernel/calls',
    'a list is asked for in requests of the set size and comes back whole',
  ],
  halves: ['kernel/calls', 'what is too large is asked for in halves'],
  emptyList: ['kernel/calls', 'an empty list asks for nothing and has no rows'],
  fanOut: ['kernel/calls', 'a horizon for a list asks for each entity and says so'],
  writtenAlone: ['kernel/calls', 'a call sends only what is written and its answer is a table'],
  answered: [
    'contract/clientRequests',
    'an answer carries its bytes, in a buffer of their own, and the record of its request',
  ],
  deprecated: ['contract/clientRequests', 'what a service says about its own end is noted once'],
  rejected: [
    'contract/clientFaults',
    'a rejected request tells which parameter or entity is at fault',
  ],
  lasting: ['contract/clientFaults', 'a failure that lasts is tried once, and told as what it is'],
  retryAfter: [
    'contract/clientFaults',
    'Retry-After is honoured as seconds, as a date, and up to a minute',
  ],
  keys: [
    'core/sql/arguments',
    'entities are canonical, a list stays a list, repeats and nulls are dropped',
  ],
  lookBack: ['core/sql/arguments', 'a look-back and an end date exclude each other'],
  exactly: ['core/sql/arguments', 'enumerations are compared exactly and tell what was meant'],
  anyAmount: ['core/sql/arguments', 'amount takes any whole number'],
  addresses: [
    'core/service/operations',
    'the operations have the methods and paths of the specification',
  ],
  operation1: [
    'core/service/operations',
    'operation 1 takes one entity in its path, a range and a time horizon',
  ],
  operation2: [
    'core/service/operations',
    'operation 2 takes a list in its body and a range, but no time horizon',
  ],
  operations3And4: [
    'core/service/operations',
    'operations 3 and 4 take no entity, and filters that default to all',
  ],
  overlayDates: [
    'core/service/operations',
    'the dates of operations 3 and 4 are known, but not listed',
  ],
  operation5: ['core/service/operations', 'operation 5 takes one entity in its path and a range'],
  operation6: ['core/service/operations', 'operation 6 takes a list in its body and a range'],
  operation7: [
    'core/service/operations',
    'operation 7 takes one company in its path, a range and two repeatable filters',
  ],
  operation8: [
    'core/service/operations',
    'operation 8 takes a list in its body and the parameters of operation 7',
  ],
  operation9: [
    'core/service/operations',
    'operation 9 takes a list in its body, a range and repeatable event ids',
  ],
  range: [
    'core/service/operations',
    'a range is two dates, the second excluded, or a look-back period of one week',
  ],
  eventFilters: ['core/service/operations', 'the filters of event counts default to every value'],
  readOnly: ['core/service/operations', 'no operation creates, changes or deletes anything'],
  versions: [
    'core/service/operations',
    'score paths have a version segment; volume, signal and event paths have none',
  ],
  noPages: [
    'core/service/operations',
    'no operation has a parameter for pages, streams or subscriptions',
  ],
  dates: ['core/service/wireTime', 'a date of the wire is a whole number of days since 1970-01-01'],
  clocks: ['core/service/wireTime', 'a date-time without offset is the clock that is written'],
  instants: ['core/service/wireTime', 'an instant needs an offset'],
  score: ['core/service/bullBearScores', 'every field of a score series of one stock is a column'],
  scoreList: [
    'core/service/bullBearScores',
    'the elements of a score list have the fields of a single series',
  ],
  listingLevels: [
    'core/service/bullBearScores',
    'listing fields may be null, absent or given at the top, and the element wins',
  ],
  lastScore: [
    'core/service/bullBearScores',
    'a last score that is not the latest point is noted and the series kept',
  ],
  scoreScale: ['core/service/bullBearScores', 'scores of any scale are kept as they are'],
  outside: [
    'core/service/bullBearScores',
    'a day outside the range that was asked for is kept and noted',
  ],
  matched: [
    'core/service/seriesElements',
    'elements are matched by their entity and come in the order of the request',
  ],
  missing: ['core/service/seriesElements', 'an entity that did not come back is named'],
  nullElement: [
    'core/service/seriesElements',
    'a null element is an entity that did not come back',
  ],
  prefixes: [
    'core/service/entityKey',
    'an entity info of an overlay and one of a time series give the same key',
  ],
  ticker: ['core/service/listing', 'a ticker splits at its last dot'],
  overlay: ['core/service/overlays', 'every field of an overlay item is a column'],
  rank: ['core/service/overlays', 'the rank is the order of the service'],
  overlayScale: [
    'core/service/overlays',
    'scores, squid scores and price changes of any scale are kept as they are',
  ],
  datesIgnored: [
    'core/service/overlays',
    'dates that were sent are checked against those of the answer',
  ],
  vendor: ['core/service/vendorField', 'the vendor id is told by its look, whatever it is called'],
  volume: ['core/service/tradingVolume', 'every field of a volume series of one stock is a column'],
  sparse: ['core/service/tradingVolume', 'only dates with data have a row'],
  volumeList: [
    'core/service/tradingVolume',
    'a volume list has no listing fields of its own, its elements do',
  ],
  count: [
    'core/service/eventCounts',
    'every field of an event count is a column, and the entity is the one asked for',
  ],
  countList: [
    'core/service/eventCounts',
    'the elements of an event list carry their own entity and cache fields',
  ],
  countOrder: ['core/service/eventCounts', 'counts are ordered by date, then by id in text order'],
  subEventType: ['core/service/eventCounts', 'a sub_event of another type is kept and noted'],
  newId: [
    'core/service/eventCounts',
    'an id that the specification does not list is kept and learned',
  ],
  updated: [
    'core/service/eventCounts',
    'the time of the last update is an instant; without an offset it is unknown',
  ],
  eventRow: ['core/service/companyEvents', 'every field of an event row is a column'],
  sentId: ['core/service/companyEvents', 'a row belongs to the company that was sent under its id'],
  inferred: ['core/service/companyEvents', 'an event id is inferred from a name that tells one'],
  isins: [
    'core/service/companyEvents',
    'ISIN in either case is the column isin, and two that differ are noted',
  ],
  published: [
    'core/service/companyEvents',
    'the publication time is the clock that is written, in every time zone',
  ],
  openSets: [
    'core/service/companyEvents',
    'roles, factualities and temporalities are open sets, kept as they are',
  ],
  rights: [
    'core/service/companyEvents',
    'the rights notice comes with its line breaks, and may be missing',
  ],
  undocumented: [
    'core/service/functions',
    'what the specification leaves open is labelled as not documented',
  ],
  horizons: ['core/service/enumerations', 'a time horizon is one of four, and never all'],
  industries: ['core/service/enumerations', 'an industry is one of fifteen, all among them'],
  countries: [
    'core/service/enumerations',
    'a source country is all or one of fifty-one lower-case codes',
  ],
  indices: ['core/service/enumerations', 'a stock index is one of eight, six of them with a space'],
  factualities: [
    'core/service/enumerations',
    'a factuality filter is one of eight upper-case words, UNKNOWN and NONE among them',
  ],
  temporalities: [
    'core/service/enumerations',
    'a temporality filter is one of five upper-case words, UNKNOWN and NONE among them',
  ],
  ids: [
    'core/service/eventTypes',
    'there are 148 event ids in 52 families, with the gaps of the specification',
  ],
  names: ['core/service/eventTypes', 'thirty event ids have a name, each another one'],
  faultList: ['core/service/faults', 'a list of faults with the place of each names the parameter'],
  faultProblem: [
    'core/service/faults',
    'problem details are read, with their parameters where they have some',
  ],
  faultPage: ['core/service/faults', 'of a web page only the title is shown'],
} as const satisfies Readonly<Record<string, NamedTest>>;
