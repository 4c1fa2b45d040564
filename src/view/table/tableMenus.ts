/** The menus of headers and of cells with a company. */

import { t } from '../../core/base/translations';
import {
  companyOfCell,
  dayOfRow,
  entityLinks,
  eventsAroundLabel,
  linkLabel,
  type EntityKey,
} from '../../core/protocol/entityLink';
import type { PlainDate } from '../../core/base/plainDate';
import type { Lifetime } from '../lifetime';
import { sortStateOf } from './arranging';
import { filterDialog } from './filterDialog';
import { focusFirst, menu, type MenuGroups } from './menu';
import { Popup, type PopupPlace } from './popup';
import type { TableArranging } from './tableArranging';
import type { TableColumns } from './tableColumns';
import type { ShownColumn, TableModel } from './tableModel';
import type { PageCache } from './pageCache';

export interface MenuParts {
  readonly model: TableModel;
  readonly cache: PageCache;
  readonly arranging: TableArranging;
  readonly columns: TableColumns;
  /** Shows menus. */
  readonly place: HTMLElement;
  /** The position of the menu of a cell or of a header; row -1 is the header. */
  readonly below: (row: number, column: number) => PopupPlace;
  readonly giveBack: () => void;
}

export class TableMenus {
  private readonly popup: Popup;

  constructor(
    private readonly parts: MenuParts,
    lifetime: Lifetime,
  ) {
    this.popup = new Popup(parts.place, lifetime, parts.giveBack);
  }

  /** Opens the menu of the column's header. */
  openHeader(column: number): void {
    const { model } = this.parts;
    const shown = model.columns[column];
    if (shown) {
      // The focus returns there.
      model.moveTo({ row: -1, column }, false);
      this.openMenu(t('Column {0}', shown.name), this.headerGroups(shown, column), [-1, column]);
    }
  }

  /** @returns Whether the cell has a menu, which is then open. */
  openCell(row: number, column: number): boolean {
    const { model, cache, arranging } = this.parts;
    const shown = model.columns[column];
    const state = cache.row(row);
    const key =
      arranging.rows.hasLinks && shown && state.kind === 'here'
        ? companyOfCell(model.allColumns, state.values, shown.source)
        : null;
    if (key === null) {
      return false;
    }
    const day = state.kind === 'here' ? dayOfRow(model.allColumns, state.values) : null;
    this.openMenu(key.value, [this.linkItems(key, day)], [row, column]);
    return true;
  }

  private openFilter(column: ShownColumn, place: number, withFacts = false): void {
    const { arranging, below } = this.parts;
    if (!arranging.isPossible()) {
      return;
    }
    const { source } = column;
    const { filters } = this.parts.model.wanted;
    const { node, showFacts, end } = filterDialog(
      {
        column,
        filters: filters.filter(filter => filter.column === source),
        summarise: () => arranging.rows.summary(source),
        values: (search, signal) => arranging.rows.values(source, search, signal),
      },
      {
        onApply: own => {
          this.popup.close(true);
          arranging.filter(source, own);
        },
        onGrow: () => this.popup.fit(),
      },
    );
    this.popup.open(node, below(-1, place), end);
    node.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
    if (withFacts) {
      showFacts();
    }
  }

  private openMenu(label: string, groups: MenuGroups, [row, column]: [number, number]): void {
    const node = menu(label, groups, () => this.popup.close(true));
    this.popup.open(node, this.parts.below(row, column));
    focusFirst(node);
  }

  private headerGroups(shown: ShownColumn, column: number): MenuGroups {
    const { model, columns, arranging } = this.parts;
    return [
      this.sortItems(shown),
      [
        { label: t('Filter…'), onChoose: () => this.openFilter(shown, column) },
        { label: t('Show facts'), onChoose: () => this.openFilter(shown, column, true) },
      ],
      [
        {
          label: t('Hide column'),
          keys: 'Delete',
          isDisabled: model.columns.length === 1,
          onChoose: () => columns.hide(column),
        },
        {
          label: t('Move left'),
          keys: 'Alt+←',
          isDisabled: column === 0,
          onChoose: () => columns.move(column, column - 1),
        },
        {
          label: t('Move right'),
          keys: 'Alt+→',
          isDisabled: column === model.columns.length - 1,
          onChoose: () => columns.move(column, column + 1),
        },
        {
          label: t('Pinned'),
          isChecked: column < model.pinnedCount,
          onChoose: () => columns.pin(column, column >= model.pinnedCount),
        },
        { label: t('Fit width'), onChoose: () => columns.fit(column) },
        ...(model.hiddenCount === 0
          ? []
          : [{ label: t('Show all columns'), onChoose: () => columns.showAll() }]),
      ],
      [
        {
          label: t('Raw values'),
          isChecked: model.isRaw,
          onChoose: () => {
            columns.showRaw(!model.isRaw);
            arranging.update('');
          },
        },
      ],
    ];
  }

  private sortItems({ source }: ShownColumn) {
    const { arranging } = this.parts;
    const { sort } = this.parts.model.wanted;
    const state = sortStateOf(sort, source);
    const others = sort.filter(key => key.column !== source);
    const by = (descending: boolean) => () => arranging.sort([{ column: source, descending }]);
    const then = (descending: boolean) => () =>
      arranging.sort([...others, { column: source, descending }]);
    return [
      { label: t('Sort ascending'), onChoose: by(false) },
      { label: t('Sort descending'), onChoose: by(true) },
      ...(others.length === 0 || state !== undefined
        ? []
        : [
            { label: t('Then ascending'), keys: 'Shift+Enter', onChoose: then(false) },
            { label: t('Then descending'), onChoose: then(true) },
          ]),
      ...(state === undefined
        ? []
        : [{ label: t('Do not sort by this column'), onChoose: () => arranging.sort(others) }]),
    ];
  }

  /** @param day That of the row; null if it has none. */
  private linkItems(key: EntityKey, day: PlainDate | null) {
    const { rows } = this.parts.arranging;
    const isDisabled = !rows.isPossible;
    return entityLinks.flatMap(link => [
      { label: linkLabel(link), isDisabled, onChoose: () => rows.follow(link, key) },
      ...(link === 'events' && day !== null
        ? [
            {
              label: eventsAroundLabel(day),
              isDisabled,
              onChoose: () => rows.eventsAround({ key, day }),
            },
          ]
        : []),
    ]);
  }
}
