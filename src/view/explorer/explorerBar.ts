/** The bar above an explorer: the search, the number of rows, and its tools. */

import { t } from '../../core/base/translations';
import { grouped } from '../../core/base/text';
import { visibleText } from '../../core/base/visibleText';
import { rowsText } from '../../core/protocol/footer';
import { button, element } from '../dom';
import type { Lifetime } from '../lifetime';
import { disable, toolButton } from '../toolbar';

/** A search begins after this pause in typing. */
const TYPING_MS = 200;

/** What the rows can be asked. */
interface BarFacts {
  /** The names of the columns that a search reads. */
  readonly searched: readonly string[];
  readonly areMentions: boolean;
  readonly hasFacets: boolean;
  readonly hasTime: boolean;
  /** Opens the details of a row. */
  readonly details: HTMLElement;
}

interface BarActions {
  readonly onSearch: (text: string) => void;
  readonly onStep: (step: -1 | 1) => void;
  readonly onGroup: () => void;
  readonly onCompare: () => void;
  readonly onExport: () => void;
  readonly onTimeline: () => void;
  readonly onSave: () => void;
  readonly onSql: (target: 'cell' | 'clipboard') => void;
}

interface BarState {
  readonly search: string;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  readonly isGrouped: boolean;
  readonly isCompared: boolean;
}

export class ExplorerBar {
  readonly node: HTMLElement;
  private readonly search = element('input', {
    class: 'ms-field ms-x-search',
    attributes: {
      ...{ type: 'search', maxlength: '1000', spellcheck: 'false' },
      ...{ placeholder: t('Search'), 'aria-label': t('Search text') },
    },
  });
  private readonly count = element('span', { class: 'ms-x-count', attributes: { role: 'status' } });
  private readonly back: HTMLElement;
  private readonly forward: HTMLElement;
  private readonly group: HTMLElement;
  private readonly compare: HTMLElement;
  private readonly export: HTMLElement;

  constructor(facts: BarFacts, actions: BarActions, lifetime: Lifetime) {
    const { searched, areMentions, hasFacets, hasTime, details } = facts;
    this.back = toolButton('back', t('Back'), () => actions.onStep(-1));
    this.forward = toolButton('forward', t('Forward'), () => actions.onStep(1));
    this.group = toolButton('group', t('Group mentions by event'), actions.onGroup);
    this.compare = toolButton('compare', t('Compare two parts'), actions.onCompare);
    this.export = toolButton('export', t('Export rows…'), actions.onExport);
    this.search.title =
      searched.length === 0
        ? t('No column has texts that are few and short enough to search')
        : t('Searches {0}', searched.map(name => visibleText(name)).join(', '));
    this.search.disabled = searched.length === 0;
    const tools = [
      this.back,
      this.forward,
      ...(areMentions ? [this.group] : []),
      details,
      ...(hasFacets ? [this.compare] : []),
      this.export,
      ...(hasTime ? [toolButton('overview', t('Open timeline as chart'), actions.onTimeline)] : []),
      toolButton('save', t('Save question…'), actions.onSave),
      toolButton('copy', t('Copy as SQL'), () => actions.onSql('clipboard')),
      button(t('Open as Cell'), 'ms-button', () => actions.onSql('cell')),
    ];
    const role = { role: 'toolbar', 'aria-label': t('Explorer') };
    this.node = element('div', { class: 'ms-x-bar' }, [
      this.search,
      this.count,
      element('div', { class: 'ms-x-tools', attributes: role }, tools),
    ]);
    let typing: ReturnType<typeof setTimeout> | undefined;
    lifetime.listen(this.search, 'input', () => {
      clearTimeout(typing);
      typing = setTimeout(() => actions.onSearch(this.search.value), TYPING_MS);
    });
    lifetime.add(() => clearTimeout(typing));
  }

  show({ search, canGoBack, canGoForward, isGrouped, isCompared }: BarState): void {
    // A text that is being typed is newer.
    this.search.value = document.activeElement === this.search ? this.search.value : search;
    disable(this.back, canGoBack ? null : t('no earlier selection'));
    disable(this.forward, canGoForward ? null : t('no later selection'));
    this.group.setAttribute('aria-pressed', String(isGrouped));
    this.compare.setAttribute('aria-pressed', String(isCompared));
    disable(this.export, isGrouped ? t('not of events; open them as a cell instead') : null);
  }

  /** @param all Rows of the result. */
  showCount(rowCount: number, all: number): void {
    this.count.textContent =
      rowCount === all ? rowsText(all) : t('{0} of {1}', grouped(rowCount), rowsText(all));
  }

  focusSearch(): void {
    this.search.focus();
  }

  focusCompare(): void {
    this.compare.focus();
  }

  /** No kernel has the rows: only what needs the query alone still works. */
  end(reason: string): void {
    this.search.disabled = true;
    this.search.title = reason;
    for (const tool of [this.back, this.forward, this.group, this.compare, this.export]) {
      disable(tool, reason);
    }
  }
}
