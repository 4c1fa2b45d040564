/** Sessions of the corpus: statements that one connection runs one after another. */

export interface CorpusSession {
  /** What it is about, as failures name it. */
  readonly name: string;
  /** `{folder}` stands for the workspace. */
  readonly statements: readonly string[];
}

/** @returns The template with each choice for each `{name}` that stands in it, in every combination. */
export function combined(
  template: string,
  choices: Readonly<Record<string, readonly string[]>>,
): string[] {
  let made = [template];
  for (const [name, texts] of Object.entries(choices)) {
    const place = `{${name}}`;
    made = made.flatMap(text =>
      text.includes(place) ? texts.map(choice => text.replaceAll(place, () => choice)) : [text],
    );
  }
  return made;
}

/** Statements that need nothing of each other, after those that all of them need, in sessions of a usual length. */
export function sessionsOf(
  name: string,
  statements: readonly string[],
  before: readonly string[] = [],
): CorpusSession[] {
  const distinct = [...new Set(statements)];
  return Array.from({ length: Math.ceil(distinct.length / STATEMENTS) }, (_, part) => ({
    name: `${name} ${part + 1}`,
    statements: [...before, ...distinct.slice(part * STATEMENTS, (part + 1) * STATEMENTS)],
  }));
}

/** More make a notebook that nobody writes. */
const STATEMENTS = 60;
