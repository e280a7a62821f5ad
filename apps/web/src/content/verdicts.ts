import type { EvidenceVerdict } from "@wazi/contracts";

/** The verdicts on the evidence about a bot. */
export const verdictNames: Readonly<Record<EvidenceVerdict, string>> = {
  none: "No evidence of an edge",
  weak: "Weak evidence",
  "both-halves": "Evidence in both halves",
};
