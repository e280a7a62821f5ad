import type { AnswerOf, deactivateBot as call } from "@wazi/contracts";
import { decideDeactivation } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { buildInvestmentOperation } from "../positions/investment-operation.ts";
import { readSettledInvestor } from "../positions/read-settled-investor.ts";
import {
  type FirstRead,
  type HeldPosition,
  type InvestorBot,
  type InvestorSnapshot,
  type RequestKey,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { toNewExits } from "../positions/waiting-exit.ts";
import type { InvestmentDeps } from "./activate-bot.ts";
import { refuseSecondExit } from "./investment-rules.ts";
import { toExitPending, toExitResult } from "./user-bot.ts";
import * as texts from "../../messages/investing.ts";

interface Deactivated {
  status: 200 | 202;
  body: AnswerOf<typeof call>;
}

/**
 * Closes a position at the exit mark: own money returns to the funds it came from, and a gain is split. While a trade is
 * open without a current price, the exit is accepted and waits (202).
 * @throws AppError NOT_FOUND no such bot · CONFLICT not active, or it already has a waiting exit
 */
export function deactivateBot(
  deps: InvestmentDeps,
  input: { userId: string; botId: string; requestKey: RequestKey | null; first: FirstRead | null },
): Promise<Deactivated> {
  const { userId, botId } = input;
  return runMoneyOperation<InvestorSnapshot, Deactivated>(deps.door, input.requestKey, {
    read: (isFirst) => readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId, isFirst ? input.first : null),
    decide: (snapshot) => {
      const held = findActivePosition(snapshot, botId);
      refuseSecondExit([held]);
      const holding = { bot: held.pool, position: held.position };
      const decision = decideDeactivation(userId, holding, () => held.pool.fresh);
      const exits = toNewExits(decision.waiting, "deactivation", deps.now());
      const operation = buildInvestmentOperation({
        snapshot,
        basis: [held],
        decision,
        kind: "deactivation",
        actorId: userId,
        exits,
      });
      const [waiting] = exits;
      if (waiting)
        return { operation, answer: { status: 202, body: { botId, exitPending: toExitPending(botId, waiting) } } };
      return { operation, answer: { status: 200, body: { botId, exit: toExitResult(decision.exit) } } };
    },
  });
}

/** @throws AppError NOT_FOUND no such bot · CONFLICT not active */
export function findActivePosition(
  snapshot: InvestorSnapshot,
  botId: string,
): InvestorBot & { position: HeldPosition } {
  const held = snapshot.bots.find(({ pool }) => pool.id === botId);
  if (!held) throw new AppError("NOT_FOUND", texts.botNotFound);
  const { pool, position } = held;
  if (!position?.isActive) throw new AppError("CONFLICT", texts.botInactive({ bot: pool.name }));
  return { pool, position };
}
