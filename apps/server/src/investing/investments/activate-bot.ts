import { formatAmount, SHARE_WITHOUT_PACKAGE_PCT, type UserBot } from "@wazi/contracts";
import {
  decideAllocation,
  formatCents,
  findPackageTier,
  type Cents,
  type RiskParameters,
  type ShareAbove,
  type UserSharePct,
} from "@wazi/domain";
import { holdsOnlyBills } from "@wazi/trading";
import { AppError } from "../../platform/base/app-error.ts";
import { readSettledInvestor } from "../positions/read-settled-investor.ts";
import { mustAnswerFirst, requireAnswered } from "../../people/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import {
  type Door,
  type FirstRead,
  type InvestorBot,
  type InvestorSnapshot,
  type RequestKey,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { decideNewMoney, type UnprovenBots } from "../evidence/new-money.ts";
import { findStanding, type RecordedStanding } from "../evidence/store.ts";
import { buildInvestmentOperation } from "../positions/investment-operation.ts";
import { balanceExceeded, requireFreshPrices, requireSettledInterest, requireWithinLimit } from "./investment-rules.ts";
import { isResting, type BotListDeps } from "./store.ts";
import { toUserBot } from "./user-bot.ts";
import * as texts from "../../messages/investing.ts";

export interface InvestmentDeps {
  sql: Sql;
  door: Door;
  /** Units are not bought or redeemed at a price that arrived longer ago than this. */
  maxPriceAgeMs: number;
  now: () => Date;
  /** True in live mode: money goes into a bot only after the suitability questions. */
  requiresAnswers: boolean;
  /** True when a bot has prices and a broker, or needs none; always true in demo mode. */
  isTraded: (botName: string) => boolean;
  /** True in live mode without interest on idle money: a bot that holds only bills would earn nothing. */
  closesBills: boolean;
  /** The last market day (YYYY-MM-DD) whose interest a bot must have; null where interest needs no check. */
  findDueInterestDay: (botName: string) => string | null;
  /** How bots without evidence take new money. */
  unprovenBots: UnprovenBots;
  /** The gain above which the platform takes its share of a new position. */
  shareAbove: ShareAbove;
}

export type ActivationDeps = InvestmentDeps & Pick<BotListDeps, "symbolsOf" | "listEndedSymbols">;

/**
 * Allocates an amount of the balance to a bot.
 * @throws AppError CONFLICT already active · BOT_LOCKED not in the package · BOT_UNAVAILABLE paused, halted or resting ·
 * SUITABILITY_DUE · INSUFFICIENT_FUNDS · SUITABILITY_LIMIT · PRICE_UNAVAILABLE a trade is open without a current price, or interest
 * is due
 */
export async function activateBot(
  deps: ActivationDeps,
  input: {
    userId: string;
    botId: string;
    amount: Cents;
    risk: RiskParameters;
    requestKey: RequestKey | null;
    first: FirstRead | null;
  },
): Promise<{ status: 200; body: UserBot }> {
  const { userId, botId, amount, risk } = input;
  const ended = await deps.listEndedSymbols();
  return runMoneyOperation(deps.door, input.requestKey, {
    read: (isFirst) => readForAllocation(deps, userId, botId, isFirst ? input.first : null),
    decide: ({ snapshot, mustAnswer, evidence }) => {
      const target = findInactiveBot(snapshot, botId);
      const userSharePct = requireUnlocked(snapshot, target);
      requireAvailable(deps, target, ended);
      const reason = requireEvidence(deps, target, evidence);
      requireAnswered(mustAnswer);
      const decision = decideAllocation({
        userId,
        funds: snapshot.funds,
        bot: target.pool,
        former: target.position,
        userSharePct,
        shareAbove: deps.shareAbove,
        amount,
      });
      if ("refused" in decision) throw balanceExceeded(decision.available);
      requireWithinLimit(snapshot, amount);
      const [change] = decision.changes;
      if (!change) throw new Error("An allocation changes one position");
      const operation = buildInvestmentOperation({
        snapshot,
        basis: [target],
        decision,
        kind: "allocation",
        actorId: userId,
        reason,
        evidence,
        risk,
      });
      const position = { ...change.after, risk, waitingExit: null, activatedAt: deps.now() };
      return { operation, answer: { status: 200, body: toUserBot(target.pool, position) } };
    },
  });
}

