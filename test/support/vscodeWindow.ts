/** A real VS Code with the packaged extension installed, driven as a person would: through its window. */

import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach } from 'node:test';
import type { Browser, Locator, Page, ViewportSize } from 'playwright-core';
import { launchWithCaches } from '../../scripts/chromium.mjs';
import { copyNotebooks } from '../../scripts/notebooksCopy.mjs';
import { profileFolders, quietSettings, writeSettings } from '../../scripts/vscodeProcess.mjs';
import { startForWindows, type VsCodeForWindows } from '../../scripts/vscodeForWindows.mjs';
import { hasKept, setFocus } from './browserStores';
import { filesBelow } from './filesBelow';
import { repeat } from './repeat';
import { until, watchdogMs } from './until';
import { isPressed, watchPress } from './watchPress';

/** For all cells of a notebook, some of which compute. */
const runWatchdogMs = 240_000;

const baseSettings = {
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
};
const restrictedSettings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

const nearTop = 60;
const wheelStep = 600;
const frameMs = 30;
const pollMs = 100;
/** A machine without a graphics card spends a fifth of a processor on a mark that turns. */
const stillMarks = '.codicon, .codicon::before, .progress-bit { animation: none !important; }';
/** The palette takes a quarter of a second of a processor to open, which what it waits for needs as well. */
const offerPollMs = 300;
const keyPatienceMs = 10_000;

export interface VsCodeWindowOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Fills the workspace's folder, before VS Code opens it, with more than the shipped notebooks. */
  readonly prepare?: (workspace: string) => Promise<void>;
  /** True for Restricted Mode: VS Code asks for trust in folders, and nobody has trusted this one. */
  readonly restricted?: boolean;
}

/** A window that no test uses any more: the next test file of this process goes on with it, with settings of its own. */
const free: VsCodeWindow[] = [];
after(async () => free.pop()?.end());

/** The window of the test that runs: a test that fails prints what it showed. */
let inUse: VsCodeWindow | undefined;
afterEach(async context => {
  if (inUse && 'passed' in context && !context.passed) {
    console.error(`When “${context.name}” failed:\n${await inUse.whatItShows()}`);
  }
});

/** What explains a press without an effect: what is above the rest, messages, lists, and what is open. */
const tellingParts =
  '.monaco-dialog-box, .notification-toast, .quick-input-widget, .context-view, .suggest-widget, .workbench-hover, .tabs-container, .pane-header, .statusbar, .split-view-view.visible .monaco-list-row';
const mostLetters = 5_000;
const mostWebviewLetters = 400;
const mostLogLetters = 1_500;

interface Running {
  readonly vscode: VsCodeForWindows;
  readonly browser: Browser;
  /** In Restricted Mode, where no other test file goes on with the window. */
  readonly restricted: boolean;
}

/**
 * One window at a time may be open of a VS Code. A test file that is run alone starts one of its own; in a whole run it
 * takes the one that the files of its slot share, which `SIGNALS_VSCODE_RUNNING` describes.
 */
