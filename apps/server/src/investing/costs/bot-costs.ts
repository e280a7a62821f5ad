import {
  COST_PERIOD_DAYS,
  costKinds,
  DAY_MS,
  DEFAULT_COST_AMOUNT,
  MIN_RECORD_TRADES,
  type BotCosts,
  type FeedKind,
} from "@wazi/contracts";
import { divideDown, divideUp, formatDecimal, parseDecimal, parseNav, SCALE } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { formatCostPercent, FRACTION_PLACES } from "../bots/cost-percent.ts";
import { findEvidence } from "../evidence/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { findBot, sumBotCosts, type CostedBot, type SeriesCosts } from "./store.ts";
import * as texts from "../../messages/investing.ts";

const CENT_PLACES = 2;
/** A unit price times a fraction has 24 decimals. */
const PRODUCT_PLACES = 24;
/** The evidence has percentages with at most four decimals. */
const PERCENT_PLACES = 4;
const HUNDRED_PER_CENT = 100n * 10n ** BigInt(PERCENT_PLACES);

export interface BotCostDeps {
  sql: Queryable;
  now: () => Date;
  feedOf: (botName: string) => FeedKind;
}

type Figures = Omit<BotCosts, "botId" | "botName" | "market" | "amount">;

/**
 * The amount that a bot's costs of the last year would have taken from an amount (a decimal string of dollars): from its own trades
 * when there are enough, else from the recorded evidence.
 * @throws AppError NOT_FOUND no such bot
 */
export async function readBotCosts(
  { sql, now, feedOf }: BotCostDeps,
  botId: string,
  asked: string = DEFAULT_COST_AMOUNT,
): Promise<BotCosts> {
  const bot = await findBot(sql, botId);
  if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
  const amount = parseDecimal(asked, CENT_PLACES);
  const at = now();
  const feed = feedOf(bot.name);
  const series = await sumBotCosts(sql, botId, feed, new Date(at.getTime() - COST_PERIOD_DAYS * DAY_MS));
  const trades = series.reduce((count, each) => count + each.trades, 0);
  const figures =
    trades >= MIN_RECORD_TRADES ? toOwnFigures(series, amount, { feed, at }) : await readEvidence(sql, bot, amount);
  return { botId, botName: bot.name, market: bot.market, amount: formatCents(amount), ...figures };
}

/** The amount joins before the first trade. In each new series of units it goes on with what it was worth. */
function toOwnFigures(
  series: readonly SeriesCosts[],
  amount: bigint,
  { feed, at }: { feed: FeedKind; at: Date },
): Figures {
  const fractions = costKinds.map(() => 0n);
  const cash = costKinds.map(() => 0n);
  let worth = amount * SCALE;
  for (const each of series) {
    const firstNav = parseNav(each.firstNav);
    costKinds.forEach((_kind, index) => {
      fractions[index] = (fractions[index] ?? 0n) + parseDecimal(each.fractions[index] ?? "0", FRACTION_PLACES);
      const product = parseDecimal(each.navTimesFractions[index] ?? "0", PRODUCT_PLACES);
      cash[index] = (cash[index] ?? 0n) + divideUp(worth * product, firstNav * SCALE);
    });
    worth = divideDown(worth * parseNav(each.lastNav), firstNav);
  }
  const kinds = costKinds.map((kind, index) => {
    const cents = divideUp(cash[index] ?? 0n, SCALE);
    return { kind, fraction: fractions[index] ?? 0n, cents };
  });
  const total = kinds.reduce((sum, { cents }) => sum + cents, 0n);
  const from = new Date(Math.min(...series.map(({ openedAt }) => openedAt.getTime())));
  const result = divideDown(worth, SCALE) - amount;
  return {
    source: "own",
    feed,
    trades: series.reduce((count, each) => count + each.trades, 0),
    from: from.toISOString(),
    to: at.toISOString(),
    days: Math.min(COST_PERIOD_DAYS, Math.ceil((at.getTime() - from.getTime()) / DAY_MS)),
    totalPct: formatCostPercent(kinds.reduce((sum, { fraction }) => sum + fraction, 0n)),
    total: formatCents(total),
    kinds: kinds.map(({ kind, fraction, cents }) => {
      return { kind, pct: formatCostPercent(fraction), cash: formatCents(cents) };
    }),
    result: formatCents(result),
    resultWithoutCosts: formatCents(result + total),
  };
}

const NO_FIGURES: Figures = {
  source: "none",
  feed: null,
  trades: 0,
  from: null,
  to: null,
  days: null,
  totalPct: null,
  total: null,
  kinds: null,
  result: null,
  resultWithoutCosts: null,
};

/** The costs of an average year of the backtest on real prices. */
async function readEvidence(sql: Queryable, { name }: CostedBot, amount: bigint): Promise<Figures> {
  const evidence = await findEvidence(sql, name);
  const headline = evidence?.headline;
  if (!headline || headline.costsPct === null) return NO_FIGURES;
  const takeOf = (percent: number): bigint => divideUp(amount * toPercentSteps(percent), HUNDRED_PER_CENT);
  const recorded = evidence.costKindsPct;
  const kinds = recorded && costKinds.map((kind) => ({ kind, percent: recorded[kind], cents: takeOf(recorded[kind]) }));
  // The shown kinds add up to the total.
  const total = kinds ? kinds.reduce((sum, { cents }) => sum + cents, 0n) : takeOf(headline.costsPct);
  const result =
    headline.returnPct === null ? null : divideDown(amount * toPercentSteps(headline.returnPct), HUNDRED_PER_CENT);
  return {
    feed: null,
    source: "backtest",
    trades: headline.trades,
    from: new Date(headline.from).toISOString(),
    to: new Date(headline.to).toISOString(),
    days: COST_PERIOD_DAYS,
    totalPct: headline.costsPct.toFixed(PERCENT_PLACES),
    total: formatCents(total),
    kinds:
      kinds &&
      kinds.map(({ kind, percent, cents }) => {
        return { kind, pct: percent.toFixed(PERCENT_PLACES), cash: formatCents(cents) };
      }),
    result: result === null ? null : formatCents(result),
    resultWithoutCosts: result === null ? null : formatCents(result + total),
  };
}

const toPercentSteps = (percent: number): bigint => parseDecimal(percent.toFixed(PERCENT_PLACES), PERCENT_PLACES);
const formatCents = (cents: bigint): string => formatDecimal(cents, CENT_PLACES);
