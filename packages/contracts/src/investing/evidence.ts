import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { botMarkets, localCurrencies, tradeSides } from "../lists.ts";

/**
 * The verdict on a bot's record, by the rules of docs/explanation/evidence.md: "No evidence of more than bills", "Weak evidence",
 * "Evidence in both halves", "Benchmark" (bills themselves) and "Not judged".
 */
export const evidenceVerdicts = ["none", "weak", "both-halves", "benchmark", "not-judged"] as const;
export type EvidenceVerdict = (typeof evidenceVerdicts)[number];

/** A statistic, not money: a JSON number with at most four decimals. */
const figure = z.number();
/** Null when the figure cannot be computed. */
const optionalFigure = z.nullable(figure);

/** A figure with its 95 % interval, from a studentised block bootstrap. */
export const estimate = z.object({ value: figure, low: figure, high: figure });
export type Estimate = z.infer<typeof estimate>;

/** Figures of daily returns over a period, after all costs. Dates are UTC days, both included. */
export const evidencePeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  years: figure,
  /** Annual Sharpe ratio of the returns over cash. */
  sharpe: z.nullable(estimate),
  /** The same without deducting cash: what the trades made, whatever share of the bot's money was in them. */
  sharpeBeforeCash: z.nullable(estimate),
  /** Yearly return over cash, in per cent. */
  excessReturnPct: z.nullable(estimate),
  /** Deepest fall from a peak, in per cent of the peak: 0 or negative. */
  maxDrawdownPct: z.nullable(estimate),
});
export type EvidencePeriod = z.infer<typeof evidencePeriod>;

/** The figures of a record. All of it is a backtest on real prices. */
const recordFigures = z.extend(evidencePeriod, {
  /** Number of price series. */
  seriesCount: z.int(),
  bars: z.int(),
  trades: z.int(),
  /** Share of trades that gained, costs included. */
  winRatePct: optionalFigure,
  /** Yearly return after costs, cash not deducted. */
  returnPct: optionalFigure,
  /** All costs of trading, in per cent of the bot's money per year, financing included. */
  costsPct: optionalFigure,
  /** The probability that the true Sharpe ratio is above 0 (PSR), from 0 to 1. */
  probabilisticSharpe: optionalFigure,
  /** The same after correcting for all rules that were ever tried (DSR), from 0 to 1. */
  deflatedSharpe: optionalFigure,
  /** The probability that the best variant in one half of the time is below the median in the other (PBO), from 0 to 1. */
  overfittingProbability: optionalFigure,
  /** Length of record that would show a Sharpe ratio above 0 with 95 % confidence; null when the ratio is not above 0. */
  yearsNeeded: optionalFigure,
  /** Years of that which are still missing; 0 when the record is long enough. */
  yearsMissing: optionalFigure,
  /** The reasons for figures that are null, and for days that are not counted; null without one. */
  reason: z.nullable(z.string()),
  /** The day before which the instrument could not be bought at these costs; null when the record starts later. */
  couldNotBuyBefore: z.nullable(z.iso.date()),
});

/** The plans at which a record is shown after the platform's share; "none" is without a package, at 70:30. */
const plans = ["none", "starter", "professional", "enterprise"] as const;

/** A judged record in dollars: the growth of `putIn` over all of it, bought once and held, before the platform's share. */
export const evidenceMoney = z.object({
  putIn: amount,
  bot: amount,
  /** In Treasury bills. */
  bills: amount,
  /** In shares, bought once and held with their dividends. */
  shares: amount,
  /** The deepest fall from a high, in per cent, and the months until the high was reached again, or until the record ends. Null without a fall. */
  worstFall: z.nullable(z.object({ pct: figure, months: z.int(), isMadeUp: z.boolean() })),
  /** Whole calendar years. */
  years: z.int(),
  yearsBelowBills: z.int(),
  plans: z.array(
    z.object({
      plan: z.enum(plans),
      userSharePct: z.int(),
      /** At the exit after the whole record: less the share, `fundCostPct` and `dividendTaxPct`. */
      kept: amount,
      /** Points a year over bills with the share taken at the end of every year, before fund costs and taxes. */
      overBillsPct: z.nullable(estimate),
      /** True when the record has evidence of more than bills and the whole interval of `overBillsPct` is above 0. */
      hasEvidence: z.boolean(),
    }),
  ),
  /** Per cent a year on money in funds, and per cent of dividends. They are in `kept` only. */
  fundCostPct: z.number(),
  dividendTaxPct: z.number(),
  /** Present where the share of `plans` is taken above what bills earn. */
  profitShareAbove: z.optional(z.literal("bills")),
});
export type EvidenceMoney = z.infer<typeof evidenceMoney>;

