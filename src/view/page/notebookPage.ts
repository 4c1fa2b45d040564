/** The script of a notebook's page in a file: draws its results from the rows in the page, and asks nobody else. */

import { stateLanguage } from '../appearance';
import { t, useTranslations } from '../../core/base/translations';
import { LocalRows, type LocalDataset, type LocalTable } from '../../core/page/localRows';
import { readPageData } from '../../core/page/pageData';
import type { PageAnswer } from '../../core/protocol/questions';
import { button, element } from '../dom';
import { copyQueries } from './copyQueries';
import { localChannel } from './localChannel';
import { Paper } from './paper';
import { ResultOnPage } from './resultOnPage';

type Scheme = 'light' | 'dark';

const { documentElement: root, body } = document;
const data = readPageData(document.getElementById('page-data')?.textContent ?? 'null');
const dark = matchMedia('(prefers-color-scheme: dark)');
let chosen: Scheme | undefined;

function followScheme(): Scheme {
  const scheme = chosen ?? (dark.matches ? 'dark' : 'light');
  root.dataset['theme'] = scheme;
  body.dataset['vscodeThemeKind'] = `vscode-${scheme}`;
  return scheme;
}

if (data) {
  useTranslations(data.translations);
  stateLanguage();
  body.dataset['msPalette'] = data.palette;
}
followScheme();
dark.addEventListener('change', () => showScheme());

const tables = new Map<string, LocalTable>();
for (const held of data?.results ?? []) {
  if (held?.output.table && held.table) {
    tables.set(held.output.table.id, held.table);
  }
}
const datasets = new Map<string, LocalDataset>();
for (const { output } of data?.results.filter(held => held !== null) ?? []) {
  for (const { resultId, columns, rows } of output.chart?.datasets ?? []) {
    if (rows) {
      datasets.set(resultId, { columns, rows, resultId: output.table?.id ?? null });
    }
  }
}
const rows = new LocalRows(tables, datasets);
const channel = localChannel(rows);
const results = [...document.querySelectorAll<HTMLElement>('[data-result]')].flatMap(place => {
  const held = data?.results[Number(place.dataset['result'])];
  if (held) {
    return [new ResultOnPage(place, held.output, held.table?.rowCount ?? 0, channel)];
  }
  place.append(element('p', { class: 'notes', text: t('This result cannot be drawn on a page.') }));
  return [];
});
const paper = new Paper(results, params => rows.answer({ name: 'page', params }) as PageAnswer);
// What is in view comes first.
const drawn = Promise.all(results.map(({ settled }) => settled)).then(() => paper.drawCharts());
window.addEventListener('beforeprint', () => paper.write());
// A page that is shown as it is printed, without being printed.
matchMedia('print').addEventListener('change', ({ matches }) => {
  if (matches) {
    paper.write();
  }
});

copyQueries();
const schemeButton = button('', '', () => {
  chosen = followScheme() === 'dark' ? 'light' : 'dark';
  showScheme();
});
document.querySelector('header')?.append(element('div', { class: 'tools' }, tools()));
showScheme();

function tools(): HTMLElement[] {
  return [schemeButton, button(t('Print'), '', () => void drawn.then(() => window.print()))];
}

function showScheme(): void {
  schemeButton.textContent = followScheme() === 'dark' ? t('Light') : t('Dark');
}
