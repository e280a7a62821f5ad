import * as z from "zod/mini";
import { amount } from "./amount.ts";
import { person } from "./back-office.ts";
import { defineCall } from "./call.ts";
import { listQuery, momentFilter, searchFilter, userFilter } from "./paging.ts";

const details = z.nullable(z.record(z.string(), z.unknown()));

/** Who did what to what, and from where. Entries are only ever appended. */
export const auditEvent = z.object({
  id: z.string(),
  actorId: z.nullable(z.uuid()),
  /** Null where nobody was signed in; a deleted user's is empty of personal data. */
  actor: z.nullable(z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /**
   * Whom it is about: the user who is the subject, or whose deposit, withdrawal, exit or document that is. Null where it is
   * about nobody; a deleted user's is empty of personal data.
   */
  about: z.nullable(z.extend(person, { id: z.uuid() })),
  /** Of the deposit or the withdrawal that it is about, in dollars. */
  amount: z.nullable(amount),
  before: details,
  after: details,
  /** The network address of the request. */
  address: z.nullable(z.string()),
  happenedAt: z.iso.datetime(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/** How many entries are counted at most. */
export const MAX_COUNTED_AUDIT_EVENTS = 10_000;

/** Read in both directions, the newest first; an array to a request without parameters. */
const auditPage = z.object({
  items: z.array(auditEvent),
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
  /** Absent of a search, and where there are more than `MAX_COUNTED_AUDIT_EVENTS`. */
  total: z.optional(z.int()),
});

function named(name: string) {
  const message = `${name} must be one text of 1 to 100 characters`;
  return z.optional(z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(100, message)));
}

export const listAuditEvents = defineCall({
  method: "GET",
  path: "/api/admin/audit",
  permission: "admin",
  query: listQuery({
    actor: z.optional(z.uuid("actor must be the id of a user")),
    /** Rows by them or about them: their account, deposits, withdrawals, exits and documents. */
    user: userFilter,
    /**
     * In the action, the subject, the network address, and what stood before and after: every word of it as the beginning
     * of a word there. Or anywhere in the name and e-mail address of who acted.
     */
    search: searchFilter(),
    subjectType: named("subjectType"),
    subjectId: named("subjectId"),
    action: named("action"),
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: z.union([z.array(auditEvent), auditPage]) },
});
