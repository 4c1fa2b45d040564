/** The view *Event Types*: ids by family, with the names of the specification and of the connection's answers. */

import * as vscode from 'vscode';
import { eventTypes, familyRows, typeRows, type EventType } from '../../core/sidebar/eventTypeRows';
import type { Row } from '../../core/sidebar/row';
import { countCell } from '../../core/sidebar/writtenCells';
import type { Connections } from '../connection/connections';
import type { ConnectionCompanies } from '../language/connectionCompanies';
import { activeNotebook } from '../notebook/activeNotebook';
import { insertIntoNotebook } from './insertCells';
import { rowOf, type RowSource } from './rowTree';

interface EventTypeParts {
  readonly connections: Connections;
  readonly companies: ConnectionCompanies;
}

export class EventTypesView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(private readonly parts: EventTypeParts) {
    const change = (): void => this.changed.fire();
    this.subscription = vscode.Disposable.from(
      parts.companies.onDidChangeEventNames(change),
      parts.connections.onDidChange(change),
      vscode.window.onDidChangeActiveNotebookEditor(change),
    );
  }

  async rows(parent: Row | undefined): Promise<readonly Row[]> {
    const types = await this.types();
    return parent ? typeRows(parent, types) : familyRows(types);
  }

  async typeOf(id: string): Promise<EventType | undefined> {
    return (await this.types()).find(type => type.id === id);
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async types(): Promise<readonly EventType[]> {
    const { connection } = await this.parts.connections.current(activeNotebook());
    return eventTypes(await this.parts.companies.eventNames(connection));
  }
}

/** Writes a cell that counts the events of a row's type. */
export async function countEvents(argument: unknown, view: EventTypesView): Promise<void> {
  const type = await view.typeOf(rowOf(argument)?.id ?? '');
  if (type) {
    await insertIntoNotebook(countCell(type));
  }
}
