/**
 * Counts the work of a drawing, and stops it before the window freezes.
 *
 * A saved specification runs when its file is opened, on the thread that the page lives on. All of its work passes through
 * expressions and transforms; each is charged here before it is done. Work is counted and not timed, so that a chart that is drawn on
 * one machine is drawn on all. Between the operators of a dataflow the page gets its turn.
 */

/** About 20 ns on a machine of 2025. */
const mostStepsAtOnce = 25_000_000;
const mostSteps = 5 * mostStepsAtOnce;
/** Charts of as many rows as a chart may have need fewer at once, however slow the machine is. */
const usualSteps = 18_000_000;
const mostMsAtOnce = 400;
/** The page has its turn meanwhile: a machine that is busy with other things may take long. */
const mostMs = 20_000;
const stepsBetweenLooks = 20_000;
/** After this the page gets a turn, ms. */
const turnMs = 40;

/** Characters of a text that an expression makes. */
export const mostTextLength = 100_000;

/** Why a drawing was stopped: a sentence for the reader. */
export class WorkRefusal extends Error {
  override readonly name = 'WorkRefusal';
}

export class WorkMeter {
  private atOnce = 0;
  private whole = 0;
  /** An evaluation may begin another one, as where the chart's size follows from what it holds. */
  private evaluations = 0;
  /** Evaluations that wait for another one. */
  private following = 0;
  private readonly idling: (() => void)[] = [];
  private nextLook = 0;
  /** When the page had its turn last, and when the evaluation began. */
  private began = performance.now();
  private evaluated = performance.now();
  /** Whether the first drawing is done: what is refused later leaves that in its place. */
  isDrawn = false;
  /** Why the drawing was stopped. */
  refusal: WorkRefusal | undefined;

  /** A dataflow begins to be evaluated: what was charged before is done. */
  begin(): void {
    this.evaluations++;
    if (this.isDrawn) {
      this.refusal = undefined;
    }
    this.restart();
  }

  /** Evaluation ended: what is charged from now on comes from single events. */
  end(): void {
    this.evaluations--;
    this.turn();
    this.settle();
  }

  /** Counts an evaluation from when it is asked for. */
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

  /** Resolves when nothing is evaluated any more: an evaluation does not wait for those that it begins. */
  async idle(): Promise<void> {
    while (!this.isIdle) {
      await new Promise<void>(resolve => this.idling.push(resolve));
    }
  }

  /** An event arrived, whose expressions are evaluated outside of the dataflow. */
  beginEvent(): void {
    if (this.evaluations === 0) {
      this.restart();
    }
  }

  /** @throws {WorkRefusal} Where that is more than a drawing may do. */
  charge(steps: number, subject: string): void {
    this.atOnce += steps;
    this.whole += steps;
    // Also where it is not a number.
    if (!(this.atOnce <= mostStepsAtOnce && this.whole <= mostSteps) || this.isLate()) {
      this.refuse(
        `${subject} would block the window: a chart may compute for about ${mostMsAtOnce / 1000} s at a time. Do this part in SQL, or draw fewer rows.`,
      );
    }
  }

  /** Steps are an estimate: what exceeds those of any usual chart may not take longer than they do either. */
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

  /** @returns A promise where the page is to have its turn first. */
  pause(): Promise<void> | undefined {
    return this.evaluations > 0 && isTurnOver()
      ? nextTurn().then(() => {
          this.turn();
        })
      : undefined;
  }

  /** Lets the page have its turn where it waited for long. */
  async rest(): Promise<void> {
    if (isTurnOver()) {
      await nextTurn();
    }
    this.turn();
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

/** When the task that runs now began its first drawing; undefined between tasks. */
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
