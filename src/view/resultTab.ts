/** One result in an editor tab: the script of its page. */

import { showResult } from './resultView';
import { beginWith } from './table/keptTables';
import { startTab } from './tabPage';

startTab((output, { shown, ...where }) => {
  if (output.table && shown) {
    beginWith(output.table, shown);
  }
  void showResult(output, { ...where, canOpenBeside: false });
});
