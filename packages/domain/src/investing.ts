import { balancedPostings, investorAccount, type FundsSplit, type InvestorFunds, type Posting } from "./accounts.ts";
import { add, cents, negate, least, subtract, ZERO_CENTS, type Cents, type Nav } from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";
import { issueUnits, redeemUnits, type Marks } from "./pool.ts";
import { ownMoneyOf, redeemGain, redeemOwnMoney, runningProfitOf, type Position, type Redemption } from "./position.ts";
import { spreadAmount } from "./spread-amount.ts";

/** What a decision needs to know of a bot. */
export interface BotQuote {
  id: string;
  /** Nav of closed trades. */
  nav: Nav;
  marks: Marks;
}

/** An active position and the quote of its bot. */
export interface Holding {
  bot: BotQuote;
  position: Position;
}

/** How a decision changes one position, and what it pays. */
export interface PositionChange {
  botId: string;
  after: Position;
  unitsDelta: bigint;
  /** The mark at which the units were bought or redeemed. */
  mark: Nav;
  tradeOpen: boolean;
  ownDepositDelta: Cents;
  ownProfitDelta: Cents;
  lossCarriedDelta: Cents;
  /** Value before the split of what came in (positive) or went out (negative). */
  valueDelta: Cents;
  /** The platform's share that was taken. */
  profitShare: Cents;
  /** What was redeemed of this position; nothing where units were bought. */
  exit: ExitSummary;
  closed: boolean;
}

/** What exits paid, over all positions that they touched. */
export interface ExitSummary {
  ownMoney: Cents;
  value: Cents;
  returned: Cents;
  profitToUser: Cents;
  profitShare: Cents;
  loss: Cents;
}

/** A part of an exit that can't be settled now: own money to be taken out of a position, or a share of its gain. */
export interface WaitingPart {
  botId: string;
  amount: Cents;
}

export interface InvestmentDecision {
  postings: Posting[];
  changes: PositionChange[];
  exit: ExitSummary;
  /** Parts that wait for a price, in the order of the holdings. */
  waiting: WaitingPart[];
}

/** Whether a holding can be settled at its marks now; without one all can. */
type CanSettle = (holding: Holding) => boolean;

/** A part of an exit: what of a holding is to be taken. */
interface ExitPart {
  holding: Holding;
  amount: Cents;
}

/** A rule that forbids a decision, with the most that would be allowed. */
export interface Refusal {
  refused: "INSUFFICIENT_FUNDS";
  available: Cents;
}

export const noExit: ExitSummary = {
  ownMoney: ZERO_CENTS,
  value: ZERO_CENTS,
  returned: ZERO_CENTS,
  profitToUser: ZERO_CENTS,
  profitShare: ZERO_CENTS,
  loss: ZERO_CENTS,
};

export const balanceOf = (funds: InvestorFunds): Cents => add(funds.depositFunds, funds.profitFunds);

/** What an amount is taken from: deposit funds first, then profit funds. The amount must not be above the balance. */
export function takeFromFunds(funds: InvestorFunds, amount: Cents): FundsSplit {
  const fromDeposit = least(funds.depositFunds, amount);
  return { fromDeposit, fromProfit: subtract(amount, fromDeposit) };
}

/** The lines that take a split out of an investor's funds (or, with `sign` 1, give it back). */
export function fundsPostings(userId: string, split: FundsSplit, sign: 1n | -1n): Posting[] {
  return [
    { account: investorAccount(userId, "deposit_funds"), amount: cents(sign * split.fromDeposit) },
    { account: investorAccount(userId, "profit_funds"), amount: cents(sign * split.fromProfit) },
  ];
}

