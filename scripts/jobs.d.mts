export interface TestResult {
  readonly title: string;
  readonly name: string;
  readonly file?: string;
  /** Milliseconds. */
  readonly ms: number;
  readonly error?: string;
}

export interface FileResult {
  readonly tests: readonly TestResult[];
  readonly output: string;
  /** Milliseconds. */
  readonly ms: number;
}

export interface Finished extends FileResult {
  readonly job: Job;
}

/** Where one job runs at a time, with what its jobs leave running for those after them. */
export type Slot = Map<string, Promise<{ readonly stop: () => Promise<void> }>>;

export interface Job {
  readonly stage: string;
  readonly name: string;
  readonly run: (
    slot: Slot,
    finished: readonly Finished[],
    first?: Finished,
  ) => Promise<FileResult>;
  readonly needs?: Promise<unknown>;
  readonly after?: string;
  readonly twice?: boolean;
}

export function runJobs(jobs: readonly Job[], most?: number): Promise<Finished[]>;
export function isPassed(finished: readonly Finished[]): boolean;
export function summary(finished: readonly Finished[]): string;
export function pathWords(given: readonly string[]): string[];
export function finish(finished: readonly Finished[], words?: readonly string[]): never;
