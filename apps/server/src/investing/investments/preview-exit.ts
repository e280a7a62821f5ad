import type { ExitLine, ExitPreview } from "@wazi/contracts";
import {
  cents,
  decideDeactivation,
  formatCents,
  formatNav,
  investorAccount,
  negate,
  sumPostings,
  type Cents,
  type InvestmentDecision,
  type InvestorAccountKind,
  type PositionChange,
} from "@wazi/domain";
import { readSettledInvestor } from "../positions/read-settled-investor.ts";
import type { InvestorSnapshot } from "../../ledger/api.ts";
import { findActivePosition } from "./deactivate-bot.ts";
import type { InvestmentDeps } from "./activate-bot.ts";
import type { TransferKind } from "./transfer-funds.ts";
import { toExitResult } from "./user-bot.ts";

/**
 * Previews what a transfer would pay now, to the cent, with the same decision as the transfer itself.
 * @throws AppError INSUFFICIENT_FUNDS more than available
 */
export async function previewTransfer(
  deps: InvestmentDeps,
  transfer: TransferKind,
  { userId, amount }: { userId: string; amount: Cents },
): Promise<ExitPreview> {
  const snapshot = await readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs);
  const decision = transfer.decide(snapshot, amount, () => true);
  if ("refused" in decision) throw transfer.refusal(decision.available);
  return toExitPreview(snapshot, decision);
}

/**
 * Previews what closing a position would pay now.
 * @throws AppError NOT_FOUND no such bot · CONFLICT not active
 */
export async function previewDeactivation(
  deps: InvestmentDeps,
  { userId, botId }: { userId: string; botId: string },
): Promise<ExitPreview> {
  const snapshot = await readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId);
  const { pool, position } = findActivePosition(snapshot, botId);
  return toExitPreview(snapshot, decideDeactivation(userId, { bot: pool, position }));
}

function toExitPreview(snapshot: InvestorSnapshot, decision: InvestmentDecision): ExitPreview {
  const moved = (kind: InvestorAccountKind): Cents =>
    sumPostings(decision.postings, investorAccount(snapshot.userId, kind));
  const toDepositFunds = moved("deposit_funds");
  const toProfitFunds = moved("profit_funds");
  return {
    arrives: formatCents(cents(toDepositFunds + toProfitFunds)),
    toDepositFunds: formatCents(toDepositFunds),
    toProfitFunds: formatCents(toProfitFunds),
    fromAdjustments: formatCents(negate(moved("running_profit"))),
    lines: decision.changes.map((change) => toExitLine(snapshot, change)),
  };
}

function toExitLine({ bots: bots }: InvestorSnapshot, change: PositionChange): ExitLine {
  const bot = bots.find(({ pool }) => pool.id === change.botId);
  if (!bot?.position) throw new Error(`no position in bot ${change.botId}`);
  const madeUp = change.lossCarriedDelta < 0n ? negate(change.lossCarriedDelta) : cents(0n);
  return {
    ...toExitResult(change.exit),
    botId: change.botId,
    botName: bot.pool.name,
    userSharePct: bot.position.userSharePct,
    exitNav: formatNav(change.mark),
    lossMadeUp: formatCents(madeUp),
    belowBills: formatCents(change.belowBills),
    closes: change.closed,
    waits: !bot.pool.fresh,
  };
}
