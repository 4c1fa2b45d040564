/** Draws charts as SVG files without a page, as the page draws them. */

import { t } from '../core/base/translations';
import { errorMessage } from '../core/base/errorMessage';
import type { Palette } from '../core/protocol/appearance';
import type { ChartToDraw, DrawnChart } from '../core/protocol/drawnCharts';
import { plainSvg } from '../core/protocol/plainSvg';
import { drawMarkup } from '../view/chart/drawing';
import { guardSpec } from '../view/chart/guardSpec';
import { chartPicture, paperTheme } from '../view/chart/pictureText';
import { readChartData } from '../view/chart/readChartData';
import { themeColours } from '../view/chart/themeColours';

/** The width of a page's text, px. */
const WIDTH = 690;

/** @returns The chart, or a sentence that says why it is not drawn. */
export async function drawChart(
  { chart, subject }: ChartToDraw,
  palette: Palette,
): Promise<DrawnChart> {
  const guarded = guardSpec(chart.spec);
  if (guarded.kind === 'refused') {
    return { failure: guarded.reason };
  }
  const problems: string[] = [];
  try {
    const theme = paperTheme(
      themeColours('light', () => '', palette),
      palette,
    );
    const markup = await drawMarkup({
      ...{ spec: guarded.spec, theme, width: WIDTH, places: chart.places },
      data: await readChartData(chart.datasets, null, new AbortController().signal),
      tooltip: () => undefined,
      onDenied: () => problems.push(t('It tried to load an address.')),
      onError: message => problems.push(message),
    });
    if (problems.length > 0) {
      return { failure: problems.join(' ') };
    }
    const drawn = plainSvg(markup);
    const { description } = chart;
    return { svg: chartPicture({ drawn, description, theme, subject, hasSource: false }).text };
  } catch (error) {
    return { failure: errorMessage(error) };
  }
}
