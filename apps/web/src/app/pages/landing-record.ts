import type { PublicTrackRecord } from "@wazi/contracts";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { usePublicTrackRecord } from "../../features/track-records/public-track-record.ts";

export type LandingRecord =
  | { status: "loading" }
  | { status: "failed" }
  | {
      status: "ready";
      record: PublicTrackRecord;
      /** Live mode shows no sample data. */
      mayShowSamples: boolean;
    };

/** The bots' own record, and whether a sample may replace a missing one. */
export function useLandingRecord(): LandingRecord {
  const record = usePublicTrackRecord();
  const settings = usePublicSettings();
  if (record.status !== "ready") return record;
  if (settings.status !== "ready") return settings;
  return { status: "ready", record: record.data, mayShowSamples: settings.data.mode !== "live" };
}
