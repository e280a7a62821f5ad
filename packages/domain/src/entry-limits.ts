import { cents, SCALE, valueDown, ZERO_CENTS, type Cents, type Nav, type Units } from "./money.ts";

/** The limits that every entry keeps to, in hundredths of a per cent: 1 to 10,000, where 10,000 is all money in the pools. */
export interface EntryLimits {
  /** The loss of a day, of what the pools held before it, from which on no trade is opened. */
  readonly maxDailyLoss: bigint;
  /** The open trades of a market, of all money in the pools. */
  readonly maxMarketExposure: bigint;
}

/** A bot's pool, with what it has at risk. */
export interface PoolRisk {
  readonly botId: string;
  readonly market: string;
  readonly units: Units;
  /** After its last closed trade. */
  readonly nav: Nav;
  /** At the last mark of its open trade; `nav` when none is open. */
  readonly exitMark: Nav;
  /** The fraction of the nav that its open trades were entered with, in 10^-12; 0 when none is open. */
  readonly openExposure: bigint;
}

export interface DayLoss {
  /** The loss of trades closed today and of open trades so far; 0 for a gain. */
  readonly loss: Cents;
  /** The money that the pools would hold without the trades closed today. */
  readonly base: Cents;
}

/**
 * The market of the core portfolios. Each spreads its money over shares, bonds and gold without leverage, so the limit of one market
 * does not apply: it would make them other portfolios than those of their records.
 */
const SPREAD_MARKET = "portfolio";

/** True for a market whose open trades are limited together. */
export function isLimitedMarket(market: string): boolean {
  return market !== SPREAD_MARKET;
}

/** One whole, in hundredths of a per cent. */
const WHOLE = 10_000n;
/** Exposures have four decimal places. */
const EXPOSURE_STEP = SCALE / 10_000n;
/** An entry of which less than this part fits is refused: it would be a trade of another size than the bot's. */
const LEAST_PART = { numerator: 1n, denominator: 2n };

/** @param gainToday the pools' gain of trades closed today, negative for a loss */
export function computeDayLoss(pools: readonly PoolRisk[], gainToday: Cents): DayLoss {
  let [held, open] = [0n, 0n];
  for (const { units, nav, exitMark } of pools) {
    const value = valueDown(units, nav);
    held += value;
    open += valueDown(units, exitMark) - value;
  }
  const result = gainToday + open;
  return { loss: result < 0n ? cents(-result) : ZERO_CENTS, base: cents(held - gainToday) };
}

/** True when no trade may be opened for the rest of the day. Never for pools without money. */
export function isDayLossReached({ loss, base }: DayLoss, { maxDailyLoss }: EntryLimits): boolean {
  return loss > 0n && base > 0n && loss * WHOLE >= base * maxDailyLoss;
}

/** A market's open trades, of all money in the pools, in hundredths of a per cent, rounded down; 0 when there is no money. */
export function computeMarketExposure(pools: readonly PoolRisk[], market: string): bigint {
  const all = sumValues(pools);
  return all === 0n ? 0n : (sumExposures(pools, market) * WHOLE) / (all * SCALE);
}

/**
 * Fits an entry into the room that its market has left. Nothing is rounded before the comparison, so an entry that fills the
 * room exactly fits.
 * @param exposure the fraction of its pool's nav that the pool has in the market after the entry, in 10^-12
 * @returns the exposure to trade with: all of it, a smaller one of four places, or 0 when less than half of it fits
 */
export function fitExposure(
  pools: readonly PoolRisk[],
  { botId, market, exposure }: { botId: string; market: string; exposure: bigint },
  { maxMarketExposure }: EntryLimits,
): bigint {
  const own = sumValues(pools.filter((pool) => pool.botId === botId));
  // A pool without money trades for its record only and puts nothing at risk.
  if (own === 0n || !isLimitedMarket(market)) return exposure;
  const others = pools.filter((pool) => pool.botId !== botId);
  // Compared in hundredths of a per cent of 10^-36 dollars, so that nothing is divided.
  const room = sumValues(pools) * SCALE * maxMarketExposure - sumExposures(others, market) * WHOLE;
  if (own * exposure * WHOLE <= room) return exposure;
  const fits = room <= 0n ? 0n : (room / (own * WHOLE * EXPOSURE_STEP)) * EXPOSURE_STEP;
  return fits * LEAST_PART.denominator >= exposure * LEAST_PART.numerator ? fits : 0n;
}

/** In 10^-24 dollars. */
function sumValues(pools: readonly PoolRisk[]): bigint {
  return pools.reduce((sum, { units, nav }) => sum + units * nav, 0n);
}

/** In 10^-36 dollars. */
function sumExposures(pools: readonly PoolRisk[], market: string): bigint {
  return pools.reduce(
    (sum, pool) => (pool.market === market ? sum + pool.units * pool.nav * pool.openExposure : sum),
    0n,
  );
}