/** The evidence on a bot in one object: for cards and comparisons. */
export const evidenceHeadline = z.extend(recordFigures, {
  verdict: z.enum(evidenceVerdicts),
  /** Why the bot is not judged, or has no evidence whatever its figures show; null without a reason. */
  verdictReason: z.nullable(z.string()),
  /** Sharpe ratios of monthly means are divided by √1.5. */
  sharpeBasis: z.enum(["returns", "monthly-means"]),
  /** The chance of such a Sharpe ratio without any premium, one-sided, corrected for all judged bots. Null when not judged. */
  pValue: optionalFigure,
  /** Yearly return less that of its markets, held without timing, in points. It decides no verdict. */
  difference: optionalFigure,
  /** The part of the yearly return that `beta` times its markets' does not explain, in points. It decides no verdict. */
  alpha: z.nullable(z.extend(estimate, { beta: figure })),
  /** Null for a bot that cannot be judged, and in records from before it was kept. */
  money: z.nullable(evidenceMoney),
});
export type EvidenceHeadline = z.infer<typeof evidenceHeadline>;

/** The evidence on one price series, alone. A series is not judged: its verdict is always "not-judged". */
export const seriesEvidence = z.object({
  /** The name of the series, such as forex_EURUSD_1d. */
  series: z.string(),
  symbol: z.string(),
  interval: z.enum(["1m", "1h", "1d"]),
  verdict: z.enum(evidenceVerdicts),
  ...recordFigures.shape,
});
export type SeriesEvidence = z.infer<typeof seriesEvidence>;

/** Counts over all bots. Bots are not averaged, so every figure of one nav is null. */
export const evidenceTotals = z.extend(evidenceHeadline, {
  botCount: z.int(),
  /** Bots with a verdict of "weak" or "both-halves". */
  evidenceCount: z.int(),
  /** The lowest and the highest yearly return of a bot, after costs. */
  returnRangePct: z.nullable(z.object({ low: figure, high: figure })),
});
export type EvidenceTotals = z.infer<typeof evidenceTotals>;

/** The last closed trades of the backtest; they tag as BACKTEST. */
export const evidenceTrade = z.object({
  series: z.string(),
  symbol: z.string(),
  side: z.enum(tradeSides),
  entryAt: z.iso.datetime(),
  exitAt: z.iso.datetime(),
  entryPrice: decimal,
  exitPrice: decimal,
  /** Change of the bot's value in per cent, costs included. */
  returnPct: figure,
  reason: z.string(),
});
export type EvidenceTrade = z.infer<typeof evidenceTrade>;

/** A figure of something to compare with, over the same days. */
const benchmark = z.object({ returnPct: optionalFigure, sharpe: optionalFigure, maxDrawdownPct: optionalFigure });

/** The return of a record over Treasury bills in each whole month, after all costs: the curve of its retirement follows from it. */
export const monthlyExcess = z.object({
  /** The first month, YYYY-MM. */
  from: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  /** ln((1 + return) / (1 + return of bills)) of each month, in per cent. */
  logReturnsPct: z.array(figure),
  /** True when the prices are means of a month, whose deviations are then multiplied by √1.5. */
  isOfMonthlyMeans: z.boolean(),
});
export type MonthlyExcess = z.infer<typeof monthlyExcess>;

/** Over all start months. Each is the figure of one of them; `low` is the 5th percentile. */
const startSpread = <T extends z.ZodMiniType>(each: T) => z.object({ median: each, low: each, worst: each });

/** The money that is kept of an amount on a plan, held for some years: less the share, taken once at the exit, and the costs that it names. */
export const evidenceKeep = z.object({
  plan: z.enum(plans),
  userSharePct: z.int(),
  amount,
  years: z.int(),
  /** The number of start months. */
  starts: z.int(),
  kept: startSpread(amount),
  /** Yearly growth of what is kept less that of bills, in points. */
  overBillsPct: startSpread(figure),
  profitShareAbove: z.enum(["nothing", "bills"]),
  fundCostPct: z.number(),
  dividendTaxPct: z.number(),
  /** The operator's margin on interest, a year. */
  cashMarginPct: z.number(),
});
export type EvidenceKeep = z.infer<typeof evidenceKeep>;

/** Kept money in a local currency, beside local bills. */
export const localKeeps = z.object({
  currency: z.enum(localCurrencies),
  /** How the file of local bills quotes its rates. */
  billQuote: z.enum(["discount", "yield"]),
  /** Put in at each start month, in the currency: about $1,000 at the newest rate. */
  amount,
  /** The months of the record for which the operator has all rates, YYYY-MM; null without any. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  keeps: z.array(
    z.object({
      plan: z.enum(plans),
      userSharePct: z.int(),
      years: z.int(),
      starts: z.int(),
      /** In the currency. Null when the rates are there for fewer years. */
      kept: z.nullable(startSpread(amount)),
      /** Yearly growth of what is kept less that of local bills, in points. */
      overBillsPct: z.nullable(startSpread(figure)),
    }),
  ),
});
export type LocalKeeps = z.infer<typeof localKeeps>;

