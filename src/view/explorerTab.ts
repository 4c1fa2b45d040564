/** The explorer of one result in an editor tab: the script of its page. */

import { t } from '../core/base/translations';
import { element } from './dom';
import { ExplorerView } from './explorer/explorerView';
import { beginWith } from './table/keptTables';
import { startTab } from './tabPage';

startTab((output, where) => {
  const { table } = output;
  if (!table || table.columns.length === 0) {
    const text = t('This cell returned no rows that could be explored.');
    where.place.append(element('div', { class: 'ms-empty', text }));
    return;
  }
  if (where.shown) {
    beginWith(table, where.shown);
  }
  void new ExplorerView({ ...output, table }, where).start();
});
