import type { AnswerOf, BalanceInterest, chooseBalanceInterest as call } from "@wazi/contracts";
import {
  addDailyRate,
  balanceInterest,
  BALANCE_INTEREST_PLACES,
  divideDown,
  earnOnBalance,
  factor,
  formatCents,
  formatDecimal,
  parseCents,
  parseDecimal,
  rateSum,
  splitBalanceInterest,
} from "@wazi/domain";
import { deriveOperationId, type Door, type RequestKey, runMoneyOperation, toDay } from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { RateSource } from "../interest/cash-interest.ts";
import { buildInterestOperation } from "./interest-operation.ts";
import { findLastRateDay, readInterestRow } from "./store.ts";
import * as texts from "../../messages/trader.ts";

export interface BalanceInterestDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  /** Undefined where balances earn nothing. */
  offer: { legalBasis: string; source: RateSource; marginPct: number } | undefined;
}

const PLACES = 12;
/** The accrued interest is shown to the millionth of a dollar. */
const SHOWN_PLACES = 6;
const YEAR_DAYS = 365;

const readRow = ({ sql, now }: BalanceInterestDeps, userId: string) =>
  readInterestRow(sql, userId, { today: toDay(now()), practiceId: deriveOperationId("practice deposit", userId) });

/** Reads the offer, and what the investor's balance has earned. */
export async function readBalanceInterest(deps: BalanceInterestDeps, userId: string): Promise<BalanceInterest> {
  const row = await readRow(deps, userId);
  const { offer } = deps;
  const sum = (text: string) => rateSum(parseDecimal(text, PLACES));
  const later = row.isOn ? earnOnBalance(parseCents(row.balance), { from: sum(row.from), to: sum(row.to) }) : 0n;
  const accrued = balanceInterest(parseDecimal(row.rest, BALANCE_INTEREST_PLACES) + later);
  return {
    isOffered: offer !== undefined,
    legalBasis: offer?.legalBasis ?? null,
    isOn: row.isOn,
    ratePct: offer === undefined ? null : await readRate(deps, offer.source),
    marginPct: offer?.marginPct ?? 0,
    firstDay: row.firstDay,
    accrued: formatDecimal(divideDown(accrued, 10n ** BigInt(BALANCE_INTEREST_PLACES - SHOWN_PLACES)), SHOWN_PLACES),
    payable: formatCents(splitBalanceInterest(accrued).posted),
    posted: row.posted,
  };
}

/** Today's rate in per cent a year: as it was stored, or as it will be. */
async function readRate({ sql, now }: BalanceInterestDeps, source: RateSource): Promise<number | null> {
  const today = toDay(now());
  const stored = await findLastRateDay(sql);
  if (stored?.day === today) {
    return stored.source === "none"
      ? null
      : toYear(parseDecimal(stored.gross, PLACES) - parseDecimal(stored.margin, PLACES));
  }
  const terms = source.findDay(today);
  return terms && toYear(terms.gross - terms.margin);
}

function toYear(daily: bigint): number {
  const growth = Number(addDailyRate(rateSum(0n), factor(daily))) / 10 ** PLACES;
  return Number((((1 + growth) ** YEAR_DAYS - 1) * 100).toFixed(2));
}

/**
 * Turns interest on or off. What has accrued until the end of yesterday is posted in the same commit.
 * @throws AppError CONFLICT it is not offered, or there is practice money or no deposit · RESTRICTED a deactivated user turns it on
 */
export function chooseBalanceInterest(
  deps: BalanceInterestDeps,
  input: { session: SessionRow; isOn: boolean; requestKey: RequestKey | null; address: string },
): Promise<{ status: 200; body: AnswerOf<typeof call> }> {
  const { session, isOn, address } = input;
  const { offer } = deps;
  return runMoneyOperation(deps.door, input.requestKey, {
    read: () => readRow(deps, session.id),
    decide: ({ isOn: wasOn, hasDeposit, hasPracticeMoney }) => {
      if (isOn && offer === undefined) throw new AppError("CONFLICT", texts.balanceInterestNotOffered);
      if (isOn && (!hasDeposit || hasPracticeMoney)) {
        throw new AppError("CONFLICT", texts.balanceInterestNeedsDeposit);
      }
      const legalBasis = isOn ? (offer?.legalBasis ?? null) : null;
      const choice = isOn === wasOn ? null : { isOn, actorId: session.id, legalBasis, address };
      return { operation: buildInterestOperation(session.id, choice), answer: { status: 200, body: { isOn } } };
    },
  });
}
