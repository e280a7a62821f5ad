import {
  accrual,
  accrueBills,
  accruedCents,
  add,
  cents,
  negate,
  divideDown,
  divideUp,
  minCents,
  maxCents,
  partDown,
  partUp,
  subtract,
  subtractCents,
  takeAccrued,
  units as toUnits,
  unitsUp,
  valueDown,
  ZERO_ACCRUAL,
  ZERO_CENTS,
  ZERO_UNITS,
  type Accrual,
  type Cents,
  type Nav,
  type Units,
} from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";

/** The gain above which the platform takes a share: any, or what Treasury bills would have earned. */
export type ShareAbove = "nothing" | "bills";

/** An investor's position in one bot. A closed position has no units and keeps its carried loss. */
export interface Position {
  units: Units;
  /** Own money that came from deposit funds. */
  ownDeposit: Cents;
  /** Own money that came from profit funds. */
  ownProfit: Cents;
  /** Realized loss of earlier exits from this bot. Later gains cover it before the platform takes a share. */
  lossCarried: Cents;
  /** Interest on the pool's idle cash while the position held its units, less what was taken. It is part of the value. */
  interest: Accrual;
  /** The investor's share of a profit, fixed at activation. */
  userSharePct: UserSharePct;
  /** Fixed at activation. */
  shareAbove: ShareAbove;
  /**
   * Under "bills": what the own money would have earned in bills while it was in, less what was taken of the gain that bears
   * no share. Below 0 when more interest was taken than bills would have earned. Otherwise 0.
   */
  billInterest: Accrual;
}

/** The payout of a whole position, or of a redeemed part of it. */
export interface Payout {
  /** Value before the split. */
  value: Cents;
  toDepositFunds: Cents;
  /** Own money that came from profit funds, plus the interest and the investor's share of a trading gain. */
  toProfitFunds: Cents;
  /** The interest and the investor's share of the trading gain (part of toProfitFunds). */
  gainToUser: Cents;
  /** The interest (part of gainToUser). No share is ever taken on it. */
  interest: Cents;
  /** The platform's share of the trading gain. */
  profitShare: Cents;
}

export interface Redemption {
  after: Position;
  redeemedUnits: Units;
  /** Own money in the redeemed part. */
  ownMoney: Cents;
  payout: Payout;
  /** The realized loss, which is carried from now on. */
  loss: Cents;
}

export function computeOwnMoney(position: Position): Cents {
  return add(position.ownDeposit, position.ownProfit);
}

/** The interest that bills would have earned for a position when their index has risen; 0 where the share is above nothing. */
export function accrueBillInterest(
  position: Pick<Position, "ownDeposit" | "ownProfit" | "shareAbove" | "billInterest">,
  index: { from: Nav; to: Nav },
): Accrual {
  if (position.shareAbove === "nothing") return ZERO_ACCRUAL;
  return accrueBills(add(position.ownDeposit, position.ownProfit), position.billInterest, index);
}

/**
 * The investor's part of a trading gain: all of what covers a carried loss, and their share of the rest, rounded down.
 * @param gain at least 0
 */
export function computeGainShare(gain: Cents, lossCarried: Cents, userSharePct: UserSharePct): Cents {
  const madeUp = minCents(gain, lossCarried);
  return add(madeUp, partDown(subtract(gain, madeUp), BigInt(userSharePct), 100n));
}

/** The trading gain of a position: value less own money less interest; negative for a loss. */
function computeTradingGain(position: Position, value: Cents): Cents {
  return cents(value - computeOwnMoney(position) - accruedCents(position.interest));
}

/** The gain that bears no share: the interest, or what bills would have earned where that is more. */
function computeFreeGain({ interest, billInterest }: Position): Cents {
  return maxCents(accruedCents(interest), accruedCents(billInterest));
}

/** The part of a trading gain that bears a share, before a carried loss; at least 0. A shortfall against bills is not carried. */
function computeChargedGain(position: Position, value: Cents): Cents {
  return maxCents(cents(value - computeOwnMoney(position) - computeFreeGain(position)), ZERO_CENTS);
}

/** The part of a trading gain that bears no share, because bills would have earned it too. */
export function computeGainBelowBills(position: Position, exitMark: Nav): Cents {
  const value = valueDown(position.units, exitMark);
  const gain = maxCents(computeTradingGain(position, value), ZERO_CENTS);
  return subtract(gain, computeChargedGain(position, value));
}

/**
 * The payout of the whole position at an exit mark. Interest goes to profit funds, and no share of it to the platform. A
 * trading loss is split between deposit and profit funds in proportion, the odd cent on deposit funds; a loss of more than
 * the own money takes interest too. A trading gain is split with the platform, which gets the rounding remainder.
 */
