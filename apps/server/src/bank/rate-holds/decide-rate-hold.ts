import type { AdminRateHold, BodyOf, decideRateHold as call } from "@wazi/contracts";
import { cents } from "@wazi/domain";
import { prepareHeldDeposit, prepareHeldPayment } from "../../deposits/api.ts";
import {
  type AloneRule,
  type Door,
  endRateHold,
  findListedHold,
  findRateHold,
  findRateInForce,
  type HeldSettlement,
  type HoldDecision,
  listDueHolds,
  type RateHoldRow,
  readAloneControl,
  recordDecisionAlone,
  refuseNoSecondPerson,
  type RequestKey,
  toAdminRateHold,
} from "../../ledger/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import type { AuditActor } from "../../record/api.ts";
import { prepareHeldPayout } from "../../withdrawals/api.ts";
import * as texts from "../../messages/bank.ts";

export interface RateHoldDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  aloneRule: AloneRule;
  /** True when deposit addresses belong to test networks. */
  isTest: boolean;
}

/** Prepares the operation that settles what is held. Null: it has ended before. */
function prepare(deps: RateHoldDeps, hold: RateHoldRow, decision: HoldDecision): Promise<HeldSettlement | null> {
  switch (hold.kind) {
    case "payment":
      return prepareHeldPayment({ ...deps, mode: "automatic", dustBelow: cents(1n) }, hold, decision);
    case "deposit":
      return prepareHeldDeposit(deps, hold, decision);
    case "payout":
      return prepareHeldPayout(deps.sql, hold, decision);
  }
}

/**
 * A second person's decision on a held amount: as the investor was shown, or at the rate of now. For a deposit the local amount is fixed,
 * so it is credited in US dollars; for a payout the US dollars are fixed (packages/domain/src/local-rate.ts has the rounding).
 * @throws AppError NOT_FOUND · FORBIDDEN not a second person · CONFLICT decided, ended, above what one may decide alone, or another rate
 */
export async function decideRateHold(
  deps: RateHoldDeps,
  input: { admin: AuditActor; id: string; body: BodyOf<typeof call>; requestKey: RequestKey | null },
): Promise<{ status: 200; body: AdminRateHold }> {
  const { admin, id, body, requestKey } = input;
  const answer = await runAdministratorOperation(deps, admin.id, requestKey, {
    read: async () => {
      const hold = await findListedHold(deps.sql, id);
      if (!hold) throw new AppError("NOT_FOUND", texts.rateHoldNotFound);
      if (hold.status !== "open") throw new AppError("CONFLICT", texts.rateHoldDecided);
      const now = deps.now();
      const control = await readAloneControl(deps.sql, {
        adminId: admin.id,
        investorId: hold.userId,
        now,
        rule: deps.aloneRule,
      });
      await refuseNoSecondPerson(deps.sql, hold, control);
      const rateNow = await requireRate(deps.sql, hold.currency);
      if (Number(rateNow.rate) !== Number(body.rate)) {
        throw new AppError("CONFLICT", texts.rateHoldRate({ rate: rateNow.rate }));
      }
      const decision: HoldDecision = { amount: body.amount, rateNow, now, by: admin };
      return { hold, control, decision, settlement: await prepare(deps, hold, decision) };
    },
    decide: ({ hold, control, decision, settlement }) => {
      const { operation, after } = endRateHold(settlement, hold, decision);
      const shown = { ...hold, ...after, rateNow: decision.rateNow.rate };
      return {
        operation: recordDecisionAlone(operation, hold, control, decision),
        answer: { status: 200, body: toAdminRateHold(shown) } as const,
      };
    },
  });
  // The door posts the credit of a payment once, so a decision that came second may seem to have been posted.
  const ended = await findRateHold(deps.sql, id);
  if (ended?.decidedBy !== admin.id) throw new AppError("CONFLICT", texts.rateHoldDecided);
  return answer;
}

async function requireRate(sql: Sql, currency: string) {
  const rate = await findRateInForce(sql, currency);
  if (rate === null) throw new Error(`a hold in ${currency} has no rate`);
  return rate;
}

const HOLDS_PER_ROUND = 50;
const MAX_POSTINGS = 20;

/**
 * Ends what nobody decided in time: a payout returns to the balance, a deposit is credited at the rate of now. Several processes may do
 * this at the same time, and beside a decision: the hold's version decides.
 */
export async function endDueHolds(
  deps: RateHoldDeps,
  failed: (error: unknown, hold: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const id of await listDueHolds(deps.sql, deps.now(), HOLDS_PER_ROUND)) {
    if (signal?.aborted === true) return;
    // One that fails does not keep the others waiting.
    await endDueHold(deps, id).catch((error: unknown) => failed(error, id));
  }
}

async function endDueHold(deps: RateHoldDeps, id: string): Promise<void> {
  for (let made = 0; made < MAX_POSTINGS; made += 1) {
    const hold = await findRateHold(deps.sql, id);
    if (hold?.status !== "open") return;
    const rateNow = await requireRate(deps.sql, hold.currency);
    const decision: HoldDecision = { amount: "now", rateNow, now: deps.now(), by: null };
    const { operation } = endRateHold(await prepare(deps, hold, decision), hold, decision);
    if ((await deps.door.post(operation)) === "posted") return;
  }
}

const EVERY_MS = 30_000;

export function runRateHolds(deps: RateHoldDeps, log: { warn(fields: object, message: string): void }): Running {
  const failed = (error: unknown, hold?: string): void =>
    log.warn({ err: error, hold }, "a held amount could not be ended; it is tried again");
  return runEvery({ everyMs: EVERY_MS, run: (signal) => endDueHolds(deps, failed, signal), failed });
}