/** Everything recorded about a bot. */
export const botEvidence = z.object({
  botId: z.uuid(),
  botName: z.string(),
  market: z.enum(botMarkets),
  strategy: z.string(),
  /** The parameters that the evidence is about. */
  parameters: z.record(z.string(), z.number()),
  recordedAt: z.iso.datetime(),
  /** SHA-256 of the price files, of the trading code, and of rule and parameters. */
  hashes: z.object({ data: z.string(), code: z.string(), parameters: z.string() }),
  headline: evidenceHeadline,
  /** The first and the second half of the days. Null when the record is too short to be halved. */
  halves: z.nullable(z.object({ first: evidencePeriod, second: evidencePeriod })),
  /** With costs times 0, 1 and 2. */
  costLevels: z.array(
    z.object({
      multiple: z.number(),
      trades: z.int(),
      sharpe: optionalFigure,
      excessReturnPct: optionalFigure,
      maxDrawdownPct: optionalFigure,
      costsPct: optionalFigure,
    }),
  ),
  /** The bot's yearly costs by kind, in per cent of its money; financing is below 0 when it received more than it paid. */
  costKindsPct: z.nullable(z.object({ spread: figure, slippage: figure, commission: figure, financing: figure })),
  /** Yearly figures of equal parts of the same series, bought once and held, and of Treasury bills. */
  benchmarks: z.object({ buyAndHold: benchmark, cash: benchmark, cashSource: z.string() }),
  /** Each year traded with the variant that was best before it. Null, with the reason, when there are too few years. */
  walkForward: z.nullable(z.extend(evidencePeriod, { windows: z.int() })),
  walkForwardReason: z.nullable(z.string()),
  /** The rules and settings that were ever tried, for all bots. */
  trials: z.int(),
  /** How many instruments were in over time, oldest first. The record is the longest of these windows. */
  compositions: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), symbols: z.array(z.string()) })),
  /** How overfitting was measured: the variants of the bot's parameters that were run, and the blocks of time. */
  variants: z.object({ count: z.int(), blocks: z.int(), best: z.record(z.string(), z.number()) }),
  series: z.array(seriesEvidence),
  /** Growth of 1 after costs, beside buy and hold and cash; oldest first. Daily in the last year, weekly in the four before. */
  curve: z.array(z.object({ date: z.iso.date(), bot: figure, buyAndHold: figure, cash: figure })),
  /** Null in records from before it was kept. */
  monthlyExcess: z.nullable(monthlyExcess),
  /** $1,000 on each plan, held 1, 5 and 10 years and the whole record. Null for a bot that cannot be judged, and in records from before it was kept. */
  keeps: z.nullable(z.array(evidenceKeep)),
  /** One entry for each currency of `LOCAL_RATES_DIR`; empty without it. Null for a record without `keeps` or whose months are not known. */
  localKeeps: z.nullable(z.array(localKeeps)),
  /** Newest first. */
  trades: z.array(evidenceTrade),
  /**
   * Since when this installation has known the rule and its parameters. Only results from `windowOpens` on count as out of
   * sample, and only if it was registered by then; the backtest above never does.
   */
  registration: z.nullable(
    z.object({
      registeredAt: z.iso.datetime(),
      windowOpens: z.iso.datetime(),
      isOutOfSample: z.boolean(),
    }),
  ),
});
export type BotEvidence = z.infer<typeof botEvidence>;

/** Answers 404 for an unknown bot and for a bot without recorded evidence. */
export const getBotEvidence = defineCall({
  method: "GET",
  path: "/api/bots/:id/evidence",
  summary: "Get the recorded evidence on a bot",
  permission: "public",
  params: z.object({ id: z.string() }),
  answers: { 200: botEvidence },
});

/** How much a record moved, and the level from 1 (low) to 5 (high) that follows from it. docs/explanation/evidence.md has the formula. */
export const riskScore = z.object({
  level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** Annual, in per cent, from weekly returns of the last five years of the record, or monthly ones of a record of monthly means. */
  volatilityPct: figure,
  /** Deepest fall from a peak over the whole record, in per cent of the peak: 0 or negative. */
  deepestFallPct: figure,
});
export type RiskScore = z.infer<typeof riskScore>;

/** The evidence on all bots, in the order of the catalogue. */
export const publicEvidence = z.object({
  /** Null when no evidence is recorded. */
  recordedAt: z.nullable(z.iso.datetime()),
  /** Counts over all bots; null when no evidence is recorded. */
  platform: z.nullable(evidenceTotals),
  /** The last trades of the backtests, newest first; they tag as BACKTEST. */
  recentTrades: z.array(z.extend(evidenceTrade, { botId: z.uuid(), botName: z.string() })),
  bots: z.array(
    z.object({
      botId: z.uuid(),
      botName: z.string(),
      market: z.enum(botMarkets),
      strategy: z.string(),
      headline: z.nullable(evidenceHeadline),
      /** Null without a record, and for one that is too short. */
      risk: z.nullable(riskScore),
      /** Growth after costs in the last five years of the record, oldest first, evenly thinned; for a small chart. */
      curve: z.array(figure),
    }),
  ),
});
export type PublicEvidence = z.infer<typeof publicEvidence>;

export const getPublicEvidence = defineCall({
  method: "GET",
  path: "/api/public/evidence",
  summary: "Get the evidence on all bots in short",
  permission: "public",
  answers: { 200: publicEvidence },
});
