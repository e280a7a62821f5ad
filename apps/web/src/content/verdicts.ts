import type { EvidenceHeadline, EvidenceVerdict } from "@wazi/contracts";
import { formatInterval } from "../lib/format-statistic.ts";
import * as texts from "../messages/evidence.ts";

/** The verdicts on the evidence about a bot. */
export const verdictNames: Readonly<Record<EvidenceVerdict, string>> = {
  none: texts.verdictNone,
  weak: texts.weakEvidence,
  "both-halves": texts.verdictBothHalves,
  benchmark: texts.verdictBenchmark,
  "not-judged": texts.verdictNotJudged,
};

/** Says if timing changed what its markets earn anyway; null where there is nothing to compare it with. */
export function describeAlpha({ alpha }: Pick<EvidenceHeadline, "alpha">): string | null {
  if (alpha === null) return null;
  return alpha.low <= 0 && alpha.high >= 0
    ? texts.earnsWhatMarketsEarn
    : texts.earnsOtherThanMarkets({ alpha: formatInterval(alpha) });
}
