import { t } from '../../core/base/translations';

/** Translates a regular expression into the instructions that `LinearPattern` follows. */

export type Instruction =
  | { readonly do: 'letter'; readonly is: (letter: string) => boolean }
  | { readonly do: 'assert'; readonly holds: (text: string, index: number) => boolean }
  | { readonly do: 'fork'; readonly first: number; readonly otherwise: number }
  | { readonly do: 'jump'; readonly to: number }
  | { readonly do: 'save'; readonly place: number }
  /** Groups inside a repetition are reset: indices `from <= index < to`. */
  | { readonly do: 'forget'; readonly from: number; readonly to: number }
  | { readonly do: 'match' };

export interface PatternProgram {
  readonly program: readonly Instruction[];
  readonly groupCount: number;
  readonly names: ReadonlyMap<string, number>;
}

const mostInstructions = 2_000;
const mostNested = 50;

/** @throws {Error} If the pattern is invalid, or has lookaround or back references. */
export function parsePattern(source: string, flags: string): PatternProgram {
  // Throws if the pattern is invalid, and runs nothing.
  new RegExp(source, flags);
  return new Translator(source, flags).translate();
}

/** A part that appends itself to a program. */
type Part = (program: Instruction[]) => void;

class Translator {
  private at = 0;
  private groupCount = 0;
  private depth = 0;
  private readonly names = new Map<string, number>();

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {
    if (flags.includes('v')) {
      throw new Error(t('Regular expressions of charts may not have the flag "v".'));
    }
  }

  translate(): PatternProgram {
    const whole = this.choice();
    const program: Instruction[] = [];
    const write = bounded(program);
    write({ do: 'save', place: 0 });
    whole(program);
    write({ do: 'save', place: 1 });
    write({ do: 'match' });
    return { program, groupCount: this.groupCount, names: this.names };
  }

  private choice(): Part {
    const first = this.sequence();
    if (!this.takes('|')) {
      return first;
    }
    const otherwise = this.choice();
    return program => {
      const fork = reserve(program);
      first(program);
      const jump = reserve(program);
      program[fork] = { do: 'fork', first: fork + 1, otherwise: program.length };
      otherwise(program);
      program[jump] = { do: 'jump', to: program.length };
    };
  }

