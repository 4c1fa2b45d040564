import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { enterCode } from '../../support/cellEditor';
import { expectDocumentation } from '../../support/documentation';
import { repeat } from '../../support/repeat';
import { testedVersions } from '../../support/testedVersions';
import { until } from '../../support/until';
import { VsCodeWindow } from '../../support/vscodeWindow';

const fastRounds = 6;

/** How long a suggestion may take to be pressed until it is looked for again. */
const pressMs = 6_000;

for (const version of testedVersions) {
  describe(`typing in VS Code ${version}`, () => {
    let window: VsCodeWindow;
    before(async () => {
      window = await VsCodeWindow.open(version, {
        prepare: workspace =>
          writeFile(
            path.join(workspace, 'typing.signals'),
            '```{sql}\nSELECT 1;\n```\n\n```{vega-lite}\n\n```\n',
          ),
      });
    });
    after(() => window?.close());

    test('companies are found by name in a notebook in which nothing ran', async () => {
      const { page } = window;
      await window.openFromExplorer('typing.signals');
      const cell = codeCell(page, 0);
      await enterCode(cell);
      await page.keyboard.press('ControlOrMeta+End');
      // Nobody asks: the list comes as the name is typed.
      await page.keyboard.type("\nFROM bull_bear_score_ts('hal");
      const company = page
        .locator('.suggest-widget.visible .monaco-list-row', { hasText: 'Halervik Medical' })
        .first();
      await company.filter({ hasText: 'company:demo0363, JSOX.KY, sandbox' }).waitFor();
      await until(
        async () => (await cutCompanies(page)).length === 0,
        async () => (await cutCompanies(page)).join('\n'),
      );
      await window.screenshot(`companies-${version}`);
      const written = cell.locator('.view-line', { hasText: "('company:demo0363'" });
      await take(page, company, written.first());
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText('SELECT 1;');
    });

    test('a call is helped along: a value is taken, its arguments and its request are shown', async () => {
      const { page } = window;
      const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
      await enterCode(codeCell(page, 0));
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('\nFROM bulli');
      // Nobody asks: the list comes by itself, also where the word was typed faster than it.
      await suggestions.filter({ hasText: 'bullish_stocks' }).first().waitFor();
      await page.keyboard.type('sh_stocks(time_horizon := ');
      await askFor(page, suggestions.filter({ hasText: '1W' }).first());
      await window.screenshot(`completion-${version}`);
      const written = page.locator('.view-line').filter({ hasText: "'1W'" }).first();
      await take(page, suggestions.filter({ hasText: '1W' }).first(), written);
      const help = page.locator('.parameter-hints-widget.visible');
      await repeat(help, () => window.runCommand('Trigger Parameter Hints'));
      await help.filter({ hasText: 'time_horizon' }).waitFor();
      await window.screenshot(`signature-${version}`);
      await page.keyboard.press('Escape');
      const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'This call sends' });
      await repeat(hover.first(), async () => {
        await page.locator('.cell-statusbar-container').first().hover();
        await page.locator('.view-line').getByText('bullish_stocks').first().hover();
      });
      await hover.first().filter({ hasText: 'signal/bullish_stocks?time_horizon=1W' }).waitFor();
      await window.screenshot(`hover-${version}`);
      await hover.first().getByText('Documentation').click();
      await expectDocumentation(window, 'bullish_stocks');
      await window.screenshot(`documentation-${version}`);
      await window.runCommand('View: Close Editor');
    });

    test('charts are found where a statement begins, and in an empty cell for a specification', async () => {
      const { page } = window;
      const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
      const chart = (name: string) => suggestions.filter({ hasText: name }).first();
      const cell = codeCell(page, 0);
      const suggest = async (text: string, name: string) => {
        await page.keyboard.type(text);
        await askFor(page, chart(name));
      };
      await enterCode(cell);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await suggest('chart', 'chart-heat-map');
      await page.keyboard.press('Escape');
      await suggest('-heat', 'chart-heat-map');
      await window.screenshot(`chart-snippets-${version}`);
      const clause = cell.locator('.view-line').filter({ hasText: 'VISUALISE' }).first();
      await take(page, chart('chart-heat-map'), clause);
      // What was typed is replaced.
      await until(async () => !/chart-/.test(await cell.innerText()));
      const empty = codeCell(page, 1);
      await enterCode(empty);
      await suggest('chart', 'chart-event-study');
      await window.screenshot(`chart-specifications-${version}`);
      const lines = empty.locator('.view-line').filter({ hasText: /"(title|layer|encoding)"/ });
      await take(page, chart('chart-event-study'), lines.first());
    });

    test('a specification is helped along: a key and a value are taken, what departs from the schema is told', async () => {
      const { page } = window;
      const row = codeCell(page, 1);
      const offered = (label: string) =>
        page.locator('.suggest-widget.visible .monaco-list-row', { hasText: label }).first();
      await row.locator('.view-lines').click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      const taken = (text: string) => row.locator('.view-line', { hasText: text });
      // Who types fast is ahead of the list: what is taken then replaces what was typed, and nothing behind it.
      for (let round = 0; round < fastRounds; round++) {
        await page.keyboard.type('{"mar');
        await take(page, offered('mark'), row.locator('.view-line', { hasText: '"mark": ' }));
        assert.match(await row.locator('.view-line').innerText(), /^\{"mark":\s\}$/);
        await row.locator('.view-lines').click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.press('Delete');
      }
      await page.keyboard.type('{"mar');
      await take(page, offered('mark'), taken('{"mark": }'));
      await askFor(page, offered('"bar"'));
      await window.screenshot(`specification-values-${version}`);
      await take(page, offered('"bar"'), taken('{"mark": "bar"}'));
      const squiggle = row.locator('.squiggly-warning');
      await squiggle.first().waitFor();
      const hover = page.locator('.monaco-hover:visible', { hasText: 'needs "data"' });
      await repeat(hover.first(), async () => {
        await page.locator('.cell-statusbar-container').first().hover();
        await squiggle.first().hover({ force: true });
      });
      await window.screenshot(`specification-departs-${version}`);
      await row.locator('.view-lines').click();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.insertText('"data": {"name": "event_types"}, ');
      await squiggle.first().waitFor({ state: 'detached' });
    });
  });
}

