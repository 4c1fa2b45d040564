/**
 * Draws a guarded specification with Vega. Loaded when the first chart is drawn: a table needs none of it.
 *
 * Expressions go through Vega's own interpreter, so that nothing is evaluated as JavaScript. `vega-embed` is not
 * used: a specification can switch its protections off.
 */

import type { NamedPlaces } from '../../core/visualise/heldPlaces';
import { t } from '../../core/base/translations';
import { parse, resetSVGDefIds, View, Warn, type Spec, type Loader } from 'vega';
import type { Config } from 'vega-lite';
import { isRecord, type JsonObject } from '../../core/base/json';
import { withSideColours } from '../../core/visualise/sideColours';
import { boundRows, installBounds } from './boundedRows';
import { installTransformBounds } from './boundedTransforms';
import type { ChartData } from './readChartData';
import { compileSpec } from './compileSpec';
import { crampedParts } from './crampedParts';
import { placedMarks, withGroupedRows, type PlacedMark } from './chosenMarks';
import { cutLabelAt, titleCutLabels } from './cutLabels';
import { isPath, linesAt, type Crossing } from './drawnLines';
import { errorLogger } from './errorLogger';
import { columnsNote, evenPanels } from './evenPanels';
import { titleRoom, withTitleRoom } from './evenTitles';
import { fitSpec, hasPanels, MIN_PANEL_WIDTH, panelRoom, panelsAcross } from './fitSpec';
import { guardSvg } from './guardedSvg';
import { withHoverTooltips } from './hoverTooltips';
import { followLatestPointer } from './evaluationOrder';
import { FrugalInterpreter } from './frugalInterpreter';
import {
  colourByName,
  keepColours,
  seriesScales,
  withColourSignals,
  type NameColours,
} from './namedCategories';
import type { ThemeColours } from './themeColours';
import { withAxisTicks } from './axisTicks';
import { levelNames } from './levelNames';
import { withLegibleOpacity } from './legibleOpacity';
import { withLegibleStrokes } from './strokeColours';
import { withMissingNames } from './missingNames';
import { tiltNames } from './tiltNames';
import { withAxisTitleLines, withTitleLines } from './wrappedLines';
import { categoryTheme, vegaConfig } from './vegaConfig';
import { meterView, checkScene } from './meteredView';
import { sceneReading } from './sceneMarks';
import { giveTextRoom, lacksTextRoom, withTextRoom } from './textRoom';
import { WorkMeter } from './workMeter';

/** With more marks than this, SVG is slow. */
const MAX_SVG_ROWS = 3_000;
/** Panels that leave more than this of the cell's width empty are drawn again, px; as are those that do not fit. */
const TOLERANCE_PX = 24;
/** A smaller change, shared by several panels and rounded down, would change none of them. */
const LEAST_CUT_PX = 8;
/** How often panels are drawn at most; panels of different widths need one more attempt, fewer columns two. */
const MOST_ATTEMPTS = 6;

export interface DrawingTask {
  /** From `guardSpec`. */
  readonly spec: JsonObject;
  readonly data: ChartData;
  readonly theme: ThemeColours;
  readonly width: number;
  /** Null where there is no page: the chart is drawn as text. */
  readonly place: HTMLElement | null;
  /** Of its names among the colours of the theme; undefined: the names of the chart alone decide. */
  readonly places: NamedPlaces | undefined;
  /** Absent: canvas if there are many rows. */
  readonly renderer?: 'svg';
  readonly tooltip: (handler: unknown, event: MouseEvent, item: unknown, value: unknown) => void;
  readonly onDenied: () => void;
  /** Called when the specification creates more rows than are drawn; absent for exported pictures. */
  readonly onCut?: () => void;
  /** Called with failures after the chart was drawn, as when it was brushed. */
  readonly onError: (message: string) => void;
  /** Called when the drawing is clicked, with the item of the scenegraph at the pointer. */
  readonly onClick?: (event: MouseEvent, item: unknown) => void;
}

/** A chart on the page. */
export interface Drawing {
  /** The element with the size of the drawing. */
  readonly place: HTMLElement;
  /** A sentence if fewer columns of panels fit than their author chose. */
  readonly note: string | undefined;
  /** Follows the cell's width; false: the chart has to be drawn again. */
  resize(width: number): boolean;
  /** Finds the rows of lines next to this position, px from the corner of the drawing. */
  linesAt(x: number, y: number): Crossing | undefined;
  /** Finds the full text of a truncated label at this position. */
  cutLabelAt(x: number, y: number): string | undefined;
  /** The content of the tooltip of a scenegraph item. */
  tooltipOf(item: object): unknown;
  /** Whether the item is a row of a line or an area. */
  isPath(item: unknown): boolean;
  /** The marks that were drawn from rows. */
  marks(): readonly PlacedMark[];
  end(): void;
}

