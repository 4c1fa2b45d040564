/**
 * Messages between the extension host and the language process, of which a window has one.
 *
 * The process sees texts and names: no token, no request, no rows, and of files only what trusted folders hold. Each
 * request carries the notebook as it is, so that a process that was started again knows as much as the one before;
 * what it remembers only saves time. Every request gets an answer or an error; cancelling one frees its successor.
 */

import type { Span } from '../base/span';
import type { CellAnalysis, NotebookAnalysis } from '../language/analysis';
import type { Vocabulary } from '../language/assist';
import type { CellText, NotebookText } from '../language/notebookText';
import type { SpecificationHover, SpecificationOffer } from '../language/specificationHelp';
import type { TextEdit } from '../visualise/formatCell';
import type { Exchange } from './channel';

/** How long typing rests before a notebook is analysed; what is found is to be shown 300 ms after the last key. */
export const typingRestMs = 40;

export interface LanguageOptions {
  /** Absolute paths that statements may read below; empty: no files at all. */
  readonly readableDirectories: readonly string[];
  /** Statements of `StuckStatement`, which are not bound again; absent: none. */
  readonly stuck?: readonly string[];
}

export interface AnalyseParams {
  readonly notebook: NotebookText;
  /** Names the question in `TypedCell`, which may come before its answer; null: none is wanted. */
  readonly ask: number | null;
}

/** What the answer will say of the cell that was typed in, where the cells below it take longer. */
export interface TypedCell {
  readonly ask: number;
  readonly cell: CellAnalysis;
}

/** The process is binding the statement and does not come to an end: it is to be ended. */
export interface StuckStatement {
  /** As it is written. */
  readonly statement: string;
}

export interface ForgetParams {
  /** `NotebookText.id`. */
  readonly notebook: string;
}

/** A place in a `vega-lite` cell. */
export interface SpecificationParams {
  readonly text: string;
  /** Units of the text before it. */
  readonly offset: number;
}

export interface FormatParams {
  readonly language: CellText['language'];
  /** Of one cell. */
  readonly text: string;
  /** Lays out the statements that it touches; null: all of the cell. */
  readonly range: Span | null;
  /** Columns of an indentation. */
  readonly tabSize: number;
}

export interface NextWordsParams {
  /** A statement from its beginning to where the next word stands. */
  readonly text: string;
}

export interface LanguageChannel {
  readonly requests: {
    /** Sent once, first. */
    start: Exchange<LanguageOptions, null>;
    analyse: Exchange<AnalyseParams, NotebookAnalysis>;
    format: Exchange<FormatParams, readonly TextEdit[]>;
    specificationOffers: Exchange<SpecificationParams, readonly SpecificationOffer[]>;
    specificationHover: Exchange<SpecificationParams, SpecificationHover | null>;
    vocabulary: Exchange<object, Vocabulary>;
    nextWords: Exchange<NextWordsParams, readonly string[]>;
    /** The notebook was closed. */
    forget: Exchange<ForgetParams, null>;
  };
  readonly questions: object;
  readonly notices: {
    typedCell: TypedCell;
    stuck: StuckStatement;
  };
}
