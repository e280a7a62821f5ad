import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount } from "../amount.ts";
import { person } from "../person.ts";
import { defineCall } from "../call.ts";
import { listQuery, tableAnswer } from "../paging.ts";
import { statementFigures, statementKinds } from "../investing/statement.ts";

/** A ledger transaction of a user's money as administrators see it. */
export const userMovement = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(statementKinds),
  /** The event in a sentence. */
  text: z.string(),
  reason: z.nullable(z.string()),
  /** Null if the user or the platform did it. */
  actor: z.nullable(person),
  /** Change of each of the user's figures. */
  amounts: statementFigures,
  /** Each figure afterwards. */
  balances: statementFigures,
  /** All entries of the transaction, the platform's included; they sum to zero. */
  entries: z.array(z.object({ account: z.string(), amount })),
});
export type UserMovement = z.infer<typeof userMovement>;

/** An open session of a user. */
export const userSession = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Precise to the minute. */
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Network address of the sign-in. */
  address: z.string(),
  userAgent: z.string(),
});
export type UserSession = z.infer<typeof userSession>;

const id = z.object({ id: z.string() });

/** Newest first. */
export const listUserMovements = defineCall({
  method: "GET",
  path: "/api/admin/users/:id/movements",
  summary: "List an investor's ledger transactions with balances and postings",
  permission: "admin",
  right: "people",
  params: id,
  query: listQuery({}),
  answers: { 200: tableAnswer(userMovement) },
});

/** Last used first, at most 100. */
export const listUserSessions = defineCall({
  method: "GET",
  path: "/api/admin/users/:id/sessions",
  summary: "List an investor's active sessions",
  permission: "admin",
  right: "people",
  params: id,
  answers: { 200: z.array(userSession) },
});

export const endUserSession = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/sessions/:session/end",
  summary: "End one of an investor's sessions",
  permission: "admin",
  ...acts.endUserSession,
  params: z.object({ id: z.string(), session: z.string() }),
  answers: { 204: null },
});
