import * as z from "zod/mini";
import { amount } from "../amount.ts";
import { person } from "../person.ts";
import { defineCall } from "../call.ts";
import { listQuery, momentFilter, searchFilter, userFilter } from "../paging.ts";

const details = z.nullable(z.record(z.string(), z.unknown()));

/** An event of the audit log. Events are only ever appended. */
export const auditEvent = z.object({
  id: z.string(),
  actorId: z.nullable(z.uuid()),
  /** Null when no one was signed in. Without personal data if the user has been deleted. */
  actor: z.nullable(z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /**
   * The user who is the subject, or who owns the subject (a deposit, withdrawal, exit or document). Null for other
   * subjects. Without personal data if the user has been deleted.
   */
  about: z.nullable(z.extend(person, { id: z.uuid() })),
  /** Amount in dollars of the deposit or withdrawal that the event is about. */
  amount: z.nullable(amount),
  before: details,
  after: details,
  /** The network address of the request. */
  address: z.nullable(z.string()),
  happenedAt: z.iso.datetime(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/** Pages in both directions, newest first. A request without parameters gets an array instead. */
const auditPage = z.object({
  items: z.array(auditEvent),
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
  /** Absent for a search, and above `MAX_COUNTED_ROWS`. */
  total: z.optional(z.int()),
});

function nameFilter(name: string) {
  const message = `${name} must be one text of 1 to 100 characters`;
  return z.optional(z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(100, message)));
}

export const listAuditEvents = defineCall({
  method: "GET",
  path: "/api/admin/audit",
  summary: "List audit events, with filters and search",
  permission: "admin",
  query: listQuery({
    actor: z.optional(z.uuid("actor must be the id of a user")),
    /** Events by this user or about their account, deposits, withdrawals, exits or documents. */
    user: userFilter,
    /**
     * Matches the action, the subject, the network address and the values before and after, if each searched word is the
     * beginning of a word there. Also matches anywhere in the actor's name and e-mail address.
     */
    search: searchFilter(),
    subjectType: nameFilter("subjectType"),
    subjectId: nameFilter("subjectId"),
    action: nameFilter("action"),
    from: momentFilter("from"),
    to: momentFilter("to"),
  }),
  answers: { 200: z.union([z.array(auditEvent), auditPage]) },
});
