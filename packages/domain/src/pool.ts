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
import { mergePostings, poolAccount, type Posting } from "./accounts.ts";

/** When the nav leaves this range, the series of units is wound up and a new series starts at 1. */
export const LOWEST_NAV = toNav(SCALE / 100n);
export const HIGHEST_NAV = toNav(SCALE * 1_000_000n);

/**
 * The navs at which units are bought (`entry`) and redeemed (`exit`) now. With no open trade, both are the nav of closed
 * trades. With open trades, `entry` values them at their current entry prices before fees, and `exit` at their current closing
 * prices after both fees, so `exit` is never above `entry`.
 */
export interface Marks {
  entry: Nav;
  exit: Nav;
  tradeOpen: boolean;
}

export function marksWithoutTrade(closedNav: Nav): Marks {
  return { entry: closedNav, exit: closedNav, tradeOpen: false };
}

/** An open trade, valued now. */
export interface ValuedTrade {
  /** The nav at which it opened. */
  readonly baseNav: Nav;
  /** Factors of `baseNav`, if it were entered now, without fees, and if it were closed now, after spread and both fees; may be negative. */
  readonly entry: Factor;
  readonly exit: Factor;
}

/** The marks with open trades. Rounding: entry up by one in the last place for each trade; exit down, at least 0. */
export function marksWithTrades(closedNav: Nav, trades: readonly ValuedTrade[]): Marks {
  let [entry, exit]: [bigint, bigint] = [closedNav, closedNav];
  for (const { baseNav, entry: entered, exit: closed } of trades) {
    entry += computeChange(baseNav, entered) + 1n;
    exit += computeChange(baseNav, closed);
  }
  const lowest = exit > 0n ? exit : 0n;
  return { entry: toNav(entry > lowest ? entry : lowest + 1n), exit: toNav(lowest), tradeOpen: true };
}

/** The change of the nav by a trade with this factor, rounded down. A trade is a fixed part of the nav at which it opened. */
function computeChange(baseNav: Nav, tradeFactor: Factor): bigint {
  return divideDown(baseNav * (tradeFactor - SCALE), SCALE);
}

/** The account for the difference between the investor's amount and the pool's amount. */
function pickDifferenceAccount(marks: Marks): "market" | "platform:rounding" {
  return marks.tradeOpen ? "market" : "platform:rounding";
}

export interface UnitIssue {
  units: Units;
  /** The lines of the pool and of the difference. The caller adds the investor's lines, which sum to −amount. */
  postings: Posting[];
}

/**
 * Issues units for an amount at the entry mark. The pool receives ceil(units × closed nav), so that it covers its units
 * at the closed nav. With an open trade, the difference is the new units' share of that trade and goes to the market.
 */
export function issueUnits(botId: string, amount: Cents, closedNav: Nav, marks: Marks): UnitIssue {
  const issued = unitsUp(amount, marks.entry);
  const toPool = valueUp(issued, closedNav);
  return {
    units: issued,
    postings: [
      { account: poolAccount(botId), amount: toPool },
      { account: pickDifferenceAccount(marks), amount: subtract(amount, toPool) },
    ],
  };
}

/**
 * The pool's side of redeeming units whose value at the exit mark is `value`. The pool pays floor(units × closed nav);
 * the market (or rounding) pays the difference. The lines sum to −value; the caller's lines pay it out.
 */
export function redeemUnits(botId: string, redeemed: Units, value: Cents, closedNav: Nav, marks: Marks): Posting[] {
  const fromPool = valueDown(redeemed, closedNav);
  return [
    { account: poolAccount(botId), amount: negate(fromPool) },
    { account: pickDifferenceAccount(marks), amount: subtract(fromPool, value) },
  ];
}

export interface PoolState {
  nav: Nav;
  /** All units that are issued and not redeemed. */
  units: Units;
  /** Ledger balance of the pool. */
  cash: Cents;
  /** Issues and redemptions since the last close. Each may leave up to one cent of dust. */
  flowsSinceClose: number;
}

export interface TradeClose {
  nav: Nav;
  /** The gain or loss of the pool. */
  poolGain: Cents;
  /** Whole cents of rounding dust moved out of the pool. */
  dust: Cents;
  /** The part of a loss that exceeds the pool. The platform bears it; investors never owe money. */
  shortfall: Cents;
  status: "trading" | "halted" | "winding-up";
  postings: Posting[];
}

