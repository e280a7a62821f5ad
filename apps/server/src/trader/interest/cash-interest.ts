import { DAY_MS } from "@wazi/contracts";
import { startOfMonth } from "@wazi/trading";
import { type DailyInterest, factor, SCALE } from "@wazi/domain";
import { type ParsedEntries, Problem, required, parseNumberInRange } from "../../platform/settings/setting-entry.ts";

/** Gives the interest of a market day (YYYY-MM-DD); null for a day without a rate. */
export interface InterestSource {
  /** The setting that gives the rate, for the record. */
  readonly name: string;
  findDay(day: string): DailyInterest | null;
}

const HIGHEST_RATE_PCT = 50;
const YEAR_DAYS = 365;

/** The source of interest on idle cash. Rates are effective, in per cent a year. */
export type CashInterestSettings =
  | { kind: "none" }
  | { kind: "fixed"; ratePct: number; /** The operator's part of it, in points a year. */ marginPct: number };

type SourceChoice = { kind: "none" } | { kind: "fixed"; ratePct: number };

function parseSource(text: string): SourceChoice | Problem {
  if (text === "none") return { kind: "none" };
  const rate = /^fixed:(.+)$/.exec(text)?.[1];
  if (rate === undefined) return new Problem("is not a known source of interest");
  const ratePct = parseNumberInRange(0, HIGHEST_RATE_PCT)(rate);
  return ratePct instanceof Problem ? ratePct : { kind: "fixed", ratePct };
}

export const interestEntries = {
  cashInterestSource: required({
    variable: "CASH_INTEREST_SOURCE",
    fallback: "none",
    meaning:
      "What the bots' money earns while it is not in a trade. fixed: this many per cent a year, for demonstrations; live mode refuses it.",
    allowed: `none or fixed:<per cent a year from 0 to ${HIGHEST_RATE_PCT}>`,
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
export function checkLiveInterest({ cashInterestSource: { kind } }: InterestValues): string[] {
  return kind === "fixed"
    ? ["CASH_INTEREST_SOURCE: a fixed rate is not allowed in live mode, because nobody pays it. Allowed: none."]
    : [];
}

export function toInterestSettings(values: InterestValues): CashInterestSettings {
  const { cashInterestSource: source, cashInterestMarginPct: marginPct } = values;
  return source.kind === "none" ? source : { ...source, marginPct };
}

/** The growth of 1 in a day at an effective rate in per cent a year, rounded down to 10^-12. */
function toDailyGrowth(ratePct: number): bigint {
  return BigInt(Math.floor(((1 + ratePct / 100) ** (1 / YEAR_DAYS) - 1) * Number(SCALE)));
}

/** The interest of a day; the margin is at most all of it. */
export function computeDailyInterest({ ratePct, marginPct }: { ratePct: number; marginPct: number }): DailyInterest {
  const gross = toDailyGrowth(ratePct);
  const net = toDailyGrowth(Math.max(0, ratePct - marginPct));
  return { gross: factor(gross), margin: factor(gross - net) };
}

/**
 * The return of bills in a month (`toMonth`), a fraction, before the operator's margin: the rule of a core portfolio compares its funds with
 * them. Days without a rate return nothing.
 */
export function createBillReturns(source: InterestSource): (month: number) => number {
  const known = new Map<number, number>();
  return (month) => {
    const found = known.get(month) ?? computeMonth(source, month);
    known.set(month, found);
    return found;
  };
}

function computeMonth(source: InterestSource, month: number): number {
  let growth = 1;
  for (let time = startOfMonth(month); time < startOfMonth(month + 1); time += DAY_MS) {
    const day = source.findDay(new Date(time).toISOString().slice(0, 10));
    if (day !== null) growth *= 1 + Number(day.gross) / Number(SCALE);
  }
  return growth - 1;
}

/** The source that the settings name; undefined when idle cash earns nothing. */
export function openInterestSource(settings: CashInterestSettings): InterestSource | undefined {
  if (settings.kind === "none") return undefined;
  const interest = computeDailyInterest(settings);
  return { name: `fixed:${settings.ratePct}`, findDay: () => interest };
}
