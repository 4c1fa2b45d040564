/**
 * From a VISUALISE clause to a Vega-Lite specification.
 *
 * The specification is meant to be read and edited: it names its data `result`, holds no rows of it and no colours of
 * a theme. It draws the same in every time zone: dates use UTC scales and `chartRows` writes them accordingly.
 */

import type { Json, JsonObject } from '../base/json';
import type { ChartColumn } from './chartColumn';
import { chartQueries, layerCounts, mainData, resultName } from './chartData';
import type { ChartQuery } from './chartQuery';
import { planChart } from './chartPlan';
import type { ChartPlan } from './chartPlan';
import { composeViews, hasOwnOffsets } from './composeViews';
import { describeChart } from './description';
import { checkLabels, labelledLines, labelUnit, withoutLegend } from './directLabels';
import { lineEndsQuery } from './lineEnds';
import type { LineEnds } from './lineEnds';
import { facetProperties, panelCountQuery } from './facet';
import { fitWidth } from './fitWidth';
import { layerView } from './layerView';
import { withLoneRows } from './loneRows';
import type { LoneRows } from './loneRows';
import { isDiscrete } from './positionPlan';
import type { VisualiseProblem } from './problems';
import { Report } from './report';
import { resolveChart } from './resolveChart';
import type { ChartNames } from './resolveChart';
import type { ResolvedChart } from './resolvedChart';
import { rowFactsQuery } from './rowFacts';
import type { RowFactsQuery } from './rowFacts';
import {
  categoriesOf,
  settledPlan,
  noteScaleFacts,
  noteShortLists,
  scaleFactsQuery,
} from './scaleFacts';
import type { ScaleFacts } from './scaleFacts';
import { sideParams } from './sideColours';
import type { VisualiseTree } from './tree';

const CHART_HEIGHT_PX = 260;
const PANEL_HEIGHT_PX = 160;
const BAND_HEIGHT_PX = 18;
/** For bands with jittered marks beside other marks, with or without slots. */
const MIXED_BAND_HEIGHT_PX = 40;
const DEFAULT_WIDTH_PX = 720;

export interface ChartOptions extends ChartNames {
  /** Pixels that the chart may be wide. Only panels need it: a chart without FACET is as wide as its container. */
  readonly width?: number;
  /** The most panels side by side, if the caller knows the data. */
  readonly panelCount?: number;
  /** The facts from the rows of `lineEnds`, if they were queried. */
  readonly lineEnds?: LineEnds | null;
  /** Layers with rows that a line does not connect, from the rows of `rowFacts`, if they were queried. */
  readonly loneRows?: LoneRows | undefined;
  /** The facts from the rows of `scaleFacts`, if they were queried. */
  readonly scaleFacts?: ScaleFacts | null;
  /** The one company whose rows are drawn, as the chart names it. */
  readonly about?: string | undefined;
}

export interface CompiledChart {
  /** A Vega-Lite 6 specification; its data is the named source `result`. */
  readonly spec: JsonObject;
  /** The chart in one sentence. */
  readonly description: string;
  /** The columns of the result that the chart draws, each once; none if all its rows come from `datasets`. */
  readonly columns: readonly string[];
  /** How many layers make marks of each dataset's rows, by the name of the dataset. */
  readonly layerCounts: ReadonlyMap<string, number>;
  /** The queries of the other named sources of the specification: statistics, reductions, other tables. */
  readonly datasets: readonly ChartQuery[];
  /** With its rows, through `lineEndsOf`, lines are named at their ends; null if a legend names them. */
  readonly lineEnds: ChartQuery | null;
  /** Its one number is `ChartOptions.panelCount`; null if that changes nothing. */
  readonly panelCount: ChartQuery | null;
  /** With its rows, through `scaleFactsOf`, scales know their extent; null if none needs that. */
  readonly scaleFacts: ChartQuery | null;
  /** Of each scale with the colours of series, as far as they are known before the chart is drawn. */
  readonly categories: readonly (readonly Json[])[];
  /** With its rows, rows without a place are reported, and those that no line connects are points. */
  readonly rowFacts: RowFactsQuery | null;
  /**
   * Every problem of the clause, those of parsing included, in the order of the text. If there are any, the chart must
   * not be drawn.
   */
  readonly problems: readonly VisualiseProblem[];
  /** Sentences for the output's footer. */
  readonly notes: readonly string[];
}

/**
 * @param tree The parsed clause.
 * @param columns The columns of the result that the clause draws.
 */
