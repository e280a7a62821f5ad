import { DEPOSIT_WINDOW_MS, HOUR_MS, isRateHeld, MINUTE_MS, type PaymentRateReason } from "@wazi/contracts";
import { COIN_PLACES, decideWindowRate, parseDecimal } from "@wazi/domain";
import type { DepositRow } from "../requests/store.ts";
import type { PaymentContext } from "./decisions/store.ts";
import type { PaymentRow } from "./store.ts";

/**
 * How long after its deposit's request a payment's first block may come for the locked rate: 2 hours after the window. Without an
 * end, a payment with a low fee could wait in the mempool for the price, and be sped up or taken back by it.
 */
export const CLAIM_MS = DEPOSIT_WINDOW_MS + 2 * HOUR_MS;
/** Blocks of the window may reach us a little after it. */
const LATE_BLOCKS_MS = MINUTE_MS;

/** US dollars per coin; null while there is no price. The reason is null for M-Pesa. */
export interface ChosenRate {
  rate: string | null;
  reason: PaymentRateReason | null;
}

/**
 * Chooses between the deposit's locked rate and that of the payment's first confirmation (docs/how-to/clerk/deposits.md).
 * @param isBehind true while blocks that exist are still unread
 * @returns null while payments that are still missing may decide
 */
export function chooseRate(
  { payment, deposit, context }: { payment: PaymentRow; deposit: DepositRow | null; context: PaymentContext },
  { now, isBehind }: { now: Date; isBehind: boolean },
): ChosenRate | null {
  const { network, currency, timing, rateReason, confirmedAt, arrivalRate: rate } = payment;
  const asked = deposit?.currency === currency ? deposit : null;
  if (network === "MPESA") return { rate: timing === "on_time" && asked ? asked.rate : rate, reason: null };
  if (currency !== null && !isRateHeld(currency)) return { rate, reason: "fixed" };
  if (deposit === null || timing === "late") return { rate, reason: "late" };
  if (asked === null) return { rate, reason: "currency" };
  if (rateReason === "replaced") return { rate, reason: "replaced" };
  const ageMs = now.getTime() - asked.createdAt.getTime();
  if (confirmedAt !== null && confirmedAt.getTime() - asked.createdAt.getTime() > CLAIM_MS)
    return { rate, reason: "slow" };
  const coins = parseDecimal(payment.coins, COIN_PLACES);
  const reason = decideWindowRate(coins, {
    asked: parseDecimal(asked.cryptoAmount, COIN_PLACES),
    confirmed: parseDecimal(context.confirmedCoins, COIN_PLACES) + coins,
    waiting: ageMs > CLAIM_MS ? 0n : parseDecimal(context.waitingCoins, COIN_PLACES),
    covered: parseDecimal(context.coveredCoins, COIN_PLACES),
    isLockLost: context.isLockLost,
    isOver: !isBehind && ageMs > DEPOSIT_WINDOW_MS + LATE_BLOCKS_MS,
  });
  return reason && { rate: reason === "locked" ? asked.rate : rate, reason };
}
