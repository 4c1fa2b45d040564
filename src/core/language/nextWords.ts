/** More texts than these are forgotten, the oldest first. */
const MOST_TEXTS = 300;

/** How long a completion waits for the words, in milliseconds; what comes later is there for the next keystroke. */
export const WORDS_PATIENCE_MS = 6;

type Words = readonly string[];

/** Which words DuckDB's grammar takes after a text: each text is asked once. */
export class NextWords {
  private readonly known = new Map<string, Promise<Words | undefined>>();

  /** @param ask Undefined where there is no answer; the text is asked again then. */
  constructor(private readonly ask: (text: string) => Promise<Words | undefined>) {}

  /** @returns The words after `text`, as `grammarTextAt` gives it. */
  after(text: string): Promise<Words | undefined> {
    const known = this.known.get(text);
    if (known) {
      return known;
    }
    const asked = this.answer(text);
    this.known.set(text, asked);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > MOST_TEXTS) {
      this.known.delete(oldest);
    }
    return asked;
  }

  private async answer(text: string): Promise<Words | undefined> {
    let words: Words | undefined;
    try {
      words = await this.ask(text);
    } finally {
      if (!words) {
        this.known.delete(text);
      }
    }
    return words;
  }
}
