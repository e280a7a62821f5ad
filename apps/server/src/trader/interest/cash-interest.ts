import { type BillInterest, DAY_MS } from "@wazi/contracts";
import { type Accrual, type DailyInterest, factor, type Factor, SCALE, type ShareAbove } from "@wazi/domain";
import { computeBillMonth, computeBillReturn, startOfMonth, toMonth } from "@wazi/trading";
import { followBillRates, readBillRates } from "../../investing/api.ts";
import {
  optional,
  type ParsedEntries,
  Problem,
  required,
  parseNumberInRange,
} from "../../platform/settings/setting-entry.ts";

/** Gives the interest of a market day (YYYY-MM-DD); null for a day without a rate. */
export interface RateSource {
  /** The setting that gives the rate, for the record. */
  readonly name: string;
  findDay(day: string): DailyInterest | null;
}

/** Gives a pool its interest of a market day, by its idle cash when it is posted; null for a day without any. */
export interface SharedInterest {
  readonly name: string;
  findShare(day: string, botId: string): Promise<((idle: Accrual) => DailyInterest) | null>;
  /** The growth of 1 in Treasury bills in a day, before any margin. */
  readonly findBillGrowth?: ((day: string) => Factor) | undefined;
}

export type InterestSource = RateSource | SharedInterest;

export const HIGHEST_RATE_PCT = 50;
const YEAR_DAYS = 365;

/** Rates are effective, in per cent a year. */
type SourceChoice = { kind: "none" } | { kind: "fixed"; ratePct: number } | { kind: "bills" } | { kind: "statements" };

/** The source of interest on idle cash. */
export type CashInterestSettings = SourceChoice & {
  /** The operator's part of it, in points a year. */
  marginPct: number;
  /** BILL_RATES_FILE. */
  billRatesFile?: string | undefined;
  /** True where prices are real: bots then compare their funds with real bills, whatever idle cash earns. */
  hasRealPrices?: boolean;
};

/** About what Treasury bills paid when it was chosen. */
const DEMO_RATE_PCT = 4;

function parseSource(text: string): SourceChoice | Problem {
  if (text === "none" || text === "bills" || text === "statements") return { kind: text };
  const rate = /^fixed:(.+)$/.exec(text)?.[1];
  if (rate === undefined) return new Problem("is not a known source of interest");
  const ratePct = parseNumberInRange(0, HIGHEST_RATE_PCT)(rate);
  return ratePct instanceof Problem ? ratePct : { kind: "fixed", ratePct };
}

export const interestEntries = {
  cashInterestSource: optional({
    variable: "CASH_INTEREST_SOURCE",
    meaning: `What the bots' money earns while it is not in a trade. none: Treasury bills in a bot earn nothing, and in live mode the bot Bills takes no new money. bills: the rate of Treasury bills in the market's month, from BILL_RATES_FILE; a month without one earns nothing. fixed: this many per cent a year. statements: what has arrived, by lines of imported bank statements that two administrators read as interest. Live mode refuses bills and fixed, because nobody pays them; a replay refuses statements. Not set: none in live mode and on a replay, fixed:${DEMO_RATE_PCT} in another demo.`,
    allowed: `none, bills, statements or fixed:<per cent a year from 0 to ${HIGHEST_RATE_PCT}>`,
    parse: parseSource,
  }),
  cashInterestMarginPct: required({
    variable: "CASH_INTEREST_MARGIN_PCT",
    fallback: "0",
    meaning: "The part of that interest that the platform keeps, in percentage points a year.",
    allowed: `a number from 0 to ${HIGHEST_RATE_PCT}`,
    parse: parseNumberInRange(0, HIGHEST_RATE_PCT),
  }),
} as const;

export type InterestValues = ParsedEntries<typeof interestEntries>;

/** A rate that nobody pays would be invented money. */
export function checkLiveInterest({ cashInterestSource }: InterestValues): string[] {
  const { kind } = cashInterestSource ?? { kind: "none" };
  if (kind === "none" || kind === "statements") return [];
  const what = kind === "fixed" ? "a fixed rate" : "a rate from a file";
  return [
    `CASH_INTEREST_SOURCE: ${what} is not allowed in live mode, because nobody pays it. Allowed: none or statements.`,
  ];
}

/** Days of the clock share what has arrived. A replay has days of its own. */
export function checkArrivals({ cashInterestSource }: InterestValues, { feed }: { feed: string }): string[] {
  if (cashInterestSource?.kind !== "statements" || feed !== "replay") return [];
  return ["CASH_INTEREST_SOURCE: statements is not allowed on a replay. Allowed: none, bills or fixed."];
}

/** Without a rate, bills would earn nothing, and a share above them would be one above nothing. */
export function checkShareAbove(
  { profitShareAbove, billRatesFile, ...values }: InterestValues & ShareAboveValues,
  { mode, feed }: { mode: "demo" | "live"; feed: string },
): string[] {
  if (profitShareAbove === "nothing") return [];
  if (mode === "live") {
    if (values.cashInterestSource?.kind === "statements" && billRatesFile !== undefined) return [];
    return [
      "PROFIT_SHARE_ABOVE: bills needs CASH_INTEREST_SOURCE=statements and BILL_RATES_FILE in live mode. Allowed without them: nothing.",
    ];
  }
  const { kind } = toInterestSettings(values, { mode, feed, billRatesFile: undefined });
  return kind === "none" || kind === "statements"
    ? [`PROFIT_SHARE_ABOVE: bills needs a rate, and CASH_INTEREST_SOURCE is ${kind}. Allowed: nothing.`]
    : [];
}

