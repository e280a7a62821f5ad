import { balancedPostings, investorAccount, type InvestorFunds, type Posting } from "./accounts.ts";
import {
  balanceOf,
  fundsPostings,
  noExit,
  takeFromFunds,
  totalInvestedOf,
  totalProfitOf,
  type Holding,
  type InvestmentDecision,
  type PositionChange,
} from "./investing.ts";
import { add, least, negate, subtract, units, unitsUp, valueDown, ZERO_CENTS, type Cents } from "./money.ts";
import { issueUnits, redeemUnits } from "./pool.ts";
import { ownMoneyOf } from "./position.ts";
import { spreadAmount } from "./spread-amount.ts";

/** What an administrator sets an investor's figures to; a figure that is not given stays as it is. */
export interface AdjustmentTargets {
  balance?: Cents | undefined;
  totalInvested?: Cents | undefined;
  totalProfit?: Cents | undefined;
}

/** Why figures can't be set so. */
export type AdjustmentRefusal =
  /** Taking that much away would leave less than nothing; `least` is what the figure can be set to. */
  | { refused: "INSUFFICIENT_FUNDS"; figure: "balance" | "totalProfit"; least: Cents }
  /** More would be cancelled of a position than it is worth. */
  | { refused: "POSITION_TOO_SMALL"; botId: string; value: Cents }
  | { refused: "NO_ACTIVE_POSITION" };

/** A part of an adjustment: what it moves, the other side not yet counted, and the positions that it changes. */
interface Part {
  lines: Posting[];
  changes: PositionChange[];
}

const nothing: Part = { lines: [], changes: [] };

/**
 * Sets figures of an investor: the total invested first, then the running profit, then the balance, all or nothing.
 * What each of them moves has platform:adjustments on its other side.
 *
 * - The total invested is raised by buying units, in proportion to the own money in the active positions, which counts as
 *   deposit funds when it comes back; it is lowered by cancelling units worth the difference, so that the gain or loss
 *   on what stays is unchanged.
 * - The running profit is set by what lies in running_profit alone, after the positions have changed. It may be set to
 *   a loss as far as that account reaches.
 * - The balance is raised in deposit funds, and lowered in deposit funds first, then in profit funds.
 * @param holdings active positions in catalogue order; each one's entry mark must be above 0 to be bought
 */
export function decideAdjustment(input: {
  userId: string;
  funds: InvestorFunds;
  holdings: readonly Holding[];
  targets: AdjustmentTargets;
}): InvestmentDecision | AdjustmentRefusal {
  const { userId, funds, holdings, targets } = input;
  const invested = investedPart(holdings, targets.totalInvested);
  if ("refused" in invested) return invested;
  const profit = profitPart(userId, funds, holdingsAfter(holdings, invested.changes), targets.totalProfit);
  if ("refused" in profit) return profit;
  const balance = balancePart(userId, funds, targets.balance);
  if ("refused" in balance) return balance;
  const lines = [...invested.lines, ...profit.lines, ...balance.lines];
  const moved = add(...lines.map(({ amount }) => amount));
  return {
    postings: balancedPostings([...lines, { account: "platform:adjustments", amount: negate(moved) }]),
    changes: invested.changes,
    exit: noExit,
    waiting: [],
  };
}

function investedPart(holdings: readonly Holding[], target: Cents | undefined): Part | AdjustmentRefusal {
  const total = totalInvestedOf(holdings);
  if (target === undefined || target === total) return nothing;
  if (holdings.length === 0) return { refused: "NO_ACTIVE_POSITION" };
  const owns = holdings.map(({ position }) => ownMoneyOf(position));
  // Where all own money has been cancelled and only gain is left there is no proportion: each gets the same.
  const weights = total > 0n ? owns : owns.map(() => 1n);
  const isRaised = target > total;
  const amounts = spreadAmount(isRaised ? subtract(target, total) : subtract(total, target), weights);
  const parts: Part[] = [];
  for (const [index, holding] of holdings.entries()) {
    const amount = amounts[index] ?? ZERO_CENTS;
    if (amount === 0n) continue;
    const part = isRaised ? raised(holding, amount) : lowered(holding, amount);
    if ("refused" in part) return part;
    parts.push(part);
  }
  return { lines: parts.flatMap(({ lines }) => lines), changes: parts.flatMap(({ changes }) => changes) };
}

