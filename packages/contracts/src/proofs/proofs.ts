import * as z from "zod/mini";
import { defineCall } from "../call.ts";
import { feedKinds } from "../lists.ts";

const cents = z.string().check(z.regex(/^\d{1,18}$/));

/** A leaf of the transparency log at its place. */
const loggedLeaf = z.object({ index: z.int(), leaf: z.string() });

/** The release that the newest signed entry of this kind names. */
const loggedRelease = z.object({
  kind: z.enum(["release", "checkout"]),
  version: z.string(),
  /** Null when it is not known. */
  commit: z.nullable(z.string()),
  /** True when files differed from the commit; null when it is not known. */
  isDirty: z.nullable(z.boolean()),
  /** The SHA-256 of the manifest of a release, in hexadecimal; null of a checkout. */
  manifest: z.nullable(z.string()),
  since: z.iso.datetime(),
  /** Its place in the log. */
  index: z.int(),
});
export type LoggedRelease = z.infer<typeof loggedRelease>;

/** The state of the transparency log. The log itself is served as files under /log/ (docs/explanation/proofs.md). */
export const logStatus = z.object({
  /** In the form of signed notes; null before the first start. */
  publicKey: z.nullable(z.string()),
  size: z.int(),
  signedAt: z.nullable(z.iso.datetime()),
  /** Names of the witnesses that signed the newest checkpoint. */
  witnesses: z.array(z.string()),
  /** The public keys of the witnesses that the operator asks, in the form of signed notes. */
  witnessKeys: z.array(z.string()),
  /** Why the log has stopped; null while it runs. */
  stopped: z.nullable(z.string()),
  /** Where the log was begun anew with another key, oldest first; `oldKey` is the key before. */
  renewals: z.array(z.object({ at: z.iso.datetime(), reason: z.string(), oldKey: z.string() })),
  /** The release that runs, as the log says; null before the first checkpoint with it. */
  release: z.nullable(loggedRelease),
});
export type LogStatus = z.infer<typeof logStatus>;

export const getLogStatus = defineCall({
  method: "GET",
  path: "/api/public/log",
  summary: "Get the state of the transparency log",
  permission: "public",
  answers: { 200: logStatus },
});

/** The amount owed to an investor at the newest daily snapshot, with the way to the logged total. Amounts are whole cents. */
export const balanceProof = z.object({
  takenAt: z.iso.datetime(),
  proof: z.object({
    day: z.iso.date(),
    snapshot: z.string(),
    account: z.string(),
    /** Secret, Base64. */
    nonce: z.string(),
    available: cents,
    /** Value of positions on leaving, before the platform's share, and running profit. */
    inPositions: cents,
    held: cents,
    /** Empty without money at that time. */
    leaves: z.array(
      z.object({ index: cents, value: cents, path: z.array(z.object({ digest: z.string(), value: cents })) }),
    ),
  }),
  /** The leaf with the day's total. */
  logged: loggedLeaf,
});
export type BalanceProofAnswer = z.infer<typeof balanceProof>;

/** NOT_FOUND before the first snapshot with the account. */
export const getBalanceProof = defineCall({
  method: "GET",
  path: "/api/user/balance-proof",
  summary: "Get what you were owed at the last daily snapshot, with its way to the published total",
  permission: "signed-in",
  answers: { 200: balanceProof },
  errors: ["NOT_FOUND"],
});

/** A bot's record as a file that packages/proofs checks without the server. */
export const botRecordFile = z.object({
  format: z.literal("wazi-record-1"),
  botId: z.uuid(),
  botName: z.string(),
  feed: z.enum(feedKinds),
  since: z.nullable(z.iso.datetime()),
  until: z.iso.datetime(),
  /** Computed from closed trades. */
  figures: z.record(z.string(), z.nullable(z.union([z.string(), z.int()]))),
  key: z.string(),
  /** The newest signed checkpoint. */
  checkpoint: z.string(),
  /** The registrations of its rules, pauses, starts of the trader and of its replay, openings and trades, in the log's order. */
  leaves: z.array(loggedLeaf),
  /** The log's tiles that prove the leaves: Base64 by path. */
  tiles: z.record(z.string(), z.string()),
});
export type BotRecordFile = z.infer<typeof botRecordFile>;

/** NOT_FOUND before the log has its first checkpoint. */
export const getBotRecordFile = defineCall({
  method: "GET",
  path: "/api/bots/:id/record",
  summary: "Download a bot's record with the proofs that packages/proofs checks",
  permission: "public",
  params: z.object({ id: z.string() }),
  answers: { 200: botRecordFile },
});

/** The newest day's reserves and liabilities as a file that packages/proofs checks: two leaves of the log. */
export const reservesFile = z.object({
  format: z.literal("wazi-reserves-1"),
  key: z.string(),
  /** The newest signed checkpoint. */
  checkpoint: z.string(),
  /** The leaf of the reserves, then that of the day's liabilities. */
  leaves: z.array(loggedLeaf),
  /** The log's tiles that prove the leaves: Base64 by path. */
  tiles: z.record(z.string(), z.string()),
});
export type ReservesFile = z.infer<typeof reservesFile>;

/** Null before the first day whose reserves are in the log. */
export const getReserves = defineCall({
  method: "GET",
  path: "/api/public/reserves",
  summary: "Get the newest day's reserves and liabilities, as a file for the checker",
  permission: "public",
  answers: { 200: z.nullable(reservesFile) },
});

/** An administrator's act that concerns the user. The administrator is not named. */
const ownAct = z.object({
  at: z.iso.datetime(),
  /** As in the audit log, such as "user.adjust". */
  action: z.string(),
  /** Why an administrator looked at an image of one's documents; null for other acts. */
  reason: z.nullable(z.string()),
});

/** The newest 50 acts, newest first. */
export const listOwnActs = defineCall({
  method: "GET",
  path: "/api/user/administrator-acts",
  summary: "List what administrators did that concerns you",
  permission: "signed-in",
  answers: { 200: z.object({ acts: z.array(ownAct) }) },
});
