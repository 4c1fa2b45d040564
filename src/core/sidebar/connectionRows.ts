/** The rows of the view *Connections*. */

import { t } from '../base/translations';
import type { Connection } from '../client/serviceClient';
import type { TokenState } from '../client/tokenLife';
import type { Fact, Row, RowIcon } from './row';

export interface ConnectionState {
  readonly connection: Connection;
  readonly isCurrent: boolean;
  /** Whether language models may be given its rows. */
  readonly sharesRows: boolean;
  readonly token: TokenState;
  /** Epoch milliseconds when the token expires; null if that is not known. */
  readonly expiryMs: number | null;
  /** Operations that the service refused to this token. */
  readonly notEntitled: readonly string[];
}

/** @returns A row for each connection, and one that adds another while there is only the sandbox. */
export function connectionRows(states: readonly ConnectionState[], nowMs: number): readonly Row[] {
  const rows = states.map(state => connectionRow(state, nowMs));
  return states.some(({ connection }) => !connection.synthetic)
    ? rows
    : [
        ...rows,
        {
          id: 'add',
          label: t('Add your connection'),
          facts: [
            ['', t('A connection is two addresses and a token: both come with your access.')],
          ],
          kind: 'add',
          icon: { name: 'add' },
          press: { action: 'addConnection', argument: '' },
        },
      ];
}

function connectionRow(state: ConnectionState, nowMs: number): Row {
  const { connection, isCurrent, sharesRows, token, notEntitled } = state;
  const { name, synthetic, quantUrl, dataUrl, lake } = connection;
  const tokenWord = synthetic ? t('synthetic data') : wordOf(state, nowMs);
  const [first, ...others] = notEntitled;
  // A narrow side bar cuts the end off: what needs attention comes first, and the tooltip names every operation.
  const refused =
    first === undefined
      ? ''
      : others.length === 0
        ? t('not entitled to {0}', first)
        : t('not entitled to {0} operations', notEntitled.length);
  // That nothing goes to models is the rule for a connection, so that only the other is worth a word in a narrow side bar.
  const models =
    synthetic === sharesRows ? '' : sharesRows ? t('data to models') : t('no data to models');
  const [own, shared] = synthetic
    ? (['sandbox', 'sharedSandbox'] as const)
    : (['connection', 'sharedConnection'] as const);
  const parts = [refused, isCurrent ? t('in use') : '', models, tokenWord].filter(Boolean);
  const addresses: readonly Fact[] = synthetic
    ? [[t('data'), t('Synthetic: made up in VS Code, without a request')]]
    : [
        ['quantUrl', quantUrl],
        ['dataUrl', dataUrl],
        ...(lake === undefined ? [] : [['lake', lake] satisfies Fact]),
        [t('token'), wordOf(state, nowMs)],
      ];
  return {
    id: name,
    label: name,
    description: parts.join(' · '),
    spoken: [name, ...parts].join(', '),
    facts: [
      ...addresses,
      [
        t('language models'),
        sharesRows ? t('Data to models: tools return its rows') : t('No data to models'),
      ],
      ...notEntitled.map((each): Fact => [t('not entitled to'), each]),
    ],
    icon: iconOf(state),
    kind: sharesRows ? shared : own,
    press:
      synthetic || !['missing', 'rejected', 'lapsed'].includes(token) || !isCurrent
        ? { action: 'selectConnection', argument: name }
        : { action: 'setToken', argument: name },
  };
}

function wordOf({ token, expiryMs }: ConnectionState, nowMs: number): string {
  switch (token) {
    case 'none':
      return t('token set');
    case 'soon':
      return t('token expires in {0}', hoursText((expiryMs ?? nowMs) - nowMs));
    case 'lapsed':
      return t('token has expired');
    case 'missing':
      return t('no token');
    case 'unreadable':
      return t('token cannot be read');
    case 'rejected':
      return t('token was refused');
    case 'thisWindow':
      return t('token for this window only');
  }
}

function hoursText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 60 ? t('{0} min', minutes) : t('{0} h', Math.floor(minutes / 60));
}

function iconOf({ connection, isCurrent, token, notEntitled }: ConnectionState): RowIcon {
  if (connection.synthetic) {
    return { name: isCurrent ? 'pass-filled' : 'beaker' };
  }
  const isFine = (token === 'none' || token === 'thisWindow') && notEntitled.length === 0;
  return isFine
    ? { name: isCurrent ? 'pass-filled' : 'plug' }
    : { name: 'warning', colour: 'warning' };
}
