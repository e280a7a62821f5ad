import {
  add,
  cents,
  negate,
  divideDown,
  divideUp,
  least,
  most,
  partDown,
  partUp,
  subtract,
  units as toUnits,
  unitsUp,
  valueDown,
  ZERO_CENTS,
  ZERO_UNITS,
  type Cents,
  type Nav,
  type Units,
} from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";

/** An investor's holding in one bot. A closed one has no units and keeps what loss is still to be made up. */
export interface Position {
  units: Units;
  /** Own money in it that came from deposit funds. */
  ownDeposit: Cents;
  /** Own money in it that came from profit funds. */
  ownProfit: Cents;
  /** Loss made real before, in this bot, that a gain makes up before any share is taken. */
  lossCarried: Cents;
  /** The investor's part of a profit, fixed at activation. */
  userSharePct: UserSharePct;
}

/** What a holding would pay, or what redeeming a part of it pays. */
export interface Payout {
  /** Value before the split. */
  value: Cents;
  toDepositFunds: Cents;
  /** Own money that came from profit funds, and the investor's share of a gain. */
  toProfitFunds: Cents;
  /** The investor's share of the gain (part of toProfitFunds). */
  gainToUser: Cents;
  /** The platform's share of the gain. */
  profitShare: Cents;
}

export interface Redemption {
  after: Position;
  redeemedUnits: Units;
  /** Own money in what was redeemed. */
  ownMoney: Cents;
  payout: Payout;
  /** Loss made real, which is carried from now on. */
  loss: Cents;
}

export function ownMoneyOf(position: Position): Cents {
  return add(position.ownDeposit, position.ownProfit);
}

/** The investor's part of a gain: what makes up a carried loss whole, of the rest the share, rounded down. */
export function shareOfGain(gain: Cents, lossCarried: Cents, userSharePct: UserSharePct): Cents {
  const madeUp = least(gain, lossCarried);
  return add(madeUp, partDown(subtract(gain, madeUp), BigInt(userSharePct), 100n));
}

/**
 * What the whole holding would pay at an exit mark. A loss falls on deposit and profit funds in proportion, the odd
 * cent on deposit funds; a gain is split, the platform taking what rounding leaves.
 */
export function payoutOf(position: Position, exitMark: Nav): Payout {
  const value = valueDown(position.units, exitMark);
  const own = ownMoneyOf(position);
  const gain = subtract(value, own);
  if (gain >= 0n) {
    const gainToUser = shareOfGain(gain, position.lossCarried, position.userSharePct);
    return {
      value,
      toDepositFunds: position.ownDeposit,
      toProfitFunds: add(position.ownProfit, gainToUser),
      gainToUser,
      profitShare: subtract(gain, gainToUser),
    };
  }
  const lossOnProfitFunds = partDown(negate(gain), position.ownProfit, own);
  const toProfitFunds = subtract(position.ownProfit, lossOnProfitFunds);
  return {
    value,
    toDepositFunds: subtract(value, toProfitFunds),
    toProfitFunds,
    gainToUser: ZERO_CENTS,
    profitShare: ZERO_CENTS,
  };
}

/** The investor's share of the gain on a holding, or its loss (negative). */
export function runningProfitOf(position: Position, exitMark: Nav): Cents {
  const { toDepositFunds, toProfitFunds } = payoutOf(position, exitMark);
  return cents(toDepositFunds + toProfitFunds - ownMoneyOf(position));
}

/**
 * What a part pays: what the whole would have paid before, less what the rest would pay after. Each is rounded once, on
 * the whole holding, so that any number of slices pay what one redemption would.
 */
function payoutBetween(before: Payout, after: Payout): Payout {
  const total = before.toDepositFunds + before.toProfitFunds - after.toDepositFunds - after.toProfitFunds;
  const gainToUser = subtract(before.gainToUser, after.gainToUser);
  // Rounding the parts of a tiny slice can leave one fund a cent short of nothing; the sum is never touched.
  const towardsProfit = subtract(before.toProfitFunds, after.toProfitFunds);
  const toProfitFunds = least(most(towardsProfit, ZERO_CENTS), cents(total));
  return {
    value: subtract(before.value, after.value),
    toDepositFunds: cents(total - toProfitFunds),
    toProfitFunds,
    gainToUser: most(gainToUser, ZERO_CENTS),
    profitShare: subtract(before.profitShare, after.profitShare),
  };
}

