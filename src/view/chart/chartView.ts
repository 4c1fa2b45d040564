/** A chart in its cell: waits for rows, draws, follows theme and width, and shows its problems. */

import { t } from '../../core/base/translations';
import type { ResultChart } from '../../core/protocol/outcome';
import type { ExportSubject } from '../../core/protocol/exportRecord';
import { rowsText } from '../../core/protocol/footer';
import { specificationErrorText } from '../../core/visualise/specificationError';
import { element } from '../dom';
import type { HostChannel } from '../hostChannel';
import type { Lifetime } from '../lifetime';
import { drawnRows, readChartData, type ChartData } from './readChartData';
import type { ChartPicture } from './pictureText';
import { Crosshair } from './crosshair';
import type { PlacedMark } from './chosenMarks';
import type { Drawing } from './drawing';
import { guardSpec, mostMadeRows } from './guardSpec';
import { lineTooltip } from './lineTooltip';
import { MarkChooser, type OnMark } from './markChoice';
import { readThemeColours, themeKey, onThemeChange, type ThemeColours } from './themeColours';
import { ChartTooltip } from './tooltip';

export class ChartView {
  readonly node = element('div', { class: 'ms-chart' });
  private readonly tooltip = new ChartTooltip();
  private readonly crosshair = new Crosshair();
  private readonly canvas: HTMLElement;
  private chooser: MarkChooser | undefined;
  private readonly message = element('div', {
    class: 'ms-chart-message',
    attributes: { role: 'status' },
  });
  private data: ChartData | undefined;
  private drawing: Drawing | undefined;
  private drawnTheme: ThemeColours | undefined;
  private drawnWidth = 0;
  /** What the latest drawing has reported. */
  private problems = new Set<string>();
  private busy = false;
  private stale = false;

  /** @param channel Requests rows; null if no kernel has them any more. */
  constructor(
    private readonly chart: ResultChart,
    private readonly channel: HostChannel | null,
    private readonly lifetime: Lifetime,
  ) {
    this.canvas = element('div', {
      class: 'ms-canvas',
      attributes: { role: 'img', tabindex: '0', 'aria-label': chart.description },
    });
    this.node.append(this.canvas, this.tooltip.node, this.message);
    lifetime.add(() => this.drawing?.end());
    lifetime.listen(this.canvas, 'pointermove', event => this.followPointer(event));
    lifetime.listen(this.canvas, 'pointerleave', () => {
      this.crosshair.hide();
      this.tooltip.hide();
    });
    const followSoon = lifetime.frame(() => this.follow());
    lifetime.add(onThemeChange(followSoon));
    lifetime.observeSize(this.node, followSoon);
  }