/** Buys units of a bot for `amount` of an investor's balance. `former` is their earlier position in it, for its carried loss. */
export function decideAllocation(input: {
  userId: string;
  funds: InvestorFunds;
  bot: BotQuote;
  former: Position | null;
  userSharePct: UserSharePct;
  amount: Cents;
}): InvestmentDecision | Refusal {
  const { userId, funds, bot, former, userSharePct, amount } = input;
  if (amount > balanceOf(funds)) return { refused: "INSUFFICIENT_FUNDS", available: balanceOf(funds) };
  const split = takeFromFunds(funds, amount);
  const issue = issueUnits(bot.id, amount, bot.nav, bot.marks);
  const after: Position = {
    units: issue.units,
    ownDeposit: split.fromDeposit,
    ownProfit: split.fromProfit,
    lossCarried: former?.lossCarried ?? ZERO_CENTS,
    userSharePct,
  };
  return {
    postings: balancedPostings([...fundsPostings(userId, split, -1n), ...issue.postings]),
    changes: [
      {
        botId: bot.id,
        after,
        unitsDelta: issue.units,
        mark: bot.marks.entry,
        tradeOpen: bot.marks.tradeOpen,
        ownDepositDelta: split.fromDeposit,
        ownProfitDelta: split.fromProfit,
        lossCarriedDelta: ZERO_CENTS,
        valueDelta: amount,
        profitShare: ZERO_CENTS,
        exit: noExit,
        closed: false,
      },
    ],
    exit: noExit,
    waiting: [],
  };
}

function changeOf(holding: Holding, redemption: Redemption): PositionChange {
  const { bot, position } = holding;
  const { after } = redemption;
  return {
    botId: bot.id,
    after,
    unitsDelta: 0n - redemption.redeemedUnits,
    mark: bot.marks.exit,
    tradeOpen: bot.marks.tradeOpen,
    ownDepositDelta: subtract(after.ownDeposit, position.ownDeposit),
    ownProfitDelta: subtract(after.ownProfit, position.ownProfit),
    lossCarriedDelta: subtract(after.lossCarried, position.lossCarried),
    valueDelta: negate(redemption.payout.value),
    profitShare: redemption.payout.profitShare,
    exit: summaryOf([redemption]),
    closed: after.units === 0n && ownMoneyOf(after) === 0n,
  };
}

function redemptionPostings(userId: string, { bot }: Holding, { redeemedUnits, payout }: Redemption): Posting[] {
  return [
    ...redeemUnits(bot.id, redeemedUnits, payout.value, bot.nav, bot.marks),
    { account: investorAccount(userId, "deposit_funds"), amount: payout.toDepositFunds },
    { account: investorAccount(userId, "profit_funds"), amount: payout.toProfitFunds },
    { account: "platform:profit_share", amount: payout.profitShare },
  ];
}

function summaryOf(redemptions: readonly Redemption[]): ExitSummary {
  return redemptions.reduce<ExitSummary>(
    (sum, { ownMoney, payout, loss }) => ({
      ownMoney: add(sum.ownMoney, ownMoney),
      value: add(sum.value, payout.value),
      returned: cents(sum.returned + payout.toDepositFunds + payout.toProfitFunds - payout.gainToUser),
      profitToUser: add(sum.profitToUser, payout.gainToUser),
      profitShare: add(sum.profitShare, payout.profitShare),
      loss: add(sum.loss, loss),
    }),
    noExit,
  );
}

function decisionOf(
  userId: string,
  exits: readonly { holding: Holding; redemption: Redemption }[],
  extra: readonly Posting[] = [],
): InvestmentDecision {
  return {
    postings: balancedPostings([
      ...exits.flatMap(({ holding, redemption }) => redemptionPostings(userId, holding, redemption)),
      ...extra,
    ]),
    changes: exits.map(({ holding, redemption }) => changeOf(holding, redemption)),
    exit: summaryOf(exits.map(({ redemption }) => redemption)),
    waiting: [],
  };
}

/** Redeems the parts that can be settled now; the others wait. */
function decideParts(
  userId: string,
  parts: readonly ExitPart[],
  redeem: (part: ExitPart) => Redemption,
  { canSettle = () => true, extra = [] }: { canSettle?: CanSettle | undefined; extra?: readonly Posting[] },
): InvestmentDecision {
  const now = parts.filter(({ holding }) => canSettle(holding));
  const exits = now.map((part) => ({ holding: part.holding, redemption: redeem(part) }));
  const waiting = parts
    .filter(({ holding }) => !canSettle(holding))
    .map(({ holding, amount }) => ({ botId: holding.bot.id, amount }));
  return { ...decisionOf(userId, exits, extra), waiting };
}

/** Redeems the whole of a position: own money back to the funds it came from, a gain split. */
export function decideDeactivation(userId: string, holding: Holding, canSettle?: CanSettle): InvestmentDecision {
  return decideParts(userId, [{ holding, amount: ownMoneyOf(holding.position) }], redeemOwnPart, { canSettle });
}

