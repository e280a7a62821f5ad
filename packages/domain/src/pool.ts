import {
  cents,
  negate,
  divideDown,
  nav as toNav,
  ONE_NAV,
  SCALE,
  subtract,
  unitsUp,
  valueChangeUp,
  valueDown,
  valueUp,
  ZERO_CENTS,
  type Cents,
  type Factor,
  type Nav,
  type Units,
} from "./money.ts";
import { balancedPostings, poolAccount, type Posting } from "./accounts.ts";

/** Below or above these a series of units is wound up and a new one starts at 1. */
export const LOWEST_NAV = toNav(SCALE / 100n);
export const HIGHEST_NAV = toNav(SCALE * 1_000_000n);

/**
 * At what nav units are bought and redeemed now. With no trade open both are the nav of closed trades. With one open,
 * `entry` values it at the price it could be entered at now, before fees, and `exit` at the price it could be closed
 * at now, after both fees; so `exit` is never above `entry`.
 */
export interface Marks {
  entry: Nav;
  exit: Nav;
  tradeOpen: boolean;
}

export function marksWithoutTrade(closedNav: Nav): Marks {
  return { entry: closedNav, exit: closedNav, tradeOpen: false };
}

/**
 * Marks with a trade open. Rounding: entry up, one in the last place; exit down, at least 0.
 * @param entryFactor what the open trade makes of the nav when entered now, no fees
 * @param exitFactor what the open trade makes of the nav when closed now, spread and both fees taken; may be negative
 */
export function marksWithTrade(closedNav: Nav, entryFactor: Factor, exitFactor: Factor): Marks {
  const exit = divideDown(closedNav * exitFactor, SCALE);
  const entry = divideDown(closedNav * entryFactor, SCALE) + 1n;
  const lowest = exit > 0n ? exit : 0n;
  return { entry: toNav(entry > lowest ? entry : lowest + 1n), exit: toNav(lowest), tradeOpen: true };
}

/** Where the cents between what an investor pays or gets and what the pool takes or gives go. */
function differenceAccount(marks: Marks): "market" | "platform:rounding" {
  return marks.tradeOpen ? "market" : "platform:rounding";
}

export interface Issue {
  units: Units;
  /** Pool and counter-account lines; the investor's own lines (which sum to −amount) come from the caller. */
  postings: Posting[];
}

/**
 * Issues units for an amount at the entry mark. The pool takes ceil(units × closed nav), so that it covers its units
 * at closed nav; with a trade open the rest settles the new units' share of it with the market.
 */
export function issueUnits(botId: string, amount: Cents, closedNav: Nav, marks: Marks): Issue {
  const issued = unitsUp(amount, marks.entry);
  const toPool = valueUp(issued, closedNav);
  return {
    units: issued,
    postings: [
      { account: poolAccount(botId), amount: toPool },
      { account: differenceAccount(marks), amount: subtract(amount, toPool) },
    ],
  };
}

/**
 * The pool's side of redeeming units whose value at the exit mark is `value`: it gives floor(units × closed nav), and
 * the market (or rounding) the rest. The lines sum to −value; the caller's lines pay it out.
 */
export function redeemUnits(botId: string, redeemed: Units, value: Cents, closedNav: Nav, marks: Marks): Posting[] {
  const fromPool = valueDown(redeemed, closedNav);
  return [
    { account: poolAccount(botId), amount: negate(fromPool) },
    { account: differenceAccount(marks), amount: subtract(fromPool, value) },
  ];
}

export interface PoolState {
  nav: Nav;
  /** All units issued and not redeemed. */
  units: Units;
  /** Ledger balance of the pool. */
  cash: Cents;
  /** Issues and redemptions since the last close: each may have left up to a cent of dust. */
  flowsSinceClose: number;
}

export interface TradeClose {
  nav: Nav;
  /** Gain or loss that the pool took. */
  poolGain: Cents;
  /** Whole cents of rounding dust swept out of the pool. */
  dust: Cents;
  /** What the trade lost beyond all that the pool had; the platform bears it, no investor ever owes. */
  shortfall: Cents;
  status: "trading" | "halted" | "winding-up";
  postings: Posting[];
}

/**
 * Closes a trade for a whole pool in one posting, whatever the number of investors.
 * nav' = max(0, floor(nav × factor)); the pool's line is ceil(units × (nav' − nav)).
 * @throws Error when the pool would not cover its units, or more dust than its flows can leave has gathered
 */
export function closeTrade(botId: string, pool: PoolState, rawFactor: Factor): TradeClose {
  const floored = rawFactor > 0n ? rawFactor : 0n;
  const nextNav = toNav(divideDown(pool.nav * floored, SCALE));
  const poolGain = valueChangeUp(pool.units, nextNav - pool.nav);
  const needed = valueUp(pool.units, nextNav);
  const dust = cents(pool.cash + poolGain - needed);
  if (dust < 0n) throw new Error(`Pool ${botId} would hold ${dust} cents less than its units are worth`);
  if (dust > BigInt(pool.flowsSinceClose) + 1n) {
    throw new Error(`Pool ${botId} has gathered ${dust} cents of dust in ${pool.flowsSinceClose} flows`);
  }
  const shortfall =
    rawFactor < 0n ? negate(valueChangeUp(pool.units, divideDown(pool.nav * rawFactor, SCALE))) : ZERO_CENTS;
  return {
    nav: nextNav,
    poolGain,
    dust,
    shortfall,
    status: nextNav === 0n ? "halted" : nextNav < LOWEST_NAV || nextNav > HIGHEST_NAV ? "winding-up" : "trading",
    postings: balancedPostings([
      { account: poolAccount(botId), amount: subtract(poolGain, dust) },
      { account: "market", amount: cents(shortfall - poolGain) },
      { account: "platform:rounding", amount: dust },
      { account: "platform:losses", amount: negate(shortfall) },
    ]),
  };
}

export interface SeriesStart {
  nav: Nav;
  postings: Posting[];
}

/**
 * Starts a new series of units at 1 once every unit of the old one has been redeemed; what rounding left is swept.
 * @throws Error while units are out
 */
export function startSeries(botId: string, pool: PoolState): SeriesStart {
  if (pool.units !== 0n) throw new Error(`Pool ${botId} still has units out`);
  return {
    nav: ONE_NAV,
    postings: balancedPostings([
      { account: poolAccount(botId), amount: negate(pool.cash) },
      { account: "platform:rounding", amount: pool.cash },
    ]),
  };
}
