/** What two processes say to each other: each method with its parameters and its answer, in one place for both ends. */

/** A method that is answered. */
export interface Exchange<Params, Answer> {
  readonly params: Params;
  readonly answer: Answer;
}

/** The methods of one channel. Every request gets an answer or an error, and can be cancelled. */
export interface Channel {
  /** What the starter of a process asks it. */
  readonly requests: object;
  /** What the process asks its starter. */
  readonly questions: object;
  /** What the process tells its starter, who does not answer: method to what is told. */
  readonly notices: object;
}

export type Method<Methods> = keyof Methods & string;

export type ParamsOf<Methods, Name extends keyof Methods> =
  Methods[Name] extends Exchange<infer Params, unknown> ? Params : never;

export type AnswerOf<Methods, Name extends keyof Methods> =
  Methods[Name] extends Exchange<unknown, infer Answer> ? Answer : never;
