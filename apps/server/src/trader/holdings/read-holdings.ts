import { type BotDecision, type BotHolding, type BotHoldings, type FeedKind, INTEREST_DAYS } from "@wazi/contracts";
import {
  divideDown,
  formatDecimal,
  formatNav,
  marksWithTrades,
  nav as toNav,
  factor,
  parseNav,
  SCALE,
} from "@wazi/domain";
import {
  type BotConfig,
  type BotState,
  computeCloseFactor,
  computeExitPrice,
  explainDecision,
  findNextDecision,
  formatMonth,
  intervalMs,
  isAllocation,
  restoreBotState,
  toScaled,
} from "@wazi/trading";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import * as texts from "../../messages/trader.ts";
import { findBaseNav, type PoolTrade } from "../loop/open-trade.ts";
import { listChanges, MAX_SOLD_PARTS } from "./list-changes.ts";
import {
  findHeldPool,
  type HeldPool,
  type InterestSum,
  listSoldParts,
  listSymbolPrices,
  sumInterest,
  type SymbolPrice,
} from "./store.ts";
import {
  addUpValues,
  computeGain,
  computePaid,
  computeWeights,
  formatPercent,
  formatShare,
  THOUSAND_CENTS,
} from "./weights.ts";

export interface HoldingsDeps {
  sql: Queryable;
  now: () => Date;
  /** The bot's config with the feed of its prices, as the trader runs it. */
  configOf: (botName: string) => { config: BotConfig; feed: FeedKind };
  simulatedSpeed: number;
  paysInterest: boolean;
  /** The oldest price on which units are bought and redeemed. */
  maxPriceAgeMs: number;
}

/**
 * Reads what a bot holds at the latest prices, why its rule holds it, and what it does next.
 * @throws AppError NOT_FOUND no such bot
 */
export async function readBotHoldings(deps: HoldingsDeps, botId: string): Promise<BotHoldings> {
  const { sql, maxPriceAgeMs } = deps;
  const pool = await findHeldPool(sql, botId);
  if (!pool) throw new AppError("NOT_FOUND", texts.botNotFound);
  const { config, feed } = deps.configOf(pool.name);
  const symbols = config.instruments.map(({ symbol }) => symbol);
  const [prices, sold, interest] = await Promise.all([
    listSymbolPrices(sql, { market: config.market, feed, symbols }),
    listSoldParts(sql, pool.id, feed, MAX_SOLD_PARTS),
    sumInterest(sql, pool.id, feed, INTEREST_DAYS),
  ]);
  const restored = restoreBotState(config, pool.engine);
  const state = restored.ok ? restored.state : null;
  const trades = joinState(pool, state);
  const isPriced = trades.every(({ symbol }) => prices.some((each) => each.symbol === symbol));
  const isFresh = pool.isMarked && pool.markAgeMs !== null && pool.markAgeMs <= maxPriceAgeMs;
  const decision = state && explainDecision(config, state);
  return {
    botId: pool.id,
    feed,
    fresh: trades.length === 0 || (isPriced && isFresh),
    pricedAt: trades.length === 0 ? null : findOldest(pool, trades, prices),
    ...valueTrades(pool, trades, prices),
    decision: decision && toDecision(decision),
    ordersWait: state !== null && state.orders.length > 0,
    next:
      pool.status === "trading" || pool.status === "paused" ? findNext(deps, { config, feed, state, prices }) : null,
    ...listChanges(sold, trades, isAllocation(config.strategy)),
    interest: { pays: deps.paysInterest, earned: toEarned(interest) },
  };
}

/** The open trades of the pool, with the dividends, financing and levels since they opened, which only the bot's own state has. */
function joinState({ openTrades, nav }: HeldPool, state: BotState | null): PoolTrade[] {
  return openTrades.map((trade) => {
    const own = state?.openTrades.find(
      ({ symbol, barSequence }) => symbol === trade.symbol && barSequence === trade.barSequence,
    );
    return { ...trade, ...own, exposure: trade.exposure, baseNav: formatNav(findBaseNav(trade, parseNav(nav))) };
  });
}

