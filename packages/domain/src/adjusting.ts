import { mergePostings, investorAccount, type InvestorFunds, type Posting } from "./accounts.ts";
import {
  computeBalance,
  buildFundsPostings,
  noExit,
  takeFromFunds,
  computeTotalInvested,
  computeTotalProfit,
  type Holding,
  type InvestmentDecision,
  type PositionChange,
} from "./investing.ts";
import {
  accrual,
  add,
  minCents,
  negate,
  subtract,
  units,
  unitsUp,
  valueDown,
  ZERO_ACCRUAL,
  ZERO_CENTS,
  type Cents,
} from "./money.ts";
import { issueUnits, redeemUnits } from "./pool.ts";
import { computeOwnMoney } from "./position.ts";
import { spreadAmount } from "./spread-amount.ts";

/** The figures that an administrator sets for an investor. A figure that is left out does not change. */
export interface AdjustmentTargets {
  balance?: Cents | undefined;
  totalInvested?: Cents | undefined;
  totalProfit?: Cents | undefined;
}

/** The reason why an adjustment is refused. */
export type AdjustmentRefusal =
  /** The figure would become negative; `least` is the lowest value that it can be set to. */
  | { refused: "INSUFFICIENT_FUNDS"; figure: "balance" | "totalProfit"; least: Cents }
  /** The adjustment would cancel more of a position than it is worth. */
  | { refused: "POSITION_TOO_SMALL"; botId: string; value: Cents }
  | { refused: "NO_ACTIVE_POSITION" };

/** A part of an adjustment: its lines without the line of platform:adjustments, and the changed positions. */
interface Part {
  lines: Posting[];
  changes: PositionChange[];
}

const noPart: Part = { lines: [], changes: [] };

/**
 * Sets figures of an investor: the total invested first, then the running profit, then the balance. It sets all of them or
 * none. The other side of every movement is platform:adjustments.
 *
 * - A higher total invested buys units, in proportion to the own money in the active positions. This money counts as
 *   deposit funds when it is returned. A lower total cancels units worth the difference, so that the gain or loss of what
 *   stays does not change.
 * - The running profit changes only the running_profit account, after the positions have changed. It can be set to a loss
 *   as long as that account does not become negative.
 * - A higher balance adds to deposit funds. A lower balance takes from deposit funds first, then from profit funds.
 * @param holdings active positions in catalogue order; buying units needs an entry mark above 0
 */
export function decideAdjustment(input: {
  userId: string;
  funds: InvestorFunds;
  holdings: readonly Holding[];
  targets: AdjustmentTargets;
}): InvestmentDecision | AdjustmentRefusal {
  const { userId, funds, holdings, targets } = input;
  const invested = adjustInvested(holdings, targets.totalInvested);
  if ("refused" in invested) return invested;
  const profit = adjustProfit(userId, funds, applyChanges(holdings, invested.changes), targets.totalProfit);
  if ("refused" in profit) return profit;
  const balance = adjustBalance(userId, funds, targets.balance);
  if ("refused" in balance) return balance;
  const lines = [...invested.lines, ...profit.lines, ...balance.lines];
  const moved = add(...lines.map(({ amount }) => amount));
  return {
    postings: mergePostings([...lines, { account: "platform:adjustments", amount: negate(moved) }]),
    changes: invested.changes,
    exit: noExit,
    waiting: [],
  };
}

/** Adds up all amounts that an adjustment gives or takes, so that opposite parts do not cancel out. */
export function computeAdjustedAmount({ postings, changes }: InvestmentDecision): Cents {
  const funds = postings.filter(({ account }) => account.startsWith("user:")).map(({ amount }) => amount);
  const positions = changes.map(({ valueDelta }) => valueDelta);
  return add(...[...funds, ...positions].map((amount) => (amount < 0n ? negate(amount) : amount)));
}

/**
 * The part of a credit above the request, as an amount that counts for the limit of one administrator. A credit up to
 * `freePct` per cent above the request does not count.
 * @param credited all earlier credits for the request
 */
export function computeExcessCredit(
  credit: { requested: Cents; credited: Cents; amount: Cents },
  freePct: number,
): Cents {
  const { requested, credited, amount } = credit;
  const total = add(credited, amount);
  if (total * 100n <= requested * BigInt(100 + freePct)) return ZERO_CENTS;
  return subtract(total, credited > requested ? credited : requested);
}

