import { mergePostings, investorAccount, type FundsSplit, type InvestorFunds, type Posting } from "./accounts.ts";
import {
  accrual,
  add,
  cents,
  negate,
  maxCents,
  minCents,
  subtract,
  ZERO_ACCRUAL,
  ZERO_CENTS,
  type Accrual,
  type Cents,
  type Nav,
  units as toUnits,
} from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";
import { issueUnits, redeemUnits, type Marks } from "./pool.ts";
import {
  computeGainBelowBills,
  computeOwnMoney,
  redeemGain,
  redeemOwnMoney,
  computeRunningProfit,
  type Position,
  type Redemption,
  type ShareAbove,
} from "./position.ts";
import { spreadAmount } from "./spread-amount.ts";

/** The figures of a bot that a decision needs. */
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

/** The change of one position by a decision, and its payout. */
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
  /** Interest that was taken out, or that a lost position no longer has. */
  interestDelta: Accrual;
  /** The same for what bills would have earned. */
  billInterestDelta: Accrual;
  /** The part of the gain paid that bore no share, because bills would have earned it too. */
  belowBills: Cents;
  /** The value, before the profit split, that came in (positive) or went out (negative). */
  valueDelta: Cents;
  /** The platform's share that was taken. */
  profitShare: Cents;
  /** The redeemed part of this position; all zero when units were bought. */
  exit: ExitSummary;
  closed: boolean;
}

/** The sum of a decision's exits over all its positions. */
export interface ExitSummary {
  ownMoney: Cents;
  value: Cents;
  returned: Cents;
  /** The interest and the investor's share of trading gains. */
  profitToUser: Cents;
  /** The interest (part of profitToUser). */
  interest: Cents;
  profitShare: Cents;
  loss: Cents;
}

/** A part of an exit that cannot be settled now: an amount of own money, or of the investor's share of the gain. */
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

/** Tells whether a holding can be settled at its marks now. When left out, all can. */
type CanSettle = (holding: Holding) => boolean;

/** A part of an exit: the amount to take from a holding. */
interface ExitPart {
  holding: Holding;
  amount: Cents;
}

/** The reason why a decision is refused, with the largest amount that would be allowed. */
export interface Refusal {
  refused: "INSUFFICIENT_FUNDS";
  available: Cents;
}

export const noExit: ExitSummary = {
  ownMoney: ZERO_CENTS,
  value: ZERO_CENTS,
  returned: ZERO_CENTS,
  profitToUser: ZERO_CENTS,
  interest: ZERO_CENTS,
  profitShare: ZERO_CENTS,
  loss: ZERO_CENTS,
};

export const computeBalance = (funds: InvestorFunds): Cents => add(funds.depositFunds, funds.profitFunds);

/** Splits an amount over deposit funds first, then profit funds. The amount must not exceed the balance. */
export function takeFromFunds(funds: InvestorFunds, amount: Cents): FundsSplit {
  const fromDeposit = minCents(funds.depositFunds, amount);
  return { fromDeposit, fromProfit: subtract(amount, fromDeposit) };
}

/** The lines that take a split from an investor's funds (`sign` −1) or return it (`sign` 1). */
export function buildFundsPostings(userId: string, split: FundsSplit, sign: 1n | -1n): Posting[] {
  return [
    { account: investorAccount(userId, "deposit_funds"), amount: cents(sign * split.fromDeposit) },
    { account: investorAccount(userId, "profit_funds"), amount: cents(sign * split.fromProfit) },
  ];
}