export function compileChart(
  tree: VisualiseTree,
  columns: readonly ChartColumn[],
  options: ChartOptions = {},
): CompiledChart {
  const report = new Report(tree.problems);
  const resolved = resolveChart(tree, columns, options, report);
  const chart = {
    ...resolved,
    layers: withLoneRows(resolved.layers, options.loneRows),
    labels: namingLabels(resolved.labels, options.about),
  };
  const open = planChart(chart, report);
  const plan = options.scaleFacts ? settledPlan(open, options.scaleFacts) : open;
  checkLabels(chart, report);
  const lines = labelledLines(chart, plan);
  const labels = lines && options.lineEnds ? labelUnit(lines, options.lineEnds, plan) : null;
  const drawn = lines && labels ? withoutLegend(plan, lines.channel) : plan;
  const views = chart.layers.map(layer => layerView(layer, chart, drawn, report));
  const body = composeViews([...views, ...(labels ? [labels.view] : [])]);
  const description = describeChart(chart, plan);
  if (options.scaleFacts) {
    noteScaleFacts(plan, options.scaleFacts, report);
    noteShortLists(plan, options.scaleFacts, report);
  }
  const frame = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description,
    ...title(chart),
    data: { name: mainData(chart) },
  };
  const ofAllPanels = views.flatMap(view => view.ofAllPanels ?? []);
  const spec = chart.facet
    ? {
        ...frame,
        ...sideParams(body),
        ...panels({ chart, plan, body, ofAllPanels, options }, report),
      }
    : { ...frame, ...sideParams(body), ...single(plan, body), ...labels?.frame, ...body };
  return {
    spec,
    description,
    columns: usedColumns(chart),
    layerCounts: layerCounts(chart),
    datasets: chartQueries(chart),
    lineEnds: lines ? lineEndsQuery(lines, chart) : null,
    scaleFacts: scaleFactsQuery(chart, open),
    categories: options.scaleFacts ? categoriesOf(open, options.scaleFacts) : [],
    rowFacts: rowFactsQuery(chart, open),
    panelCount: panelCountQuery(chart.facet, options.tables?.result?.table ?? resultName),
    problems: [...report.problems].sort((a, b) => a.span.from - b.span.from),
    notes: report.notes,
  };
}

function single(plan: ChartPlan, body: JsonObject): JsonObject {
  return {
    width: 'container',
    height: isDiscrete(plan.y) ? bandHeight(body) : CHART_HEIGHT_PX,
    autosize: { type: 'fit-x', contains: 'padding' },
  };
}

function bandHeight(body: JsonObject): JsonObject {
  return hasOwnOffsets(body)
    ? { step: MIXED_BAND_HEIGHT_PX, for: 'position' }
    : { step: BAND_HEIGHT_PX };
}

interface PanelChart {
  readonly chart: ResolvedChart;
  readonly plan: ChartPlan;
  readonly body: JsonObject;
  /** Transforms of the rows of all panels. */
  readonly ofAllPanels: readonly JsonObject[];
  readonly options: ChartOptions;
}

/** Vega-Lite cannot fit panels into a container, so that their width is worked out here. */
function panels(
  { chart, plan, body, ofAllPanels, options }: PanelChart,
  report: Report,
): JsonObject {
  if (!chart.facet) {
    return body;
  }
  const facts = {
    panelCount: options.panelCount ?? null,
    binWidths: options.scaleFacts?.binWidths ?? new Map<string, number>(),
  };
  const properties = facetProperties(chart.facet, chart, facts, report);
  const height = isDiscrete(plan.y) ? bandHeight(body) : PANEL_HEIGHT_PX;
  const width = options.width ?? DEFAULT_WIDTH_PX;
  const transform = [properties['transform'] ?? [], ofAllPanels].flat();
  const computed = transform.length > 0 ? { transform } : {};
  return fitWidth(
    { ...properties, ...computed, spec: { width, height, ...body } },
    width,
    options.panelCount,
  );
}

/** Adds what the chart is about as its title, or below the title; null as either leaves it out. */
function namingLabels(labels: ResolvedChart['labels'], about = ''): ResolvedChart['labels'] {
  const free = ['title', 'subtitle'].find(name => !labels.get(name));
  const isNamed = [...labels.values()].some(text => text?.includes(about));
  return free === undefined || labels.get(free) === null || about === '' || isNamed
    ? labels
    : new Map([...labels, [free, about]]);
}

function title({ labels }: ResolvedChart): JsonObject {
  const text = labels.get('title');
  const subtitle = labels.get('subtitle');
  if (!text && !subtitle) {
    return {};
  }
  return { title: { text: text ?? '', ...(subtitle ? { subtitle } : {}), anchor: 'start' } };
}

function usedColumns(chart: ResolvedChart): string[] {
  const names = new Set<string>();
  for (const { bindings, partition, order, query } of chart.layers) {
    if (query) {
      continue;
    }
    for (const binding of bindings.values()) {
      if (binding.kind === 'column') {
        names.add(binding.column.name);
      }
    }
    [...partition, ...order.map(({ column }) => column)].forEach(column => names.add(column.name));
  }
  for (const column of [chart.facet?.column, chart.facet?.by]) {
    if (column && mainData(chart) === resultName) {
      names.add(column.name);
    }
  }
  return [...names];
}
