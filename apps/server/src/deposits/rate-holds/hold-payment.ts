import { SETTLED_AS_SHOWN_PCT } from "@wazi/contracts";
import {
  type Cents,
  COIN_PLACES,
  divideDown,
  formatCents,
  formatDecimal,
  isRateMoved,
  parseCents,
  parseDecimal,
  payLocal,
  RATE_PLACES,
} from "@wazi/domain";
import {
  addRateHold,
  buildOperation,
  buildRateHold,
  findRateInForce,
  findShownRate,
  hasOpenDepositHold,
  type Operation,
  raiseVersion,
  type RateHoldRow,
  type RateInForce,
} from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { PaymentRow } from "../chains/store.ts";
import type { DepositRow } from "../requests/store.ts";
import { invertRate } from "../mpesa/quote-mpesa.ts";

/** The rates of a payment in a local currency, in units of it for one US dollar. */
export interface LocalRates {
  inForce: RateInForce | null;
  /** The one that was stored with its deposit. */
  stored: string | null;
}

/** Null for a payment in coins. */
export async function readLocalRates(sql: Queryable, payment: PaymentRow): Promise<LocalRates | null> {
  const { network, currency, depositId } = payment;
  if (network !== "MPESA" || currency === null) return null;
  const [inForce, stored] = await Promise.all([
    findRateInForce(sql, currency),
    depositId === null ? null : findShownRate(sql, depositId, currency),
  ]);
  return { inForce, stored };
}

/** A rate that was shown and has moved too far since, and the one in force. */
export interface MovedRate {
  shown: string;
  inForce: RateInForce;
}

/** @param dollarsPerUnit the rate at which it would be credited: as shown, or of the arrival of late money */
export function findMovedRate(rates: LocalRates | null, dollarsPerUnit: string): MovedRate | null {
  if (!rates?.inForce) return null;
  const { inForce, stored } = rates;
  // The inverse is rounded, so the stored rate is more exact.
  const isStored = stored !== null && invertRate(stored) === dollarsPerUnit;
  const shown = isStored ? stored : invertRate(dollarsPerUnit);
  return isRateMoved(shown, inForce.rate, SETTLED_AS_SHOWN_PCT) ? { shown, inForce } : null;
}

const LOCAL_PLACES = 2;
const CENT_OF_RATE = 10n ** BigInt(RATE_PLACES - LOCAL_PLACES);

/** Holds a payment instead of crediting it. It moves no money. @param askedBy null for an automatic credit */
export function buildPaymentHold(
  payment: PaymentRow,
  { credit, moved, askedBy, now }: { credit: Cents; moved: MovedRate; askedBy: string | null; now: Date },
): Operation {
  const received = parseDecimal(payment.coins, COIN_PLACES) / 10n ** BigInt(COIN_PLACES - LOCAL_PLACES);
  const hold = buildRateHold(
    {
      kind: "payment",
      userId: payment.userId,
      depositId: payment.depositId,
      paymentId: payment.id,
      fixedAmount: formatDecimal(received, LOCAL_PLACES),
      shownAmount: formatCents(credit),
      places: LOCAL_PLACES,
      rateShown: moved.shown,
      askedBy,
      heldAt: now,
    },
    moved.inForce,
  );
  return addRateHold(changePayment(payment, { status: "review", reviewReason: "rate" }, now), hold, moved.inForce);
}

/** A change of a payment without money. */
export function changePayment(
  payment: PaymentRow,
  change: Pick<PaymentRow, "status" | "reviewReason">,
  now: Date,
): Operation {
  return {
    ...buildOperation(payment),
    expects: { rows: [{ table: "depositPayments", id: payment.id, version: payment.version }] },
    writes: { depositPayments: [{ ...payment, ...change, updatedAt: now, version: raiseVersion(payment.version) }] },
  };
}

/** The rates of a deposit that an administrator settles by hand; null for one in coins. */
export async function readDepositRates(
  sql: Queryable,
  { id, network, currency, status }: DepositRow,
): Promise<(LocalRates & { isHeld: boolean }) | null> {
  if (network !== "MPESA" || status !== "pending") return null;
  const [inForce, stored, isHeld] = await Promise.all([
    findRateInForce(sql, currency),
    findShownRate(sql, id, currency),
    hasOpenDepositHold(sql, id),
  ]);
  return { inForce, stored, isHeld };
}

/**
 * Holds a deposit that an administrator settles by hand, if the rate has moved too far. It moves no money.
 * @param after the deposit as it would be settled
 */
export function holdDeposit(
  deposit: DepositRow,
  after: DepositRow,
  rates: LocalRates,
  { askedBy, now }: { askedBy: string; now: Date },
): { operation: Operation; row: RateHoldRow } | null {
  const moved = findMovedRate(rates, deposit.rate);
  if (!moved) return null;
  const shownAmount = after.receivedAmount ?? after.amount;
  const row = buildRateHold(
    {
      kind: "deposit",
      userId: deposit.userId,
      depositId: deposit.id,
      // The administrator gives US dollars, at the rate that was shown.
      fixedAmount:
        after.receivedAmount === null
          ? formatDecimal(divideDown(parseDecimal(deposit.cryptoAmount, RATE_PLACES), CENT_OF_RATE), LOCAL_PLACES)
          : payLocal(parseCents(shownAmount), moved.shown, LOCAL_PLACES),
      shownAmount,
      places: LOCAL_PLACES,
      rateShown: moved.shown,
      transactionHash: after.transactionHash,
      askedBy,
      heldAt: now,
    },
    moved.inForce,
  );
  const expects = { rows: [{ table: "deposits", id: deposit.id, version: deposit.version } as const] };
  return { operation: addRateHold({ ...buildOperation(deposit), expects }, row, moved.inForce), row };
}
