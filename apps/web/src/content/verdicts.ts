import type { EvidenceHeadline, EvidenceVerdict } from "@wazi/contracts";
import { formatInterval } from "../lib/format-statistic.ts";
import * as texts from "../messages/evidence.ts";

/** The verdicts on the evidence about a bot. */
export const verdictNames: Readonly<Record<EvidenceVerdict, string>> = {
  none: texts.verdictNone,
  weak: texts.verdictWeak,
  "both-halves": texts.verdictBothHalves,
  benchmark: texts.verdictBenchmark,
  "not-judged": texts.verdictNotJudged,
};

/** True when its timing may have changed nothing: the whole interval of alpha includes 0. */
export function earnsWhatMarketsEarn({ alpha }: Pick<EvidenceHeadline, "alpha">): boolean {
  return alpha !== null && alpha.low <= 0 && alpha.high >= 0;
}

/** Says if timing changed what its markets earn anyway; null where there is nothing to compare it with. */
export function describeAlpha({ alpha }: Pick<EvidenceHeadline, "alpha">): string | null {
  if (alpha === null) return null;
  return earnsWhatMarketsEarn({ alpha })
    ? texts.earnsWhatMarketsEarn
    : texts.earnsOtherThanMarkets({ alpha: formatInterval(alpha) });
}
