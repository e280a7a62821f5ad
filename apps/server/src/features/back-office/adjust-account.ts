import { formatAmount, type AdminUser, type adjustAccount as call, type BodyOf } from "@wazi/contracts";
import {
  balanceOf,
  decideAdjustment,
  formatCents,
  parseCents,
  totalInvestedOf,
  totalProfitOf,
  type AdjustmentRefusal,
  type AdjustmentTargets,
  type InvestmentDecision,
} from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import type { Actor } from "../../core/audit/store.ts";
import { accountFiguresOf } from "../../core/investors/account-figures.ts";
import { investmentOperation } from "../../core/investors/investment-operation.ts";
import { readSettledInvestor } from "../../core/investors/read-settled-investor.ts";
import { snapshotAfter } from "../../core/investors/snapshot-after.ts";
import { holdingsOf, type InvestorBot, type InvestorSnapshot } from "../../core/investors/store.ts";
import type { Operation } from "../../core/ledger/operation.ts";
import { runMoneyOperation, type Claim } from "../../core/ledger/run-money-operation.ts";
import { adminUserOf } from "./admin-user.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { requireManaged } from "./managed-user.ts";
import { findUser } from "./store.ts";

const RETRY_SECONDS = 5;

type Body = BodyOf<typeof call>;
type Figure = keyof AdjustmentTargets;

const figureNames: readonly Figure[] = ["balance", "totalInvested", "totalProfit"];

/**
 * Sets figures of a user's account, those that are given, by one adjustment in the ledger: with the administrator's id
 * and reason, an entry of the investor's own statement, and never counted as earned by trading.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT a figure is no longer what was expected ·
 * INSUFFICIENT_FUNDS below what can be taken away · BOT_UNAVAILABLE no bot that takes more · PRICE_UNAVAILABLE
 */
export function adjustAccount(
  deps: BackOfficeDeps,
  input: { admin: Actor; userId: string; body: Body; claim: Claim | null },
): Promise<{ status: 200; body: AdminUser }> {
  const { admin, userId, body } = input;
  const targets = centsOf(body);
  return runMoneyOperation(deps.door, input.claim, {
    read: async () => {
      const user = requireManaged(await findUser(deps.sql, userId), admin.id);
      return { user, snapshot: await readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs) };
    },
    decide: ({ user, snapshot }) => {
      refuseUnexpected(snapshot, centsOf(body.expected ?? {}));
      const basis = basisOf(snapshot, targets);
      const holdings = holdingsOf(snapshot);
      const decision = decideAdjustment({ userId, funds: snapshot.funds, holdings, targets });
      if ("refused" in decision) throw refusalOf(decision, snapshot);
      refuseClosedBots(basis, decision);
      const after = adminUserOf(user, snapshotAfter(snapshot, decision));
      const reason = body.reason ? body.reason : null;
      const operation = investmentOperation({
        snapshot,
        basis,
        decision,
        kind: "adjustment",
        actorId: admin.id,
        reason,
      });
      return {
        operation: audited(operation, admin, snapshot, after, reason),
        answer: { status: 200, body: after },
      };
    },
  });
}

function centsOf(figures: Partial<Record<Figure, string | undefined>>): AdjustmentTargets {
  const given = figureNames.flatMap((name) => {
    const value = figures[name];
    return value === undefined ? [] : [[name, parseCents(value)]];
  });
  return Object.fromEntries(given) as AdjustmentTargets;
}

/** What an administrator saw when they decided must still hold. */
function refuseUnexpected(snapshot: InvestorSnapshot, expected: AdjustmentTargets): void {
  const holdings = holdingsOf(snapshot);
  const current = {
    balance: balanceOf(snapshot.funds),
    totalInvested: totalInvestedOf(holdings),
    totalProfit: totalProfitOf(snapshot.funds, holdings),
  };
  for (const name of figureNames) {
    const wanted = expected[name];
    if (wanted === undefined || wanted === current[name]) continue;
    const message = `${name} is ${formatCents(current[name])} by now and not ${formatCents(wanted)}. Please look again.`;
    throw new AppError("CONFLICT", message, { fields: { [name]: message } });
  }
}

/**
 * The bots whose positions the decision looks at: none where only the balance is set.
 * @throws AppError PRICE_UNAVAILABLE when a trade is open in one of them and there is no fresh price for it
 */
function basisOf(snapshot: InvestorSnapshot, targets: AdjustmentTargets): InvestorBot[] {
  if (targets.totalInvested === undefined && targets.totalProfit === undefined) return [];
  const basis = snapshot.bots.filter(({ position }) => position?.isActive);
  const stale = basis.find(({ pool }) => !pool.fresh);
  if (!stale) return basis;
  throw new AppError(
    "PRICE_UNAVAILABLE",
    `There is no fresh price for ${stale.pool.name} right now. Nothing was moved; please try again in a moment.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

/** A bot that is halted or being wound up sells no units. */
function refuseClosedBots(basis: readonly InvestorBot[], { changes }: InvestmentDecision): void {
  const bought = changes.filter(({ unitsDelta }) => unitsDelta > 0n).map(({ botId }) => botId);
  const closed = basis.find(({ pool }) => pool.status !== "trading" && bought.includes(pool.id));
  if (closed) throw new AppError("BOT_UNAVAILABLE", `${closed.pool.name} takes no new money at the moment`);
}

function refusalOf(refusal: AdjustmentRefusal, snapshot: InvestorSnapshot): AppError {
  switch (refusal.refused) {
    case "NO_ACTIVE_POSITION":
      return new AppError("BOT_UNAVAILABLE", "This user has no active bot: there is nothing to invest in");
    case "POSITION_TOO_SMALL": {
      const name = snapshot.bots.find(({ pool }) => pool.id === refusal.botId)?.pool.name ?? "A bot";
      const worth = formatAmount(formatCents(refusal.value));
      return new AppError("INSUFFICIENT_FUNDS", `The position in ${name} is worth only $${worth}`);
    }
    case "INSUFFICIENT_FUNDS":
      return new AppError(
        "INSUFFICIENT_FUNDS",
        `${refusal.figure} can't be set below ${formatCents(refusal.least)}: only what was granted by adjustment can be taken away`,
      );
  }
}

function audited(
  operation: Operation,
  admin: Actor,
  snapshot: InvestorSnapshot,
  after: AdminUser,
  reason: string | null,
): Operation {
  const row = {
    actor_id: admin.id,
    action: "user.adjust",
    subject_type: "user",
    subject_id: snapshot.userId,
    before: accountFiguresOf(snapshot),
    after: { ...after.account, reason },
    address: admin.address,
  };
  return { ...operation, writes: { ...operation.writes, audit: [row] } };
}