interface AllocationView {
  snapshot: InvestorSnapshot;
  mustAnswer: boolean;
  /** Null where all bots are open. */
  evidence: RecordedStanding | null;
}

/** Reads what a decision about new money in a bot needs. */
export async function readForAllocation(
  deps: InvestmentDeps,
  userId: string,
  botId: string,
  first: FirstRead | null = null,
): Promise<AllocationView> {
  const [snapshot, mustAnswer, evidence] = await Promise.all([
    readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId, first),
    mustAnswerFirst(deps, userId),
    deps.unprovenBots === "open" ? null : findStanding(deps.sql, botId),
  ]);
  return { snapshot, mustAnswer, evidence };
}

/** Finds a bot that exists and is not active yet. This is checked before the amount. */
function findInactiveBot(snapshot: InvestorSnapshot, botId: string): InvestorBot {
  const target = snapshot.bots.find(({ pool }) => pool.id === botId);
  if (!target) throw new AppError("NOT_FOUND", texts.botNotFound);
  if (target.position?.isActive) throw new AppError("CONFLICT", texts.botActive({ bot: target.pool.name }));
  return target;
}

function requireUnlocked(snapshot: InvestorSnapshot, { pool }: InvestorBot): UserSharePct {
  const { current, next } = findPackageTier(snapshot.planDeposits);
  // Core portfolios are open to everyone.
  if (pool.market === "portfolio") return current.userSharePct ?? SHARE_WITHOUT_PACKAGE_PCT;
  if (current.userSharePct !== null && pool.place < current.maxBots) return current.userSharePct;
  const message = next
    ? texts.botLocked({ bot: pool.name, amount: formatAmount(formatCents(next.threshold)) })
    : texts.botLockedByPackage({ bot: pool.name });
  throw new AppError("BOT_LOCKED", message);
}

export function requireAvailable(
  { isTraded, closesBills, findDueInterestDay, symbolsOf }: ActivationDeps,
  { pool }: InvestorBot,
  ended: ReadonlySet<string>,
): void {
  if (!isTraded(pool.name)) throw new AppError("BOT_UNAVAILABLE", texts.botWithoutBroker({ bot: pool.name }));
  if (closesBills && holdsOnlyBills(pool.name)) {
    throw new AppError("BOT_UNAVAILABLE", texts.billsWithoutInterest({ bot: pool.name }));
  }
  if (pool.status === "paused") {
    throw new AppError("BOT_UNAVAILABLE", texts.botPaused({ bot: pool.name }));
  }
  if (isResting(symbolsOf(pool.name), ended)) {
    throw new AppError("BOT_UNAVAILABLE", texts.botResting({ bot: pool.name }));
  }
  if (pool.status !== "trading") throw new AppError("BOT_UNAVAILABLE", texts.botClosed({ bot: pool.name }));
  requireFreshPrices([pool]);
  requireSettledInterest(pool, findDueInterestDay(pool.name));
}

/**
 * Checks that a bot may take new money by its verdict and its live months.
 * @returns what the operation records where the operator opened a bot without evidence; else null
 * @throws AppError BOT_UNAVAILABLE
 */
export function requireEvidence(
  { unprovenBots }: Pick<InvestmentDeps, "unprovenBots">,
  { pool }: InvestorBot,
  evidence: RecordedStanding | null,
): string | null {
  if (evidence === null) return null;
  const { verdict, retiredOn } = evidence;
  const newMoney = decideNewMoney(evidence, unprovenBots);
  if (newMoney === "open") return null;
  if (newMoney === "warned") return texts.activatedWithoutEvidence;
  if (retiredOn !== null) {
    throw new AppError("BOT_UNAVAILABLE", texts.botRetired({ bot: pool.name, date: retiredOn }));
  }
  const message = verdict === "none" ? texts.botWithoutEvidence : texts.botNotJudged;
  throw new AppError("BOT_UNAVAILABLE", message({ bot: pool.name }));
}

/** Rejects an active bot before the body is validated. */
export async function refuseActiveBot(deps: InvestmentDeps, userId: string, botId: unknown): Promise<void> {
  if (typeof botId !== "string") return;
  const snapshot = await readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId);
  if (snapshot.bots.some(({ pool }) => pool.id === botId)) findInactiveBot(snapshot, botId);
}
