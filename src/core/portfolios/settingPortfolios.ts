/**
 * Portfolios of the setting `signals.portfolios`: a list of entities by name, or of `{entity, weight, name}`. Edits keep the
 * entries that they are not about, usable or not.
 */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { movedBefore } from '../base/moved';
import { canonicalKeyOf } from '../service/entityKey';
import { eachOnce, memberKey, type Member, type ReadPortfolio } from './portfolios';

/** The unchecked value of the setting. */
type Setting = unknown;
type Written = Readonly<Record<string, unknown>>;

export function readSettingPortfolios(setting: Setting): readonly ReadPortfolio[] {
  return Object.entries(written(setting)).map(([name, entries]) => {
    const own = { name, source: 'setting', file: null } as const;
    if (!Array.isArray(entries)) {
      return {
        ...own,
        members: [],
        unreadable: t('not a list'),
        problems: [t('It must be a list of entities.')],
      };
    }
    const read = entries.map((entry, at) => readEntry(entry, t('Entry {0}', at + 1)));
    const { members, problems } = eachOnce(
      read.flatMap(({ member, place }) => (member ? [{ member, place }] : [])),
    );
    return {
      ...own,
      members,
      problems: [...read.flatMap(({ problem }) => problem ?? []), ...problems],
    };
  });
}

/** @returns The setting with the members that the portfolio does not have yet, which may be new. */
export function withSettingMembers(
  setting: Setting,
  name: string,
  members: readonly Member[],
): Written {
  const entries = entriesOf(setting, name);
  const had = new Set(entries.flatMap(keyOfEntry));
  const added = members.filter(member => !had.has(memberKey(member)));
  return { ...written(setting), [name]: [...entries, ...added.map(entryOf)] };
}

export function withoutSettingMembers(
  setting: Setting,
  name: string,
  keys: readonly string[],
): Written {
  const isLeft = (entry: unknown): boolean => !keyOfEntry(entry).some(key => keys.includes(key));
  return { ...written(setting), [name]: entriesOf(setting, name).filter(isLeft) };
}

/** @returns The setting with the members of these keys before that of `target`, or last if it is null. */
export function withSettingMembersMoved(
  setting: Setting,
  name: string,
  { keys, target }: { readonly keys: readonly string[]; readonly target: string | null },
): Written {
  const moved = movedBefore(
    entriesOf(setting, name),
    entry => keyOfEntry(entry).some(key => keys.includes(key)),
    target === null ? null : entry => keyOfEntry(entry).includes(target),
  );
  return { ...written(setting), [name]: moved };
}

export function withoutSettingPortfolio(setting: Setting, name: string): Written {
  return Object.fromEntries(Object.entries(written(setting)).filter(([own]) => own !== name));
}

/**
 * @param before The setting before the portfolio was removed.
 * @returns The setting with the portfolio where it was, and everything else as it is.
 * @throws {Error} If the setting has another one of that name by now.
 */
export function withSettingPortfolioBack(setting: Setting, before: Setting, name: string): Written {
  const now = Object.entries(written(setting));
  if (now.some(([own]) => own === name)) {
    throw new Error(t('{0} exists again already.', name));
  }
  const entries = Object.entries(written(before));
  const at = entries.findIndex(([own]) => own === name);
  return Object.fromEntries(at < 0 ? now : now.toSpliced(at, 0, ...entries.slice(at, at + 1)));
}

/** @returns The setting with the portfolio under another name, at its place. */
export function withSettingPortfolioRenamed(setting: Setting, from: string, to: string): Written {
  return Object.fromEntries(
    Object.entries(written(setting)).map(([name, entries]) => [name === from ? to : name, entries]),
  );
}

function readEntry(
  entry: unknown,
  place: string,
): { readonly member: Member | null; readonly place: string; readonly problem?: string } {
  const { entity, weight, name } = isRecord(entry) ? entry : { entity: entry };
  const key = textOf(entity);
  const known = textOf(name);
  if (key === null && known === null) {
    return { member: null, place, problem: t('{0} has no entity.', place) };
  }
  const isNumber = typeof weight === 'number' && Number.isFinite(weight);
  const member = {
    entity: key === null ? null : canonicalKeyOf(key),
    weight: isNumber ? weight : null,
    name: known,
  };
  return isNumber || weight === undefined || weight === null
    ? { member, place }
    : { member, place, problem: t('{0} has a weight that is not a number.', place) };
}

function keyOfEntry(entry: unknown): readonly string[] {
  const { member } = readEntry(entry, '');
  return member ? [memberKey(member)] : [];
}

/** A company without a weight is its key alone. */
function entryOf({ entity, weight, name }: Member): unknown {
  return entity !== null && weight === null
    ? entity
    : {
        ...(entity === null ? {} : { entity }),
        ...(weight === null ? {} : { weight }),
        ...(name === null ? {} : { name }),
      };
}

function entriesOf(setting: Setting, name: string): readonly unknown[] {
  const own = written(setting);
  const entries = Object.hasOwn(own, name) ? own[name] : undefined;
  return Array.isArray(entries) ? (entries as readonly unknown[]) : [];
}

function written(setting: Setting): Written {
  return isRecord(setting) ? setting : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