guardSvg();
installBounds();
installTransformBounds();

/**
 * Replaces an existing drawing after the new one is complete.
 *
 * @throws {Error} If Vega-Lite or Vega cannot draw the specification.
 */
export async function draw(task: DrawingTask & { readonly place: HTMLElement }): Promise<Drawing> {
  const { place, width, data } = task;
  const offscreen = document.createElement('div');
  const isFirst = place.childElementCount === 0;
  if (!isFirst) {
    offscreen.className = 'ms-offscreen';
    offscreen.style.width = `${width}px`;
    place.before(offscreen);
  }
  try {
    const hidden = isFirst ? task : { ...task, place: offscreen };
    const { attempt, stretches } = await drawFitted(hidden);
    const { node } = attempt;
    if (!node) {
      throw new Error(t('The chart was drawn without a page.'));
    }
    place.replaceChildren(node);
    const { columns } = attempt.fitted;
    const note = typeof columns === 'number' ? columnsNote(task.spec, data, columns) : undefined;
    return { ...drawingOf(attempt, node, stretches), note };
  } finally {
    offscreen.remove();
  }
}

/**
 * Draws without a page.
 *
 * @returns The markup of an `<svg>` as Vega writes it.
 * @throws {Error} If Vega-Lite or Vega cannot draw the specification.
 */
export async function drawMarkup(task: Omit<DrawingTask, 'place' | 'renderer'>): Promise<string> {
  const { attempt } = await drawFitted({ ...task, place: null, renderer: 'svg' });
  // Otherwise the names of its parts depend on what was drawn before.
  resetSVGDefIds();
  try {
    return await attempt.view.toSVG();
  } finally {
    attempt.view.finalize();
  }
}

/** @returns The drawing, and whether another width only changes the width of the drawing. */
async function drawFitted(
  task: DrawingTask,
): Promise<{ readonly attempt: Attempt; readonly stretches: boolean }> {
  const { width, theme, data } = task;
  const arranged = evenPanels(withTitleLines(task.spec, width, theme.font), width, data);
  const roomy = await drawRoomy(task, arranged);
  return hasPanels(arranged)
    ? { attempt: await fillCell(task, roomy), stretches: false }
    : {
        attempt: roomy.attempt,
        stretches:
          roomy.spec === task.spec &&
          // Names that are upright may have room to be level.
          levelNames(arranged) === arranged &&
          roomy.legendColumns === undefined &&
          !roomy.attempt.gaveRoom,
      };
}

/** A drawing, and the changes that made it fit. */
interface Roomy {
  readonly attempt: Attempt;
  readonly spec: JsonObject;
  readonly legendColumns: number | undefined;
}

/** Draws names level if all of them have room so. */
async function drawRoomy(task: DrawingTask, spec: JsonObject): Promise<Roomy> {
  const level = hasPanels(spec) ? spec : levelNames(spec);
  if (level === spec) {
    return drawWithRoom(task, spec);
  }
  const roomy = await drawWithRoom(task, level);
  if (!crampedParts(roomy.attempt.view, task.width).labelsHidden) {
    return roomy;
  }
  roomy.attempt.view.finalize();
  return drawWithRoom(task, spec);
}

/** Draws, and draws again if a legend was truncated or names were omitted. */
async function drawWithRoom(task: DrawingTask, spec: JsonObject): Promise<Roomy> {
  const attempt = await drawOnce(task, fitSpec(spec, task.width));
  const { legendColumns, namesMissing } = crampedParts(attempt.view, task.width);
  const tilted = namesMissing ? tiltNames(spec) : spec;
  if (tilted === spec && legendColumns === undefined) {
    return { attempt, spec, legendColumns };
  }
  attempt.view.finalize();
  const again = await drawOnce(task, fitSpec(tilted, task.width), legendColumns);
  return { attempt: again, spec: tilted, legendColumns };
}

