import {
  type Bot,
  getPublicEvidence,
  getPublicTrackRecord,
  listPortfolios,
  type PublicEvidence,
  type PublicTrackRecord,
} from "@wazi/contracts";
import { createPolled, type PolledState, usePolled } from "../../lib/polled.ts";

const evidence = createPolled(getPublicEvidence, null);

/** The evidence on all bots, for public pages. It changes only with a new version of the server. */
export function useEvidenceOfAll(): PolledState<PublicEvidence> {
  return usePolled(evidence);
}

const portfolios = createPolled(listPortfolios, null);

/** The core portfolios, for public pages. */
export function useListedPortfolios(): PolledState<Bot[]> {
  return usePolled(portfolios);
}

/** Fetches again what has failed to load of the records below. */
export function reloadRecords(): void {
  for (const each of [evidence, portfolios, publicTrackRecord]) {
    if (each.read().status === "failed") each.reload();
  }
}

const REFRESH_MS = 60_000;
const publicTrackRecord = createPolled(getPublicTrackRecord, REFRESH_MS);

/** The combined record of all bots. */
function usePublicTrackRecord(): PolledState<PublicTrackRecord> {
  return usePolled(publicTrackRecord);
}

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
