import { randomUUID } from "node:crypto";
import { type AdminRateHold, HOUR_MS, type LocalCurrency, RATE_HOLD_HOURS, type RateHold } from "@wazi/contracts";
import {
  type Cents,
  creditLocal,
  formatCents,
  investorAccount,
  maxCents,
  minCents,
  parseCents,
  payLocal,
  subtract,
} from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { type AloneControl, needsSecond, recordAct } from "../acts/acts-alone.ts";
import { expectSecond, requireSecond } from "../acts/second-person.ts";
import { createOperationId, type Operation, raiseVersion } from "../door/operation.ts";
import type { RateInForce } from "../local-rates/store.ts";
import { hasSetRate, type ListedHold, type RateHoldJson, type RateHoldRow } from "./store.ts";
import * as texts from "../../messages/ledger.ts";

/** How a hold ends: an administrator's decision, or none in time. */
export interface HoldDecision {
  amount: "shown" | "now";
  rateNow: RateInForce;
  now: Date;
  /** Null: nobody decided in time. */
  by: { id: string; address: string | null } | null;
}

/** The amount at a rate: US dollars for a deposit, units of the currency for a payout. */
export function computeHeldAmount(
  { kind, fixedAmount, places }: Pick<RateHoldRow, "kind" | "fixedAmount" | "places">,
  rate: string,
): string {
  return kind === "payout"
    ? payLocal(parseCents(fixedAmount), rate, places)
    : formatCents(creditLocal(fixedAmount, rate));
}

/** A new hold, with the amount at the rate of now. */
export function buildRateHold(
  given: Pick<
    RateHoldRow,
    "kind" | "userId" | "fixedAmount" | "shownAmount" | "places" | "rateShown" | "askedBy" | "heldAt"
  > &
    Partial<Pick<RateHoldRow, "depositId" | "paymentId" | "withdrawalId" | "transactionHash">>,
  inForce: RateInForce,
): RateHoldRow {
  return {
    depositId: null,
    paymentId: null,
    withdrawalId: null,
    transactionHash: null,
    ...given,
    id: randomUUID(),
    currency: inForce.currency as LocalCurrency,
    heldAmount: computeHeldAmount(given, inForce.rate),
    rateHeld: inForce.rate,
    decideBy: new Date(given.heldAt.getTime() + RATE_HOLD_HOURS * HOUR_MS),
    status: "open",
    rateDecided: null,
    decidedBy: null,
    decidedAt: null,
    version: "1",
  };
}

/** The door refuses what was decided at another rate than the one in force. */
export function expectRate(operation: Operation, currency: string, inForce: RateInForce | null): Operation {
  const localRates = [{ currency, id: inForce?.id ?? null }];
  return { ...operation, expects: { ...operation.expects, localRates } };
}

/** Adds a new hold to an operation that moves no money. */
export function addRateHold(operation: Operation, hold: RateHoldRow, inForce: RateInForce): Operation {
  const { id, kind, currency, shownAmount, heldAmount, rateShown, rateHeld, askedBy } = hold;
  return expectRate(
    {
      ...operation,
      writes: {
        ...operation.writes,
        rateHolds: [hold],
        audit: [
          ...(operation.writes?.audit ?? []),
          {
            actorId: askedBy,
            action: "rate-hold.begin",
            ...toSubject(hold),
            before: null,
            after: { hold: id, kind, currency, rateShown, rateNow: rateHeld, shownAmount, nowAmount: heldAmount },
            address: null,
          },
        ],
      },
    },
    currency,
    inForce,
  );
}

const toSubject = (hold: RateHoldRow): { subjectType: string; subjectId: string } =>
  hold.withdrawalId !== null
    ? { subjectType: "withdrawal", subjectId: hold.withdrawalId }
    : hold.depositId !== null
      ? { subjectType: "deposit", subjectId: hold.depositId }
      : { subjectType: "user", subjectId: hold.userId };

/** The operation that carries out a decision. It settles nothing where the deposit is decided afresh. */
export interface HeldSettlement {
  operation: Operation;
  settles: boolean;
}

/**
 * Ends a hold in the operation that moves its money.
 * @param settlement null when its deposit or withdrawal ended before
 * @returns the operation, and the hold as it then is
 */
export function endRateHold(
  settlement: HeldSettlement | null,
  hold: RateHoldRow,
  { amount, rateNow, now, by }: HoldDecision,
): { operation: Operation; after: RateHoldRow } {
  const status = settlement?.settles !== true ? "ended" : by === null ? "expired" : amount;
  const decided = { rateDecided: rateNow.rate, decidedBy: by?.id ?? null, decidedAt: now };
  const after: RateHoldRow = { ...hold, ...decided, status, version: raiseVersion(hold.version) };
  const on = settlement?.operation ?? buildOperation(hold);
  const { currency } = hold;
  const ended: Operation = {
    ...on,
    expects: {
      ...on.expects,
      rows: [...(on.expects.rows ?? []), { table: "rateHolds", id: hold.id, version: hold.version }],
    },
    writes: {
      ...on.writes,
      rateHolds: [after],
      audit: [
        ...(on.writes?.audit ?? []),
        {
          actorId: by?.id ?? null,
          action: by === null ? "rate-hold.end" : "rate-hold.decide",
          ...toSubject(hold),
          before: { status: hold.status },
          after: {
            ...{ hold: hold.id, kind: hold.kind, status, amount, currency },
            ...{ rateShown: hold.rateShown, rateNow: rateNow.rate },
            ...{ shownAmount: hold.shownAmount, nowAmount: computeHeldAmount(hold, rateNow.rate) },
          },
          address: by?.address ?? null,
        },
      ],
    },
  };
  return { operation: expectRate(ended, currency, rateNow), after };
}

