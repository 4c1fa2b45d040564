/** Remembers how the reader wants grids to look, for all windows. */

import type * as vscode from 'vscode';
import {
  rememberedGridChoices,
  type GridChoices,
  type GridChoicesMessage,
} from '../../core/protocol/gridChoices';

const key = 'signals.grid';

export class GridMemory {
  constructor(private readonly memento: vscode.Memento) {}

  message(): GridChoicesMessage {
    return { type: 'gridChoices', choices: rememberedGridChoices(this.memento.get(key)) };
  }

  remember(choices: GridChoices): Thenable<void> {
    return this.memento.update(key, choices);
  }
}
