/** Event families in a few topics, always in one order, so that a colour means the same in every chart. */

/** Words of ours: the service groups its event types by the number in their id and gives the groups no name. */
export const eventTopics = [
  'Results',
  'Products',
  'Deals',
  'People',
  'Sales and markets',
  'Share price',
  'Other',
  'Legal and risk',
] as const;

/** SQL: the topic of a row with an `event_id`. */
export const topicOfEvent = `CASE split_part(event_id, '_', 1)
         WHEN 'E1' THEN 'Results' WHEN 'E2' THEN 'Products' WHEN 'E6' THEN 'Deals' WHEN 'E19' THEN 'Deals'
         WHEN 'E8' THEN 'People' WHEN 'E13' THEN 'People' WHEN 'E41' THEN 'Share price'
         WHEN 'E5' THEN 'Sales and markets' WHEN 'E9' THEN 'Sales and markets' WHEN 'E10' THEN 'Sales and markets'
         WHEN 'E17' THEN 'Legal and risk' WHEN 'E47' THEN 'Legal and risk'
         WHEN 'E53' THEN 'Legal and risk' WHEN 'E55' THEN 'Legal and risk' ELSE 'Other' END`;