export function computePayout(position: Position, exitMark: Nav): Payout {
  const value = valueDown(position.units, exitMark);
  const own = computeOwnMoney(position);
  const interest = minCents(accruedCents(position.interest), value);
  const gain = computeTradingGain(position, value);
  if (gain >= 0n) {
    const charged = computeChargedGain(position, value);
    const profitShare = subtract(charged, computeGainShare(charged, position.lossCarried, position.userSharePct));
    const gainToUser = subtract(add(interest, gain), profitShare);
    return {
      value,
      toDepositFunds: position.ownDeposit,
      toProfitFunds: add(position.ownProfit, gainToUser),
      gainToUser,
      interest,
      profitShare,
    };
  }
  const lost = minCents(negate(gain), own);
  const lossOnProfitFunds = partDown(lost, position.ownProfit, own);
  const toProfitFunds = add(subtract(position.ownProfit, lossOnProfitFunds), interest);
  return {
    value,
    toDepositFunds: subtract(value, toProfitFunds),
    toProfitFunds,
    gainToUser: interest,
    interest,
    profitShare: ZERO_CENTS,
  };
}

/** The investor's profit on a position: interest and the share of a trading gain, or its loss (negative). */
export function computeRunningProfit(position: Position, exitMark: Nav): Cents {
  const { toDepositFunds, toProfitFunds } = computePayout(position, exitMark);
  return cents(toDepositFunds + toProfitFunds - computeOwnMoney(position));
}

/**
 * The payout of a part: the payout of the whole before, less the payout of the rest after. Each is rounded once, on the
 * whole position, so that any number of slices pay the same as one redemption.
 */
function subtractPayouts(before: Payout, after: Payout): Payout {
  const total = before.toDepositFunds + before.toProfitFunds - after.toDepositFunds - after.toProfitFunds;
  const gainToUser = maxCents(subtract(before.gainToUser, after.gainToUser), ZERO_CENTS);
  // For a tiny slice, rounding can make one fund's part −1 cent. Clamping it moves that cent between the funds only.
  const towardsProfit = subtract(before.toProfitFunds, after.toProfitFunds);
  const toProfitFunds = minCents(maxCents(towardsProfit, ZERO_CENTS), cents(total));
  return {
    value: subtract(before.value, after.value),
    toDepositFunds: cents(total - toProfitFunds),
    toProfitFunds,
    gainToUser,
    interest: minCents(maxCents(subtract(before.interest, after.interest), ZERO_CENTS), gainToUser),
    profitShare: subtract(before.profitShare, after.profitShare),
  };
}

/**
 * The position that remains after `amount` of own money is taken out. Units stay in proportion, rounded up, so that the
 * slice is worth no more than its share. A position in gain never keeps more than its value less the amount.
 */
function computeRemainder(position: Position, amount: Cents, exitMark: Nav): Position {
  const own = computeOwnMoney(position);
  if (amount === own) {
    const nothing = { units: ZERO_UNITS, ownDeposit: ZERO_CENTS, ownProfit: ZERO_CENTS, interest: ZERO_ACCRUAL };
    return { ...position, ...nothing, billInterest: ZERO_ACCRUAL };
  }
  const left = subtract(own, amount);
  const ownProfit = partDown(position.ownProfit, left, own);
  return {
    ...position,
    units: computeUnitsLeft(position, own, left, exitMark),
    ownDeposit: subtract(left, ownProfit),
    ownProfit,
    interest: accrual(divideDown(position.interest * left, own)),
    billInterest: accrual(divideDown(position.billInterest * left, own)),
  };
}

function computeUnitsLeft(position: Position, own: Cents, left: Cents, exitMark: Nav): Units {
  const up = toUnits(divideUp(position.units * left, own));
  const value = valueDown(position.units, exitMark);
  const keepsTooMuch = value >= own && valueDown(up, exitMark) > value - own + left;
  return keepsTooMuch ? toUnits(divideDown(position.units * left, own)) : up;
}

/**
 * Redeems, at the exit mark, the slice of a position that corresponds to `amount` of own money; the whole position when
 * `amount` is all of it. The slice uses its proportion of a carried loss, rounded up, so that many small slices use no
 * less of it than one redemption. A trading loss that the slice realizes is carried; its interest does not make it up.
 * @throws RangeError when `amount` is not between one cent (zero for a position without own money) and the own money
 */
export function redeemOwnMoney(position: Position, amount: Cents, exitMark: Nav): Redemption {
  const own = computeOwnMoney(position);
  if (amount < 0n || amount > own || (amount === 0n && own !== 0n)) {
    throw new RangeError(`Cannot redeem ${amount} cents of ${own} cents of own money`);
  }
  const rest = computeRemainder(position, amount, exitMark);
  const value = subtract(valueDown(position.units, exitMark), valueDown(rest.units, exitMark));
  const interest = subtract(accruedCents(position.interest), accruedCents(rest.interest));
  const gain = cents(value - amount - interest);
  const carriedIn = amount === own ? position.lossCarried : partUp(position.lossCarried, amount, own);
  const carried =
    position.shareAbove === "bills"
      ? carryAboveBills(position, rest, carriedIn, exitMark)
      : carryLoss(position.lossCarried, gain, carriedIn);
  const after = { ...rest, lossCarried: carried.lossCarried };
  return {
    after,
    redeemedUnits: toUnits(position.units - after.units),
    ownMoney: amount,
    payout: subtractPayouts(computePayout(position, exitMark), computePayout(after, exitMark)),
    loss: carried.loss,
  };
}

