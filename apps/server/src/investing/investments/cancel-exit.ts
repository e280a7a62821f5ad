import type { ExitPending } from "@wazi/contracts";
import { noExit, type InvestmentDecision } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { buildInvestmentOperation } from "../positions/investment-operation.ts";
import { readInvestor, type InvestorSnapshot, runMoneyOperation } from "../../ledger/api.ts";
import type { InvestmentDeps } from "./activate-bot.ts";
import { findExit } from "./store.ts";
import { toExitPending } from "./user-bot.ts";
import * as texts from "../../messages/investing.ts";

const noMovement: InvestmentDecision = { postings: [], changes: [], exit: noExit, waiting: [] };

interface Cancelled {
  status: 200;
  body: ExitPending;
}

/**
 * Cancels a waiting exit; the position does not change.
 * @throws AppError NOT_FOUND no such exit of this investor · CONFLICT already settled or cancelled
 */
export async function cancelExit(
  deps: InvestmentDeps,
  { userId, exitId }: { userId: string; exitId: string },
): Promise<ExitPending> {
  const { body } = await runMoneyOperation<{ snapshot: InvestorSnapshot; status: string | null }, Cancelled>(
    deps.door,
    null,
    {
      read: async () => ({
        snapshot: await readInvestor(deps.sql, userId, deps.maxPriceAgeMs),
        status: await findExit(deps.sql, userId, exitId),
      }),
      decide: ({ snapshot, status }) => {
        if (status === null) throw new AppError("NOT_FOUND", texts.exitNotFound);
        const bot = snapshot.bots.find(({ position }) => position?.waitingExit?.id === exitId);
        const exit = bot?.position?.waitingExit;
        if (!bot || !exit) throw new AppError("CONFLICT", texts.exitDecided);
        const botId = bot.pool.id;
        const operation = buildInvestmentOperation({
          snapshot,
          basis: [bot],
          decision: noMovement,
          kind: exit.kind,
          actorId: userId,
          ended: [{ botId, exit, status: "cancelled" }],
        });
        return { operation, answer: { status: 200, body: toExitPending(botId, exit) } };
      },
    },
  );
  return body;
}