/** Draws panels until they fill the cell and are not wider, narrower ones first, then fewer per row, and have titles at one height. */
async function fillCell(task: DrawingTask, roomy: Roomy): Promise<Attempt> {
  let { attempt, spec } = roomy;
  let excess = 0;
  for (let count = 1; count < MOST_ATTEMPTS; count++) {
    const more = widthOf(attempt) - task.width;
    if (more <= 0 && more > -TOLERANCE_PX) {
      break;
    }
    const fewer = more > 0 ? withFewerColumns(spec, attempt, task) : spec;
    excess = fewer === spec ? excess + (more > 0 ? Math.max(more, LEAST_CUT_PX) : more) : 0;
    spec = fewer;
    const correction = excess === 0 ? undefined : { across: acrossOf(attempt), excess };
    attempt.view.finalize();
    const fitted = fitSpec(spec, task.width, correction);
    attempt = await drawOnce(task, fitted, roomy.legendColumns);
  }
  // Panels are narrower now than when they were first drawn.
  const tilted = tiltNames(attempt.fitted);
  if (tilted !== attempt.fitted && crampedParts(attempt.view, task.width).namesMissing) {
    attempt.view.finalize();
    attempt = await drawOnce(task, tilted, roomy.legendColumns);
  }
  const room = titleRoom(attempt.view);
  if (room > 0) {
    attempt.view.finalize();
    attempt = await drawOnce(task, attempt.fitted, roomy.legendColumns, room);
  }
  return attempt;
}

/** @returns The same specification if its panels can be narrower, or do not wrap. */
function withFewerColumns(
  spec: JsonObject,
  attempt: Attempt,
  { width, data }: DrawingTask,
): JsonObject {
  const { fitted } = attempt;
  const { columns } = fitted;
  const panel = panelRoom(fitted, width).width ?? Infinity;
  if (typeof columns !== 'number' || columns <= 1 || panel > MIN_PANEL_WIDTH) {
    return spec;
  }
  const fitting = Math.floor((columns * width) / widthOf(attempt));
  return evenPanels({ ...spec, columns: Math.max(1, Math.min(columns - 1, fitting)) }, width, data);
}

/** One attempt: its view, and the element with the width of the drawing; null without a page. */
interface Attempt {
  readonly view: View;
  readonly interpreter: FrugalInterpreter;
  readonly fitted: JsonObject;
  readonly node: HTMLElement | null;
  readonly texts: ReturnType<typeof withTextRoom>['texts'];
  /** Whether texts of marks were shortened, hidden, or given more room than at first. */
  readonly gaveRoom: boolean;
}

/** The width of the drawing with its axes and legends, px. */
function widthOf({ view, node }: Attempt): number {
  if (node) {
    return node.scrollWidth;
  }
  const { left, right } = view.padding() as { readonly left: number; readonly right: number };
  return Math.ceil(Number(Reflect.get(view, '_viewWidth')) + left + right);
}

async function drawOnce(
  task: DrawingTask,
  fitted: JsonObject,
  legendColumns?: number,
  room = 0,
): Promise<Attempt> {
  const datasets: Record<string, JsonObject[]> = {};
  let rowCount = 0;
  for (const [name, rows] of task.data) {
    const made = rows();
    datasets[name] = made;
    rowCount += made.length;
  }
  const panel = hasPanels(fitted) ? { panel: panelRoom(fitted, task.width) } : {};
  const config = vegaConfig({ ...task, ...panel }, legendColumns);
  const isOnPage = task.renderer === undefined;
  // On the page, the surrounding image element has the description; an exported chart is read mark by mark.
  config.mark = { ...config.mark, aria: !isOnPage };
  const meter = new WorkMeter();
  const interpreter = new FrugalInterpreter(meter);
  await meter.rest();
  const shown = isOnPage ? withHoverTooltips(fitted) : fitted;
  const colours: NameColours = {
    theme: categoryTheme(task.theme),
    held: new Map(task.places),
  };
  const compiled = vegaSpec(withSideColours(shown, task.theme.sides), datasets, config);
  const scales = seriesScales(compiled);
  const isHighContrast = ['highContrast', 'highContrastLight'].includes(task.theme.kind);
  const legible = isHighContrast ? withLegibleOpacity(compiled) : compiled;
  const coloured = withColourSignals(
    withLegibleStrokes(legible, task.theme),
    scales,
    colours.theme,
  );
  const { spec, texts } = withTextRoom(withTitleRoom(coloured, room));
  await meter.rest();
  const parsed = parse(spec, undefined, { ast: true });
  await meter.rest();
  const view = new View(parsed, {
    expr: interpreter.expr,
    renderer: task.renderer ?? (rowCount > MAX_SVG_ROWS || multiplies(fitted) ? 'canvas' : 'svg'),
    loader: denyLoader(task.onDenied),
    // A refusal replaces the whole chart.
    logger: errorLogger(message =>
      !meter.isDrawn && meter.refusal ? undefined : task.onError(message),
    ),
    logLevel: Warn,
    // Vega only finds the first row of a line: `linesAt` finds the one at the pointer.
    tooltip: (handler, event, item, value) =>
      task.tooltip(
        handler,
        event,
        item,
        isPath(item) ? null : value && interpreter.tooltipOf(item),
      ),
  });
  boundRows(view, task.onCut ?? (() => undefined));
  meterView(view, meter);
  const node = task.place && drawingNode(task.place);
  if (node) {
    // Colours that depend on the categories are set by the second run.
    node.style.visibility = scales.length > 0 ? 'hidden' : '';
    followLatestPointer(node, meter);
  }
  let gaveRoom = false;
  const run = async (): Promise<void> => {
    await view.runAsync();
    await meter.idle();
  };
  try {
    await meter.rest();
    view.initialize(node ?? undefined);
    // Vega awaits a promise here, although its declarations do not mention it.
    const check: () => unknown = () => checkScene(view, meter, isOnPage);
    view.runAfter(check, true);
    await run();
    if (!meter.refusal && colourByName(view, scales, colours)) {
      await run();
    }
    if (!meter.refusal) {
      gaveRoom = await giveTextRoom(view, texts, fittedWidth(fitted), run);
    }
    if (meter.refusal) {
      throw meter.refusal;
    }
    meter.isDrawn = true;
    keepColours(view, scales, colours);
    if (node && !isOnPage) {
      titleCutLabels(view);
    }
  } catch (error) {
    view.finalize();
    throw error;
  }
  const { onClick } = task;
  if (onClick) {
    view.addEventListener('click', (event, item) => onClick(event as MouseEvent, item));
  }
  if (node) {
    node.style.visibility = '';
    node.setAttribute('aria-hidden', 'true');
  }
  return { view, interpreter, fitted, node, texts, gaveRoom };
}