function codeCell(page: Page, index: number): Locator {
  return page.locator(`.notebook-editor .code-cell-row[data-index="${index}"]`);
}

/** Asks for suggestions until they are there. */
async function askFor(page: Page, suggestion: Locator): Promise<void> {
  await repeat(suggestion, () => page.keyboard.press('ControlOrMeta+Space'));
}

/**
 * Takes a suggestion. When its list is made anew, VS Code closes it or uses the element of a row for another suggestion:
 * a press that took another one is undone.
 */
async function take(page: Page, suggestion: Locator, written: Locator): Promise<void> {
  await repeat(written, async () => {
    if (!(await suggestion.isVisible())) {
      await askFor(page, suggestion);
    }
    const [label] = await suggestion.locator('.label-name').allInnerTexts();
    if (label === undefined) {
      return;
    }
    await page.evaluate(watchSuggestions);
    await suggestion.click({ timeout: pressMs }).catch(() => undefined);
    const pressed = await page.evaluate(pressedSuggestion);
    if (pressed !== null && pressed !== label) {
      await page.keyboard.press('ControlOrMeta+z');
    }
  });
}

interface WatchedWindow extends Window {
  pressedSuggestion?: string | null;
}

/** Runs in the page: notes from then on which suggestion is pressed, which takes it. */
function watchSuggestions(): void {
  const watched: WatchedWindow = window;
  if (watched.pressedSuggestion === undefined) {
    const press = ({ target }: MouseEvent): void => {
      const row =
        target instanceof Element ? target.closest('.suggest-widget .monaco-list-row') : null;
      watched.pressedSuggestion = row?.querySelector('.label-name')?.textContent ?? null;
    };
    document.addEventListener('mousedown', press, { capture: true });
  }
  watched.pressedSuggestion = null;
}

/** Runs in the page. */
function pressedSuggestion(): string | null {
  const { pressedSuggestion: pressed }: WatchedWindow = window;
  return pressed ?? null;
}

/** The companies in the list of suggestions whose name or key is not read in full. */
function cutCompanies(page: Page): Promise<string[]> {
  return page.locator('.suggest-widget.visible .monaco-list-row').evaluateAll(rows =>
    rows.flatMap(row => {
      const beside = row.querySelector('.signature-label');
      const key = /company:\w+/.exec(beside?.textContent ?? '');
      const [name, text] = [row.querySelector('.label-name'), beside?.firstChild];
      if (!key || !name || !text) {
        return row.textContent?.includes('company:') ? [row.textContent] : [];
      }
      const range = document.createRange();
      range.setStart(text, key.index);
      range.setEnd(text, key.index + key[0].length);
      const ends = [beside, beside?.parentElement].map(
        part => part?.getBoundingClientRect().right ?? 0,
      );
      const isWhole =
        range.getBoundingClientRect().right <= Math.min(...ends) + 1 &&
        name.scrollWidth <= name.clientWidth + 1;
      return isWhole ? [] : [row.textContent ?? ''];
    }),
  );
}