export class VsCodeWindow {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    private readonly running: Running,
    /** The user's, over those that every window has. */
    private settings: Readonly<Record<string, unknown>>,
  ) {}

  /** @param version One of `vscodeVersions`; installed if it is not there. */
  static async open(version: string, options: VsCodeWindowOptions = {}): Promise<VsCodeWindow> {
    const window = free.pop();
    if (window?.running.vscode.version === version && !options.restricted) {
      inUse = window;
      try {
        await window.goOnWith(options);
        return window;
      } catch (error) {
        await window.takeScreenshot(`failed-shared-${version}`);
        await window.end();
        throw error;
      }
    }
    await window?.end();
    return VsCodeWindow.openAnew(version, options);
  }

  private static async openAnew(
    version: string,
    options: VsCodeWindowOptions,
  ): Promise<VsCodeWindow> {
    const { restricted = false, settings = {}, viewport = wideViewport, prepare } = options;
    const vscode = sharedVsCode(version) ?? (await startForWindows(version));
    const workspace = await mkdtemp(path.join(vscode.profile, 'workspace-'));
    await copyNotebooks(workspace);
    await prepare?.(workspace);
    await rm(path.join(profileFolders(vscode.profile).userData, 'User'), {
      recursive: true,
      force: true,
    });
    await writeSettings(vscode.profile, {
      ...baseSettings,
      ...(restricted ? restrictedSettings : {}),
      ...settings,
    });
    const { browser, page } = await launchBrowser(vscode, viewport);
    const window = new VsCodeWindow(page, workspace, { vscode, browser, restricted }, settings);
    inUse = window;
    await window.load(`failed-${version}`);
    return window;
  }

  /**
   * Closes this window, in which everything is saved, and opens the same folder in another, with the same profile on disk but
   * nothing of the browser's except its caches.
   *
   * @param settings In place of those so far.
   * @returns The other window; this one is not to be used any more, `close()` included.
   */
  async another(settings: Readonly<Record<string, unknown>>): Promise<VsCodeWindow> {
    // VS Code discards the backup of a notebook some time after it has saved it: the next window would restore that.
    await until(
      () => this.backups.length === 0,
      () => `Backups of ${this.backups.join()}`,
    );
    await this.page.goto('about:blank');
    await this.running.browser.close();
    await writeSettings(this.profile, { ...baseSettings, ...settings });
    const { browser, page } = await launchBrowser(this.running.vscode, this.page.viewportSize());
    const window = new VsCodeWindow(page, this.workspace, { ...this.running, browser }, settings);
    inUse = window;
    await window.load('failed-another');
    return window;
  }

  /**
   * Opens a second window of the same user; `leave` closes it, and this one stays.
   *
   * @param shows The folder that this one shows, or none.
   */
  async beside(shows: 'folder' | 'nothing' = 'folder'): Promise<VsCodeWindow> {
    const page = await this.page.context().newPage();
    const window = new VsCodeWindow(page, this.workspace, this.running, this.settings);
    await window.load('failed-beside', shows);
    return window;
  }

  /** Closes this window alone: another one of the same VS Code stays. */
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.close();
  }

  /** Gives the window the focus, as a person who comes back to it. */
  async focus(): Promise<void> {
    await this.page.evaluate(setFocus, false);
    await this.page.evaluate(setFocus, true);
  }

  /**
   * Reloads the window: extensions start anew, editors come back.
   *
   * @param kept A text in what the window is to keep over it. VS Code in a browser writes when the window loses the
   *   focus and once a minute, and what it writes while the page goes may be lost.
   */
  async reload(kept: string): Promise<void> {
    // What was written before has another height.
    const part = this.page.locator('.part.editor');
    const before = await part.evaluate(({ clientHeight }) => clientHeight);
    const { width, height } = this.page.viewportSize() ?? wideViewport;
    await this.resize({ width, height: height - 1 });
    await until(() => part.evaluate(({ clientHeight }, old) => clientHeight < old, before));
    const deadline = Date.now() + watchdogMs;
    while (!(await this.page.evaluate(hasKept, kept))) {
      await this.page.evaluate(setFocus, true);
      await this.page.evaluate(setFocus, false);
      if (Date.now() > deadline) {
        throw new Error(`VS Code does not write down ${kept}`);
      }
      await this.page.waitForTimeout(frameMs);
    }
    await this.page.reload();
    await this.settle();
  }

  /** Everything that this VS Code keeps on disk: user data, extensions, what it printed, and the workspace. */
  get profile(): string {
    return this.running.vscode.profile;
  }

  get userData(): string {
    return profileFolders(this.profile).userData;
  }

  /** The files with changes of the workspace's notebooks that are not saved. */
  private get backups(): string[] {
    const folder = path.join(this.userData, 'User', 'Backups');
    return existsSync(folder) ? filesBelow(folder, /\/vscode-remote\/[^/]+$/) : [];
  }

  /** Opens a file of the workspace's top folder with a double click on its row. */
  async openFromExplorer(name: string): Promise<void> {
    const row = this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
    if (!(await row.isVisible())) {
      await this.runCommand('View: Show Explorer');
    }
    // The notebook that was in front has a toolbar, too.
    const tab = this.page.locator(`.tab.active[data-resource-name="${name}"]`).first();
    // The rows of a window that was just loaded still move: a press may go to the one beside it.
    await repeat(tab, () => row.dblclick());
    await this.inNotebook('.notebook-toolbar-container').waitFor();
  }

  /** Presses until a press arrives at an element that matches: VS Code may replace it before the button is released. */
  async pressSurely(selector: string, press: () => Promise<void>): Promise<void> {
    const deadline = Date.now() + watchdogMs;
    do {
      await this.page.evaluate(watchPress, selector);
      await press();
      if (await this.page.evaluate(isPressed)) {
        return;
      }
    } while (Date.now() < deadline);
    throw new Error(`Each press of ${selector} was lost`);
  }

  /** While it opens a notebook, VS Code replaces the toolbar's buttons. */
  startRunAll(): Promise<void> {
    return this.pressSurely('.notebook-toolbar-container a', () => this.runAllButton.click());
  }

  /** Presses Run All and waits until no cell is waiting or running. */
  async runAll(): Promise<void> {
    await this.startRunAll();
    await this.cellIcon('success').or(this.cellIcon('error')).first().waitFor();
    await this.untilNoCellRuns();
    // Cells that are not in view may run yet; the button is another one meanwhile.
    await this.runAllButton.waitFor({ timeout: runWatchdogMs });
  }

  /** Waits until no cell in view is marked as waiting or running. VS Code keeps a mark for half a second, so two may have one. */
  async untilNoCellRuns(): Promise<void> {
    await this.page.waitForFunction(
      () =>
        document.querySelector(
          '.codicon-notebook-state-executing, .codicon-notebook-state-pending',
        ) === null,
      undefined,
      // At every frame, which is how it is asked otherwise, the page has frames to draw.
      { timeout: runWatchdogMs, polling: pollMs },
    );
  }

  /** Stops the visible cell that is running with the button beside it. */
  async stopCell(): Promise<void> {
    const stop = this.inNotebook('.run-button-container .codicon-notebook-stop').first();
    await this.pressSurely('.run-button-container a', () => stop.click());
  }

  /** The marks of the visible cells whose last run ended so. */
  cellIcon(state: 'success' | 'error' | 'executing' | 'pending'): Locator {
    return this.inNotebook(`.cell-statusbar-container .codicon-notebook-state-${state}`);
  }

  /** The texts below the visible code cells, in order. */
  async cellStatusTexts(): Promise<string[]> {
    return this.inNotebook('.code-cell-row .cell-statusbar-container').allInnerTexts();
  }

  /** Runs a command of the palette by its whole title, such as `Signals: Set Token`. */
  async runCommand(title: string): Promise<void> {
    const deadline = Date.now() + watchdogMs;
    for (;;) {
      await this.page.evaluate(watchPress, '.quick-input-list');
      const row = await this.offer(title);
      try {
        await row.click({ timeout: keyPatienceMs });
        if (await this.page.evaluate(isPressed).catch(() => true)) {
          return;
        }
      } catch (error) {
        if ((await row.isVisible()) || Date.now() > deadline) {
          throw error;
        }
      }
      // A webview that is just opened takes the focus, which closes the palette before or while its row is pressed.
      if (Date.now() > deadline) {
        throw new Error(`The palette closes whenever ${title} is pressed`);
      }
    }
  }

  /** Makes the workbench so high that every cell of a notebook is drawn, or as wide as a person's. */
  async resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.page.setViewportSize(size);
  }

  async scrollToTop(): Promise<void> {
    await this.scrollUntil(-wheelStep, '.monaco-list-row[data-index="0"]', y => y >= 0);
  }

  /** Scrolls down until the first code cell with such a text is at the top. */
  async scrollToCell(text: string): Promise<void> {
    await this.scrollUntil(wheelStep, `.code-cell-row:has-text("${text}")`, y => y < nearTop);
  }

  /** Picks a colour theme by its name in the palette, such as `Dark Modern`. */
  async pickTheme(name: string, kind: 'light' | 'dark' | 'contrast'): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type=text]');
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    const timeout = keyPatienceMs;
    await until(
      async () => {
        await this.runCommand('Preferences: Color Theme');
        try {
          await rows.getByText('Dark Modern').first().waitFor({ timeout });
          // Themes further down have no row before they are searched.
          await input.fill(name, { timeout });
          await rows.filter({ hasText: name }).first().click({ timeout });
          return true;
        } catch {
          // An editor that takes the focus late closes the list.
          return false;
        }
      },
      () => `The list of themes closes before ${name} is picked.`,
    );
    const marks = { light: 'vs', dark: 'vs-dark', contrast: 'hc-black' } as const;
    await this.page.locator(`.monaco-workbench.${marks[kind]}`).waitFor();
  }

  /** Replaces the user's settings, as a person who edits the file in a tab and closes it. */
  async changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.runCommand('Preferences: Open User Settings (JSON)');
    const editor = this.page.locator('.monaco-editor[data-uri$="/settings.json"]');
    await editor.locator('.view-line').first().click();
    await editor.and(this.page.locator('.focused')).waitFor();
    await this.page.keyboard.press('Control+a');
    const text = JSON.stringify({ ...quietSettings, ...baseSettings, ...settings });
    await this.page.keyboard.insertText(text);
    // The editor closed a bracket and a quote that was closed already.
    await this.page.keyboard.press('Control+Shift+End');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.press('Control+s');
    const file = path.join(this.userData, 'User', 'settings.json');
    const written = (): Promise<string> => readFile(file, 'utf8');
    await until(async () => (await written()) === text, written);
    const tab = this.page.locator('.tab', { hasText: 'settings.json' });
    await tab.and(this.page.locator('.dirty')).waitFor({ state: 'detached' });
    await this.runCommand('View: Close Editor');
    await tab.waitFor({ state: 'detached' });
    this.settings = settings;
  }

  /** Into out/screenshots, where somebody looks: `SIGNALS_SCREENSHOTS` says so. */
  async screenshot(name: string): Promise<void> {
    if (process.env['SIGNALS_SCREENSHOTS'] !== undefined) {
      await this.takeScreenshot(name);
    }
  }

  /** @returns Texts of the window for a message, and what has the focus. */
  async whatItShows(): Promise<string> {
    try {
      const parts = this.page.locator(tellingParts).filter({ visible: true });
      const texts = await parts.evaluateAll(elements =>
        elements.map(element => {
          const isExpanded = element.getAttribute('aria-expanded');
          const mark = { true: '▾ ', false: '▸ ' }[String(isExpanded)] ?? '';
          return mark + (element instanceof HTMLElement ? element.innerText : '');
        }),
      );
      const state = await this.page.evaluate(() => {
        const { tagName, className } = document.activeElement ?? document.body;
        return `focus ${tagName} ${className}, ${document.hasFocus() ? 'in' : 'not in'} the page`;
      });
      const lines = [...texts, ...(await this.cellMarks()), ...(await this.webviewTexts())];
      const shown = lines.map(text => text.replaceAll(/\s+/g, ' ').trim());
      const onScreen = [state, ...shown.filter(line => line !== '')].join('\n');
      return `${onScreen.slice(0, mostLetters)}\n${this.lastLogged()}`;
    } catch (error) {
      return `The window does not answer: ${String(error)}`;
    }
  }

  /** The text of each cell, and the icons and the text below it, also of notebooks that are hidden. */
  private async cellMarks(): Promise<string[]> {
    return this.page.locator('.notebook-editor .cell-statusbar-container').evaluateAll(bars =>
      bars.map((bar, at) => {
        const icons = [...bar.querySelectorAll('.codicon')].map(icon => icon.className);
        const notebook = bar.closest('.notebookOverlay');
        const isHidden = notebook?.checkVisibility({ visibilityProperty: true }) !== true;
        const written =
          bar.closest('.code-cell-row')?.querySelector('.view-lines')?.textContent ?? '';
        return `Cell ${at}${isHidden ? ' (hidden)' : ''}: ${written.slice(0, 400)} | ${bar.textContent} [${icons.join('; ')}]`;
      }),
    );
  }

  /** The ends of the logs of the extension and of its host. */
  private lastLogged(): string {
    const logs = filesBelow(this.userData, /(Market Signals|exthost)\.log$/);
    return logs
      .map(file => `${path.basename(file)}: ${readFileSync(file, 'utf8').slice(-mostLogLetters)}`)
      .join('\n');
  }

  private async webviewTexts(): Promise<string[]> {
    const texts = this.page.frames().map(async frame => {
      const body = frame.locator('body:is(.ms-tab, .ms-page, :has(.ms-output))');
      const text = await body.innerText({ timeout: offerPollMs }).catch(() => '');
      return text === '' ? '' : `A webview: ${text.slice(0, mostWebviewLetters)}`;
    });
    return Promise.all(texts);
  }

  private async takeScreenshot(name: string): Promise<void> {
    await mkdir('out/screenshots', { recursive: true });
    await this.page.screenshot({ path: `out/screenshots/${name}.png` });
  }

  /** Leaves the window to the next test file that can go on with it, or closes it. */
  async close(): Promise<void> {
    if (this.running.restricted) {
      return this.end();
    }
    free.push(this);
  }

  async end(): Promise<void> {
    inUse = undefined;
    // The extension host ends with a page that is left, and waits for one that is gone to come back.
    await this.page.goto('about:blank');
    await this.running.browser.close();
    await this.running.vscode.stop();
    await rm(this.workspace, { recursive: true, force: true });
  }

  /** Closes what the test file before had open, and prepares the workspace for the next. */
  private async goOnWith(options: VsCodeWindowOptions): Promise<void> {
    const { settings = {}, viewport, prepare } = options;
    await this.runCommand('View: Close All Editors');
    const discard = this.page.getByRole('button', { name: "Don't Save" });
    const tab = this.page.locator('.tab').first();
    await until(async () => {
      if (await discard.isVisible()) {
        await discard.click();
      }
      return (await tab.count()) === 0;
    });
    await this.runCommand('Notifications: Clear All Notifications');
    await this.runCommand('View: Show Explorer');
    await this.resize(viewport ?? wideViewport);
    if (JSON.stringify(this.settings) !== JSON.stringify(settings)) {
      await this.changeSettings(settings);
    }
    if (prepare) {
      await prepare(this.workspace);
      await this.refreshExplorer();
    }
  }

  private get runAllButton(): Locator {
    return this.inNotebook('.notebook-toolbar-container').getByText('Run All', { exact: true });
  }

  /** Elements of the notebook in front. Others stay in the page, hidden, but VS Code leaves the cells in them visible. */
  private inNotebook(selector: string): Locator {
    const inFront = this.page.locator('.notebookOverlay').filter({ visible: true });
    return inFront.locator(selector).filter({ visible: true });
  }

  /** On a busy machine the Explorer is told late, or never, of what was written beside it. */
  private async refreshExplorer(): Promise<void> {
    await this.page.locator('.explorer-folders-view').hover();
    await this.page.getByRole('button', { name: 'Refresh Explorer' }).click();
  }

  /** Takes a screenshot and closes where VS Code does not come up. */
  private async load(failure: string, shows: 'folder' | 'nothing' = 'folder'): Promise<void> {
    this.page.setDefaultTimeout(watchdogMs);
    const query = shows === 'folder' ? `folder=${this.workspace}` : 'ew=true';
    try {
      await this.page.goto(`${this.running.vscode.url}/?${query}`);
      await this.settle(shows);
    } catch (error) {
      await this.takeScreenshot(failure);
      await this.end();
      throw error;
    }
  }

  /** @param isThere Whether the element's distance from the notebook's upper edge, in pixels, is as wanted. */
  private async scrollUntil(
    pixels: number,
    selector: string,
    isThere: (y: number) => boolean,
  ): Promise<void> {
    const list = this.inNotebook('.cell-list-container').first();
    const deadline = Date.now() + watchdogMs;
    for (;;) {
      const element = list.locator(selector).first();
      // The list may drop the row between the two.
      const box =
        (await element.count()) > 0
          ? await element.boundingBox({ timeout: keyPatienceMs }).catch(() => null)
          : null;
      if (box !== null && isThere(box.y - ((await list.boundingBox())?.y ?? 0))) {
        return;
      }
      if (Date.now() > deadline) {
        throw new Error(`The notebook does not scroll to ${selector}`);
      }
      // At the notebook's edge: an output in the middle may scroll by itself.
      await list.hover({ position: { x: 12, y: 300 } });
      await this.page.mouse.wheel(0, pixels);
      await this.page.waitForTimeout(frameMs);
    }
  }

  /** A notebook opened before its type is known opens as text; the palette shows when contributions are in. */
  private async settle(shows: 'folder' | 'nothing' = 'folder'): Promise<void> {
    await this.page.addStyleTag({ content: stillMarks });
    if (shows === 'folder') {
      await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    }
    await this.offer('Signals: Open the Tour');
    await this.page.keyboard.press('Escape');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** @returns The command's row in the palette, which is open. */
  private async offer(title: string): Promise<Locator> {
    const input = this.page.locator('.quick-input-widget input[type=text]');
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    const row = rows.and(this.page.locator(`[aria-label="${title}"], [aria-label^="${title},"]`));
    const deadline = Date.now() + watchdogMs;
    for (;;) {
      await this.page.keyboard.press('F1');
      try {
        await input.fill(`>${title}`, { timeout: keyPatienceMs });
        await rows.first().waitFor({ timeout: keyPatienceMs });
      } catch (error) {
        // A key is lost where the focus is just moving between a webview and the workbench, and a webview that takes the
        // focus closes the palette.
        if (Date.now() > deadline) {
          throw error;
        }
        continue;
      }
      if ((await row.count()) > 0) {
        return row.first();
      }
      if (Date.now() > deadline) {
        const offered = await rows.allInnerTexts();
        throw new Error(`VS Code offers ${offered.join('; ')} instead of ${title}`);
      }
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(offerPollMs);
    }
  }
}

/** The windows of a VS Code have the same address, under which Chromium finds the scripts of those before. */
function launchBrowser(
  { profile }: VsCodeForWindows,
  viewport: ViewportSize | null,
): ReturnType<typeof launchWithCaches> {
  return launchWithCaches(path.join(profile, 'browser'), viewport);
}

/** @returns The VS Code that the files of a run share, where it is of this version. It stays when a window of it closes. */
function sharedVsCode(version: string): VsCodeForWindows | undefined {
  const { SIGNALS_VSCODE_RUNNING: text } = process.env;
  const shared = text === undefined ? undefined : (JSON.parse(text) as VsCodeForWindows);
  return shared?.version === version ? { ...shared, stop: () => Promise.resolve() } : undefined;
}

export const wideViewport = { width: 1400, height: 900 };
export const smallViewport = { width: 1000, height: 700 };
