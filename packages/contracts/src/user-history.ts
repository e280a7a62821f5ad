import * as z from "zod/mini";
import { amount } from "./amount.ts";
import { person } from "./back-office.ts";
import { defineCall } from "./call.ts";
import { listQuery, tableAnswer } from "./paging.ts";
import { statementFigures, statementKinds } from "./statement.ts";

/** One transaction of the ledger that touched a user's money, as administrators see it. */
export const userMovement = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(statementKinds),
  /** What happened, in a sentence. */
  text: z.string(),
  reason: z.nullable(z.string()),
  /** Who did it, where it was neither the user nor the platform by itself. */
  actor: z.nullable(person),
  /** By how much each of the user's figures changed. */
  amounts: statementFigures,
  /** What each figure was afterwards. */
  balances: statementFigures,
  /** Every posting of the transaction, the platform's side too; they sum to zero. */
  entries: z.array(z.object({ account: z.string(), amount })),
});
export type UserMovement = z.infer<typeof userMovement>;

/** A session of a user that has not ended. */
export const userSession = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Network address that it was started from. */
  address: z.string(),
  userAgent: z.string(),
});
export type UserSession = z.infer<typeof userSession>;

const id = z.object({ id: z.string() });

/** The newest first. */
export const listUserMovements = defineCall({
  method: "GET",
  path: "/api/admin/users/:id/movements",
  permission: "admin",
  params: id,
  query: listQuery({}),
  answers: { 200: tableAnswer(userMovement) },
});

/** The last used one first; at most 100. */
export const listUserSessions = defineCall({
  method: "GET",
  path: "/api/admin/users/:id/sessions",
  permission: "admin",
  params: id,
  answers: { 200: z.array(userSession) },
});

export const endUserSession = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/sessions/:session/end",
  permission: "admin",
  right: "manage",
  params: z.object({ id: z.string(), session: z.string() }),
  answers: { 204: null },
});
