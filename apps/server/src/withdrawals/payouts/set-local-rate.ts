import {
  type BodyOf,
  DAY_MS,
  FREE_RATE_CHANGE_PCT,
  type LocalRate,
  type LocalRateProposal,
  RATE_WAIT_MINUTES,
  type setLocalRate as setRateCall,
} from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { type AuditActor, insertAuditEvent } from "../../record/api.ts";
import {
  type AloneRule,
  decideRateProposal,
  findActsSince,
  insertLocalRate,
  insertRateProposal,
  isNearAnchor,
  lockAloneControl,
  lockLocalRates,
  lockRateProposal,
  needsSecond,
  type RateProposalRow,
  readRateValue,
  recordActIn,
  requireSecond,
  type TimedLocalRate,
} from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { toEvent } from "./control-rails.ts";
import * as texts from "../../messages/withdrawals.ts";

const MINUTE_MS = 60_000;

export interface RateDeps {
  sql: Sql;
  now: () => Date;
  aloneRule: AloneRule;
}

type Answer =
  | { status: 201; body: LocalRate }
  | { status: 202; body: { proposal: LocalRateProposal; message: string } };

/** Undecided proposals end after a day, as rates do. */
export const findProposalsSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Sets the rate of a local currency: at once near its anchor; after an hour where nobody else is there to agree; else it waits for
 * another administrator. What decides an amount is guarded like the amount.
 */
export function setLocalRate(
  { sql, now: clock, aloneRule }: RateDeps,
  { admin, body }: { admin: AuditActor; body: BodyOf<typeof setRateCall> },
): Promise<Answer> {
  const now = clock();
  return sql.begin(async (tx) => {
    await lockLocalRates(tx, body.currency);
    const isNear = await isNearAnchor(tx, { ...body, percent: FREE_RATE_CHANGE_PCT });
    const value = parseCents(await readRateValue(tx, { ...body, since: findActsSince(now) }));
    const control = await lockAloneControl(tx, { adminId: admin.id, investorId: null, now, rule: aloneRule });
    const isFree = isNear === true || (isNear === null && !aloneRule.bindsOnlyOne);
    if ((!isFree && control.limit !== null) || needsSecond("setLocalRate", control, value)) {
      const proposal = await insertRateProposal(tx, { ...body, askedBy: admin.id, askedAt: now });
      await insertAuditEvent(tx, { ...toEvent(admin, "rate.ask", body.currency), after: body });
      const message = explainWait(isNear);
      return { status: 202, body: { proposal: toRateProposal(proposal), message } };
    }
    const takesEffectAt = isNear === false ? afterWait(now) : null;
    const rate = { ...body, setAt: now, takesEffectAt };
    await insertLocalRate(tx, { ...rate, setBy: admin.id, confirmedBy: null, isAnchor: isNear !== true });
    // The subject of a rate has no id of that kind.
    await recordActIn(tx, control, { act: "setLocalRate", subjectId: admin.id, amount: value, now });
    await insertAuditEvent(tx, { ...toEvent(admin, "rate.set", body.currency), after: { ...body, takesEffectAt } });
    return { status: 201, body: toLocalRate(rate) };
  });
}

function explainWait(isNear: boolean | null): string {
  if (isNear === null) return texts.rateFirstWaits;
  return isNear ? texts.rateValueWaits : texts.rateFarWaits({ percent: FREE_RATE_CHANGE_PCT });
}

const afterWait = (now: Date): Date => new Date(now.getTime() + RATE_WAIT_MINUTES * MINUTE_MS);

/**
 * Agrees to a rate, which then takes effect after an hour and is the new anchor; the first rate of a currency at once. Or declines it.
 * @throws AppError NOT_FOUND unknown, decided, or older than a day · FORBIDDEN one's own, or not yet a second person
 */
export function decideLocalRate(
  { sql, now: clock }: RateDeps,
  { admin, id, decision }: { admin: AuditActor; id: string; decision: "confirm" | "decline" },
): Promise<void> {
  const now = clock();
  return sql.begin(async (tx) => {
    const proposal = await lockRateProposal(tx, id, findProposalsSince(now));
    if (!proposal) throw new AppError("NOT_FOUND", texts.rateProposalNotFound);
    const { currency, rate, source, askedBy } = proposal;
    const event = toEvent(admin, `rate.${decision}`, currency);
    await insertAuditEvent(tx, { ...event, after: { currency, rate, source, askedBy } });
    const decided = { id, decidedBy: admin.id, decidedAt: now };
    if (decision === "decline") return decideRateProposal(tx, { ...decided, decision: "declined" });
    if (askedBy === admin.id) throw new AppError("FORBIDDEN", texts.rateProposalOwn);
    await requireSecond(tx, { second: admin.id, first: askedBy, now });
    await lockLocalRates(tx, currency);
    const isFirst = (await isNearAnchor(tx, { currency, rate, percent: FREE_RATE_CHANGE_PCT })) === null;
    const takesEffectAt = isFirst ? null : afterWait(now);
    const people = { setBy: askedBy, confirmedBy: admin.id };
    await insertLocalRate(tx, { currency, rate, source, setAt: now, takesEffectAt, ...people, isAnchor: true });
    return decideRateProposal(tx, { ...decided, decision: "confirmed" });
  });
}

export function toLocalRate({ setAt, takesEffectAt, ...rate }: TimedLocalRate): LocalRate {
  return { ...rate, setAt: setAt.toISOString(), takesEffectAt: takesEffectAt?.toISOString() ?? null };
}

export function toRateProposal({ asker, askedBy, askedAt, ...row }: RateProposalRow): LocalRateProposal {
  return { ...row, askedBy: { ...asker, id: askedBy }, askedAt: askedAt.toISOString() };
}
