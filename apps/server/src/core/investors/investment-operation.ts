import { randomUUID } from "node:crypto";
import {
  formatCents,
  formatNav,
  formatUnits,
  investorAccount,
  ownMoneyOf,
  units,
  type InvestmentDecision,
  type PositionChange,
} from "@wazi/domain";
import { entriesOf, type Operation, type Row, type TransactionKind } from "../ledger/operation.ts";
import type { InvestorBot, InvestorSnapshot } from "./store.ts";

/** The version that a position has after a change; 0 stands for one that isn't there yet. */
const versionOf = (bot: InvestorBot): string => bot.position?.version ?? "0";

/**
 * Puts a decision into an operation for the door: it holds only while the balances, pools and positions that it was
 * decided on are as they were read.
 * @param basis the bots whose pools and positions the decision looked at
 */
export function investmentOperation(input: {
  snapshot: InvestorSnapshot;
  basis: readonly InvestorBot[];
  decision: InvestmentDecision;
  kind: TransactionKind;
  actorId: string | null;
}): Operation {
  const { snapshot, basis, decision, kind, actorId } = input;
  const { userId, funds } = snapshot;
  return {
    operationId: randomUUID(),
    locks: {
      pools: Object.fromEntries(basis.map(({ pool }) => [pool.id, "shared" as const])),
      accounts: [investorAccount(userId, "deposit_funds")],
    },
    expects: {
      balances: {
        [investorAccount(userId, "deposit_funds")]: formatCents(funds.depositFunds),
        [investorAccount(userId, "profit_funds")]: formatCents(funds.profitFunds),
        [investorAccount(userId, "running_profit")]: formatCents(funds.runningProfit),
      },
      pools: basis.map(({ pool }) => ({ botId: pool.id, version: pool.version, frozen: false })),
      positions: basis.map((bot) => ({ userId, botId: bot.pool.id, version: versionOf(bot) })),
    },
    transaction: { kind, actorId, reason: null, entries: entriesOf(decision.postings) },
    writes: {
      positions: decision.changes.map((change) => positionRow(userId, basis, change)),
      position_events: decision.changes.map((change) => eventRow(userId, kind, change)),
    },
  };
}

function positionRow(userId: string, basis: readonly InvestorBot[], change: PositionChange): Row {
  const { after } = change;
  const before = basis.find(({ pool }) => pool.id === change.botId);
  return {
    user_id: userId,
    bot_id: change.botId,
    units: formatUnits(after.units),
    own_deposit: formatCents(after.ownDeposit),
    own_profit: formatCents(after.ownProfit),
    loss_carried: formatCents(after.lossCarried),
    user_share_pct: after.userSharePct,
    is_active: ownMoneyOf(after) > 0n || after.units > 0n,
    version: String(BigInt(before ? versionOf(before) : "0") + 1n),
  };
}

function eventRow(userId: string, kind: TransactionKind, change: PositionChange): Row {
  return {
    user_id: userId,
    bot_id: change.botId,
    kind,
    trade_open: change.tradeOpen,
    mark: formatNav(change.mark),
    units_delta: formatUnits(units(change.unitsDelta)),
    own_deposit_delta: formatCents(change.ownDepositDelta),
    own_profit_delta: formatCents(change.ownProfitDelta),
    loss_carried_delta: formatCents(change.lossCarriedDelta),
    value_delta: formatCents(change.valueDelta),
    profit_share: formatCents(change.profitShare),
  };
}
