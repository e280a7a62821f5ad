import type { PublicEvidence, PublicTrackRecord } from "@wazi/contracts";
import { useEvidenceOfAll } from "../../investing/evidence/public-evidence.ts";
import { usePublicTrackRecord } from "../../proofs/track-records/public-track-record.ts";

export type LandingRecord =
  | { status: "loading" }
  | { status: "failed" }
  | { status: "ready"; record: PublicTrackRecord; evidence: PublicEvidence };

/** The bots' own record, and the recorded evidence that stands in for it before 30 closed trades. */
export function useLandingRecord(): LandingRecord {
  const record = usePublicTrackRecord();
  const evidence = useEvidenceOfAll();
  if (record.status !== "ready") return record;
  if (evidence.status !== "ready") return evidence;
  return { status: "ready", record: record.data, evidence: evidence.data };
}
