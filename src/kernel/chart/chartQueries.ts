/** Runs the queries of a chart, each once; their rows are stored as relations from which the page requests pages. */

import type { Span } from '../../core/base/span';
import type { ChartQuery, Facts, RowsBehind } from '../../core/visualise/chartQuery';
import { CellFailure } from '../engine/cellFailure';
import type { MadeDataset } from './chartDatasets';
import { engineErrorOf } from '../engine/engineError';
import { connectionFor, keepRows } from '../relation/keptRows';
import { Refused } from '../engine/refused';
import type { Relation } from '../relation/relation';
import type { Trace } from '../relation/relations';
import type { SessionParts } from '../session/sessionParts';

interface Made extends Relation {
  readonly id: string;
}

export class ChartQueries {
  /** The notes of the reductions. */
  readonly notes: string[] = [];
  private readonly made = new Map<string, Made>();
  /** Queries whose rows are drawn, even if other queries were derived from them. */
  private readonly refinedTexts = new Set<string>();
  private readonly texts = new Map<ChartQuery, string>();
  private readonly behind = new Map<ChartQuery, readonly RowsBehind[]>();

  /**
   * @param resultId The result that the chart draws.
   * @param clause The place of the clause in the cell, where a failing query is reported.
   */
  constructor(
    private readonly parts: SessionParts,
    private readonly resultId: string,
    private readonly clause: Span,
  ) {}

  /**
   * @returns The relation with the rows. A query that needs facts is run for them first.
   * @throws {CellFailure} If the engine refuses the query, at the part of the clause that asks for it.
   */
  async make(query: ChartQuery): Promise<Made> {
    try {
      return await this.run(await this.refined(query));
    } catch (error) {
      throw chartFailure(error, this.clause, query.span);
    }
  }

  async dataset(query: ChartQuery): Promise<MadeDataset> {
    const { id, rowCount, columns } = await this.make(query);
    return {
      name: query.name,
      table: { id, rowCount },
      columns: columns.map(column => column.name),
    };
  }

  /** @returns The SQL that produced the rows; for a query that needs facts, the SQL chosen by them. */
  textOf(query: ChartQuery): string {
    return this.texts.get(query) ?? query.sql;
  }

  /** Drops relations that are only intermediate steps of a reduction, and remembers where the rows of the others come from. */
  async dropOthers(drawn: readonly ChartQuery[]): Promise<void> {
    const lost: Trace['lost'][number][] = [];
    const kept = drawn.flatMap(({ sql, refine }) => (refine ? [] : [sql]));
    for (const [sql, { id, storage }] of this.made) {
      if (!kept.includes(sql) && !this.refinedTexts.has(sql)) {
        await this.parts.relations.drop(id);
        lost.push({ id, table: storage, sql });
      }
    }
    for (const query of drawn) {
      const made = this.made.get(this.textOf(query));
      const behind = this.behind.get(query) ?? query.behind;
      if (made && behind) {
        this.parts.relations.trace(made.id, { resultId: this.resultId, behind, lost });
      }
    }
  }

  private async refined(query: ChartQuery): Promise<string> {
    const { sql, refine } = query;
    if (!refine) {
      return sql;
    }
    const connection = await connectionFor(this.parts.engine, sql);
    const read = await connection.runAndReadAll(sql);
    const values = read.getRows()[0] ?? [];
    const facts: Facts = new Map(
      read.columnNames().map((name, at) => {
        const value = values[at];
        return [name, value === null || value === undefined ? null : Number(value)];
      }),
    );
    const refined = refine(facts);
    this.notes.push(...refined.notes);
    this.refinedTexts.add(refined.sql);
    this.texts.set(query, refined.sql);
    this.behind.set(query, refined.behind ?? []);
    return refined.sql;
  }

  private async run(sql: string): Promise<Made> {
    const known = this.made.get(sql);
    if (known) {
      return known;
    }
    const { relations, engine } = this.parts;
    const next = relations.next();
    await keepRows(engine, sql, next);
    const relation = await relations.add(next.id, next.table, { madeFor: this.resultId });
    const made = { id: next.id, ...relation };
    this.made.set(sql, made);
    return made;
  }
}

/** @returns The engine's error as a failure of the cell, at that part of the clause. */
export function chartFailure(error: unknown, clause: Span, span: Span): CellFailure {
  const { message } = engineErrorOf(error);
  const code = error instanceof Refused && error.isForWriting ? 'refused' : 'visualise';
  return new CellFailure(code, message, clause.from + span.from, { cause: error });
}
