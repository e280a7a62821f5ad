import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EvidenceHeadline } from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import {
  type CoreDetails,
  countFallMonths,
  detailCorePortfolio,
  getBot,
  hasEvidenceAfterShare,
  monthlyRecords,
} from "@wazi/trading";
import { hashRule } from "../../../apps/server/src/investing/evidence/prepare-evidence.ts";
import {
  KEPT_FILE,
  type KeptAboveBills,
  type KeptByBot,
} from "../../../apps/server/src/investing/evidence/kept-above-bills.ts";
import { KEPT_MONTHS_FOLDER, toKeptMonths } from "../../../apps/server/src/investing/evidence/kept-months.ts";
import type { RecordedBotEvidence } from "../../../apps/server/src/investing/evidence/recorded-evidence.ts";
import { type CoreData, toKeepEntry } from "./core-portfolios.ts";
import {
  roundFigure,
  roundOptional,
  toAlpha,
  toEstimate,
  toMonthlyExcess,
  toPeriod,
  toSeriesFigures,
} from "./format-evidence.ts";
import type { JudgedCore, MeasuredBot } from "./judge-bots.ts";
import type { SeriesResult } from "./judge-series.ts";
import {
  formatDocument,
  growCurve,
  hashFiles,
  hashTradingSources,
  listSeriesPaths,
  toBenchmark,
  toCostLevel,
  toRecordedSeries,
  writeRecord,
} from "./write-records.ts";

/**
 * Writes one file for each core portfolio and each bot that is judged on monthly prices, and returns their paths. A bot's series are
 * beside its record.
 * @throws Error outside a source folder
 */
export function writeCoreRecords(
  judged: readonly JudgedCore[],
  data: CoreData,
  measured: readonly MeasuredBot[],
  { trials, recordedAt }: { readonly trials: number; readonly recordedAt: Date },
): string[] {
  const code = hashTradingSources();
  writeKeptMonths(judged);
  return judged.map((each) =>
    writeRecord(
      toCoreEvidence(each, data, {
        code,
        trials,
        recordedAt: recordedAt.toISOString(),
        beside: measured.find(({ bot }) => bot.name === each.record.name)?.series,
      }),
    ),
  );
}

/** Writes the months of each record with money beside it, so that a server computes what is kept of it in other currencies. */
function writeKeptMonths(judged: readonly JudgedCore[]): void {
  mkdirSync(KEPT_MONTHS_FOLDER, { recursive: true });
  for (const each of judged) {
    const { name, keptMonths } = each.record;
    if (toKeeps(each) === null) continue;
    const document = toKeptMonths(name, hashRule(getBot(name)), keptMonths);
    writeFileSync(join(KEPT_MONTHS_FOLDER, `${name}.json`), formatDocument(document));
  }
}

/** Writes what is kept above bills of each record with money, in one file, and returns its path. The records stay. */
export function writeKeptAboveBills(judged: readonly JudgedCore[]): string {
  mkdirSync(dirname(KEPT_FILE), { recursive: true });
  writeFileSync(KEPT_FILE, formatDocument(toKeptAboveBills(judged)));
  return KEPT_FILE;
}

export function toKeptAboveBills(judged: readonly JudgedCore[]): KeptByBot {
  const kept = judged.flatMap((each): [string, KeptAboveBills][] => {
    const [money, keeps] = [toMoney(each), toKeeps(each)];
    const { name } = each.record;
    const parameters = hashRule(getBot(name));
    return money && keeps ? [[name, { parameters, verdict: each.given.verdict, money, keeps }]] : [];
  });
  return Object.fromEntries(kept);
}

const ONE_SET = "Its rule has one set of parameters, so no variant can be chosen from the past.";

interface CoreRecording {
  readonly code: string;
  readonly trials: number;
  readonly recordedAt: string;
  /** The series on which the bot was run alone. */
  readonly beside?: readonly SeriesResult[] | undefined;
}

