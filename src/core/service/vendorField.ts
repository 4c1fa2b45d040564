/**
 * Finds the field that the specification calls `vendor_id`.
 *
 * Its wire name contains the service maker's name, so it is detected: the one field of an item whose name ends in `_id`
 * and whose value begins with `company:`.
 */

import { t } from '../base/translations';
import { isRecord } from '../base/json';

export interface VendorField {
  /** Wire name; null if none or several fields look like it. */
  readonly name: string | null;
  readonly note: string | null;
}

/** Items looked at: enough to meet the field where some items lack it. */
const sampledItems = 200;
const otherIds: ReadonlySet<string> = new Set(['country_id', 'alpha_id', 'event_id']);

/**
 * @param items Items of an overlay or rows of the event dataset.
 * @param named The wire name, if the user has set it: then nothing is detected.
 */
export function findVendorField(items: readonly unknown[], named?: string): VendorField {
  if (named) {
    return { name: named, note: null };
  }
  const found = [...candidates(items)];
  if (found.length > 1) {
    const note = t(
      "Several fields look like the company's vendor_id ({0}) and the setting names none of them: vendor_id is null.",
      found.join(', '),
    );
    return { name: null, note };
  }
  const name = found[0] ?? null;
  const note =
    name === null && items.length > 0
      ? t("No field with the company's vendor_id was found, so it is null.")
      : null;
  return { name, note };
}

function candidates(items: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  // Odd, so that both of two alternating kinds of items are sampled.
  const step = Math.floor(items.length / sampledItems) | 1;
  for (let index = 0; index < items.length; index += step) {
    const item = items[index];
    for (const [name, value] of isRecord(item) ? Object.entries(item) : []) {
      if (name.endsWith('_id') && !otherIds.has(name) && isCompanyKey(value)) {
        found.add(name);
      }
    }
  }
  return found;
}

function isCompanyKey(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('company:');
}
