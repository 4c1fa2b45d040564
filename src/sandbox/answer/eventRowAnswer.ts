/** Operation 9: the global event detection dataset, one row per report of an event. */

import { eventKinds } from '../world/eventMix';
import { eventsOf } from '../world/events';
import type { MarketEvent } from '../world/events';
import { factualityOf, mentionDays, mentionsOf, temporalityOf } from '../world/eventTraits';
import type { Mention } from '../world/eventTraits';
import { overlap } from '../world/world';
import type { Company } from '../world/universe';
import { clockText } from './eventCountAnswers';
import { dayText } from './fields';
import { joined, quoted } from './json';
import type { Question } from './question';

/** @returns The texts of an `EventsModel`: companies in the order of the list, each by publication time. */
export function* eventRowAnswer(question: Question): Iterable<string> {
  const companies = question.asked.flatMap(({ company }) => (company ? [company] : []));
  yield '{"entries":[';
  yield* rows(question, companies);
  yield `],"copyright":${copyright}}`;
}

function* rows(question: Question, companies: readonly Company[]): Generator<string> {
  let isFirst = true;
  for (const company of companies) {
    const reports = reportsOf(question, company);
    if (reports.length > 0 && !isFirst) {
      yield ',';
    }
    isFirst &&= reports.length === 0;
    const fixed = companyFields(company, question.world.config.vendorField);
    yield* joined(reports, report => rowText(report, fixed));
  }
}

interface Report {
  readonly event: MarketEvent;
  readonly mention: Mention;
  readonly day: number;
}

function reportsOf(question: Question, company: Company): Report[] {
  const { world, query } = question;
  const range = overlap(question.range, world.history);
  const wanted = new Set(query.get('event_ids') ?? []);
  const several = world.switches.mentions === 'several';
  return eventsOf(world, company.index, { from: range.from - mentionDays, to: range.to })
    .filter(({ kind }) => wanted.size === 0 || wanted.has(eventKinds[kind]?.id ?? ''))
    .flatMap(event =>
      mentionsOf(event.key, several).map(mention => ({
        event,
        mention,
        day: event.day + mention.delayDays,
      })),
    )
    .filter(({ day }) => day >= range.from && day < range.to)
    .sort((a, b) => a.day - b.day || a.mention.secondOfDay - b.mention.secondOfDay);
}

/** The fields that are the same in all rows of a company, before and after those that differ. */
function companyFields(company: Company, vendorField: string): readonly [string, string] {
  const [industry, superSector, sector, subSector] = company.industry.classification;
  return [
    `"ISIN":${quoted(company.isin)},${quoted(vendorField)}:${quoted(`company:${company.vendorId}`)},"company":${quoted(company.name)}`,
    `"country":${quoted(company.country.name)},"city":${quoted(company.city)},"industry":${quoted(industry)},"supersector":${quoted(superSector)},"sector":${quoted(sector)},"subsector":${quoted(subSector)}`,
  ];
}

function rowText(
  { event, mention, day }: Report,
  [before, after]: readonly [string, string],
): string {
  const published = `${dayText(day)}T${clockText(mention.secondOfDay)}`;
  const name = eventKinds[event.kind]?.name ?? '';
  return `{"news_publish_time":"${published}",${before},"event_name":${quoted(name)},"role":${quoted(mention.role)},"factuality":"${factualityOf(event.key).toLowerCase()}","temporality":"${temporalityOf(event.key).toLowerCase()}",${after}}`;
}

const copyright = JSON.stringify({
  contact_email: 'rights@sandbox.invalid',
  copyright_info: [
    'These rows are synthetic: the built-in sandbox made them up. They are treated here as a service treats its own data.',
    'The data is proprietary and may be used only as authorised. It must not be modified, sold, redistributed, turned into derivative works, reverse engineered or used unlawfully.',
    'The data is supplied as it is, without warranty of any kind, of accuracy, completeness or fitness for a purpose in particular.',
    'Sandbox Data Rights\n1 Example Street, Nowhere\nrights@sandbox.invalid',
  ].join('\n\n'),
});
