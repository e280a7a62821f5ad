import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvidenceKeep } from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import {
  computePartReturns,
  type CoreFigures,
  countFallMonths,
  type CoreRecord,
  DEFAULT_KEEP_TERMS,
  formatMonth,
  measureCorePortfolio,
  monthlyRecords,
  type Keep,
  type KeepTerms,
  PART_FILES,
  type PartReturns,
  type PartTexts,
  type RecordSpan,
} from "@wazi/trading";
import {
  formatEstimate,
  formatNumber,
  formatVerdict,
  roundFigure,
  roundOptional,
  toVerdictFigures,
} from "./format-evidence.ts";
import type { JudgedCore } from "./judge-bots.ts";

/** The monthly files of the parts and what they give. */
export interface CoreData {
  readonly paths: readonly string[];
  readonly returns: PartReturns;
}

/** The records of the core portfolios, or the reason why there are none. */
export type CoreResult =
  | { readonly ok: true; readonly records: readonly CoreRecord[]; readonly data: CoreData }
  /** `isInvalid` when a file is there and cannot be used. */
  | { readonly ok: false; readonly isInvalid: boolean; readonly message: string };

/** Measures the core portfolios of these names from the monthly files of the folders. */
export function measureCorePortfolios(
  names: readonly string[],
  folders: readonly string[],
  terms: KeepTerms = DEFAULT_KEEP_TERMS,
): CoreResult {
  const files = Object.entries(PART_FILES).map(([part, fileName]) => {
    const path = folders.map((folder) => join(folder, fileName)).find((each) => existsSync(each));
    return { part, fileName, path };
  });
  const missing = files.filter(({ path }) => path === undefined).map(({ fileName }) => fileName);
  if (missing.length > 0) {
    const message = `No core portfolios: no folder has ${missing.join(", ")}.`;
    return { ok: false, isInvalid: false, message };
  }
  const texts = Object.fromEntries(files.map(({ part, path = "" }) => [part, readFileSync(path, "utf8")])) as PartTexts;
  try {
    const returns = computePartReturns(texts);
    const portfolios = monthlyRecords.filter(({ name }) => names.includes(name));
    return {
      ok: true,
      records: portfolios.map((portfolio) => measureCorePortfolio(portfolio, returns, terms)),
      data: { paths: files.flatMap(({ path }) => path ?? []), returns },
    };
  } catch (error) {
    return { ok: false, isInvalid: true, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The entry of a core portfolio, or of a bot that is judged on monthly prices, in the command's JSON array. Excess, difference and alpha are in points a year. */
export function toCoreEntry({ record, given }: JudgedCore): object {
  const { name, comparison, grown } = record;
  const { yearly, sharpe, excess, ...figures } = toFigures(record);
  return {
    bot: name,
    scope: "whole",
    verdict: given.verdict,
    yearly,
    sharpe,
    excess,
    difference: comparison === null ? null : roundFigure(comparison.difference),
    alpha: comparison === null ? null : { ...roundEstimate(comparison.alpha), beta: roundFigure(comparison.beta) },
    keeps: record.keeps.map(toKeepEntry),
    ...toVerdictFigures(given),
    benchmark: comparison?.benchmark ?? null,
    couldNotBuyBefore: record.buyableSince,
    ...figures,
    grown: {
      putIn: formatCents(grown.putIn),
      bot: formatCents(grown.bot),
      bills: formatCents(grown.bills),
      shares: formatCents(grown.shares),
    },
    afterShare: record.afterShare.map(({ plan, ...estimate }) => ({ plan, ...roundEstimate(estimate) })),
    early: record.early && toFigures(record.early),
  };
}

function toFigures(record: CoreFigures & { readonly span: RecordSpan }) {
  const { span, yearly, sharpe, pValue, excess, worstFall, yearsBelowBills } = record;
  return {
    yearly: Object.fromEntries([...yearly].map(([year, pct]) => [String(year), roundFigure(pct)])),
    sharpe: sharpe === null ? null : roundEstimate(sharpe),
    excess: roundFigure(excess.value),
    pValue: roundOptional(pValue),
    excessInterval: { low: roundFigure(excess.low), high: roundFigure(excess.high) },
    sharpeBasis: "monthly means: divided by √1.5",
    from: formatMonth(span.from),
    to: formatMonth(span.to),
    parts: span.names,
    worstFall: worstFall && {
      pct: roundFigure(worstFall.pct),
      high: formatMonth(worstFall.highMonth),
      low: formatMonth(worstFall.lowMonth),
      recovered: worstFall.recoveredMonth === null ? null : formatMonth(worstFall.recoveredMonth),
      months: countFallMonths(worstFall, span.to),
    },
    years: yearly.size,
    yearsBelowBills,
  };
}

function roundEstimate({ value, low, high }: CoreFigures["excess"]): CoreFigures["excess"] {
  return { value: roundFigure(value), low: roundFigure(low), high: roundFigure(high) };
}

/** Per cent and money have two decimals. */
export function toKeepEntry({ amount, kept, overBillsPct, cashMarginPct, ...keep }: Keep): EvidenceKeep {
  const roundPct = (pct: number): number => Math.round(pct * 100) / 100 + 0;
  return {
    plan: keep.plan,
    userSharePct: keep.userSharePct,
    amount: formatCents(amount),
    years: keep.years,
    starts: keep.starts,
    kept: { median: formatCents(kept.median), low: formatCents(kept.low), worst: formatCents(kept.worst) },
    overBillsPct: {
      median: roundPct(overBillsPct.median),
      low: roundPct(overBillsPct.low),
      worst: roundPct(overBillsPct.worst),
    },
    profitShareAbove: keep.profitShareAbove,
    fundCostPct: keep.fundCostPct,
    dividendTaxPct: keep.dividendTaxPct,
    cashMarginPct,
  };
}

const COLUMNS = [
  ...["portfolio", "from", "to", "Sharpe [95 %]", "over bills %/y [95 %]", "alpha %/y [95 %]", "deepest fall %"],
  ...["years below bills", "$1,000 became", "in bills", "in shares", "kept on Starter"],
  ...["could not be bought before", "verdict"],
];

/** A Markdown table with one row for each core portfolio. */
export function formatCoreTable(judged: readonly JudgedCore[]): string {
  const rows = judged.map(({ record, given }) => {
    const { span, sharpe, excess, comparison, worstFall, yearly, yearsBelowBills, grown, keeps } = record;
    const whole = keeps.find(({ plan, amount, years }) => {
      return plan === "starter" && amount === grown.putIn && years === yearly.size;
    });
    return [
      record.name,
      formatMonth(span.from),
      formatMonth(span.to),
      formatEstimate(sharpe),
      formatEstimate(excess),
      formatEstimate(comparison?.alpha ?? null),
      worstFall === null ? "–" : formatNumber(worstFall.pct, 1),
      `${yearsBelowBills} of ${yearly.size}`,
      formatCents(grown.bot),
      formatCents(grown.bills),
      formatCents(grown.shares),
      whole === undefined ? "–" : formatCents(whole.kept.median),
      record.buyableSince,
      formatVerdict(given),
    ];
  });
  return [COLUMNS, COLUMNS.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
