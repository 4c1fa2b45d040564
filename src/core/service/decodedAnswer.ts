/** Input and output of decoding an answer. */

import type { ColumnTable } from './columns';
import type { EntityFact } from './entityFact';

export interface DecodeContext {
  /** Ids as they were sent → canonical keys. An id that is missing here is its own key. */
  readonly entityOfSent: ReadonlyMap<string, string>;
  /** The only known event id of that name; `null` if there is none or several. */
  readonly eventIdOfName: (name: string) => string | null;
  /** Companies of which a lake has the other days: that these have no data says little of the company. */
  readonly heldEntities?: ReadonlySet<string>;
  /** Wire name of the `vendor_id` field, where the user has named it. */
  readonly vendorField?: string | undefined;
}

/** The rights notice of the event dataset, with its line breaks. */
export interface RightsNotice {
  readonly contact_email: string | null;
  readonly copyright_info: string | null;
}

export interface LearnedEvent {
  readonly id: string;
  readonly name: string;
}

export interface DecodedAnswer {
  /** The columns of the operation's function. */
  readonly table: ColumnTable;
  readonly copyright: RightsNotice | null;
  readonly learned: readonly EntityFact[];
  /** Ids and names that the answer itself pairs, each pair once. */
  readonly learnedEvents: readonly LearnedEvent[];
  /** Notes on what is missing, unexpected or was read as null. */
  readonly notes: readonly string[];
  /** Canonical keys of the returned entities, with or without rows. */
  readonly returned: readonly string[];
}
