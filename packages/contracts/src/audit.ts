import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { listAnswer, listQuery, momentFilter, searchFilter, userFilter } from "./paging.ts";

const details = z.nullable(z.record(z.string(), z.unknown()));

/** Who did what to what, and from where. Entries are only ever appended. */
export const auditEntry = z.object({
  id: z.string(),
  actorId: z.nullable(z.uuid()),
  /** Null where nobody was signed in; a deleted user's is empty of personal data. */
  actor: z.nullable(z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  before: details,
  after: details,
  /** The network address of the request. */
  address: z.nullable(z.string()),
  happenedAt: z.iso.datetime(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const named = (name: string) =>
  z.optional(z.string(`${name} must be one text`).check(z.trim(), z.minLength(1), z.maxLength(100)));

export const listAuditEntries = defineCall({
  method: "GET",
  path: "/api/admin/audit",
  permission: "admin",
  query: listQuery({
    actor: z.optional(z.uuid("actor must be the id of a user")),
    /** Rows by them or about them: their account, deposits, withdrawals, exits and documents. */
    user: userFilter,
    /** In the action, the subject, who acted, and what stood before and after. */
    search: searchFilter,
    subjectType: named("subjectType"),
    subjectId: named("subjectId"),
    action: named("action"),
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: listAnswer(auditEntry) },
});
