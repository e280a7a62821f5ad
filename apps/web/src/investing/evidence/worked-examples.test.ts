import type { EvidenceHeadline, PublicEvidence } from "@wazi/contracts";
import { expect, it } from "vitest";
import { buildWorkedExamples } from "./worked-examples.ts";

const headline = {
  from: "1999-01-04",
  to: "2026-11-20",
  years: 27.9,
  sharpe: { value: 0.2, low: -0.2, high: 0.6 },
  excessReturnPct: null,
  maxDrawdownPct: { value: -18.34, low: -40, high: -12 },
  verdict: "none",
  seriesCount: 2,
  bars: 100,
  trades: 560,
  winRatePct: 40,
  returnPct: 3.65,
  costsPct: 1.2,
  probabilisticSharpe: null,
  deflatedSharpe: null,
  overfittingProbability: null,
  yearsNeeded: null,
  yearsMissing: null,
  reason: null,
} as EvidenceHeadline;

const bot = (botName: string, changes: Partial<EvidenceHeadline> | null): PublicEvidence["bots"][number] => ({
  botId: "6f1f2f8a-1d9d-4a77-8d9e-0f5b6a3c1d10",
  botName,
  market: "forex",
  risk: null,
  curve: [],
  strategy: "Scalping",
  headline: changes === null ? null : { ...headline, ...changes },
});

it("takes one example by its interval, one by its costs, and the deepest fall", () => {
  const examples = buildWorkedExamples({
    bots: [
      bot("Lucky", { returnPct: 40, sharpe: { value: 1.5, low: -0.9, high: 3.9 } }),
      bot("Steady", { sharpe: { value: 0.4, low: 0.1, high: 0.7 } }),
      bot("Busy", { costsPct: 9.87, returnPct: -4 }),
      bot("Deep", { maxDrawdownPct: { value: -62.5, low: -80, high: -50 } }),
      bot("Unknown", null),
    ],
  });
  expect(examples.map(({ kind, botName, before, after }) => [kind, botName, before, after])).toEqual([
    ["year", "Steady", 1_000, 1_036],
    ["costs", "Busy", 1_000, 901],
    ["fall", "Deep", 1_000, 375],
  ]);
});

it("is empty without evidence", () => {
  expect(buildWorkedExamples({ bots: [bot("Unknown", null)] })).toEqual([]);
});
