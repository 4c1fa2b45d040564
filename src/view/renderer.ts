/**
 * The notebook renderer: VS Code calls `activate` once a notebook and `renderOutputItem` for each output.
 *
 * The webview it runs in has no content security policy of its own; nothing here evaluates text, loads an
 * address or reads markup from data.
 */

import { t } from '../core/base/translations';
import type { ActivationFunction, OutputItem } from 'vscode-notebook-renderer';
import { mimeTypes } from '../core/protocol/mimeTypes';
import type { ResultTable } from '../core/protocol/outcome';
import { readErrorOutput, readResultOutput, type ResultOutput } from '../core/protocol/output';
import { followAppearance, followColours } from './appearance';
import { element } from './dom';
import { keepKeys } from './editorKeys';
import { errorCard } from './errorCard';
import { followGridChoices } from './gridChoices';
import { HostChannel } from './hostChannel';
import { KeyboardPlace, ownerOf } from './keyboardPlace';
import { Lifetime } from './lifetime';
import { reportRoom } from './resultTools';
import { showResult } from './resultView';
import { StaleNotes } from './staleNotes';
import { SuggestionRequests } from './suggestions';
import { adoptStyles } from './styles';
import type { CellPlace } from './table/gridKeys';
import { goOnFrom } from './table/keptTables';

/** The last table that a cell of the notebook showed. */
const lastTables = new WeakMap<Element, ResultTable>();

export const activate: ActivationFunction = context => {
  const channel = new HostChannel(context);
  const shown = new Map<string, ShownOutput>();
  followAppearance(context, () => {
    // VS Code shows outputs before the host has answered.
    [...shown.values()].forEach(({ item, place }) => void draw(item, place));
  });
  followGridChoices(context);
  reportRoom(context);
  const stale = new StaleNotes(context);
  const requests = new SuggestionRequests(context);
  const keyboard = new KeyboardPlace();

  function dispose(id: string): void {
    shown.get(id)?.lifetime.end();
    shown.delete(id);
  }

  async function draw(item: OutputItem, place: HTMLElement): Promise<void> {
    dispose(item.id);
    const lifetime = new Lifetime();
    shown.set(item.id, { item, place, lifetime });
    adoptStyles(place);
    const root = element('div', { class: 'ms-output' });
    place.replaceChildren(root);
    keepKeys(root);
    followColours(root, lifetime);
    const gridPlace = keyboard.gridPlace(place);
    const parts = { channel, stale, requests, lifetime, keyboard: gridPlace };
    const drawn = show(item, root, parts);
    keyboard.take(place, root);
    await drawn;
  }

  return {
    renderOutputItem: draw,
    disposeOutputItem(id?: string): void {
      for (const known of id === undefined ? [...shown.keys()] : [id]) {
        dispose(known);
      }
    },
  };
};

interface ShownOutput {
  readonly item: OutputItem;
  readonly place: HTMLElement;
  readonly lifetime: Lifetime;
}

interface PageParts {
  readonly channel: HostChannel;
  readonly stale: StaleNotes;
  readonly requests: SuggestionRequests;
  readonly lifetime: Lifetime;
  readonly keyboard: CellPlace | undefined;
}

async function show(
  item: OutputItem,
  root: HTMLElement,
  { channel, stale, requests, lifetime, keyboard }: PageParts,
): Promise<void> {
  const payload = payloadOf(item);
  const error = item.mime === mimeTypes.error ? readErrorOutput(payload) : undefined;
  const result = item.mime === mimeTypes.result ? readResultOutput(payload) : undefined;
  if (error) {
    root.append(...errorCard(error, action => channel.act(action)));
    stale.follow(root, error, lifetime);
  } else if (result) {
    goOn(root, result);
    stale.follow(root, result, lifetime);
    const where = { place: root, channel, lifetime, requests, keyboard };
    await showResult(result, { ...where, canOpenBeside: true });
  } else {
    const text = t('This output cannot be read by this version. Run the cell again.');
    root.append(element('div', { class: 'ms-empty', text }));
  }
}

/** A run of a cell changes its rows, but not how the reader arranged the grid. */
function goOn(root: HTMLElement, { table }: ResultOutput): void {
  if (table && root.parentElement) {
    const owner = ownerOf(root.parentElement);
    const earlier = lastTables.get(owner);
    if (earlier) {
      goOnFrom(earlier, table);
    }
    lastTables.set(owner, { ...table, rows: [] });
  }
}

/** @returns The parsed JSON, or undefined if it is invalid. */
function payloadOf(item: OutputItem): unknown {
  try {
    const payload: unknown = item.json();
    return payload;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}
