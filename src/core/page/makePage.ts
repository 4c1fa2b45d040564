/**
 * A notebook as one HTML file that needs no other: it makes no request, and its policy allows none. Apart from the
 * program, since few need it.
 */

import { escapedMarkup } from '../base/escapedMarkup';
import { t } from '../base/translations';
import type { Palette } from '../protocol/appearance';
import { pageSections, type PageSource } from './pageCells';
import { pageDataJson } from './pageData';
import { pageBegin, pageEnd } from './pageEnds';

export { pageSections } from './pageCells';

/** The script and the style of pages, and the text of a script's hash in a policy. */
export interface PageProgram {
  readonly script: string;
  readonly style: string;
  readonly hash: (script: string) => string;
}

/** Before anything is drawn, so that a dark page does not begin white. */
const themeScript =
  "document.documentElement.dataset.theme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'";

export function makePage(
  source: PageSource,
  palette: Palette,
  { script, style, hash }: PageProgram,
): string {
  const { title, head, cells, foot, results } = pageSections(source);
  const scripts = [themeScript, script].map(text => `'${hash(text)}'`).join(' ');
  // Charts position their labels and tooltips by style attributes.
  const policy = `default-src 'none'; script-src ${scripts}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `${pageBegin}<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapedMarkup(title)}</title>
<script>${themeScript}</script>
<style>${style}</style>
</head>
<body class="ms-page">
<header>${head}</header>
<noscript><p class="notes">${escapedMarkup(t('Charts and tables are drawn by the script of this page, which is switched off here.'))}</p></noscript>
<main>
${cells.join('\n')}
</main>
<footer${foot === '' ? ' hidden' : ''}>${foot}</footer>
<script type="application/json" id="page-data">${pageDataJson(results, palette)}</script>
<script>${script}</script>
${pageEnd}`;
}
