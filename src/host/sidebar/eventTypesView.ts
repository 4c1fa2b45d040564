/** The view *Event Types*: ids by family, with the names of the specification and of this window's answers. */

import * as vscode from 'vscode';
import { uncancellable } from '../../core/base/cancellation';
import { eventTypes, familyRows, typeRows, type EventType } from '../../core/sidebar/eventTypeRows';
import type { Row } from '../../core/sidebar/row';
import { countCell } from '../../core/sidebar/writtenCells';
import type { KernelSessions } from '../notebook/kernelSessions';
import { insertIntoNotebook } from './insertCells';
import { rowOf, type RowSource } from './rowTree';

export class EventTypesView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  private readonly learned = new Map<string, string>();
  readonly onDidChange = this.changed.event;

  constructor(sessions: KernelSessions) {
    this.subscription = sessions.onDidChangeTables(notebook => void this.learn(sessions, notebook));
  }

  rows(parent: Row | undefined): Promise<readonly Row[]> {
    const types = eventTypes(this.learned);
    return Promise.resolve(parent ? typeRows(parent, types) : familyRows(types));
  }

  typeOf(id: string): EventType | undefined {
    return eventTypes(this.learned).find(type => type.id === id);
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  /** A kernel that ended, or ends meanwhile, teaches nothing. */
  private async learn(sessions: KernelSessions, notebook: vscode.NotebookDocument): Promise<void> {
    if (notebook.isClosed) {
      return;
    }
    const facts = await sessions
      .of(notebook)
      .facts(uncancellable)
      .catch(() => null);
    const before = this.learned.size;
    for (const [id, name] of facts?.eventNames ?? []) {
      this.learned.set(id, name);
    }
    if (this.learned.size > before) {
      this.changed.fire();
    }
  }
}

/** Writes a cell that counts the events of a row's type. */
export async function countEvents(argument: unknown, view: EventTypesView): Promise<void> {
  const type = view.typeOf(rowOf(argument)?.id ?? '');
  if (type) {
    await insertIntoNotebook(countCell(type));
  }
}
