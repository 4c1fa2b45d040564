/**
 * Regular expressions whose time only grows with the text.
 *
 * The browser's engine backtracks: `^(a+)+$` takes twice the time with each further letter. This one follows all
 * alternatives at once, letter by letter (Pike's machine), and so finds the same matches without backtracking. Features
 * that need backtracking, lookaround and back references, are refused.
 */

import type { WorkMeter } from './workMeter';
import { parsePattern, type Instruction } from './patternProgram';

/** A match: its start, and start and end of it and of each group; -1 for a group that did not take part. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly places: readonly number[];
}

/** Threads of the program at one letter, best first. */
interface Ways {
  readonly at: number[];
  readonly places: (readonly number[])[];
}

export class LinearPattern {
  /** The property by which Vega recognises a regular expression. */
  readonly [Symbol.toStringTag] = 'RegExp';
  readonly lastIndex = 0;
  readonly global: boolean;
  readonly sticky: boolean;
  private readonly unicode: boolean;
  private readonly program: readonly Instruction[];
  private readonly groupCount: number;
  private readonly names: ReadonlyMap<string, number>;
  /** For each instruction, the position in the text at which it was last reached. */
  private readonly reached: Int32Array;

  /** @throws {Error} If the pattern is invalid, or needs backtracking. */
  constructor(
    readonly source: string,
    readonly flags: string,
    private readonly meter: WorkMeter,
  ) {
    const { program, groupCount, names } = parsePattern(source, flags);
    this.program = program;
    this.groupCount = groupCount;
    this.names = names;
    this.reached = new Int32Array(program.length);
    this.global = flags.includes('g');
    this.sticky = flags.includes('y');
    this.unicode = flags.includes('u');
  }

  toString(): string {
    return `/${this.source}/${this.flags}`;
  }

  groupNumber(name: string): number | undefined {
    return this.names.get(name);
  }

  /** @returns The first match that begins at `from` or later. */
  find(text: string, from: number, isSticky = this.sticky): PatternMatch | null {
    this.reached.fill(-1);
    let found: readonly number[] | null = null;
    let ways: Ways = { at: [], places: [] };
    const none = new Array<number>(2 * (this.groupCount + 1)).fill(-1);
    for (let index = from; index <= text.length;) {
      if (!found && (index === from || !isSticky)) {
        this.follow(ways, { at: 0, places: none }, text, index);
      }
      const letter = this.letterAt(text, index);
      const next: Ways = { at: [], places: [] };
      this.meter.charge(4 + 4 * ways.at.length, 'pattern');
      for (let way = 0; way < ways.at.length; way++) {
        const at = ways.at[way] ?? 0;
        const places = ways.places[way] ?? none;
        const instruction = this.program[at];
        if (instruction?.do === 'match') {
          found = places;
          break;
        }
        if (instruction?.do === 'letter' && letter !== '' && instruction.is(letter)) {
          this.follow(next, { at: at + 1, places }, text, index + letter.length);
        }
      }
      ways = next;
      index += letter.length || 1;
      if (ways.at.length === 0 && (found || isSticky)) {
        break;
      }
    }
    return found && { start: found[0] ?? 0, end: found[1] ?? 0, places: found };
  }

  private letterAt(text: string, index: number): string {
    const code = this.unicode ? text.codePointAt(index) : undefined;
    return code !== undefined && code > 0xffff ? String.fromCodePoint(code) : text.charAt(index);
  }

  /** Adds the threads that continue from an instruction without consuming a letter. */
  private follow(
    ways: Ways,
    { at: first, places: taken }: { readonly at: number; readonly places: readonly number[] },
    text: string,
    index: number,
  ): void {
    const waiting: [number, readonly number[]][] = [[first, taken]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [at, places] = next;
      const instruction = this.program[at];
      if (!instruction || this.reached[at] === index) {
        continue;
      }
      this.reached[at] = index;
      this.meter.charge(4, 'pattern');
      switch (instruction.do) {
        case 'fork':
          waiting.push([instruction.otherwise, places], [instruction.first, places]);
          break;
        case 'jump':
          waiting.push([instruction.to, places]);
          break;
        case 'assert':
          if (instruction.holds(text, index)) {
            waiting.push([at + 1, places]);
          }
          break;
        case 'save':
          waiting.push([at + 1, places.with(instruction.place, index)]);
          break;
        case 'forget':
          waiting.push([
            at + 1,
            places.map((place, which) =>
              which >= instruction.from && which < instruction.to ? -1 : place,
            ),
          ]);
          break;
        case 'letter':
        case 'match':
          ways.at.push(at);
          ways.places.push(places);
      }
    }
  }
}