/** A loss that a slice realizes, and the carried loss after it. */
type CarriedLoss = Pick<Redemption, "loss"> & Pick<Position, "lossCarried">;

/** A gain makes up the slice's part of the carried loss, and a loss is carried on top. */
function carryLoss(lossCarried: Cents, gain: Cents, carriedIn: Cents): CarriedLoss {
  const madeUp = minCents(maxCents(gain, ZERO_CENTS), carriedIn);
  const loss = maxCents(negate(gain), ZERO_CENTS);
  return { loss, lossCarried: cents(lossCarried - madeUp + loss) };
}

/**
 * The same for a position that pays above bills, such that redeeming the rest at once would leave the loss that redeeming
 * the whole would have left. A slice's own gain would not do: its shortfall against bills is rounded and never carried, so
 * many slices would add the cents up.
 * @param carriedIn the slice's proportion of the carried loss
 */
function carryAboveBills(position: Position, rest: Position, carriedIn: Cents, exitMark: Nav): CarriedLoss {
  const value = valueDown(position.units, exitMark);
  const valueLeft = valueDown(rest.units, exitMark);
  const charged = computeChargedGain(position, value);
  const chargedLeft = computeChargedGain(rest, valueLeft);
  const lossLeft = computeTradingLoss(rest, valueLeft);
  const loss = maxCents(subtract(computeTradingLoss(position, value), lossLeft), ZERO_CENTS);
  const atExit = add(
    maxCents(subtract(position.lossCarried, charged), ZERO_CENTS),
    computeTradingLoss(position, value),
  );
  if (atExit > 0n) return { loss, lossCarried: maxCents(cents(atExit + chargedLeft - lossLeft), ZERO_CENTS) };
  // The gain makes up all of it. The rest keeps its proportion, and at least what keeps the gain above it from rising.
  const inProportion = subtract(position.lossCarried, carriedIn);
  const least = cents(position.lossCarried - charged + chargedLeft);
  return { loss, lossCarried: minCents(maxCents(inProportion, least), chargedLeft) };
}

const computeTradingLoss = (position: Position, value: Cents): Cents =>
  maxCents(negate(computeTradingGain(position, value)), ZERO_CENTS);

/**
 * The smallest gain of the whole position, in cents, of which the investor's part is exactly `share`. Gain that covers a
 * carried loss belongs to the investor entirely; the rest is divided by their share.
 */
export function computeGrossGain(gain: Cents, lossCarried: Cents, userSharePct: UserSharePct, share: Cents): Cents {
  const madeUp = minCents(gain, lossCarried);
  if (share <= madeUp) return share;
  const pct = BigInt(userSharePct);
  const splitGain = subtract(gain, madeUp);
  const shareBefore = partDown(splitGain, pct, 100n);
  const shareAfter = shareBefore - (share - madeUp);
  // The largest gain that can stay with an investor's share of at most shareAfter, which is less than shareBefore.
  const stays = divideUp((shareAfter + 1n) * 100n, pct) - 1n;
  return cents(madeUp + splitGain - stays);
}

/**
 * Redeems `share` cents of what the position made for the investor. What bears no share comes first and is used up: the
 * interest, then what bills would have earned above it, then the gain that makes up a carried loss. The own money in the
 * position does not change.
 * @throws RangeError when `share` is not between one cent and the running profit
 */
export function redeemGain(position: Position, share: Cents, exitMark: Nav): Redemption {
  const value = valueDown(position.units, exitMark);
  const available = computeRunningProfit(position, exitMark);
  if (share <= 0n || share > available) {
    throw new RangeError(`Cannot take ${share} cents from a profit of ${available} cents`);
  }
  const interest = minCents(share, accruedCents(position.interest));
  const fromTrading = subtract(share, interest);
  const charged = computeChargedGain(position, value);
  const belowBills = minCents(fromTrading, computeGainBelowBills(position, exitMark));
  const fromCharged = subtract(fromTrading, belowBills);
  const gross = computeGrossGain(charged, position.lossCarried, position.userSharePct, fromCharged);
  const madeUp = minCents(gross, position.lossCarried);
  const after: Position = {
    ...position,
    units: unitsUp(cents(value - interest - belowBills - gross), exitMark),
    lossCarried: subtract(position.lossCarried, madeUp),
    interest: takeAccrued(position.interest, interest),
    billInterest:
      position.shareAbove === "bills" ? subtractCents(position.billInterest, add(interest, belowBills)) : ZERO_ACCRUAL,
  };
  return {
    after,
    redeemedUnits: toUnits(position.units - after.units),
    ownMoney: ZERO_CENTS,
    payout: subtractPayouts(computePayout(position, exitMark), computePayout(after, exitMark)),
    loss: ZERO_CENTS,
  };
}