  private sequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at))) {
      parts.push(this.repeated());
    }
    return program => parts.forEach(part => part(program));
  }

  private repeated(): Part {
    const firstGroup = this.groupCount + 1;
    const part = this.single();
    const counted = /^(?:[*+?]|\{(\d+)(,(\d*))?\})(\??)/.exec(
      this.source.slice(this.at, this.at + 40),
    );
    if (!counted) {
      return part;
    }
    this.at += counted[0].length;
    const [text, low, comma, high, lazy] = counted;
    const sign = text.charAt(0);
    const least = low === undefined ? (sign === '+' ? 1 : 0) : Number(low);
    const most =
      low === undefined
        ? sign === '?'
          ? 1
          : Infinity
        : comma === undefined
          ? least
          : high === ''
            ? Infinity
            : Number(high);
    const forget = { from: 2 * firstGroup, to: 2 * (this.groupCount + 1) };
    return repetition(part, { least, most, isLazy: lazy === '?', forget });
  }

  private single(): Part {
    const rest = this.source.slice(this.at, this.at + 3);
    const sign = rest.charAt(0);
    if (sign === '(') {
      return this.group();
    }
    if (sign === '^' || sign === '$') {
      this.at++;
      return this.edge(sign);
    }
    if (/^\\[bB]/.test(rest)) {
      this.at += 2;
      const isInside = rest.charAt(1) === 'b';
      return assertion(
        (text, index) => (isWordAt(text, index - 1) !== isWordAt(text, index)) === isInside,
      );
    }
    if (/^\\(?:[1-9]|k)/.test(rest)) {
      throw new Error(
        t('Regular expressions of charts may not repeat the text of a group ("\\1").'),
      );
    }
    return this.letter();
  }

  private edge(sign: string): Part {
    const isMany = this.flags.includes('m');
    const isBreak = (text: string, index: number): boolean =>
      isMany && /[\n\r\u2028\u2029]/.test(text.charAt(index));
    return sign === '^'
      ? assertion((text, index) => index === 0 || isBreak(text, index - 1))
      : assertion((text, index) => index === text.length || isBreak(text, index));
  }

  private group(): Part {
    const opening = /^\((?:\?(?:<([^>=!][^>]*)>|:|(.)))?/.exec(this.source.slice(this.at));
    const [text = '(', name, other] = opening ?? [];
    if (other !== undefined) {
      throw new Error(t('Regular expressions of charts may not look ahead or behind ("(?=").'));
    }
    this.at += text.length;
    this.depth++;
    if (this.depth > mostNested) {
      throw new Error(
        t('Groups of a regular expression may be nested {0} deep at most.', mostNested),
      );
    }
    const isTaken = text !== '(?:';
    const group = isTaken ? ++this.groupCount : 0;
    if (name !== undefined) {
      this.names.set(name, group);
    }
    const inner = this.choice();
    this.takes(')');
    this.depth--;
    return !isTaken
      ? inner
      : program => {
          bounded(program)({ do: 'save', place: 2 * group });
          inner(program);
          bounded(program)({ do: 'save', place: 2 * group + 1 });
        };
  }

  /** One letter: the browser's own engine decides which ones match. */
  private letter(): Part {
    const unicode = this.flags.includes('u');
    const rest = this.source.slice(this.at);
    const [text = ''] =
      /^(?:\[(?:\\[^]|[^\]\\])*\]|\\c[A-Za-z]|\\x[0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\[pP]\{[^}]*\}|\\0|\\[^])/.exec(
        rest,
      ) ?? [unicode ? String.fromCodePoint(rest.codePointAt(0) ?? 0) : rest.charAt(0)];
    this.at += text.length;
    const sign = /^[\]{}]$/.test(text) ? `\\${text}` : text;
    const one = new RegExp(`^(?:${sign})$`, this.flags.replace(/[^isu]/g, ''));
    const known = new Map<string, boolean>();
    const is = (letter: string): boolean => {
      const before = known.get(letter);
      if (before !== undefined) {
        return before;
      }
      const answer = one.test(letter);
      known.set(letter, answer);
      return answer;
    };
    return program => bounded(program)({ do: 'letter', is });
  }

  private takes(sign: string): boolean {
    const isThere = this.source.charAt(this.at) === sign;
    this.at += isThere ? 1 : 0;
    return isThere;
  }
}

interface Repetition {
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
  readonly forget: { readonly from: number; readonly to: number };
}

function repetition(part: Part, { least, most, isLazy, forget }: Repetition): Part {
  const once: Part = program => {
    if (forget.to > forget.from) {
      bounded(program)({ do: 'forget', ...forget });
    }
    part(program);
  };
  const fork = (inside: number, after: number): Instruction =>
    isLazy
      ? { do: 'fork', first: after, otherwise: inside }
      : { do: 'fork', first: inside, otherwise: after };
  return program => {
    const before = program.length;
    for (let count = 0; count < least; count++) {
      once(program);
      if (program.length === before) {
        break;
      }
    }
    if (most === Infinity) {
      const start = reserve(program);
      once(program);
      bounded(program)({ do: 'jump', to: start });
      program[start] = fork(start + 1, program.length);
      return;
    }
    const starts: number[] = [];
    for (let count = least; count < most; count++) {
      starts.push(reserve(program));
      once(program);
    }
    for (const start of starts) {
      program[start] = fork(start + 1, program.length);
    }
  };
}

function assertion(holds: (text: string, index: number) => boolean): Part {
  return program => bounded(program)({ do: 'assert', holds });
}

function isWordAt(text: string, index: number): boolean {
  return /^\w$/.test(text.charAt(index));
}

function reserve(program: Instruction[]): number {
  bounded(program)({ do: 'match' });
  return program.length - 1;
}

function bounded(program: Instruction[]): (instruction: Instruction) => void {
  return instruction => {
    if (program.length >= mostInstructions) {
      throw new Error(
        t(
          'A regular expression may have at most {0} letters and choices once its repetitions are written out.',
          mostInstructions,
        ),
      );
    }
    program.push(instruction);
  };
}
