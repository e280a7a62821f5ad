import {
  add,
  investorAccount,
  sumPostings,
  type Cents,
  type InvestmentDecision,
  type InvestorAccountKind,
} from "@wazi/domain";
import type { InvestorSnapshot } from "../../ledger/api.ts";

/** Returns the snapshot after the decision, at the same prices. The answer's figures come from it. */
export function applyDecision(snapshot: InvestorSnapshot, decision: InvestmentDecision): InvestorSnapshot {
  const { userId, funds } = snapshot;
  const after = (kind: InvestorAccountKind, before: Cents): Cents =>
    add(before, sumPostings(decision.postings, investorAccount(userId, kind)));
  return {
    ...snapshot,
    funds: {
      depositFunds: after("deposit_funds", funds.depositFunds),
      profitFunds: after("profit_funds", funds.profitFunds),
      withdrawalHold: after("withdrawal_hold", funds.withdrawalHold),
      runningProfit: after("running_profit", funds.runningProfit),
    },
    bots: snapshot.bots.map((bot) => {
      const change = decision.changes.find(({ botId }) => botId === bot.pool.id);
      if (!change || !bot.position) return bot;
      return { ...bot, position: { ...bot.position, ...change.after, isActive: !change.closed } };
    }),
  };
}