  /** Lets the reader choose a mark: with a click, or with the arrow keys and Enter. */
  offerRows(onMark: OnMark): void {
    const { canvas } = this;
    const { datasets } = this.chart;
    const chart = {
      ...{ canvas, datasets, drawing: () => this.drawing },
      onReach: (mark: PlacedMark | null) => this.showTooltipOf(mark),
    };
    this.chooser = new MarkChooser(chart, onMark, this.lifetime);
    this.node.append(this.chooser.announcement);
  }

  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  /** Reads the rows and draws; a failure is shown as a sentence instead of the chart. */
  async show(): Promise<void> {
    this.showNotes([t('Drawing the chart…')], true);
    const ending = new AbortController();
    this.lifetime.add(() => ending.abort());
    try {
      this.data = await readChartData(this.chart.datasets, this.channel, ending.signal);
      await this.redraw();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @throws {Error} With a sentence that can be shown, if there is no chart. */
  async picture(subject: ExportSubject): Promise<ChartPicture> {
    const guarded = guardSpec(this.chart.spec);
    if (this.data === undefined || guarded.kind === 'refused') {
      throw new Error(t('The chart is not drawn.'));
    }
    const { drawPicture } = await import('./chartPicture');
    const { data, drawnWidth: width } = this;
    const { description, places } = this.chart;
    const drawn = { spec: guarded.spec, data, description, width, places };
    return drawPicture(drawn, this.node, subject);
  }

  /** One sentence that describes the chart. */
  get description(): string {
    return this.chart.description;
  }

  /**
   * Draws the chart for paper, whether it is on the screen or not.
   *
   * @param place In the document, where its texts are measured.
   * @param paper An element with the colours of paper.
   * @param width px.
   * @throws {Error} If the chart or a part of it cannot be drawn.
   */
  async onPaper(place: HTMLElement, paper: Element, width: number): Promise<SVGElement> {
    const guarded = guardSpec(this.chart.spec);
    if (guarded.kind === 'refused') {
      throw new Error(guarded.reason);
    }
    const ending = new AbortController();
    this.lifetime.add(() => ending.abort());
    const data =
      this.data ?? (await readChartData(this.chart.datasets, this.channel, ending.signal));
    const { paperDrawing } = await import('./chartPicture');
    const { description, places } = this.chart;
    return paperDrawing({ spec: guarded.spec, data, description, width, places }, place, paper);
  }

  private async redraw(): Promise<void> {
    if (this.busy) {
      this.stale = true;
      return;
    }
    this.busy = true;
    try {
      do {
        this.stale = false;
        await this.drawNow();
      } while (this.stale && !this.lifetime.ended);
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  private async drawNow(): Promise<void> {
    const width = Math.floor(this.node.clientWidth);
    if (this.data === undefined || this.lifetime.ended || width === 0) {
      return;
    }
    const guarded = guardSpec(this.chart.spec);
    if (guarded.kind === 'refused') {
      this.fail(new Error(guarded.reason));
      return;
    }
    const { draw } = await import('./drawing');
    const theme = readThemeColours(this.node);
    const problems = new Set<string>();
    this.problems = problems;
    const report = (sentence: string): void => {
      problems.add(sentence);
      if (this.problems === problems) {
        this.showNotes([...problems]);
      }
    };
    const drawing = await draw({
      spec: guarded.spec,
      data: this.data,
      theme,
      width,
      place: this.canvas,
      places: this.chart.places,
      tooltip: this.tooltip.handle,
      onDenied: () =>
        report(t('The chart tried to load an address. Charts may not load anything.')),
      onCut: () =>
        report(
          t(
            'The specification turns its data into more than {0}: the rest is not drawn.',
            rowsText(mostMadeRows),
          ),
        ),
      onClick: (event, item) => this.chooser?.click(event, item),
      onError: message => report(t('A part of the chart could not be drawn. {0}', message)),
    });
    this.drawing?.end();
    this.crosshair.hide();
    this.chooser?.leave();
    this.drawing = drawing;
    this.drawnTheme = theme;
    this.drawnWidth = width;
    if (this.lifetime.ended) {
      drawing.end();
    }
    this.showNotes([...this.cutNotes(), ...(drawing.note ? [drawing.note] : []), ...problems]);
  }

  /** Marks the rows of lines next to the pointer unless it drags, and shows the full text of truncated labels. */
  private followPointer(event: PointerEvent): void {
    const { drawing, drawnTheme: theme } = this;
    if (!drawing || !theme) {
      return;
    }
    const corner = drawing.place.getBoundingClientRect();
    const [x, y] = [event.clientX - corner.left, event.clientY - corner.top];
    const crossing = event.buttons === 0 ? drawing.linesAt(x, y) : undefined;
    const label = drawing.cutLabelAt(x, y);
    if (crossing) {
      this.crosshair.show(drawing.place, crossing, theme);
    } else {
      this.crosshair.hide();
    }
    if (this.tooltip.isOnMark) {
      return;
    }
    if (label !== undefined) {
      this.tooltip.showText(event, label);
    } else if (crossing) {
      const rows = crossing.points.map(point => ({
        ...point,
        value: drawing.tooltipOf(point.item),
        isNearest: point === crossing.nearest,
      }));
      this.tooltip.showLines(event, lineTooltip(rows));
    } else {
      this.tooltip.hide();
    }
  }

  private showTooltipOf(mark: PlacedMark | null): void {
    const { drawing } = this;
    this.tooltip.hide();
    if (mark && drawing) {
      const { left, top } = drawing.place.getBoundingClientRect();
      const at = { clientX: left + mark.x, clientY: top + mark.y };
      this.tooltip.showAt(at, drawing.tooltipOf(mark.item));
    }
  }

  /** Notes on data that are not drawn. */
  private cutNotes(): string[] {
    return drawnRows(this.chart.datasets)
      .filter(({ dataset, rowCount }) => rowCount < dataset.rowCount)
      .map(({ dataset, rowCount }) =>
        t('Only the first {0} of {1} are drawn.', rowsText(rowCount), rowsText(dataset.rowCount)),
      );
  }

  /** Runs after the theme or the cell's width changed, or the chart became visible. */
  private follow(): void {
    const width = Math.floor(this.node.clientWidth);
    if (width === 0 || this.data === undefined) {
      return;
    }
    const drawn = this.drawnTheme && themeKey(this.drawnTheme);
    if (themeKey(readThemeColours(this.node)) !== drawn) {
      void this.redraw();
    } else if (width !== this.drawnWidth) {
      if (this.drawing?.resize(width)) {
        this.drawnWidth = width;
      } else {
        void this.redraw();
      }
    }
  }

  private fail(error: unknown): void {
    if (this.lifetime.ended) {
      return;
    }
    this.drawing?.end();
    this.drawing = undefined;
    this.data = undefined;
    this.canvas.replaceChildren();
    this.showNotes([t('The chart could not be drawn. {0}', specificationErrorText(error))]);
  }

  private showNotes(sentences: readonly string[], waiting = false): void {
    this.message.textContent = [...new Set(sentences)].join(' ');
    this.message.classList.toggle('ms-waiting', waiting);
    this.message.hidden = sentences.length === 0;
  }
}