/** The width of a picture that is as wide as its cell; undefined if its author or its panels decide it. */
function fittedWidth({ autosize, width }: JsonObject): number | undefined {
  const isFitted = isRecord(autosize) && autosize['type'] === 'fit-x';
  return isFitted && typeof width === 'number' ? width : undefined;
}

/** @returns The only child of `place` from now on. */
function drawingNode(place: HTMLElement): HTMLElement {
  const node = document.createElement('div');
  node.className = 'ms-drawing';
  place.replaceChildren(node);
  return node;
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
  const name = 'column_domain';
  const { data } = view.getState({ data: each => each === name }) as { data?: unknown };
  // A state has the names of its data sets, and no rows that were derived.
  return isRecord(data) && name in data ? Math.max(1, view.data(name).length) : 1;
}

function vegaSpec(spec: JsonObject, datasets: Record<string, JsonObject[]>, config: Config): Spec {
  const inline = spec['datasets'];
  const whole = {
    ...spec,
    datasets: { ...(typeof inline === 'object' ? inline : {}), ...datasets },
  };
  // Vega-Lite validates the specification itself, and throws.
  const compiled = compileSpec(
    whole,
    config,
    errorLogger(() => undefined),
  );
  const ownEvents: NonNullable<Spec['config']> = {
    ...compiled.config,
    // Vega-Lite's brushes follow the pointer on the window; nothing else may listen outside of the chart.
    events: {
      view: true,
      window: ['pointermove', 'pointerup', 'mousemove', 'mouseup'],
      selector: false,
      timer: false,
    },
  };
  const titled = withAxisTitleLines(compiled, config.font ?? 'sans-serif');
  return { ...withGroupedRows(withMissingNames(withAxisTicks(titled))), config: ownEvents };
}

/** @param stretches Whether another width only changes the width of the drawing, while everything fits. */
function drawingOf(
  { view, interpreter, fitted, texts }: Attempt,
  place: HTMLElement,
  stretches: boolean,
): Omit<Drawing, 'note'> {
  const canTilt = tiltNames(fitted) !== fitted;
  return {
    place,
    linesAt: linesAt(view),
    cutLabelAt: cutLabelAt(view),
    tooltipOf: item => interpreter.tooltipOf(item),
    isPath,
    marks: sceneReading(view, placedMarks),
    resize: width => {
      if (!stretches) {
        return false;
      }
      void view.width(width).resize().runAsync();
      const { legendColumns, namesMissing } = crampedParts(view, width);
      const isCramped = legendColumns !== undefined || (canTilt && namesMissing);
      return !isCramped && !lacksTextRoom(view, texts, width);
    },
    end: () => void view.finalize(),
  };
}

/**
 * A Vega loader that loads nothing: a chart's data come with it.
 *
 * @param onDenied Called once for each attempt; Vega itself would not report it.
 */
function denyLoader(onDenied: () => void): Loader {
  const deny = (): Promise<never> => {
    onDenied();
    return Promise.reject(new Error(t('Charts may not load addresses.')));
  };
  return { load: deny, sanitize: deny, http: deny, file: deny };
}
