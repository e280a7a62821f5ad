import { decideDeactivation, noExit, type InvestmentDecision } from "@wazi/domain";
import type { Sql } from "../../platform/db/pool.ts";
import { type Door, runMoneyOperation, listHoldings, readInvestor } from "../../ledger/api.ts";
import { buildInvestmentOperation } from "./investment-operation.ts";
import { readSettledInvestor } from "./read-settled-investor.ts";
import { toNewExits } from "./waiting-exit.ts";

export interface ClosePositionsDeps {
  sql: Sql;
  door: Door;
  /** Units are not redeemed at a price that arrived longer ago than this. */
  maxPriceAgeMs: number;
  now: () => Date;
}

const nothingToDo: InvestmentDecision = { postings: [], changes: [], exit: noExit, waiting: [] };

/**
 * Closes each active position of an investor at its exit mark, in a separate operation. Own money returns to the funds
 * it came from, and a gain is split. If one close fails, the earlier ones stay closed, and the same call continues from
 * there. If a trade is open and there is no fresh price, the exit waits for the first valid price.
 * @returns the ids of the bots with a waiting exit
 * @throws AppError BUSY when a position changed on every attempt
 */
export async function closeUserPositions(
  deps: ClosePositionsDeps,
  input: { userId: string; actorId: string; reason: string | null },
): Promise<string[]> {
  const held = listHoldings(await readInvestor(deps.sql, input.userId, deps.maxPriceAgeMs));
  const waiting: string[] = [];
  for (const { bot } of held) {
    if (!(await closePosition(deps, { ...input, botId: bot.id }))) waiting.push(bot.id);
  }
  return waiting;
}

/** @returns false when the exit waits for a price */
async function closePosition(
  deps: ClosePositionsDeps,
  input: { userId: string; actorId: string; reason: string | null; botId: string },
): Promise<boolean> {
  const { userId, actorId, reason, botId } = input;
  const { body } = await runMoneyOperation(deps.door, null, {
    read: () => readSettledInvestor(deps.sql, userId, deps.maxPriceAgeMs, botId),
    decide: (snapshot) => {
      const held = snapshot.bots.find(({ pool }) => pool.id === botId);
      const position = held?.position?.isActive ? held.position : null;
      const before = position?.waitingExit ?? null;
      const isLeft = !held || !position || (!held.pool.fresh && before?.kind === "deactivation");
      const decision = isLeft
        ? nothingToDo
        : decideDeactivation(userId, { bot: held.pool, position }, () => held.pool.fresh);
      const operation = buildInvestmentOperation({
        snapshot,
        basis: isLeft ? [] : [held],
        decision,
        kind: "deactivation",
        actorId,
        reason,
        exits: toNewExits(decision.waiting, "deactivation", deps.now()),
        // An exit of the whole position replaces a waiting exit of a part of it.
        ended: decision.waiting.length > 0 && before ? [{ botId, exit: before, status: "cancelled" }] : [],
      });
      return { operation, answer: { status: 200, body: position === null || held?.pool.fresh === true } };
    },
  });
  return body;
}
