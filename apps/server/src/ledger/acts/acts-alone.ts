import { randomUUID } from "node:crypto";
import { type ActName, acts, DAY_MS } from "@wazi/contracts";
import { add, type Cents, formatCents, parseCents, ZERO_CENTS } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { RowFor } from "../door/door-rows.ts";
import type { Operation } from "../door/operation.ts";
import { expectSecond, requireSecond } from "./second-person.ts";
import { type AloneSums, insertActAlone, lockActsAlone, readAloneSums } from "./store.ts";

const DEMO_LIMIT = parseCents("10000");

/** The rule for acts without a second administrator. */
export interface AloneRule {
  /** The most that all acts of one administrator in 24 hours may move without a second one. */
  limit: Cents;
  /** False in a demo: with one administrator alone there is no limit. */
  bindsOnlyOne: boolean;
}

/** The rule of the settings. In live mode the limit is always set. */
export function toAloneRule(settings: { mode: "demo" | "live"; adminAloneDailyLimit: Cents | undefined }): AloneRule {
  return { limit: settings.adminAloneDailyLimit ?? DEMO_LIMIT, bindsOnlyOne: settings.mode === "live" };
}

/** The rule and the acts of one administrator, read for one decision. */
export interface AloneControl extends AloneSums {
  adminId: string;
  since: Date;
  /** 24 hours later. */
  now: Date;
  /** Null: no limit. */
  limit: Cents | null;
}

/** Acts from this time on count. */
export const findActsSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

export function toAloneControl(
  sums: AloneSums,
  { adminId, since, rule }: { adminId: string; since: Date; rule: AloneRule },
): AloneControl {
  const now = new Date(since.getTime() + DAY_MS);
  return { ...sums, adminId, since, now, limit: findAloneLimit(rule, sums.administrators) };
}

/** The limit under the rule, with so many administrators; null: no limit. */
export const findAloneLimit = (rule: AloneRule, administrators: number): Cents | null =>
  administrators > 1 || rule.bindsOnlyOne ? rule.limit : null;

/** @param investorId whom the act is for, who can't be its second administrator; null for no one */
export async function readAloneControl(
  sql: Queryable,
  { adminId, investorId, now, rule }: { adminId: string; investorId: string | null; now: Date; rule: AloneRule },
): Promise<AloneControl> {
  const since = findActsSince(now);
  return toAloneControl(await readAloneSums(sql, { adminId, investorId, since }), { adminId, since, rule });
}

/**
 * True if an act needs a second administrator, by its row in the table of acts. All that this one did alone in the 24 hours before counts.
 * @param amount the most that it could move
 */
export function needsSecond(act: ActName, { limit, actedAlone }: AloneControl, amount: Cents): boolean {
  const { second } = acts[act];
  if (limit === null || second === "never") return false;
  return second === "always" || (amount > 0n && add(parseCents(actedAlone), amount) > limit);
}

/**
 * For a decision on a proposal that always takes a second administrator: another one who counts as one for who proposed it, or the only
 * administrator of a demo.
 * @param own why one does not decide on one's own proposal
 * @throws AppError FORBIDDEN
 */
export async function requireDecider(
  sql: Queryable,
  act: ActName,
  {
    adminId,
    proposedBy,
    now,
    rule,
    own,
  }: { adminId: string; proposedBy: string; now: Date; rule: AloneRule; own: string },
): Promise<void> {
  if (proposedBy !== adminId) return requireSecond(sql, { second: adminId, first: proposedBy, now });
  const control = await readAloneControl(sql, { adminId, investorId: null, now, rule });
  if (needsSecond(act, control, ZERO_CENTS)) throw new AppError("FORBIDDEN", own);
}

/** An act that one administrator does, or two. */
export interface DecidedAct {
  act: ActName;
  subjectId: string;
  /** The most that it could move. */
  amount: Cents;
  /** The second administrator; null for an act alone. */
  confirmedBy?: string | null;
  now: Date;
}

/**
 * Adds the record of an act to its operation. The door refuses it if the second administrator has lost the right or is none for
 * this one; or, for an act alone, if another one came in between.
 */
export function recordAct(operation: Operation, control: AloneControl, decided: DecidedAct): Operation {
  const { adminId, since, limit, actedAlone } = control;
  const { confirmedBy = null } = decided;
  const { expects, writes } = operation;
  if (confirmedBy !== null) {
    const audit = writes?.audit?.map((event) => ({ ...event, after: { ...event.after, confirmedBy } })) ?? [];
    const second = expectSecond({ second: confirmedBy, first: adminId, at: decided.now }, confirmedBy);
    return { ...operation, expects: { ...expects, ...second }, writes: { ...writes, audit } };
  }
  if (decided.amount <= 0n) return operation;
  const expected = limit === null ? {} : { actedAlone: [{ adminId, since, amount: actedAlone }] };
  const actsAlone = [toActAlone(adminId, decided)];
  return { ...operation, expects: { ...expects, ...expected }, writes: { ...writes, actsAlone } };
}

/** Reads the rule and the acts for an act that moves no money itself, after the other locks of its transaction. Others of this administrator wait. */
export async function lockAloneControl(tx: Tx, whose: Parameters<typeof readAloneControl>[1]): Promise<AloneControl> {
  await lockActsAlone(tx, { adminId: whose.adminId, since: findActsSince(whose.now) });
  return readAloneControl(tx, whose);
}

/** Records such an act, where one administrator decided it alone. */
export async function recordActIn(tx: Tx, { adminId }: AloneControl, decided: DecidedAct): Promise<void> {
  if (decided.amount > 0n) await insertActAlone(tx, toActAlone(adminId, decided));
}

const toActAlone = (adminId: string, { act, subjectId, amount, now }: DecidedAct): RowFor<"actsAlone"> => ({
  ...{ id: randomUUID(), adminId, act, subjectId, amount: formatCents(amount), actedAt: now },
});
