/** Text that several charts of the gallery share. */

/** A line of text below the title: the one row of a table with the column `note`; the first part of a `vconcat`. */
export function noteLine(table: string): string {
  return `{
      "height": 14,
      "data": {"name": "${table}"},
      "mark": {"type": "text", "align": "left", "baseline": "top"},
      "encoding": {"text": {"field": "note"}, "x": {"value": 0}, "y": {"value": 0}}
    }`;
}

/** SQL: the note of a chart of one company, of its mentions. */
export const companyNote = `SELECT concat_ws(' · ', any_value(company), coalesce(any_value(entity), 'demo0048')) AS note`;

/** A column of dates on x. */
export function days(column: string): string {
  return `{"field": "${column}", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null}`;
}

/** Topics of `event_topics`, in the order of the charts, so that a colour means the same in each. */
export const eventTopicNames: readonly string[] = [
  ...['Results', 'Products', 'Deals', 'People', 'Sales and markets', 'Share price', 'Other'],
  'Legal and risk',
];
