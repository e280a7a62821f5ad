import { formatAmount, type adjustAccount as call, type BodyOf } from "@wazi/contracts";
import {
  computeBalance,
  decideAdjustment,
  formatCents,
  parseCents,
  computeTotalInvested,
  computeTotalProfit,
  type AdjustmentRefusal,
  type AdjustmentTargets,
  type InvestmentDecision,
} from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { readSettledInvestor, applyDecision } from "../../investing/api.ts";
import { listHoldings, type InvestorBot, type InvestorSnapshot } from "../../ledger/api.ts";
import type { BackOfficeDeps } from "../users/delete-user.ts";
import { requireManageableUser } from "../users/user-access.ts";
import { findUserRow, type UserRow } from "../users/store.ts";
import * as texts from "../../messages/office.ts";

const RETRY_SECONDS = 5;

export type AdjustmentBody = BodyOf<typeof call>;
type Figure = keyof AdjustmentTargets;

const figureNames: readonly Figure[] = ["balance", "totalInvested", "totalProfit"];

/** The data that an adjustment is decided on. */
export interface AdjustmentBasis {
  user: UserRow;
  snapshot: InvestorSnapshot;
}

/** The result of an adjustment, posted or previewed. */
export interface AccountAdjustment {
  /** Bots whose positions the decision used. */
  basis: InvestorBot[];
  decision: InvestmentDecision;
  after: InvestorSnapshot;
}

/** @throws AppError NOT_FOUND · FORBIDDEN an administrator · BUSY */
export async function readAdjustmentBasis(
  deps: Pick<BackOfficeDeps, "sql" | "maxPriceAgeMs">,
  { userId, adminId }: { userId: string; adminId: string },
): Promise<AdjustmentBasis> {
  const user = requireManageableUser(await findUserRow(deps.sql, userId), adminId);
  return { user, snapshot: await readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs) };
}

/**
 * Decides the entries of an adjustment, for the adjustment itself and for its preview.
 * @throws AppError CONFLICT a figure has changed · INSUFFICIENT_FUNDS more than can be taken away · BOT_UNAVAILABLE no bot
 * accepts money · PRICE_UNAVAILABLE · RESTRICTED buying units for a deactivated user
 */
export function decideAccountAdjustment({ user, snapshot }: AdjustmentBasis, body: AdjustmentBody): AccountAdjustment {
  const targets = toTargets(body);
  refuseIfChanged(snapshot, toTargets(body.expected ?? {}));
  const basis = findBasis(snapshot, targets);
  const holdings = listHoldings(snapshot);
  const decision = decideAdjustment({ userId: user.id, funds: snapshot.funds, holdings, targets });
  if ("refused" in decision) throw toError(decision, snapshot);
  refuseClosedBots(basis, decision);
  if (!user.isActive && decision.changes.some(({ unitsDelta }) => unitsDelta > 0n)) {
    throw new AppError("RESTRICTED", texts.accountInactive);
  }
  return { basis, decision, after: applyDecision(snapshot, decision) };
}

function toTargets(figures: Partial<Record<Figure, string | undefined>>): AdjustmentTargets {
  const given = figureNames.flatMap((name) => {
    const value = figures[name];
    return value === undefined ? [] : [[name, parseCents(value)]];
  });
  return Object.fromEntries(given) as AdjustmentTargets;
}

function refuseIfChanged(snapshot: InvestorSnapshot, expected: AdjustmentTargets): void {
  const holdings = listHoldings(snapshot);
  const current = {
    balance: computeBalance(snapshot.funds),
    totalInvested: computeTotalInvested(holdings),
    totalProfit: computeTotalProfit(snapshot.funds, holdings),
  };
  for (const name of figureNames) {
    const wanted = expected[name];
    if (wanted === undefined || wanted === current[name]) continue;
    const message = texts.figureChanged({
      figure: name,
      current: formatCents(current[name]),
      wanted: formatCents(wanted),
    });
    throw new AppError("CONFLICT", message, { fields: { [name]: message } });
  }
}

/**
 * Returns the bots whose positions the decision uses; none if only the balance is set.
 * @throws AppError PRICE_UNAVAILABLE one of them has an open trade without a fresh price
 */
function findBasis(snapshot: InvestorSnapshot, targets: AdjustmentTargets): InvestorBot[] {
  if (targets.totalInvested === undefined && targets.totalProfit === undefined) return [];
  const basis = snapshot.bots.filter(({ position }) => position?.isActive);
  const stale = basis.find(({ pool }) => !pool.fresh);
  if (!stale) return basis;
  throw new AppError("PRICE_UNAVAILABLE", texts.priceMissing({ bot: stale.pool.name }), {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** A bot that is halted or being wound up sells no units. */
function refuseClosedBots(basis: readonly InvestorBot[], { changes }: InvestmentDecision): void {
  const bought = changes.filter(({ unitsDelta }) => unitsDelta > 0n).map(({ botId }) => botId);
  const closed = basis.find(({ pool }) => pool.status !== "trading" && bought.includes(pool.id));
  if (closed) throw new AppError("BOT_UNAVAILABLE", texts.botClosed({ bot: closed.pool.name }));
}

function toError(refusal: AdjustmentRefusal, snapshot: InvestorSnapshot): AppError {
  switch (refusal.refused) {
    case "NO_ACTIVE_POSITION":
      return new AppError("BOT_UNAVAILABLE", texts.adjustmentWithoutBot);
    case "POSITION_TOO_SMALL": {
      const name = snapshot.bots.find(({ pool }) => pool.id === refusal.botId)?.pool.name ?? texts.botUnnamed;
      const worth = formatAmount(formatCents(refusal.value));
      return new AppError("INSUFFICIENT_FUNDS", texts.positionTooSmall({ bot: name, worth }));
    }
    case "INSUFFICIENT_FUNDS":
      return new AppError(
        "INSUFFICIENT_FUNDS",
        texts.figureTooLow({ figure: refusal.figure, least: formatCents(refusal.least) }),
      );
  }
}