function adjustInvested(holdings: readonly Holding[], target: Cents | undefined): Part | AdjustmentRefusal {
  const total = computeTotalInvested(holdings);
  if (target === undefined || target === total) return noPart;
  if (holdings.length === 0) return { refused: "NO_ACTIVE_POSITION" };
  const owns = holdings.map(({ position }) => computeOwnMoney(position));
  // When the positions hold only gain and no own money, there is no proportion. Each gets the same.
  const weights = total > 0n ? owns : owns.map(() => 1n);
  const isRaised = target > total;
  const amounts = spreadAmount(isRaised ? subtract(target, total) : subtract(total, target), weights);
  const parts: Part[] = [];
  for (const [index, holding] of holdings.entries()) {
    const amount = amounts[index] ?? ZERO_CENTS;
    if (amount === 0n) continue;
    const part = isRaised ? raiseInvested(holding, amount) : lowerInvested(holding, amount);
    if ("refused" in part) return part;
    parts.push(part);
  }
  return { lines: parts.flatMap(({ lines }) => lines), changes: parts.flatMap(({ changes }) => changes) };
}

/** Buys units for an amount, at the entry mark. */
function raiseInvested({ bot, position }: Holding, amount: Cents): Part {
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
        interestDelta: ZERO_ACCRUAL,
        billInterestDelta: ZERO_ACCRUAL,
        belowBills: ZERO_CENTS,
        valueDelta: amount,
        profitShare: ZERO_CENTS,
        exit: noExit,
        closed: false,
      },
    ],
  };
}

/** Cancels units worth an amount, and the same amount of own money: deposit funds first. */
function lowerInvested({ bot, position }: Holding, amount: Cents): Part | AdjustmentRefusal {
  const value = valueDown(position.units, bot.marks.exit);
  if (amount > value) return { refused: "POSITION_TOO_SMALL", botId: bot.id, value };
  const left = subtract(value, amount);
  const unitsLeft = left === 0n ? units(0n) : unitsUp(left, bot.marks.exit);
  const cancelled = units(position.units - unitsLeft);
  const fromDeposit = minCents(position.ownDeposit, amount);
  const fromProfit = subtract(amount, fromDeposit);
  const after = {
    ...position,
    units: unitsLeft,
    ownDeposit: subtract(position.ownDeposit, fromDeposit),
    ownProfit: subtract(position.ownProfit, fromProfit),
    interest: unitsLeft === 0n ? ZERO_ACCRUAL : position.interest,
    billInterest: unitsLeft === 0n ? ZERO_ACCRUAL : position.billInterest,
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
        interestDelta: accrual(after.interest - position.interest),
        billInterestDelta: accrual(after.billInterest - position.billInterest),
        belowBills: ZERO_CENTS,
        valueDelta: negate(amount),
        profitShare: ZERO_CENTS,
        exit: noExit,
        closed: after.units === 0n && computeOwnMoney(after) === 0n,
      },
    ],
  };
}

function applyChanges(holdings: readonly Holding[], changes: readonly PositionChange[]): Holding[] {
  return holdings.map((holding) => {
    const change = changes.find(({ botId }) => botId === holding.bot.id);
    return change ? { ...holding, position: change.after } : holding;
  });
}

function adjustProfit(
  userId: string,
  funds: InvestorFunds,
  holdings: readonly Holding[],
  target: Cents | undefined,
): Part | AdjustmentRefusal {
  if (target === undefined) return noPart;
  const earned = subtract(computeTotalProfit(funds, holdings), funds.runningProfit);
  if (target < earned) return { refused: "INSUFFICIENT_FUNDS", figure: "totalProfit", least: earned };
  const amount = subtract(subtract(target, earned), funds.runningProfit);
  return { lines: [{ account: investorAccount(userId, "running_profit"), amount }], changes: [] };
}

function adjustBalance(userId: string, funds: InvestorFunds, target: Cents | undefined): Part | AdjustmentRefusal {
  if (target === undefined) return noPart;
  if (target < 0n) return { refused: "INSUFFICIENT_FUNDS", figure: "balance", least: ZERO_CENTS };
  const balance = computeBalance(funds);
  if (target >= balance) {
    const amount = subtract(target, balance);
    return { lines: [{ account: investorAccount(userId, "deposit_funds"), amount }], changes: [] };
  }
  return { lines: buildFundsPostings(userId, takeFromFunds(funds, subtract(balance, target)), -1n), changes: [] };
}
