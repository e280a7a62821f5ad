import type { PublicTrackRecord } from "@wazi/contracts";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { usePublicTrackRecord } from "../../features/track-records/public-track-record.ts";

export type LandingRecord =
  | { status: "loading" }
  | { status: "failed" }
  | {
      status: "ready";
      record: PublicTrackRecord;
      /** In live mode nothing made up is shown. */
      mayShowSamples: boolean;
    };

/** What the landing page may say of the bots: their own record, and whether a sample may stand where there is none. */
export function useLandingRecord(): LandingRecord {
  const record = usePublicTrackRecord();
  const settings = usePublicSettings();
  if (record.status !== "ready") return record;
  if (settings.status !== "ready") return settings;
  return { status: "ready", record: record.data, mayShowSamples: settings.data.mode !== "live" };
}
