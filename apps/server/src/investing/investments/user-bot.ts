import type { ExitPending, ExitResult, UserBot } from "@wazi/contracts";
import {
  formatCents,
  formatBasisPoints,
  formatNav,
  formatUnits,
  computeOwnMoney,
  computePayout,
  computeRiskLevels,
  computeRunningProfit,
  valueDown,
  type BasisPoints,
  type ExitSummary,
  type Nav,
} from "@wazi/domain";
import type { HeldPosition, PoolView, WaitingExit } from "../../ledger/api.ts";

/** Converts a position to its API form for the owner. */
export function toUserBot(pool: PoolView, position: Omit<HeldPosition, "version" | "isActive">): UserBot {
  const { exit } = pool.marks;
  const levels = computeRiskLevels(position, position.risk);
  return {
    botId: pool.id,
    name: pool.name,
    market: pool.market,
    botStatus: pool.status,
    allocatedAmount: formatCents(computeOwnMoney(position)),
    units: formatUnits(position.units),
    value: formatCents(valueDown(position.units, exit)),
    runningProfit: formatCents(computeRunningProfit(position, exit)),
    interest: formatCents(computePayout(position, exit).interest),
    lossCarried: formatCents(position.lossCarried),
    userSharePct: position.userSharePct,
    shareAbove: position.shareAbove,
    valuedAt: pool.valuedAt.toISOString(),
    fresh: pool.fresh,
    activatedAt: position.activatedAt.toISOString(),
    stopLossPct: formatPercent(position.risk.stopLoss),
    takeProfitPct: formatPercent(position.risk.takeProfit),
    stopLossNav: formatOptionalNav(levels.stop),
    takeProfitNav: formatOptionalNav(levels.take),
    exitNav: formatNav(exit),
    exitPending: position.waitingExit && toExitPending(pool.id, position.waitingExit),
  };
}

const formatPercent = (value: BasisPoints | null): string | null => (value === null ? null : formatBasisPoints(value));
const formatOptionalNav = (value: Nav | null): string | null => (value === null ? null : formatNav(value));

/** Converts a waiting exit to its API form for the owner. */
export function toExitPending(botId: string, exit: Omit<WaitingExit, "version">): ExitPending {
  return {
    id: exit.id,
    botId,
    kind: exit.kind,
    amount: exit.amount === null ? null : formatCents(exit.amount),
    requestedAt: exit.requestedAt.toISOString(),
  };
}

export function toExitResult(exit: ExitSummary): ExitResult {
  return {
    ownMoney: formatCents(exit.ownMoney),
    value: formatCents(exit.value),
    returned: formatCents(exit.returned),
    profitToUser: formatCents(exit.profitToUser),
    interest: formatCents(exit.interest),
    profitShare: formatCents(exit.profitShare),
    loss: formatCents(exit.loss),
  };
}