/** Buys units for an amount, at the entry mark. */
function raised({ bot, position }: Holding, amount: Cents): Part {
  const issue = issueUnits(bot.id, amount, bot.nav, bot.marks);
  return {
    lines: issue.postings,
    changes: [
      {
        botId: bot.id,
        after: {
          ...position,
          units: units(position.units + issue.units),
          ownDeposit: add(position.ownDeposit, amount),
        },
        unitsDelta: issue.units,
        mark: bot.marks.entry,
        tradeOpen: bot.marks.tradeOpen,
        ownDepositDelta: amount,
        ownProfitDelta: ZERO_CENTS,
        lossCarriedDelta: ZERO_CENTS,
        valueDelta: amount,
        profitShare: ZERO_CENTS,
        exit: noExit,
        closed: false,
      },
    ],
  };
}

/** Cancels units worth an amount, and as much of the own money: first of what came from deposit funds. */
function lowered({ bot, position }: Holding, amount: Cents): Part | AdjustmentRefusal {
  const value = valueDown(position.units, bot.marks.exit);
  if (amount > value) return { refused: "POSITION_TOO_SMALL", botId: bot.id, value };
  const left = subtract(value, amount);
  const unitsLeft = left === 0n ? units(0n) : unitsUp(left, bot.marks.exit);
  const cancelled = units(position.units - unitsLeft);
  const fromDeposit = least(position.ownDeposit, amount);
  const fromProfit = subtract(amount, fromDeposit);
  const after = {
    ...position,
    units: unitsLeft,
    ownDeposit: subtract(position.ownDeposit, fromDeposit),
    ownProfit: subtract(position.ownProfit, fromProfit),
  };
  return {
    lines: redeemUnits(bot.id, cancelled, amount, bot.nav, bot.marks),
    changes: [
      {
        botId: bot.id,
        after,
        unitsDelta: 0n - cancelled,
        mark: bot.marks.exit,
        tradeOpen: bot.marks.tradeOpen,
        ownDepositDelta: negate(fromDeposit),
        ownProfitDelta: negate(fromProfit),
        lossCarriedDelta: ZERO_CENTS,
        valueDelta: negate(amount),
        profitShare: ZERO_CENTS,
        exit: noExit,
        closed: after.units === 0n && ownMoneyOf(after) === 0n,
      },
    ],
  };
}

function holdingsAfter(holdings: readonly Holding[], changes: readonly PositionChange[]): Holding[] {
  return holdings.map((holding) => {
    const change = changes.find(({ botId }) => botId === holding.bot.id);
    return change ? { ...holding, position: change.after } : holding;
  });
}

function profitPart(
  userId: string,
  funds: InvestorFunds,
  holdings: readonly Holding[],
  target: Cents | undefined,
): Part | AdjustmentRefusal {
  if (target === undefined) return nothing;
  const earned = subtract(totalProfitOf(funds, holdings), funds.runningProfit);
  if (target < earned) return { refused: "INSUFFICIENT_FUNDS", figure: "totalProfit", least: earned };
  const amount = subtract(subtract(target, earned), funds.runningProfit);
  return { lines: [{ account: investorAccount(userId, "running_profit"), amount }], changes: [] };
}

function balancePart(userId: string, funds: InvestorFunds, target: Cents | undefined): Part | AdjustmentRefusal {
  if (target === undefined) return nothing;
  if (target < 0n) return { refused: "INSUFFICIENT_FUNDS", figure: "balance", least: ZERO_CENTS };
  const balance = balanceOf(funds);
  if (target >= balance) {
    const amount = subtract(target, balance);
    return { lines: [{ account: investorAccount(userId, "deposit_funds"), amount }], changes: [] };
  }
  return { lines: fundsPostings(userId, takeFromFunds(funds, subtract(balance, target)), -1n), changes: [] };
}
