/** The messages between two processes: each method with its parameters and its answer, in one place for both ends. */

/** A method that is answered. */
export interface Exchange<Params, Answer> {
  readonly params: Params;
  readonly answer: Answer;
}

/** Notifies a child process, first of all, of the translations of its parent. Absent if the parent is in English. */
export const translationsNotice = 'translations';

/** The methods of one channel. Every request gets an answer or an error, and can be cancelled. */
export interface Channel {
  /** Requests of the parent process. */
  readonly requests: object;
  /** Requests of the child process to its parent. */
  readonly questions: object;
  /** Notifications of the child process, which are not answered: method to parameters. */
  readonly notices: object;
}

export type Method<Methods> = keyof Methods & string;

export type ParamsOf<Methods, Name extends keyof Methods> =
  Methods[Name] extends Exchange<infer Params, unknown> ? Params : never;

export type AnswerOf<Methods, Name extends keyof Methods> =
  Methods[Name] extends Exchange<unknown, infer Answer> ? Answer : never;
