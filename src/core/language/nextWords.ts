/** More texts than these are forgotten, the oldest first. */
const MOST_TEXTS = 300;

/** How long a completion waits for the words, in milliseconds; later answers serve the next keystroke. */
export const WORDS_PATIENCE_MS = 6;

type Words = readonly string[];

/** The words that DuckDB's grammar accepts after a text: each text is queried once. */
export class NextWords {
  private readonly known = new Map<string, Promise<Words | undefined>>();

  /** @param ask Returns undefined if there is no answer; the text is then queried again next time. */
  constructor(private readonly ask: (text: string) => Promise<Words | undefined>) {}

  /** @returns The words after `text`, which `grammarTextAt` returned. */
  after(text: string): Promise<Words | undefined> {
    const known = this.known.get(text);
    if (known) {
      return known;
    }
    const words = this.answer(text);
    this.known.set(text, words);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > MOST_TEXTS) {
      this.known.delete(oldest);
    }
    return words;
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
