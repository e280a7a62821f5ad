import type { AuditEvent } from "@wazi/contracts";
import { personColumn, type Person } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export type AuditSubject = Pick<AuditEvent, "about" | "amount">;

interface SubjectRow {
  subject: string;
  user_id: string;
  person: Person;
  amount: string | null;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reads the owner of each subject, and the amount of deposits and withdrawals, by the subject's id. Subjects without an owner
 * are left out. Names are read here rather than stored in the log, so that a deleted user leaves no personal data.
 */
export async function readAuditSubjects(
  sql: Queryable,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, AuditSubject>> {
  const ids = [...new Set(subjectIds.filter((id) => uuid.test(id)))];
  if (ids.length === 0) return new Map();
  const rows = await sql<SubjectRow[]>`
    select subject, user_id, amount, ${sql.raw(personColumn("user_id", "person"))} from (
      select id::text as subject, id as user_id, null::text as amount from users where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, amount::text from deposits where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, amount::text from withdrawals where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, null from verifications where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, null from exits where id = any(${ids}::uuid[])
    ) subjects`;
  return new Map(
    rows.map(({ subject, user_id: id, person, amount }) => [subject, { about: { ...person, id }, amount }]),
  );
}