/**
 * Closes a trade for a whole pool in one posting, for any number of investors.
 * nav' = max(0, nav + floor(baseNav × (factor − 1))); the pool's line is ceil(units × (nav' − nav)).
 * @param baseNav the nav at which the trade opened
 * @throws Error when the pool would not cover its units, or when it has more dust than its flows can leave
 */
export function closePoolTrade(
  botId: string,
  pool: PoolState,
  tradeFactor: Factor,
  baseNav: Nav = pool.nav,
): TradeClose {
  const unfloored = pool.nav + computeChange(baseNav, tradeFactor);
  const nextNav = toNav(unfloored > 0n ? unfloored : 0n);
  const { gain: poolGain, dust } = moveNav(botId, pool, nextNav);
  const shortfall = unfloored < 0n ? negate(valueChangeUp(pool.units, unfloored)) : ZERO_CENTS;
  return {
    nav: nextNav,
    poolGain,
    dust,
    shortfall,
    status: nextNav === 0n ? "halted" : nextNav < LOWEST_NAV || nextNav > HIGHEST_NAV ? "winding-up" : "trading",
    postings: mergePostings([
      { account: poolAccount(botId), amount: subtract(poolGain, dust) },
      { account: "market", amount: cents(shortfall - poolGain) },
      { account: "platform:rounding", amount: dust },
      { account: "platform:losses", amount: negate(shortfall) },
    ]),
  };
}

/**
 * The pool's gain when its nav changes, and the whole cents of dust that it can give up then.
 * @throws Error when the pool would not cover its units, or when it has more dust than its flows can leave
 */
function moveNav(botId: string, pool: PoolState, nextNav: Nav): { gain: Cents; dust: Cents } {
  const gain = valueChangeUp(pool.units, nextNav - pool.nav);
  const dust = cents(pool.cash + gain - valueUp(pool.units, nextNav));
  if (dust < 0n) throw new Error(`Pool ${botId} would hold ${negate(dust)} cents less than its units are worth`);
  if (dust > BigInt(pool.flowsSinceClose) + 1n) {
    throw new Error(`Pool ${botId} has ${dust} cents of dust after ${pool.flowsSinceClose} flows`);
  }
  return { gain, dust };
}

/** The interest of a day, as growth of 1 in that day, in 10^-12. */
export interface DailyInterest {
  /** The rate of Treasury bills. */
  gross: Factor;
  /** The operator's margin, a part of it. */
  margin: Factor;
}

export interface InterestPosting {
  nav: Nav;
  /** The interest per unit; the rise of the pool's running sum. */
  perUnit: Nav;
  poolGain: Cents;
  /** The operator's margin. */
  fee: Cents;
  postings: Posting[];
}

/**
 * Posts a day's interest on the idle cash of a pool, for any number of investors: nav' = nav + floor(idle × (gross − margin)).
 * It comes from the treasury account, and the margin goes to the platform's fees.
 * @param idle the idle cash per unit at the end of the day: the nav, less what is paid for what the pool holds
 */
export function postInterest(
  botId: string,
  pool: PoolState,
  idle: Nav,
  { gross, margin }: DailyInterest,
): InterestPosting {
  const perUnit = toNav(divideDown(idle * (gross - margin), SCALE));
  const nextNav = toNav(pool.nav + perUnit);
  const { gain: poolGain, dust } = moveNav(botId, pool, nextNav);
  const fee = valueDown(pool.units, toNav(divideDown(idle * margin, SCALE)));
  return {
    nav: nextNav,
    perUnit,
    poolGain,
    fee,
    postings: mergePostings([
      { account: "external:treasury", amount: negate(cents(poolGain + fee)) },
      { account: poolAccount(botId), amount: subtract(poolGain, dust) },
      { account: "platform:rounding", amount: dust },
      { account: "platform:fees", amount: fee },
    ]),
  };
}

export interface SeriesStart {
  nav: Nav;
  postings: Posting[];
}

/**
 * Starts a new series of units at 1 after every unit of the old series is redeemed. Leftover cents go to rounding.
 * @throws Error while the pool has units
 */
export function startSeries(botId: string, pool: PoolState): SeriesStart {
  if (pool.units !== 0n) throw new Error(`Pool ${botId} still has units that are not redeemed`);
  return {
    nav: ONE_NAV,
    postings: mergePostings([
      { account: poolAccount(botId), amount: negate(pool.cash) },
      { account: "platform:rounding", amount: pool.cash },
    ]),
  };
}
