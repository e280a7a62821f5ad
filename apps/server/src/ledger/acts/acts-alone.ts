import { randomUUID } from "node:crypto";
import { DAY_MS } from "@wazi/contracts";
import { add, type Cents, formatCents, parseCents } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import type { Operation } from "../door/operation.ts";
import { type AloneSums, readAloneSums } from "./store.ts";

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
  /** Null: no limit. */
  limit: Cents | null;
}

/** Acts from this time on count. */
export const findActsSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

export function toAloneControl(
  sums: AloneSums,
  { adminId, since, rule }: { adminId: string; since: Date; rule: AloneRule },
): AloneControl {
  return { ...sums, adminId, since, limit: findAloneLimit(rule, sums.administrators) };
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

/** True if an act that can move this amount needs a second administrator, with what this one did alone in the 24 hours before. */
export function needsSecond({ limit, actedAlone }: AloneControl, amount: Cents): boolean {
  return limit !== null && amount > 0n && add(parseCents(actedAlone), amount) > limit;
}

/** Adds the record of an act without a second administrator. The door refuses it if another such act came in between. */
export function recordActAlone(
  operation: Operation,
  { adminId, since, limit, actedAlone }: AloneControl,
  { act, subjectId, amount, now }: { act: string; subjectId: string; amount: Cents; now: Date },
): Operation {
  if (amount <= 0n) return operation;
  const row = { id: randomUUID(), adminId, act, subjectId, amount: formatCents(amount), actedAt: now };
  const expected = limit === null ? {} : { actedAlone: [{ adminId, since, amount: actedAlone }] };
  return {
    ...operation,
    expects: { ...operation.expects, ...expected },
    writes: { ...operation.writes, actsAlone: [row] },
  };
}