/** Buys units of a bot for `amount` of the balance. The carried loss of the `former` position in this bot stays. */
export function decideAllocation(input: {
  userId: string;
  funds: InvestorFunds;
  bot: BotQuote;
  /** The position before: closed, or active and topped up. */
  former: Position | null;
  userSharePct: UserSharePct;
  /** Applies to a new position; an active one keeps its own. */
  shareAbove: ShareAbove;
  amount: Cents;
}): InvestmentDecision | Refusal {
  const { userId, funds, bot, former, userSharePct, shareAbove, amount } = input;
  if (amount > computeBalance(funds)) return { refused: "INSUFFICIENT_FUNDS", available: computeBalance(funds) };
  const split = takeFromFunds(funds, amount);
  const issue = issueUnits(bot.id, amount, bot.nav, bot.marks);
  const held = former && former.units > 0n ? former : null;
  const after: Position = {
    units: toUnits((former?.units ?? 0n) + issue.units),
    ownDeposit: add(former?.ownDeposit ?? ZERO_CENTS, split.fromDeposit),
    ownProfit: add(former?.ownProfit ?? ZERO_CENTS, split.fromProfit),
    lossCarried: former?.lossCarried ?? ZERO_CENTS,
    interest: held?.interest ?? ZERO_ACCRUAL,
    userSharePct,
    shareAbove: held?.shareAbove ?? shareAbove,
    billInterest: held?.billInterest ?? ZERO_ACCRUAL,
  };
  return {
    postings: mergePostings([...buildFundsPostings(userId, split, -1n), ...issue.postings]),
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
        interestDelta: ZERO_ACCRUAL,
        billInterestDelta: ZERO_ACCRUAL,
        belowBills: ZERO_CENTS,
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

function toPositionChange(holding: Holding, redemption: Redemption): PositionChange {
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
    interestDelta: accrual(after.interest - position.interest),
    billInterestDelta: accrual(after.billInterest - position.billInterest),
    belowBills: maxCents(
      subtract(computeGainBelowBills(position, bot.marks.exit), computeGainBelowBills(after, bot.marks.exit)),
      ZERO_CENTS,
    ),
    valueDelta: negate(redemption.payout.value),
    profitShare: redemption.payout.profitShare,
    exit: summarizeExits([redemption]),
    closed: after.units === 0n && computeOwnMoney(after) === 0n,
  };
}

function buildRedemptionPostings(userId: string, { bot }: Holding, { redeemedUnits, payout }: Redemption): Posting[] {
  return [
    ...redeemUnits(bot.id, redeemedUnits, payout.value, bot.nav, bot.marks),
    { account: investorAccount(userId, "deposit_funds"), amount: payout.toDepositFunds },
    { account: investorAccount(userId, "profit_funds"), amount: payout.toProfitFunds },
    { account: "platform:profit_share", amount: payout.profitShare },
  ];
}

function summarizeExits(redemptions: readonly Redemption[]): ExitSummary {
  return redemptions.reduce<ExitSummary>(
    (sum, { ownMoney, payout, loss }) => ({
      ownMoney: add(sum.ownMoney, ownMoney),
      value: add(sum.value, payout.value),
      returned: cents(sum.returned + payout.toDepositFunds + payout.toProfitFunds - payout.gainToUser),
      profitToUser: add(sum.profitToUser, payout.gainToUser),
      interest: add(sum.interest, payout.interest),
      profitShare: add(sum.profitShare, payout.profitShare),
      loss: add(sum.loss, loss),
    }),
    noExit,
  );
}

function buildDecision(
  userId: string,
  exits: readonly { holding: Holding; redemption: Redemption }[],
  extra: readonly Posting[] = [],
): InvestmentDecision {
  return {
    postings: mergePostings([
      ...exits.flatMap(({ holding, redemption }) => buildRedemptionPostings(userId, holding, redemption)),
      ...extra,
    ]),
    changes: exits.map(({ holding, redemption }) => toPositionChange(holding, redemption)),
    exit: summarizeExits(exits.map(({ redemption }) => redemption)),
    waiting: [],
  };
}

/** Redeems the parts that can be settled now. The other parts wait. */
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
  return { ...buildDecision(userId, exits, extra), waiting };
}

/** Redeems a whole position: own money returns to the funds that it came from, and a gain is split. */
export function decideDeactivation(userId: string, holding: Holding, canSettle?: CanSettle): InvestmentDecision {
  return decideParts(userId, [{ holding, amount: computeOwnMoney(holding.position) }], redeemOwnPart, { canSettle });
}

/** An investor's own money in all active positions. */
export function computeTotalInvested(holdings: readonly Holding[]): Cents {
  return add(...holdings.map(({ position }) => computeOwnMoney(position)));
}

/** Interest and the investor's share of gains on active positions, less losses, plus the running_profit account. */
export function computeTotalProfit(funds: InvestorFunds, holdings: readonly Holding[]): Cents {
  const onPositions = holdings.map(({ position, bot }) => computeRunningProfit(position, bot.marks.exit));
  return add(funds.runningProfit, ...onPositions);
}

/**
 * Takes `amount` of own money out of the positions in proportion (largest remainder, in the given order). A position with
 * less than `minPosition` left is closed, and all its money is returned.
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
  const available = computeTotalInvested(holdings);
  if (amount > available) return { refused: "INSUFFICIENT_FUNDS", available };
  const owns = holdings.map(({ position }) => computeOwnMoney(position));
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

/** Settles a waiting part of an investment transfer at the current marks: the amount, or all own money if that is less. */
export function decideWaitingTransfer(userId: string, holding: Holding, amount: Cents): InvestmentDecision {
  const own = computeOwnMoney(holding.position);
  return decideParts(userId, [{ holding, amount: minCents(amount, own) }], redeemOwnPart, {});
}

/** Settles a waiting part of a profit transfer at the current marks: the share, or all of the profit if that is less. */
export function decideWaitingProfit(userId: string, holding: Holding, share: Cents): InvestmentDecision {
  const available = computeRunningProfit(holding.position, holding.bot.marks.exit);
  const part = minCents(share, available);
  return decideParts(userId, part > 0n ? [{ holding, amount: part }] : [], redeemGainPart, {});
}

function redeemGainPart({ holding, amount }: ExitPart): Redemption {
  return redeemGain(holding.position, amount, holding.bot.marks.exit);
}

/**
 * Moves `amount` of running profit to profit funds. The running_profit account comes first (no split), then the positions
 * in gain, in proportion to the investor's share of each gain. Own money stays in the positions.
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
  const available = computeTotalProfit(funds, holdings);
  if (amount > available) return { refused: "INSUFFICIENT_FUNDS", available: available > 0n ? available : ZERO_CENTS };
  const granted = minCents(funds.runningProfit, amount);
  const earned = subtract(amount, granted);
  const grantedPostings: Posting[] = [
    { account: investorAccount(userId, "running_profit"), amount: negate(granted) },
    { account: investorAccount(userId, "profit_funds"), amount: granted },
  ];
  if (earned === 0n) return buildDecision(userId, [], grantedPostings);
  const inGain = holdings
    .map((holding) => ({ holding, share: computeRunningProfit(holding.position, holding.bot.marks.exit) }))
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