function findOldest(
  { markedAt }: HeldPool,
  trades: readonly PoolTrade[],
  prices: readonly SymbolPrice[],
): string | null {
  const held = prices.filter(({ symbol }) => trades.some((trade) => trade.symbol === symbol));
  const times = [...held.map(({ pricedAt }) => pricedAt), ...(markedAt ? [markedAt] : [])].map((at) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/**
 * Values the trades at what closing them would bring now, as an exit does. The weights are parts of that worth, and add up with the cash
 * to exactly 100%.
 */
function valueTrades(
  pool: HeldPool,
  trades: readonly PoolTrade[],
  prices: readonly SymbolPrice[],
): Pick<BotHoldings, "nav" | "holdings" | "cashPct"> {
  const valued = trades.map((trade) => {
    const price = prices.find(({ symbol }) => symbol === trade.symbol)?.price ?? null;
    const { commission } = trade.costs;
    const exitPrice = computeExitPrice(trade.side, Number(price ?? trade.midPrice), trade.costs);
    const paid = computePaid(trade);
    const gain = computeGain(trade, exitPrice, commission);
    // Dividends and financing so far are money that is in no trade.
    const value = paid + computeGain({ ...trade, dividends: "0", financing: "0" }, exitPrice, commission);
    return { trade, price, paid, gain, value, factor: computeCloseFactor(trade, exitPrice, commission) };
  });
  const closed = parseNav(pool.nav);
  const marked = valued.map(({ trade, factor: exit }) => {
    return { baseNav: toNav(toScaled(trade.baseNav)), entry: factor(exit), exit: factor(exit) };
  });
  const sums = addUpValues(valued.map(({ trade: { symbol, side }, value }) => ({ symbol, side, value })));
  const cash = valued.reduce((left, { gain, value }) => left + gain - value, closed as bigint);
  const weights = computeWeights(
    sums.map(({ value }) => value),
    cash,
  );
  const holdings = sums.map(({ symbol, side }, index): BotHolding => {
    const own = valued.filter(({ trade }) => trade.symbol === symbol && trade.side === side);
    const paid = own.reduce((sum, each) => sum + each.paid, 0n);
    const gain = own.reduce((sum, each) => sum + each.gain, 0n);
    const [first] = own;
    return {
      symbol,
      side,
      weightPct: formatPercent(weights.parts[index] ?? 0n),
      price: first?.price ?? null,
      gainPct: paid > 0n ? formatShare(gain, paid) : formatPercent(0n),
      stopPrice: formatLevel(first?.trade.stopPrice ?? null),
      targetPrice: formatLevel(first?.trade.targetPrice ?? null),
    };
  });
  return {
    nav: formatNav(trades.length === 0 ? closed : marksWithTrades(closed, marked).exit),
    holdings,
    cashPct: formatPercent(weights.cash),
  };
}

const PRICE_PLACES = 8;
const formatLevel = (price: number | null): string | null => (price === null ? null : price.toFixed(PRICE_PLACES));

/** Figures of a rule are statistics and no money: hundredths of a per cent, rounded to the nearest. */
const toPercent = (fraction: number): string => formatPercent(BigInt(Math.round(fraction * 10_000)));

function toDecision({
  month,
  until,
  isRateMissing,
  parts,
}: NonNullable<ReturnType<typeof explainDecision>>): BotDecision {
  return {
    month: formatMonth(month),
    until: formatMonth(until),
    isRateMissing,
    parts: parts.map(({ symbol, target, figures }) => ({
      symbol,
      targetPct: target === null ? null : toPercent(target),
      figures: figures.map(({ kind, value, months }) => ({ kind, pct: toPercent(value), months })),
    })),
  };
}

function findNext(
  { now, simulatedSpeed }: HoldingsDeps,
  bot: { config: BotConfig; feed: FeedKind; state: BotState | null; prices: readonly SymbolPrice[] },
): BotHoldings["next"] {
  const { config, feed, state, prices } = bot;
  const clock = now().getTime();
  const isMarketTime = feed === "replay" || (feed === "simulated" && simulatedSpeed !== 1);
  const market = isMarketTime ? (findMarketTime(config, state, prices) ?? clock) : clock;
  const at = findNextDecision(config, { decidedMonth: state?.decidedMonth ?? null }, market);
  const wallAt = feed === "replay" ? null : clock + (at - market) / (isMarketTime ? simulatedSpeed : 1);
  return {
    at: new Date(at).toISOString(),
    wallAt: wallAt === null ? null : new Date(Math.round(wallAt)).toISOString(),
    isMarketTime,
  };
}

/** The newest time of the bot's bars or prices; null before the first. */
function findMarketTime(config: BotConfig, state: BotState | null, prices: readonly SymbolPrice[]): number | null {
  const bars = config.instruments.flatMap(({ symbol, interval }) => {
    const known = state?.symbols[symbol];
    return known === undefined || known.barSequence < 0 ? [] : [known.barTime + intervalMs[interval]];
  });
  const times = [...bars, ...prices.flatMap(({ barTime }) => barTime?.getTime() ?? [])];
  return times.length === 0 ? null : Math.max(...times);
}

/** The interest on a steady unit: the sum of its rises, not compounded, rounded down. */
function toEarned({ days, until, growth }: InterestSum): BotHoldings["interest"]["earned"] {
  if (days === 0 || until === null) return null;
  const rise = toScaled(growth);
  return {
    pct: formatShare(rise, SCALE),
    perThousand: formatDecimal(divideDown(rise * THOUSAND_CENTS, SCALE), 2),
    days,
    until,
  };
}
