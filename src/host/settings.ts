/** Reads the settings. Those that decide where a token is sent are only read from the user's own settings. */

import * as vscode from 'vscode';
import {
  exportColoursOf,
  paletteOf,
  type ExportColours,
  type Palette,
} from '../core/protocol/appearance';
import { pollIntervalMs } from '../core/sidebar/overlayPolling';
import { changeSetting } from './changeSettings';
import { settings, settingsSection } from './ids';

export type OutputsSetting = 'local' | 'file' | 'none';

/** The raw list of connections, as the user wrote it; a workspace can neither add to it nor replace it. */
export function connectionsSetting(): unknown {
  return configuration().inspect(settings.connections)?.globalValue;
}

export function outputsSetting(): OutputsSetting {
  const value = configuration().get<unknown>(settings.outputs);
  return value === 'file' || value === 'none' ? value : 'local';
}

export function paletteSetting(): Palette {
  return paletteOf(configuration().get<unknown>(settings.palette));
}

/** Whether the hints of that setting are shown. */
export function inlayHintsSetting(
  key: typeof settings.dateHints | typeof settings.countHints,
): boolean {
  return configuration().get<unknown>(key) !== false;
}

export function portfoliosSetting(): unknown {
  return configuration().get<unknown>(settings.portfolios);
}

/** @returns The connections whose rows language models may be given, in lower case. Only the user can name one. */
export function modelConnections(): readonly string[] {
  const { globalValue, defaultValue } =
    configuration().inspect<unknown>(settings.modelConnections) ?? {};
  return namesIn(globalValue ?? defaultValue).map(name => name.toLowerCase());
}

/** How long a statement of a tool for language models may take. */
export function toolTimeLimitSeconds(): number {
  return boundedNumber(settings.toolTimeLimit, { least: 1, most: 3600, standard: 60 });
}

/** Allows or withholds the rows of a connection. */
export async function shareRows(connection: string, isShared: boolean): Promise<void> {
  await changeSetting(settings.modelConnections, value => {
    const { defaultValue } = configuration().inspect<unknown>(settings.modelConnections) ?? {};
    const others = namesIn(value ?? defaultValue).filter(
      name => name.toLowerCase() !== connection.toLowerCase(),
    );
    return isShared ? [...others, connection] : others;
  });
}

function namesIn(setting: unknown): readonly string[] {
  return Array.isArray(setting) ? setting.map(name => String(name).trim()) : [];
}

/** @returns Milliseconds between two polls of ranked lists; null: nothing is polled. */
export function overlayPollMs(): number | null {
  return pollIntervalMs(configuration().get<unknown>(settings.overlayPoll));
}

export function exportColoursSetting(): ExportColours {
  return exportColoursOf(configuration().get<unknown>(settings.exportColours));
}

export function firstPageRows(): number {
  return wholeNumber(settings.firstPageRows, { least: 1, most: 1000, standard: 100 });
}

/** How many days snapshots of ranked lists are kept; 0: none are stored. */
export function snapshotDays(): number {
  return wholeNumber(settings.snapshotDays, { least: 0, most: 10_000, standard: 400 });
}

/** The settings with which a kernel starts; a running one does not change. */
export function kernelSettings() {
  const minutes = boundedNumber(settings.cacheMinutes, { least: 0, most: 1440, standard: 5 });
  return {
    vendorField: vendorField(),
    memoryLimit: sizeOf(settings.memoryLimit),
    spillLimit: sizeOf(settings.spillLimit),
    cacheTtlMs: minutes * 60_000,
    entitiesPerRequest: wholeNumber(settings.entitiesPerRequest, {
      least: 1,
      most: 1000,
      standard: 50,
    }),
    eventDaysPerRequest: wholeNumber(settings.eventDaysPerRequest, {
      least: 1,
      most: 366,
      standard: 31,
    }),
    maxRows: wholeNumber(settings.maxRows, { least: 1, most: 1e9, standard: 5_000_000 }),
  };
}

/** A size from the user's settings, not from a workspace; null if it is empty. */
function sizeOf(key: string): string | null {
  const size = configuration().inspect<unknown>(key)?.globalValue;
  return typeof size === 'string' && size.trim() ? size.trim() : null;
}

function vendorField(): string | null {
  const name = configuration().get<unknown>(settings.vendorField);
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
}

/** How long a request may wait for the next bytes, and how long it may take in total. */
export function requestTimeouts(): { idleMs: number; totalMs: number } {
  const ms = (key: string, standard: number) =>
    boundedNumber(key, { least: 1, most: 3600, standard }) * 1000;
  return {
    idleMs: ms(settings.idleTimeoutSeconds, 60),
    totalMs: ms(settings.totalTimeoutSeconds, 300),
  };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly standard: number;
}

function wholeNumber(key: string, bounds: Bounds): number {
  return Math.round(boundedNumber(key, bounds));
}

function boundedNumber(key: string, { least, most, standard }: Bounds): number {
  const value = configuration().get<unknown>(key);
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, value))
    : standard;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settingsSection);
}
