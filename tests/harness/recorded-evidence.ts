import { DAY_MS, type BotEvidence, type EvidenceHeadline } from "@wazi/contracts";
import { computeHash, type RecordedBotEvidence } from "../../apps/server/src/investing/evidence/recorded-evidence.ts";
import { insertEvidence } from "../../apps/server/src/investing/evidence/store.ts";
import type { Queryable } from "../../apps/server/src/platform/db/pool.ts";

const FIRST_DAY = Date.parse("1999-01-04");
const CURVE_POINTS = 240;
const STEP_DAYS = 42;

const toDay = (index: number): string => new Date(FIRST_DAY + index * STEP_DAYS * DAY_MS).toISOString().slice(0, 10);

/** A bot's evidence in short: 27 years, a Sharpe ratio of 0.21 whose range includes 0. */
export function buildHeadline(changes: Partial<EvidenceHeadline> = {}): EvidenceHeadline {
  return {
    from: toDay(0),
    to: toDay(CURVE_POINTS - 1),
    years: 27.5,
    sharpe: { value: 0.21, low: -0.17, high: 0.58 },
    sharpeBeforeCash: { value: 0.4, low: 0.02, high: 0.77 },
    excessReturnPct: { value: 1.4, low: -1.2, high: 4.1 },
    maxDrawdownPct: { value: -18.3, low: -41.2, high: -12.6 },
    verdict: "none",
    seriesCount: 2,
    bars: 14_120,
    trades: 412,
    winRatePct: 41.7,
    returnPct: 3.6,
    costsPct: 1.15,
    probabilisticSharpe: 0.86,
    deflatedSharpe: 0.31,
    overfittingProbability: 0.44,
    yearsNeeded: 61.4,
    yearsMissing: 33.9,
    reason: null,
    verdictReason: null,
    sharpeBasis: "returns",
    pValue: 0.31,
    difference: -0.4,
    alpha: { value: 0.6, low: -1.1, high: 2.2, beta: 0.5 },
    couldNotBuyBefore: null,
    money: null,
    ...changes,
  };
}

/** A bot's recorded evidence, with growth that rises and falls in long waves. */
export function buildEvidence(botName: string, changes: Partial<RecordedBotEvidence> = {}): RecordedBotEvidence {
  const headline = changes.headline ?? buildHeadline();
  const { from, to, years, sharpe, sharpeBeforeCash, excessReturnPct, maxDrawdownPct } = headline;
  const half = { from, to, years: years / 2, sharpe, sharpeBeforeCash, excessReturnPct, maxDrawdownPct };
  // A series has the figures of a record, and none of a verdict.
  const {
    verdictReason: _reason,
    sharpeBasis: _basis,
    pValue: _pValue,
    difference: _less,
    alpha: _alpha,
    money: _money,
    ...figures
  } = headline;
  const middle = toDay(CURVE_POINTS / 2);
  return {
    botName,
    strategy: "Trend-Following",
    parameters: { entryDays: 55, exitDays: 20, stopDistance: 3 },
    recordedAt: "2099-01-01T00:00:00.000Z",
    hashes: { data: "d".repeat(64), code: "c".repeat(64), parameters: "a".repeat(64) },
    headline,
    halves: { first: { ...half, to: middle }, second: { ...half, from: middle } },
    costLevels: [0, 1, 2].map((multiple) => ({
      multiple,
      trades: 412,
      sharpe: 0.31 - multiple * 0.1,
      excessReturnPct: 2.5 - multiple * 1.1,
      maxDrawdownPct: -16 - multiple * 2,
      costsPct: multiple * 1.15,
    })),
    costKindsPct: { spread: 0.5, slippage: 0.2, commission: 0.25, financing: 0.2 },
    benchmarks: {
      buyAndHold: { returnPct: 1.1, sharpe: -0.12, maxDrawdownPct: -38.4 },
      cash: { returnPct: 1.9, sharpe: null, maxDrawdownPct: 0 },
      cashSource: "3-month US Treasury bills",
    },
    walkForward: { ...half, windows: 25 },
    walkForwardReason: null,
    trials: 395,
    compositions: [{ from, to, symbols: ["EUR/USD", "USD/JPY"] }],
    variants: { count: 45, blocks: 16, best: { entryDays: 77 } },
    series: ["EUR/USD", "USD/JPY"].map((symbol) => ({
      ...figures,
      series: `forex_${symbol.replace("/", "")}_1d`,
      symbol,
      interval: "1d" as const,
      verdict: "not-judged" as const,
    })),
    curve: Array.from({ length: CURVE_POINTS }, (_, index) => ({
      date: toDay(index),
      bot: 1 + index / 150 + Math.sin(index / 11) * 0.12,
      buyAndHold: 1 + index / 600 + Math.sin(index / 17) * 0.2,
      cash: 1.0022 ** index,
    })),
    monthlyExcess: null,
    keeps: null,
    trades: Array.from({ length: 6 }, (_, index): BotEvidence["trades"][number] => ({
      series: "forex_EURUSD_1d",
      symbol: "EUR/USD",
      side: index % 2 === 0 ? "buy" : "sell",
      entryAt: `${toDay(CURVE_POINTS - 2 - index)}T00:00:00.000Z`,
      exitAt: `${toDay(CURVE_POINTS - 1 - index)}T00:00:00.000Z`,
      entryPrice: "1.10000000",
      exitPrice: "1.11000000",
      returnPct: index % 3 === 0 ? -0.42 : 0.66,
      reason: "signal",
    })),
    ...changes,
  };
}

/** Records evidence about bots, newer than what comes with this version. */
export async function recordEvidence(sql: Queryable, evidence: readonly RecordedBotEvidence[]): Promise<void> {
  await insertEvidence(
    sql,
    evidence.map((each) => {
      const text = JSON.stringify(each);
      return {
        subject: each.botName,
        recordedAt: each.recordedAt,
        hash: computeHash(each.botName + text),
        document: text,
      };
    }),
  );
}