/** The record of a core portfolio or of a bot on monthly prices as it is committed, in the form of a bot's. */
export function toCoreEvidence(
  judged: JudgedCore,
  { paths, returns }: CoreData,
  { code, trials, recordedAt, beside = [] }: CoreRecording,
): RecordedBotEvidence {
  const { name } = judged.record;
  const portfolio = monthlyRecords.find((each) => each.name === name);
  if (portfolio === undefined) throw new Error(`${name} is not judged on monthly prices`);
  const listed = getBot(name);
  const details = detailCorePortfolio(portfolio, returns);
  const headline = toCoreHeadline(judged, details);
  return {
    botName: name,
    strategy: listed.family,
    parameters: { ...listed.ruleParameters },
    recordedAt,
    hashes: {
      data: hashFiles([...new Set([...paths, ...listSeriesPaths(beside)])]),
      code,
      parameters: hashRule(listed),
    },
    headline,
    halves: {
      first: toPeriod(startNextDay(details.halves.first)),
      second: toPeriod(startNextDay(details.halves.second)),
    },
    costLevels: details.costLevels.map(toCostLevel),
    // Spread, slippage and commission are one figure of 0.1 %.
    costKindsPct: null,
    benchmarks: {
      buyAndHold: toBenchmark(details.buyAndHold),
      cash: { ...toBenchmark(details.cash), sharpe: null },
      cashSource: "Three-month US Treasury bill, monthly, at its effective yield",
    },
    walkForward: null,
    walkForwardReason: ONE_SET,
    trials,
    compositions: [{ from: headline.from, to: headline.to, symbols: listParts(judged) }],
    variants: { count: 1, blocks: 0, best: { ...listed.ruleParameters } },
    series: beside.map((each) => toRecordedSeries(each, null)),
    curve: growCurve(judged.record.record, {
      bot: details.run.total,
      buyAndHold: details.held,
      cash: details.run.bills,
    }),
    monthlyExcess: toMonthlyExcess(judged.record.record),
    keeps: toKeeps(judged),
    trades: [],
  };
}

/** A record of whole months begins with the first of them, not with the last day before it. */
function startNextDay<P extends { readonly fromDay: number }>(period: P): P {
  return { ...period, fromDay: period.fromDay + 1 };
}

/** The parts that it may hold; none for bills. */
function listParts({ record: { isBenchmark, span } }: JudgedCore): string[] {
  return isBenchmark ? [] : [...span.names];
}

function toCoreHeadline(judged: JudgedCore, { measured }: CoreDetails): EvidenceHeadline {
  const { record, given } = judged;
  const { comparison, isBenchmark } = record;
  return {
    ...toSeriesFigures(
      { measured: startNextDay(measured), couldNotBuyBefore: isBenchmark ? null : record.buyableSince },
      null,
    ),
    seriesCount: listParts(judged).length,
    deflatedSharpe: roundOptional(given.deflatedSharpe),
    verdict: given.verdict,
    verdictReason: given.reason,
    sharpeBasis: "monthly-means",
    pValue: roundOptional(given.correctedPValue),
    difference: comparison && roundFigure(comparison.difference),
    alpha: comparison && toAlpha(comparison),
    money: toMoney(judged),
  };
}

/** A judged record in dollars. Null when it cannot be judged. */
function toMoney({ record, given: { verdict } }: JudgedCore): EvidenceHeadline["money"] {
  if (verdict === "not-judged") return null;
  const { grown, worstFall, span, yearly, yearsBelowBills, afterShare } = record;
  const wholes = record.keeps.filter(({ amount, years }) => amount === grown.putIn && years === yearly.size);
  const [first] = wholes;
  if (first === undefined) throw new Error(`${record.name} has no money that was kept over its whole record`);
  return {
    putIn: formatCents(grown.putIn),
    bot: formatCents(grown.bot),
    bills: formatCents(grown.bills),
    shares: formatCents(grown.shares),
    worstFall: worstFall && {
      pct: roundFigure(worstFall.pct),
      months: countFallMonths(worstFall, span.to),
      isMadeUp: worstFall.recoveredMonth !== null,
    },
    years: yearly.size,
    yearsBelowBills,
    plans: wholes.map(({ plan, userSharePct, kept }) => {
      const share = afterShare.find((each) => each.plan === plan);
      return {
        plan,
        userSharePct,
        kept: formatCents(kept.median),
        overBillsPct: toEstimate(share !== undefined && Number.isFinite(share.low) ? share : null),
        hasEvidence: share !== undefined && hasEvidenceAfterShare(share, verdict),
      };
    }),
    fundCostPct: first.fundCostPct,
    dividendTaxPct: first.dividendTaxPct,
    ...(first.profitShareAbove === "bills" ? { profitShareAbove: first.profitShareAbove } : {}),
  };
}

/** $1,000 on each plan over all times that it may be held. Null when the record cannot be judged. */
function toKeeps({ record, given }: JudgedCore): RecordedBotEvidence["keeps"] {
  if (given.verdict === "not-judged") return null;
  return record.keeps.filter(({ amount }) => amount === record.grown.putIn).map(toKeepEntry);
}
