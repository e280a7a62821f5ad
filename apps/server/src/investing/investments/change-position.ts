import type { UserBot } from "@wazi/contracts";
import { type Cents, computeRiskLevels, decideAllocation, noExit, type RiskParameters } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import {
  type HeldPosition,
  type InvestorBot,
  type InvestorSnapshot,
  type RequestKey,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { buildInvestmentOperation } from "../positions/investment-operation.ts";
import { readSettledInvestor } from "../positions/read-settled-investor.ts";
import { requireAnswered } from "../../people/api.ts";
import {
  type ActivationDeps,
  type InvestmentDeps,
  readForAllocation,
  requireAvailable,
  requireEvidence,
} from "./activate-bot.ts";
import { balanceExceeded, refuseSecondExit, requireWithinLimit } from "./investment-rules.ts";
import { toUserBot } from "./user-bot.ts";
import * as texts from "../../messages/investing.ts";

interface PositionInput {
  userId: string;
  botId: string;
  requestKey: RequestKey | null;
}

type Answer = { status: 200; body: UserBot };

/**
 * Adds an amount of the balance to an active position, at the price of a new one. Levels and profit split stay.
 * @throws AppError NOT_FOUND · CONFLICT not active, or an exit is waiting · BOT_UNAVAILABLE paused, halted or resting ·
 * SUITABILITY_DUE · INSUFFICIENT_FUNDS · SUITABILITY_LIMIT · PRICE_UNAVAILABLE a trade is open without a current price
 */
export async function topUpBot(deps: ActivationDeps, input: PositionInput & { amount: Cents }): Promise<Answer> {
  const { userId, botId, amount } = input;
  const ended = await deps.listEndedSymbols();
  return runMoneyOperation(deps.door, input.requestKey, {
    read: () => readForAllocation(deps, userId, botId),
    decide: ({ snapshot, mustAnswer, evidence }) => {
      const { target, position } = findActiveBot(snapshot, botId);
      refuseSecondExit([target]);
      requireAvailable(deps, target, ended);
      const reason = requireEvidence(deps, target, evidence);
      requireAnswered(mustAnswer);
      const { funds } = snapshot;
      const { userSharePct, shareAbove } = position;
      const terms = { userSharePct, shareAbove };
      const decision = decideAllocation({ userId, funds, bot: target.pool, former: position, ...terms, amount });
      if ("refused" in decision) throw balanceExceeded(decision.available);
      requireWithinLimit(snapshot, amount);
      const [change] = decision.changes;
      if (!change) throw new Error("A top-up changes one position");
      const basis = [target];
      const operation = buildInvestmentOperation({
        ...{ snapshot, basis, decision, kind: "allocation", actorId: userId, reason, evidence },
      });
      return { operation, answer: { status: 200, body: toUserBot(target.pool, { ...position, ...change.after }) } };
    },
  });
}

/**
 * Sets the stop-loss and take-profit of an active position.
 * @throws AppError NOT_FOUND · CONFLICT not active · VALIDATION a level that the position has already reached
 */
export function setBotLevels(deps: InvestmentDeps, input: PositionInput & { risk: RiskParameters }): Promise<Answer> {
  const { userId, botId, risk } = input;
  return runMoneyOperation(deps.door, input.requestKey, {
    read: () => readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId),
    decide: (snapshot) => {
      const { target, position } = findActiveBot(snapshot, botId);
      refuseReachedLevel(target, position, risk);
      const operation = buildInvestmentOperation({
        snapshot: { userId },
        basis: [target],
        decision: { postings: [], changes: [], exit: noExit, waiting: [] },
        kind: "allocation",
        actorId: userId,
        newRisk: risk,
      });
      return { operation, answer: { status: 200, body: toUserBot(target.pool, { ...position, risk }) } };
    },
  });
}

function findActiveBot(snapshot: InvestorSnapshot, botId: string): { target: InvestorBot; position: HeldPosition } {
  const target = snapshot.bots.find(({ pool }) => pool.id === botId);
  if (!target) throw new AppError("NOT_FOUND", texts.botNotFound);
  const { position } = target;
  if (!position?.isActive) throw new AppError("CONFLICT", texts.botInactive({ bot: target.pool.name }));
  return { target, position };
}

function refuseReachedLevel({ pool }: InvestorBot, position: HeldPosition, risk: RiskParameters): void {
  const { stop, take } = computeRiskLevels(position, risk);
  const { exit } = pool.marks;
  const refuse = (field: string, message: string): never => {
    throw new AppError("VALIDATION", message, { fields: { [field]: message } });
  };
  if (stop !== null && exit <= stop) refuse("stopLossPct", texts.stopLossReached);
  if (take !== null && exit >= take) refuse("takeProfitPct", texts.takeProfitReached);
}
