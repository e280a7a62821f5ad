import type { EvidenceHeadline, PublicEvidence } from "@wazi/contracts";
import { formatYears } from "../../lib/format-statistic.ts";
import * as texts from "../../messages/evidence.ts";

/** The value of $1,000 after a bot's backtest. Amounts in whole dollars. */
export interface WorkedExample {
  kind: "year" | "costs" | "fall";
  botName: string;
  from: string;
  to: string;
  headline: EvidenceHeadline;
  before: number;
  after: number;
  /** How the second amount follows from the first. */
  working: string;
}

const START = 1_000;

type Judged = PublicEvidence["bots"][number] & { headline: EvidenceHeadline };

/** The bot with the highest value; bots without one are left out. */
function findMost(bots: readonly Judged[], read: (headline: EvidenceHeadline) => number | null): Judged | undefined {
  return bots
    .filter(({ headline }) => read(headline) !== null)
    .reduce<Judged | undefined>((most, each) => {
      return most === undefined || (read(each.headline) ?? 0) > (read(most.headline) ?? 0) ? each : most;
    }, undefined);
}

/**
 * Three examples from the evidence: an average year of the bot whose Sharpe ratio has the highest lower end, the costs of the
 * bot that pays most, and the deepest fall of all bots, which is a loss.
 */
export function buildWorkedExamples({ bots }: Pick<PublicEvidence, "bots">): WorkedExample[] {
  const judged = bots.filter((bot): bot is Judged => bot.headline !== null);
  const found: readonly [WorkedExample["kind"], Judged | undefined][] = [
    ["year", findMost(judged, ({ sharpe, returnPct }) => (returnPct === null ? null : (sharpe?.low ?? null)))],
    ["costs", findMost(judged, ({ costsPct }) => costsPct)],
    ["fall", findMost(judged, ({ maxDrawdownPct }) => (maxDrawdownPct === null ? null : -maxDrawdownPct.value))],
  ];
  return found.flatMap(([kind, bot]) => (bot === undefined ? [] : [buildExample(kind, bot)]));
}

function buildExample(kind: WorkedExample["kind"], { botName, headline }: Judged): WorkedExample {
  const { from, to, returnPct, costsPct, maxDrawdownPct, years } = headline;
  const common = { kind, botName, from, to, headline, before: START };
  const change = (pct: number): number => Math.floor(START * (1 + pct / 100) + 1e-6);
  if (kind === "year") {
    return { ...common, after: change(returnPct ?? 0), working: texts.exampleAfterCosts };
  }
  if (kind === "costs") {
    return { ...common, after: change(-(costsPct ?? 0)), working: texts.exampleCostsAlone };
  }
  return {
    ...common,
    after: change(maxDrawdownPct?.value ?? 0),
    working: texts.exampleDeepestFall({ years: formatYears(years) }),
  };
}