/** An operation without rows. It locks the investor's account, as all do that change a hold. */
export const buildOperation = ({ userId }: { userId: string }): Operation => ({
  operationId: createOperationId(),
  locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
  expects: {},
});

/**
 * The one rule for who is the second person of a hold: not the investor, not the administrator who asked for the settlement, and for an
 * automatic one not the administrator who set the rate. The only administrator of a demo decides alone.
 * @throws AppError FORBIDDEN
 */
export async function refuseNoSecondPerson(
  sql: Queryable,
  hold: RateHoldRow,
  { adminId, limit, now }: AloneControl,
): Promise<void> {
  if (hold.userId === adminId) throw new AppError("FORBIDDEN", texts.rateHoldOwn);
  if (limit === null) return;
  if (hold.askedBy === adminId) throw new AppError("FORBIDDEN", texts.rateHoldAsked);
  if (hold.askedBy === null && (await hasSetRate(sql, hold, adminId))) {
    throw new AppError("FORBIDDEN", texts.rateHoldSet);
  }
  if (hold.askedBy !== null) await requireSecond(sql, { second: adminId, first: hold.askedBy, now });
}

/**
 * Records the decision on an automatic settlement, which one administrator makes, with the US dollars between the two amounts. For one that
 * an administrator asked for, the door checks the two.
 * @throws AppError CONFLICT above what the administrator may do alone
 */
export function recordDecisionAlone(
  operation: Operation,
  hold: RateHoldRow,
  control: AloneControl,
  { rateNow, now }: Pick<HoldDecision, "rateNow" | "now">,
): Operation {
  const { adminId } = control;
  if (hold.askedBy === adminId) return operation;
  if (hold.askedBy !== null) {
    const second = expectSecond({ second: adminId, first: hold.askedBy, at: now }, adminId);
    return { ...operation, expects: { ...operation.expects, ...second } };
  }
  const amount = computeDifference(hold, rateNow.rate);
  if (needsSecond("decideRateHold", control, amount)) throw new AppError("CONFLICT", texts.rateHoldAboveLimit);
  return recordAct(operation, control, { act: "decideRateHold", subjectId: hold.id, amount, now });
}

/** US dollars between the amount shown and the amount at a rate. */
function computeDifference(hold: RateHoldRow, rate: string): Cents {
  const now = computeHeldAmount(hold, rate);
  const toDollars = hold.kind === "payout" ? (amount: string) => creditLocal(amount, rate) : parseCents;
  const [shown, other] = [toDollars(hold.shownAmount), toDollars(now)];
  return subtract(maxCents(shown, other), minCents(shown, other));
}

/** A new hold, as lists would read it. */
export function toRateHoldJson({ heldAt, decideBy, ...row }: RateHoldRow): RateHoldJson {
  const times = { heldAt: heldAt.toISOString(), decideBy: decideBy.toISOString(), decidedAt: null };
  return { ...row, rateNow: row.rateHeld, ...times };
}

/** The hold as its investor and the back office see it. */
export function toRateHold(row: RateHoldJson): RateHold {
  const rateNow = row.rateNow ?? row.rateShown;
  return {
    id: row.id,
    kind: row.kind === "payout" ? "payout" : "deposit",
    currency: row.currency,
    fixedAmount: row.fixedAmount,
    rateShown: row.rateShown,
    rateNow,
    amountShown: trimPlaces(row.shownAmount, row.places),
    amountNow: computeHeldAmount(row, row.status === "now" ? (row.rateDecided ?? rateNow) : rateNow),
    status: row.status === "shown" || row.status === "now" ? row.status : "open",
    heldAt: row.heldAt,
    decideBy: row.decideBy,
  };
}

/** NUMERIC(20, 2) of whole units has two zeros. */
const trimPlaces = (amount: string, places: number): string => (places === 0 ? amount.replace(/\.0+$/, "") : amount);

export function toAdminRateHold({ user, asker, rateNow, ...row }: ListedHold): AdminRateHold {
  const { userId, depositId, withdrawalId, askedBy } = row;
  const hold = toRateHold({ ...toRateHoldJson(row), rateNow });
  return {
    ...hold,
    status: row.status,
    userId,
    user,
    depositId,
    withdrawalId,
    askedBy: asker && { ...asker, id: askedBy ?? "" },
  };
}