interface ShareAboveValues {
  profitShareAbove: ShareAbove;
  billRatesFile: string | undefined;
}

/** @param other settings of other parts */
export function toInterestSettings(
  { cashInterestSource: source, cashInterestMarginPct: marginPct }: InterestValues,
  { mode, feed, billRatesFile }: { mode: "demo" | "live"; feed: string; billRatesFile: string | undefined },
): CashInterestSettings {
  // A replay plays many market days in a second, and each of them is a posting for every bot.
  const isDemo = mode === "demo" && feed !== "replay";
  const unset: SourceChoice = isDemo ? { kind: "fixed", ratePct: DEMO_RATE_PCT } : { kind: "none" };
  return { ...(source ?? unset), marginPct, billRatesFile, hasRealPrices: mode === "live" || feed === "replay" };
}

/** The growth of 1 in a day at an effective rate in per cent a year, rounded down to 10^-12. */
export function toDailyGrowth(ratePct: number): Factor {
  return factor(BigInt(Math.floor(((1 + ratePct / 100) ** (1 / YEAR_DAYS) - 1) * Number(SCALE))));
}

/** The operator's margin in the growth of a day: what the effective rate has less in a year is in points, at most all of it. */
export function splitGrowth(gross: Factor, marginPct: number): DailyInterest {
  if (marginPct === 0) return { gross, margin: factor(0n) };
  const ratePct = ((1 + Number(gross) / Number(SCALE)) ** YEAR_DAYS - 1) * 100;
  const net = toDailyGrowth(Math.max(0, ratePct - marginPct));
  return { gross, margin: factor(net < gross ? gross - net : 0n) };
}

/** The interest of a day; the margin is at most all of it. */
export function computeDailyInterest({ ratePct, marginPct }: { ratePct: number; marginPct: number }): DailyInterest {
  const gross = toDailyGrowth(ratePct);
  const net = toDailyGrowth(Math.max(0, ratePct - marginPct));
  return { gross, margin: factor(gross - net) };
}

/**
 * The return of bills in a month (`toMonth`), a fraction, before the operator's margin: rules compare their funds with them. On real
 * prices it is that of BILL_RATES_FILE, as in the evidence, and NaN for a month without a rate; elsewhere that of idle cash.
 */
export function openBillReturns(settings: CashInterestSettings): ((month: number) => number) | undefined {
  const { billRatesFile, hasRealPrices = false } = settings;
  const source = openRateSource(settings);
  if (!hasRealPrices && settings.kind !== "bills") return source && createBillReturns(source);
  const findRate = followBillRates(billRatesFile);
  return (month) => {
    const rate = findRate(month);
    return rate === null ? NaN : computeBillMonth(rate);
  };
}

/** Months back from a month without a rate. */
const MOST_MONTHS_HELD = 24;

/**
 * The growth of 1 in Treasury bills in a day, by BILL_RATES_FILE; undefined where the setting is not set. A month without a rate has the
 * last one: without any, the share would be taken of what bills have earned.
 */
export function openBillGrowth({ billRatesFile }: CashInterestSettings): ((day: string) => Factor) | undefined {
  if (billRatesFile === undefined) return undefined;
  const findRate = followBillRates(billRatesFile);
  return (day) => {
    const month = toMonth(Date.parse(day));
    for (let back = 0; back <= MOST_MONTHS_HELD; back += 1) {
      const rate = findRate(month - back);
      if (rate !== null) return toDailyGrowth(computeBillReturn(rate, YEAR_DAYS) * 100);
    }
    return factor(0n);
  };
}

/** The return of a month from those of its days. Days without a rate return nothing. */
function createBillReturns(source: RateSource): (month: number) => number {
  const known = new Map<number, number>();
  return (month) => {
    const found = known.get(month) ?? computeMonth(source, month);
    known.set(month, found);
    return found;
  };
}

function computeMonth(source: RateSource, month: number): number {
  let growth = 1;
  for (let time = startOfMonth(month); time < startOfMonth(month + 1); time += DAY_MS) {
    const day = source.findDay(new Date(time).toISOString().slice(0, 10));
    if (day !== null) growth *= 1 + Number(day.gross) / Number(SCALE);
  }
  return growth - 1;
}

/** The interest as investors are told of it. */
export function describeInterest(settings: CashInterestSettings): BillInterest {
  if (settings.kind !== "fixed") return { source: settings.kind };
  return { source: "fixed", ratePct: Number(Math.max(0, settings.ratePct - settings.marginPct).toFixed(9)) };
}

/** The source of a rate that the settings name; undefined without one. */
export function openRateSource(settings: CashInterestSettings): RateSource | undefined {
  switch (settings.kind) {
    case "none":
    case "statements":
      return undefined;
    case "fixed": {
      const interest = computeDailyInterest(settings);
      return { name: `fixed:${settings.ratePct}`, findDay: () => interest };
    }
    case "bills":
      return openBillSource(settings);
  }
}

/** Each day of a month earns the same part of what a bill returns in a year at its discount rate. */
function openBillSource({ billRatesFile, marginPct }: CashInterestSettings): RateSource {
  const findRate = readBillRates(billRatesFile);
  return {
    name: "bills",
    findDay(day) {
      const rate = findRate(toMonth(Date.parse(day)));
      return rate === null
        ? null
        : computeDailyInterest({ ratePct: computeBillReturn(rate, YEAR_DAYS) * 100, marginPct });
    },
  };
}