/** The sum of an investor's own money in their active positions. */
export function totalInvestedOf(holdings: readonly Holding[]): Cents {
  return add(...holdings.map(({ position }) => ownMoneyOf(position)));
}

/** The investor's share of the gain on active positions, less their losses, plus what lies in running_profit. */
export function totalProfitOf(funds: InvestorFunds, holdings: readonly Holding[]): Cents {
  const onPositions = holdings.map(({ position, bot }) => runningProfitOf(position, bot.marks.exit));
  return add(funds.runningProfit, ...onPositions);
}

/**
 * Takes `amount` of own money out of the positions, in proportion (largest remainder, in the order given). A position
 * left with less than `minPosition` is closed and all that it holds is returned.
 * @param holdings active positions in catalogue order
 */
export function decideInvestmentTransfer(input: {
  userId: string;
  holdings: readonly Holding[];
  amount: Cents;
  minPosition: Cents;
  canSettle?: CanSettle;
}): InvestmentDecision | Refusal {
  const { userId, holdings, amount, minPosition, canSettle } = input;
  const available = totalInvestedOf(holdings);
  if (amount > available) return { refused: "INSUFFICIENT_FUNDS", available };
  const owns = holdings.map(({ position }) => ownMoneyOf(position));
  const parts = spreadAmount(amount, owns);
  const exits = holdings.flatMap((holding, index): ExitPart[] => {
    const own = owns[index] ?? ZERO_CENTS;
    const part = parts[index] ?? ZERO_CENTS;
    const taken = own - part < minPosition ? own : part;
    return taken === 0n ? [] : [{ holding, amount: taken }];
  });
  return decideParts(userId, exits, redeemOwnPart, { canSettle });
}

function redeemOwnPart({ holding, amount }: ExitPart): Redemption {
  return redeemOwnMoney(holding.position, amount, holding.bot.marks.exit);
}

/**
 * Settles a part of an investment transfer that has waited for a price: the slice, or all that is still there, at the
 * value of now.
 */
export function decideWaitingTransfer(userId: string, holding: Holding, amount: Cents): InvestmentDecision {
  const own = ownMoneyOf(holding.position);
  return decideParts(userId, [{ holding, amount: least(amount, own) }], redeemOwnPart, {});
}

/** Settles a part of a profit transfer that has waited for a price: the lesser of what was asked and what is there. */
export function decideWaitingProfit(userId: string, holding: Holding, share: Cents): InvestmentDecision {
  const available = runningProfitOf(holding.position, holding.bot.marks.exit);
  const part = least(share, available);
  return decideParts(userId, part > 0n ? [{ holding, amount: part }] : [], redeemGainPart, {});
}

function redeemGainPart({ holding, amount }: ExitPart): Redemption {
  return redeemGain(holding.position, amount, holding.bot.marks.exit);
}

/**
 * Moves `amount` of running profit to profit funds: first what lies in running_profit (no split), then gain, from the
 * positions in gain in proportion to the investor's share of it. Own money stays in the positions.
 * @param holdings active positions in catalogue order
 */
export function decideProfitTransfer(input: {
  userId: string;
  funds: InvestorFunds;
  holdings: readonly Holding[];
  amount: Cents;
  canSettle?: CanSettle;
}): InvestmentDecision | Refusal {
  const { userId, funds, holdings, amount, canSettle } = input;
  const available = totalProfitOf(funds, holdings);
  if (amount > available) return { refused: "INSUFFICIENT_FUNDS", available: available > 0n ? available : ZERO_CENTS };
  const granted = least(funds.runningProfit, amount);
  const earned = subtract(amount, granted);
  const grantedPostings: Posting[] = [
    { account: investorAccount(userId, "running_profit"), amount: negate(granted) },
    { account: investorAccount(userId, "profit_funds"), amount: granted },
  ];
  if (earned === 0n) return decisionOf(userId, [], grantedPostings);
  const inGain = holdings
    .map((holding) => ({ holding, share: runningProfitOf(holding.position, holding.bot.marks.exit) }))
    .filter(({ share }) => share > 0n);
  const parts = spreadAmount(
    earned,
    inGain.map(({ share }) => share),
  );
  const exits = inGain.flatMap(({ holding }, index): ExitPart[] => {
    const part = parts[index] ?? ZERO_CENTS;
    return part === 0n ? [] : [{ holding, amount: part }];
  });
  return decideParts(userId, exits, redeemGainPart, { canSettle, extra: grantedPostings });
}