/**
 * What stays when `amount` of own money is taken out: the units in proportion, rounded up, so that the slice is worth no
 * more than its share; but never such that a holding in gain would keep more than its value less that amount.
 */
function remainderOf(position: Position, amount: Cents, exitMark: Nav): Position {
  const own = ownMoneyOf(position);
  if (amount === own) return { ...position, units: ZERO_UNITS, ownDeposit: ZERO_CENTS, ownProfit: ZERO_CENTS };
  const left = subtract(own, amount);
  const ownProfit = partDown(position.ownProfit, left, own);
  return {
    ...position,
    units: unitsLeft(position, own, left, exitMark),
    ownDeposit: subtract(left, ownProfit),
    ownProfit,
  };
}

function unitsLeft(position: Position, own: Cents, left: Cents, exitMark: Nav): Units {
  const up = toUnits(divideUp(position.units * left, own));
  const value = valueDown(position.units, exitMark);
  const keepsTooMuch = value >= own && valueDown(up, exitMark) > value - own + left;
  return keepsTooMuch ? toUnits(divideDown(position.units * left, own)) : up;
}

/**
 * Redeems the slice of a holding that stands for `amount` of own money, at the exit mark; the whole of it when `amount`
 * is all there is. A carried loss goes with the slice in proportion (rounded up, so that
 * many small slices use up no less of it than one redemption would); a loss that the slice makes real is carried on.
 * @throws RangeError when `amount` is not between one cent (or a holding's zero) and the own money in it
 */
export function redeemOwnMoney(position: Position, amount: Cents, exitMark: Nav): Redemption {
  const own = ownMoneyOf(position);
  if (amount < 0n || amount > own || (amount === 0n && own !== 0n)) {
    throw new RangeError(`Can't redeem ${amount} of ${own} cents of own money`);
  }
  const rest = remainderOf(position, amount, exitMark);
  const value = subtract(valueDown(position.units, exitMark), valueDown(rest.units, exitMark));
  const gain = subtract(value, amount);
  const carriedIn = amount === own ? position.lossCarried : partUp(position.lossCarried, amount, own);
  const madeUp = least(most(gain, ZERO_CENTS), carriedIn);
  const loss = most(negate(gain), ZERO_CENTS);
  const after = { ...rest, lossCarried: cents(position.lossCarried - madeUp + loss) };
  return {
    after,
    redeemedUnits: toUnits(position.units - after.units),
    ownMoney: amount,
    payout: payoutBetween(payoutOf(position, exitMark), payoutOf(after, exitMark)),
    loss,
  };
}

/**
 * The least gain, in cents, whose investor's share is exactly `share`, on the whole holding: gain that makes up a
 * carried loss counts whole, the rest is divided by the share.
 */
export function grossForShare(gain: Cents, lossCarried: Cents, userSharePct: UserSharePct, share: Cents): Cents {
  const madeUp = least(gain, lossCarried);
  if (share <= madeUp) return share;
  const pct = BigInt(userSharePct);
  const splitGain = subtract(gain, madeUp);
  const shareBefore = partDown(splitGain, pct, 100n);
  const shareAfter = shareBefore - (share - madeUp);
  // The most gain that can stay such that its share is no more than shareAfter.
  const stays = divideUp((shareAfter + 1n) * 100n, pct) - 1n;
  return cents(madeUp + splitGain - (stays < splitGain ? stays : splitGain));
}

/**
 * Takes `share` of the investor's part of the gain out of a holding; the own money in it stays as it is.
 * @throws RangeError when `share` is not between one cent and the investor's part of the gain
 */
export function redeemGain(position: Position, share: Cents, exitMark: Nav): Redemption {
  const value = valueDown(position.units, exitMark);
  const gain = subtract(value, ownMoneyOf(position));
  if (share <= 0n || gain <= 0n || share > shareOfGain(gain, position.lossCarried, position.userSharePct)) {
    throw new RangeError(`Can't take ${share} cents out of a gain of ${gain}`);
  }
  const gross = grossForShare(gain, position.lossCarried, position.userSharePct, share);
  const madeUp = least(gross, position.lossCarried);
  const after: Position = {
    ...position,
    units: unitsUp(subtract(value, gross), exitMark),
    lossCarried: subtract(position.lossCarried, madeUp),
  };
  return {
    after,
    redeemedUnits: toUnits(position.units - after.units),
    ownMoney: ZERO_CENTS,
    payout: payoutBetween(payoutOf(position, exitMark), payoutOf(after, exitMark)),
    loss: ZERO_CENTS,
  };
}
