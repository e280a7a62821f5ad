import type { AnswerOf, deactivateBot as call } from "@wazi/contracts";
import { decideDeactivation } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { readSettledInvestor } from "../../core/investors/read-settled-investor.ts";
import { runMoneyOperation, type Claim } from "../../core/ledger/run-money-operation.ts";
import type { InvestmentDeps } from "./investment-deps.ts";
import { investmentOperation } from "../../core/investors/investment-operation.ts";
import { requireFreshPrices } from "./investment-rules.ts";
import { exitResultOf } from "./user-bot.ts";

/**
 * Closes a position at the exit mark: own money back to the funds it came from, a gain split.
 * @throws AppError NOT_FOUND no such bot · CONFLICT not active · PRICE_UNAVAILABLE
 */
export function deactivateBot(
  deps: InvestmentDeps,
  input: { userId: string; botId: string; claim: Claim | null },
): Promise<{ status: 200; body: AnswerOf<typeof call> }> {
  const { userId, botId } = input;
  return runMoneyOperation(deps.door, input.claim, {
    read: () => readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId),
    decide: (snapshot) => {
      const held = snapshot.bots.find(({ pool }) => pool.id === botId);
      if (!held) throw new AppError("NOT_FOUND", "There is no such bot");
      const { pool, position } = held;
      if (!position?.isActive) throw new AppError("CONFLICT", `${pool.name} is not active`);
      requireFreshPrices([pool]);
      const decision = decideDeactivation(userId, { bot: pool, position });
      const operation = investmentOperation({
        snapshot,
        basis: [held],
        decision,
        kind: "deactivation",
        actorId: userId,
      });
      return { operation, answer: { status: 200, body: { botId, exit: exitResultOf(decision.exit) } } };
    },
  });
}
