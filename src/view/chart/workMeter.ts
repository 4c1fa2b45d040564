/**
 * Counts the work of a drawing, and stops it before the window freezes.
 *
 * A saved specification runs when its file is opened, on the page's thread. All of its work is in expressions and
 * transforms, each of which is charged here before it runs. Work is counted and not timed, so that a chart that is
 * drawn on one computer is drawn on all. Between the operators of a dataflow the page can handle events.
 */

import { t } from '../../core/base/translations';

/** About 20 ns on a machine of 2025. */
const mostStepsAtOnce = 25_000_000;
const mostSteps = 5 * mostStepsAtOnce;
/** Charts with the most rows that a chart may have need fewer at once, however slow the computer is. */
const usualSteps = 18_000_000;
const mostMsAtOnce = 400;
/** The page handles events meanwhile: a busy computer may take long. */
const mostMs = 20_000;
const stepsBetweenLooks = 20_000;
/** After this time the page can handle events, ms. */
const turnMs = 40;
/** And after so much work: a fast computer does in that time what is too much at once, and would refuse it. */
const turnSteps = 2_000_000;

/** The most characters of a text that an expression creates. */
export const mostTextLength = 100_000;

/** The reason why a drawing was stopped: a sentence for the reader. */
export class WorkRefusal extends Error {
  override readonly name = 'WorkRefusal';
}

/** What a drawing does. Translated only if it is refused, since it is charged for every value. */
export type WorkPart = keyof ReturnType<typeof partTexts> | { readonly transform: string };

function partTexts() {
  return {
    expressions: t('Its expressions'),
    selections: t('Its selections'),
    marks: t('Drawing its marks'),
    fonts: t('Finding its fonts'),
    trail: t('Drawing its trail'),
    panels: t('Drawing its panels and series'),
    map: t('Its map'),
    fields: t('Reading its fields'),
    pattern: t('A regular expression'),
  };
}

function partText(part: WorkPart): string {
  return typeof part === 'string' ? partTexts()[part] : t('The transform "{0}"', part.transform);
}

export class WorkMeter {
  private atOnce = 0;
  private whole = 0;
  /** An evaluation may start another one, for example if the chart's size depends on its content. */
  private evaluations = 0;
  /** Evaluations that wait for another one to end. */
  private following = 0;
  private readonly idling: (() => void)[] = [];
  private nextLook = 0;
  /** When the page last handled events, and when the evaluation began. */
  private began = performance.now();
  private evaluated = performance.now();
  /** Whether the first drawing is complete: after a later refusal it stays. */
  isDrawn = false;
  /** Why the drawing was stopped. */
  refusal: WorkRefusal | undefined;

  /** Marks the start of an evaluation: earlier charges are finished. */
  begin(): void {
    this.evaluations++;
    if (this.isDrawn) {
      this.refusal = undefined;
    }
    this.restart();
  }

  /** Marks the end of an evaluation: later charges come from single events. */
  end(): void {
    this.evaluations--;
    this.turn();
    this.settle();
  }

  /** Counts an evaluation from its request. */
  async follow(evaluate: () => unknown): Promise<void> {
    this.following++;
    try {
      await evaluate();
    } finally {
      this.following--;
      this.settle();
    }
  }

  get isIdle(): boolean {
    return this.evaluations + this.following === 0;
  }

  /** Resolves when no evaluation runs any more: an evaluation does not wait for those that it starts. */
  async idle(): Promise<void> {
    while (!this.isIdle) {
      await new Promise<void>(resolve => this.idling.push(resolve));
    }
  }

  /** Marks an event, whose expressions are evaluated outside of the dataflow. */
  beginEvent(): void {
    if (this.evaluations === 0) {
      this.restart();
    }
  }

  /** @throws {WorkRefusal} If that exceeds what a drawing may do. */
  charge(steps: number, part: WorkPart): void {
    this.atOnce += steps;
    this.whole += steps;
    // Also true for NaN.
    if (!(this.atOnce <= mostStepsAtOnce && this.whole <= mostSteps) || this.isLate()) {
      this.refuse(
        t(
          '{0} would block the window: a chart may compute for about {1} s at a time. Do this part in SQL, or draw fewer rows.',
          partText(part),
          mostMsAtOnce / 1000,
        ),
      );
    }
  }

  /** Steps are an estimate: more of them than in any usual chart may not take longer than a usual chart either. */
  private isLate(): boolean {
    if (this.whole < this.nextLook) {
      return false;
    }
    this.nextLook = this.whole + stepsBetweenLooks;
    const now = performance.now();
    return (
      (this.atOnce > usualSteps && now - this.began > mostMsAtOnce) ||
      (this.whole > 4 * usualSteps && now - this.evaluated > mostMs)
    );
  }

  /** @throws {WorkRefusal} Always. */
  refuse(sentence: string): never {
    this.refusal ??= new WorkRefusal(sentence);
    throw this.refusal;
  }

  /** @returns A promise if the page should handle events first. */
  pause(): Promise<void> | undefined {
    return this.evaluations > 0 && this.isTurnOver()
      ? nextTurn().then(() => {
          this.turn();
        })
      : undefined;
  }

  /** Lets the page handle events if it has waited for long. */
  async rest(): Promise<void> {
    if (this.isTurnOver()) {
      await nextTurn();
    }
    this.turn();
  }

  private isTurnOver(): boolean {
    return isTurnOver() || this.atOnce > turnSteps;
  }

  private settle(): void {
    if (this.isIdle) {
      for (const resolve of this.idling.splice(0)) {
        resolve();
      }
    }
  }

  private restart(): void {
    this.whole = 0;
    this.nextLook = 0;
    this.evaluated = performance.now();
    this.turn();
  }

  private turn(): void {
    this.atOnce = 0;
    this.began = performance.now();
  }
}

/** When the current task began its first drawing; undefined between tasks. */
let turnBegan: number | undefined;

function isTurnOver(): boolean {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    void nextTurn();
  }
  return performance.now() - turnBegan > turnMs;
}

/** Resolves in a task of its own. Unlike a timer it is not delayed in a hidden window. */
function nextTurn(): Promise<void> {
  channel ??= openChannel();
  const { port2 } = channel;
  return new Promise(resolve => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}

let channel: MessageChannel | undefined;
const waiting: (() => void)[] = [];

function openChannel(): MessageChannel {
  const opened = new MessageChannel();
  opened.port1.onmessage = () => {
    turnBegan = undefined;
    waiting.shift()?.();
  };
  return opened;
}
