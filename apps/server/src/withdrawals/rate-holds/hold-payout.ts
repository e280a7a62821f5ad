import { type LocalAmount, SETTLED_AS_SHOWN_PCT } from "@wazi/contracts";
import { isRateMoved, parseCents, payLocal } from "@wazi/domain";
import {
  addRateHold,
  buildOperation,
  buildRateHold,
  expectRate,
  type HeldSettlement,
  type HoldDecision,
  type Operation,
  raiseVersion,
  type RateHoldJson,
  type RateHoldRow,
  type RateInForce,
  type RowFor,
  toRateHoldJson,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { parsePayout, type PayoutPlan } from "../requests/payout-approval.ts";
import { findWithdrawalWithOwner, type OwnedWithdrawalRow } from "../requests/store.ts";
import { buildWithdrawalReturn } from "../requests/withdrawal-settlement.ts";
import * as texts from "../../messages/withdrawals.ts";

type WithdrawalRow = RowFor<"withdrawals">;
type PayoutRow = RowFor<"payouts">;

/** The rate of a payout, in units of its currency for one US dollar. */
export interface AgreedRate {
  rate: string;
  at: Date;
  /** The rate in force is compared with the one shown, or with the one at which the amount was decided. */
  comparedWith: string;
}

/** The rate that the investor was shown in this currency, or that was decided since; null without one. */
export function findAgreedRate(
  { local, rateHold }: { local?: LocalAmount | null; rateHold?: RateHoldJson | null },
  currency: string,
): AgreedRate | null {
  if (rateHold?.currency === currency && rateHold.rateDecided !== null) {
    const { status, rateDecided, rateShown, decidedAt, heldAt } = rateHold;
    const rate = status === "now" ? rateDecided : rateShown;
    return { rate, at: new Date(decidedAt ?? heldAt), comparedWith: rateDecided };
  }
  if (local?.currency !== currency) return null;
  return { rate: local.rate, at: new Date(local.rateAt), comparedWith: local.rate };
}

/** True if the amount must be decided, because the rate in force differs too much from this one. */
const isTooFar = (comparedWith: string, inForce: RateInForce | null): inForce is RateInForce =>
  inForce !== null && isRateMoved(comparedWith, inForce.rate, SETTLED_AS_SHOWN_PCT);

/** True while completing a pending withdrawal would hold it. */
export function isWithdrawalMoved({ local, rateHold, rateNow, status }: OwnedWithdrawalRow): boolean {
  if (!local || rateNow === null || status !== "pending" || rateHold?.status === "open") return false;
  const agreed = findAgreedRate({ local, rateHold: rateHold ?? null }, local.currency);
  return agreed !== null && isRateMoved(agreed.comparedWith, rateNow, SETTLED_AS_SHOWN_PCT);
}

/** The rate at which an administrator settles a withdrawal. */
interface RateCheck {
  currency: string;
  inForce: RateInForce | null;
  /** The amount that would be paid, if the rate in force differs too much from its rate. */
  moved: { localAmount: string; rate: string } | null;
}

/**
 * Compares what would be paid with the rate in force.
 * @param plan null for a payment by hand
 * @returns null for coins, for money that may have left already, and for what is refused anyway
 * @throws AppError CONFLICT its amount waits for a decision
 */
export function judgeRate(
  withdrawal: OwnedWithdrawalRow,
  plan: PayoutPlan | null,
  inForce: RateInForce | null,
): RateCheck | null {
  const { local, rateHold, hold, status, withdrawalType } = withdrawal;
  if (rateHold?.status === "open") throw new AppError("CONFLICT", texts.withdrawalRateHeld);
  if (status !== "pending" || hold !== null || withdrawalType === "crypto") return null;
  const currency = plan?.currency ?? local?.currency;
  if (currency === undefined) return null;
  const agreed = findAgreedRate(withdrawal, currency);
  if (agreed === null || !isTooFar(agreed.comparedWith, inForce)) return { currency, inForce, moved: null };
  return {
    currency,
    inForce,
    moved: { localAmount: plan?.localAmount ?? findByHand(withdrawal, agreed), rate: agreed.rate },
  };
}

/** The local amount that an administrator pays by hand: as it was shown, or decided since. */
function findByHand({ amount, local, rateHold }: OwnedWithdrawalRow, { rate }: AgreedRate): string {
  return rateHold?.status === "now" || !local ? payLocal(parseCents(amount), rate, 2) : local.amount;
}

/** Holds the withdrawal if the rate has moved. Otherwise the door refuses the settlement at another rate. */
export function applyRate(
  operation: Operation,
  withdrawal: OwnedWithdrawalRow,
  check: RateCheck | null,
  by: { askedBy: string; now: Date },
): { operation: Operation; rateHold?: RateHoldJson } {
  if (check === null) return { operation };
  const { moved, inForce, currency } = check;
  if (moved === null || inForce === null) return { operation: expectRate(operation, currency, inForce) };
  const held = holdPayout(operation, withdrawal, moved, { ...by, inForce });
  return { operation: held.operation, rateHold: toRateHoldJson(held.row) };
}

/** An approved payout waits for a decision on its amount: it is held, or the rate has moved too far. */
export function waitsForRate({
  payout,
  rateHold,
  inForce,
}: {
  payout: PayoutRow;
  rateHold: RateHoldJson | null;
  inForce: RateInForce | null;
}): boolean {
  return rateHold?.status === "open" || isTooFar(rateHold?.rateDecided ?? payout.rate, inForce);
}

/**
 * Holds a withdrawal whose rate has moved. Its money stays on hold.
 * @param operation what else is written, such as the payment that is approved and not sent
 * @param shown the local amount that would be paid
 * @param askedBy null when a payment is about to be sent
 */
export function holdPayout(
  operation: Operation,
  withdrawal: WithdrawalRow,
  shown: { localAmount: string; rate: string },
  { inForce, askedBy, now }: { inForce: RateInForce; askedBy: string | null; now: Date },
): { operation: Operation; row: RateHoldRow } {
  const row = buildRateHold(
    {
      kind: "payout",
      userId: withdrawal.userId,
      withdrawalId: withdrawal.id,
      fixedAmount: withdrawal.amount,
      shownAmount: shown.localAmount,
      places: countPlaces(shown.localAmount),
      rateShown: shown.rate,
      askedBy,
      heldAt: now,
    },
    inForce,
  );
  return { operation: addRateHold(operation, row, inForce), row };
}

const countPlaces = (amount: string): number => amount.split(".")[1]?.length ?? 0;

/** An operation that is refused if the withdrawal, or its payment, has changed. */
export const buildUnchanged = ({ id, userId, version }: WithdrawalRow, payout: PayoutRow | null = null): Operation => ({
  ...buildOperation({ userId }),
  expects: {
    rows: [
      { table: "withdrawals", id, version },
      ...(payout ? [{ table: "payouts", id: payout.id, version: payout.version } as const] : []),
    ],
  },
});

/**
 * Prepares a decision on a held withdrawal. A payment that was approved gets the amount that was decided, and the worker sends it; without
 * one, it can now be paid by hand. If nobody decided in time, the money returns to its funds.
 * @returns null when it is no longer pending
 */
export async function prepareHeldPayout(
  sql: Queryable,
  hold: RateHoldRow,
  { amount, rateNow, now, by }: HoldDecision,
): Promise<HeldSettlement | null> {
  const id = hold.withdrawalId;
  const withdrawal = id === null ? null : await findWithdrawalWithOwner(sql, id, { includesHidden: true });
  if (withdrawal?.status !== "pending") return null;
  if (by === null) {
    const { operation } = buildWithdrawalReturn(withdrawal, texts.rateUndecided, now);
    return { operation, settles: true };
  }
  const payout = findUnsent(withdrawal);
  const operation = buildUnchanged(withdrawal, payout);
  if (payout === null || amount === "shown") return { operation, settles: true };
  const localAmount = payLocal(parseCents(payout.amount), rateNow.rate, countPlaces(payout.localAmount));
  const repriced = { localAmount, rate: rateNow.rate, rateAt: now, version: raiseVersion(payout.version) };
  return { operation: { ...operation, writes: { payouts: [{ ...payout, ...repriced }] } }, settles: true };
}

function findUnsent({ payout }: OwnedWithdrawalRow): PayoutRow | null {
  return payout?.state === "approved" ? parsePayout(payout) : null;
}
