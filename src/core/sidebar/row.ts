/** Rows of the side bar's trees, and the states of what they show. The host translates them to tree items. */

import { t } from '../base/translations';
import type { TokenState } from '../client/tokenLife';
import { escaped } from '../language/markdown';
import type { ServiceError } from '../service/serviceError';

/** What a press on a row does; the host has a command for each. */
export type RowAction =
  | 'addConnection'
  | 'selectConnection'
  | 'setToken'
  | 'retryList'
  | 'loadMore'
  | 'loadMoreCompanies'
  | 'clearFilter'
  | 'countEvents'
  | 'retryPortfolio'
  | 'chooseCompany'
  | 'pastePortfolio'
  | 'openPortfolio'
  | 'openRows'
  | 'goToMaker'
  | 'loadMoreNames'
  | 'openQuestion'
  | 'refreshSession';

export interface RowIcon {
  /** The name of a codicon. */
  readonly name: string;
  readonly colour?: 'bull' | 'bear' | 'warning' | 'muted';
}

/** A line of a tooltip: what it is, and its value. */
export type Fact = readonly [name: string, value: string];

export interface Row {
  /** Unique in its tree, and the same after a refresh, so that selected and expanded rows stay so. */
  readonly id: string;
  readonly label: string;
  /** Muted text after the label. */
  readonly description?: string;
  /** Its tooltip as a table; absent: the label. */
  readonly facts?: readonly Fact[];
  readonly icon?: RowIcon;
  /** What it is, for the conditions of menus. */
  readonly kind: string;
  /** Whether it has rows below it. Absent: it has none. */
  readonly expands?: 'closed' | 'open';
  readonly press?: { readonly action: RowAction; readonly argument: string };
  /** For screen readers, where label and description do not suffice. */
  readonly spoken?: string;
}

/** @returns The tooltip of a row as Markdown: its facts as a table, or as sentences if none has a name; absent: the label. */
export function tooltipText({ label, facts = [] }: Row): string | undefined {
  if (facts.length === 0) {
    return undefined;
  }
  const lines = facts.map(([name, value]) => `| ${escaped(name)} | ${escaped(value)} |`);
  return facts.every(([name]) => name === '')
    ? facts.map(([, value]) => escaped(value)).join('\n\n')
    : [`**${escaped(label)}**`, '', '| | |', '| --- | --- |', ...lines].join('\n');
}

/** A state that has a sentence, and perhaps something to do about it. */
interface Explained {
  readonly sentence: string;
  readonly detail?: string;
}

/** What is known of something that a view requests. */
export type ViewState<Content> =
  | ({ readonly kind: 'loading' } & Explained)
  | { readonly kind: 'content'; readonly content: Content }
  | ({ readonly kind: 'empty' } & Explained)
  | ({ readonly kind: 'failed' } & Explained)
  | ({ readonly kind: 'signedOut' } & Explained);

/** @returns The state after a request failed. Its sentence leaves room for what a press does in a narrow side bar. */
export function stateOfError({ kind, message }: ServiceError, token: TokenState): ViewState<never> {
  return kind === 'unauthorized'
    ? {
        kind: 'signedOut',
        sentence: signedOutSentence(token),
        detail: message,
      }
    : { kind: 'failed', sentence: failureSentence(kind), detail: message };
}

/** @returns The state of what is not requested in Restricted Mode, for the reason that `detail` explains. */
export function restrictedState(detail: string): ViewState<never> {
  return { kind: 'failed', sentence: t('Not in Restricted Mode'), detail };
}

function signedOutSentence(token: TokenState): string {
  switch (token) {
    case 'missing':
      return t('No token is set');
    case 'lapsed':
      return t('The token has expired');
    default:
      return t('The token was refused');
  }
}

function failureSentence(kind: ServiceError['kind']): string {
  switch (kind) {
    case 'notEntitled':
      return t('Not entitled to this data');
    case 'rateLimited':
      return t('Too many requests');
    case 'unreachable':
      return t('Service not reachable');
    case 'notFound':
      return t('Address not found');
    case 'unauthorized':
    case 'rejected':
    case 'tooLarge':
    case 'failing':
    case 'redirected':
    case 'malformed':
      return t('The request failed');
  }
}

/** Rows below another at first, and further ones at a press on *Load more*. */
export const pageSize = 200;

/**
 * @param below The id of the row that has these below it.
 * @returns The rows of the first members, and one that loads more if there are more.
 */
export function paged<Member>(
  below: string,
  all: readonly Member[],
  options: {
    readonly shown: number;
    readonly action: RowAction;
    readonly rowOf: (member: Member) => Row;
  },
): readonly Row[] {
  const rows = all.slice(0, options.shown).map(options.rowOf);
  const left = all.length - rows.length;
  const more: Row = {
    id: `${below}/more`,
    label: t('Load {0} more', Math.min(left, pageSize)),
    description: t('{0} not shown', left.toLocaleString('en-US')),
    kind: 'more',
    icon: { name: 'ellipsis', colour: 'muted' },
    press: { action: options.action, argument: below },
  };
  return left > 0 ? [...rows, more] : rows;
}

/**
 * @param below The id of the row that has this state, or of the tree.
 * @param retry What a press does after a failure.
 * @returns The rows of a state: those of its content, or one that says what is the case and what a press does.
 */
export function rowsOfState<Content>(
  below: string,
  state: ViewState<Content>,
  rowsOf: (content: Content) => readonly Row[],
  retry: RowAction = 'retryList',
): readonly Row[] {
  if (state.kind === 'content') {
    return rowsOf(state.content);
  }
  const { kind, sentence, detail } = state;
  const row = {
    id: `${below}/${kind}`,
    label: sentence,
    facts: detail === undefined ? [] : [['', detail] as const],
    spoken: detail === undefined ? sentence : `${sentence}. ${detail}`,
  };
  switch (kind) {
    case 'loading':
      return [{ ...row, kind, icon: { name: 'loading~spin' } }];
    case 'empty':
      return [{ ...row, kind, icon: { name: 'info', colour: 'muted' } }];
    case 'failed':
      return [
        {
          ...row,
          kind,
          description: t('Retry'),
          icon: { name: 'error', colour: 'warning' },
          press: { action: retry, argument: below },
        },
      ];
    case 'signedOut':
      return [
        {
          ...row,
          kind,
          description: t('Set token'),
          icon: { name: 'key', colour: 'warning' },
          press: { action: 'setToken', argument: below },
        },
      ];
  }
}
