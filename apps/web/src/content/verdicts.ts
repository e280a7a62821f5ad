import type { EvidenceVerdict } from "@wazi/contracts";
import * as texts from "../messages/evidence.ts";

/** The verdicts on the evidence about a bot. */
export const verdictNames: Readonly<Record<EvidenceVerdict, string>> = {
  none: texts.verdictNone,
  weak: texts.weakEvidence,
  "both-halves": texts.verdictBothHalves,
  benchmark: texts.verdictBenchmark,
  "not-judged": texts.verdictNotJudged,
};
