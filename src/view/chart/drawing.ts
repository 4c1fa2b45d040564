/**
 * Draws a guarded specification with Vega. Loaded when the first chart is drawn: a table needs none of it.
 *
 * Expressions go through Vega's own interpreter, so that nothing is evaluated as JavaScript. `vega-embed` is not
 * used: a specification can switch its protections off.
 */

import { expressionFunction, parse, View, Warn, type Spec, type SignalValue } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import { isRecord, type JsonObject } from '../../core/base/json';
import { mostChartRows } from '../../core/visualise/chartSize';
import { withSideColours } from '../../core/visualise/sideColours';
import { boundRows, installBounds } from './boundedRows';
import type { ChartData } from './chartData';
import { denyLoader } from './denyLoader';
import { errorLogger } from './errorLogger';
import { fitSpec, hasPanels, panelsAcross } from './fitSpec';
import { guardSvg } from './guardedSvg';
import type { ThemeColours } from './themeColours';
import { vegaConfig } from './vegaConfig';

/** With more marks than this an SVG is slow. */
const MAX_SVG_ROWS = 3_000;
/** Panels that leave more of the cell empty than this are drawn again, px; as are those that do not fit. */
const TOLERANCE_PX = 24;
/** Shared by several panels and rounded down, less would change none of them. */
const LEAST_CUT_PX = 8;
/** Panels of different widths need one more than others. */
const MOST_ATTEMPTS = 4;

export interface DrawingTask {
  /** From `guardSpec`. */
  readonly spec: JsonObject;
  readonly data: ChartData;
  readonly theme: ThemeColours;
  readonly width: number;
  readonly place: HTMLElement;
  /** Absent: canvas where there are many rows. */
  readonly renderer?: 'svg';
  readonly tooltip: (handler: unknown, event: MouseEvent, item: unknown, value: unknown) => void;
  readonly onDenied: () => void;
  /** Told when the specification makes more rows of its data than are drawn; a picture for export tells nobody. */
  readonly onCut?: () => void;
  /** Told what failed after the chart was drawn, as when it was brushed. */
  readonly onError: (message: string) => void;
}

/** A chart on the page. */
export interface Drawing {
  /** Follows the cell's width; false: draw anew. */
  resize(width: number): boolean;
  end(): void;
}

// A few characters must not become a billion values.
expressionFunction('sequence', boundedSequence);
guardSvg();
installBounds();

/** @throws {Error} Where Vega-Lite or Vega cannot make anything of the specification. */
export async function draw(task: DrawingTask): Promise<Drawing> {
  let attempt = await drawOnce(task, fitSpec(task.spec, task.width));
  if (!hasPanels(task.spec)) {
    return drawingOf(attempt.view, false);
  }
  let excess = 0;
  for (let count = 1; count < MOST_ATTEMPTS; count++) {
    const more = attempt.place.scrollWidth - task.width;
    if (more <= 0 && more > -TOLERANCE_PX) {
      break;
    }
    excess += more > 0 ? Math.max(more, LEAST_CUT_PX) : more;
    const correction = { across: acrossOf(attempt), excess };
    attempt.view.finalize();
    attempt = await drawOnce(task, fitSpec(task.spec, task.width, correction));
  }
  return drawingOf(attempt.view, true);
}

/** One attempt: its view, and the element that is as wide as the drawing came out. */
interface Attempt {
  readonly view: View;
  readonly fitted: JsonObject;
  readonly place: HTMLElement;
}

async function drawOnce(task: DrawingTask, fitted: JsonObject): Promise<Attempt> {
  const datasets: Record<string, JsonObject[]> = {};
  let rowCount = 0;
  for (const [name, rows] of task.data) {
    const made = rows();
    datasets[name] = made;
    rowCount += made.length;
  }
  const view = new View(parse(vegaSpec(fitted, datasets, task.theme), undefined, { ast: true }), {
    expr: expressionInterpreter,
    renderer: task.renderer ?? (rowCount > MAX_SVG_ROWS || multiplies(fitted) ? 'canvas' : 'svg'),
    loader: denyLoader(task.onDenied),
    logger: errorLogger(task.onError),
    logLevel: Warn,
    tooltip: task.tooltip,
  });
  boundRows(view, task.onCut ?? (() => undefined));
  const place = document.createElement('div');
  place.className = 'ms-drawing';
  task.place.replaceChildren(place);
  try {
    await view.initialize(place).runAsync();
  } catch (error) {
    view.finalize();
    throw error;
  }
  // The picture around it has the words.
  place.setAttribute('aria-hidden', 'true');
  return { view, fitted, place };
}

/** Whether a few rows can become many. */
function multiplies(spec: JsonObject): boolean {
  return /"(flatten|fold|sequence)":/.test(JSON.stringify(spec));
}

/** Vega-Lite lists the columns of a facet that it counted itself in a data set of this name. */
function acrossOf({ view, fitted }: Attempt): number {
  const stated = panelsAcross(fitted);
  if (stated !== undefined) {
    return stated;
  }
  const { data } = view.getState({ data: name => name === 'column_domain' }) as { data?: unknown };
  const columns = isRecord(data) ? data['column_domain'] : undefined;
  return Array.isArray(columns) ? Math.max(1, columns.length) : 1;
}

function vegaSpec(
  spec: JsonObject,
  datasets: Record<string, JsonObject[]>,
  theme: ThemeColours,
): Spec {
  const inline = spec['datasets'];
  const whole = {
    ...withSideColours(spec, theme.sides),
    datasets: { ...(typeof inline === 'object' ? inline : {}), ...datasets },
  };
  // Vega-Lite checks the specification itself, and throws.
  const compiled = compile(whole as unknown as TopLevelSpec, {
    config: vegaConfig(theme),
    logger: errorLogger(() => undefined),
  }).spec;
  const config: NonNullable<Spec['config']> = {
    ...compiled.config,
    // Vega-Lite's brushes follow the pointer on the window; nothing else may listen outside the chart.
    events: {
      view: true,
      window: ['pointermove', 'pointerup', 'mousemove', 'mouseup'],
      selector: false,
      timer: false,
    },
  };
  return { ...compiled, config };
}

function drawingOf(view: View, panels: boolean): Drawing {
  return {
    resize: width => {
      if (panels) {
        return false;
      }
      view.width(width).resize().run();
      return true;
    },
    end: () => void view.finalize(),
  };
}

function boundedSequence(...bounds: number[]): SignalValue {
  const [first = 0, second, step = 1] = bounds;
  const start = second === undefined ? 0 : first;
  const stop = second ?? first;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  return Array.from({ length: Math.min(length, mostChartRows) || 0 }, (_, i) => start + i * step);
}
