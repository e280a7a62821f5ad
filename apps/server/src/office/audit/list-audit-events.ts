import { type AnswerOf, type AuditEvent, type listAuditEvents as call, type QueryOf } from "@wazi/contracts";
import { answerTable } from "../../platform/paging/answer-table.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { readAuditSubjects } from "./store.ts";
import { auditOrder, countAuditRows, listAuditRows, type ListedAuditRow, toAuditEvent } from "./store.ts";

type ListedAudit = AnswerOf<typeof call>;

/**
 * Lists audit events, latest first, in pages in both directions. The total is only given if it can be counted fast: not for
 * a search, and up to `MAX_COUNTED_ROWS`.
 * @throws AppError VALIDATION a cursor of another list or other filters
 */
export async function listAuditEvents(deps: { sql: Sql }, query: QueryOf<typeof call>): Promise<ListedAudit> {
  const { sql } = deps;
  return answerTable<ListedAuditRow, AuditEvent>(
    {
      table: "audit",
      order: auditOrder,
      readRows: (slice) => listAuditRows(sql, query, slice),
      countRows: () => (query.search ? Promise.resolve(undefined) : countAuditRows(sql, query)),
      toItems: (rows) => toAuditEvents(sql, rows),
    },
    query,
  );
}

async function toAuditEvents(sql: Sql, rows: readonly ListedAuditRow[]): Promise<AuditEvent[]> {
  const subjects = await readAuditSubjects(
    sql,
    rows.map(({ subjectId: id }) => id),
  );
  return rows.map((row) => toAuditEvent(row, subjects.get(row.subjectId)));
}
