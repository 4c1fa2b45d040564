/**
 * Messages between the extension host and the language process, of which a window has one.
 *
 * The process sees texts and names: no token, no request, no rows, and of files only what trusted folders hold. Each
 * request contains the whole notebook, so that a restarted process needs no state; its caches only save time. Every
 * request gets an answer or an error; cancelling one frees its successor.
 */

import type { Span } from '../base/span';
import type { CellAnalysis, NotebookAnalysis } from '../language/analysis';
import type { Vocabulary } from '../language/assist';
import type { CellText, NotebookText } from '../language/notebookText';
import type { SpecificationHover, SpecificationOffer } from '../language/specificationHelp';
import type { TextEdit } from '../visualise/formatCell';
import type { Exchange } from './channel';

/** Delay between the last key and the analysis of a notebook; problems should be shown 300 ms after the last key. */
export const typingRestMs = 40;

export interface LanguageOptions {
  /** Absolute paths that statements may read below; empty: no files at all. */
  readonly readableDirectories: readonly string[];
  /** Statements of `StuckStatement`, which are not bound again; absent: none. */
  readonly stuck?: readonly string[];
}

export interface AnalyseParams {
  readonly notebook: NotebookText;
  /** Id of the request in `TypedCell`, which may come before its answer; null: none is wanted. */
  readonly ask: number | null;
}

/** The analysis of the edited cell, sent before the whole answer if the cells below take longer. */
export interface TypedCell {
  readonly ask: number;
  readonly cell: CellAnalysis;
}

/** The process cannot finish binding the statement: the host should end the process. */
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
  /** The text of one cell. */
  readonly text: string;
  /** Lays out the statements that it touches; null: all of the cell. */
  readonly range: Span | null;
  /** Columns of an indentation. */
  readonly tabSize: number;
}

export interface NextWordsParams {
  /** A statement from its beginning to the position of the next word. */
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
