import type { ExitResult, UserBot } from "@wazi/contracts";
import {
  formatCents,
  formatUnits,
  ownMoneyOf,
  runningProfitOf,
  valueDown,
  type ExitSummary,
  type Position,
} from "@wazi/domain";
import type { PoolView } from "../../core/investors/store.ts";

/** A position as its owner sees it. */
export function userBotOf(pool: PoolView, position: Position, activatedAt: Date): UserBot {
  const { exit } = pool.marks;
  return {
    botId: pool.id,
    name: pool.name,
    market: pool.market,
    allocatedAmount: formatCents(ownMoneyOf(position)),
    units: formatUnits(position.units),
    value: formatCents(valueDown(position.units, exit)),
    runningProfit: formatCents(runningProfitOf(position, exit)),
    lossCarried: formatCents(position.lossCarried),
    userSharePct: position.userSharePct,
    valuedAt: pool.valuedAt.toISOString(),
    fresh: pool.fresh,
    activatedAt: activatedAt.toISOString(),
  };
}

export function exitResultOf(exit: ExitSummary): ExitResult {
  return {
    ownMoney: formatCents(exit.ownMoney),
    value: formatCents(exit.value),
    returned: formatCents(exit.returned),
    profitToUser: formatCents(exit.profitToUser),
    profitShare: formatCents(exit.profitShare),
    loss: formatCents(exit.loss),
  };
}
