import { formatKey } from "@wazi/proofs";
import type { BaseLogger } from "pino";
import type { Sql } from "../platform/db/pool.ts";
import type { Running } from "../platform/jobs/run-every.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import type { SettingsOf } from "../platform/settings/setting-entry.ts";
import { runSnapshots } from "./liabilities/run-snapshots.ts";
import { takeSnapshot } from "./liabilities/take-snapshot.ts";
import { logMetrics, readLogMetrics } from "./log/log-metrics.ts";
import { openLogSigner, type LogSettings } from "./log/log-signer.ts";
import { runLog } from "./log/run-log.ts";
import { createCosigner } from "./log/witnesses.ts";
import { addTransparencyLogRoutes } from "./pages/routes.ts";
import { proofSettings } from "./settings.ts";
import { addTrackRecordRoutes } from "./track-records/routes.ts";
import type { TrackRecordDeps } from "./track-records/track-records.ts";

const NO_KEY =
  "this process has no key to sign the transparency log: set the same LOG_KEY for all processes, or put the file keys/log.key of the process that began the log into DATA_DIR";

interface Parts {
  settings: SettingsOf<typeof proofSettings> & LogSettings & { mode: "demo" | "live"; brokers: readonly object[] };
  sql: Sql;
  now: () => Date;
  log: Pick<BaseLogger, "warn" | "error">;
  feedOf: TrackRecordDeps["feedOf"];
  /** Computes the share of accounts that lose; null when it is not known. */
  computeLosingAccountsPct: () => Promise<number | null>;
  /** Takes the reserves of the day, beside the liabilities. */
  takeReserves: () => Promise<boolean>;
}

/** All that strangers can check: the public log with its pages, the daily liabilities, the bots' track records. */
export const proofs = defineModule({
  settings: proofSettings,
  metrics: [logMetrics],
  open(parts: Parts): OpenedModule {
    const { settings, sql, now } = parts;
    const witnesses = settings.witnesses ?? [];
    return {
      addRoutes(app) {
        const broker = settings.mode === "live" && settings.brokers.length > 0 ? "live" : "paper";
        addTrackRecordRoutes(app, { sql, now, broker, feedOf: parts.feedOf });
        addTransparencyLogRoutes(app, { sql, witnessKeys: witnesses.map(({ key }) => formatKey(key)) });
      },
      jobs: [{ name: "the public log and daily snapshots", in: "trading", start: () => startLog(parts) }],
      checks: [],
      metrics: [readLogMetrics(sql)],
    };
  },
});

/**
 * Keeps the log up to date in this process, if it has the log's key, and takes the snapshots of the day.
 * @throws StartError when LOG_KEY is not the key of this database's log
 */
async function startLog(parts: Parts): Promise<Running> {
  const { settings, sql, now, log, computeLosingAccountsPct: computeLosingPct, takeReserves } = parts;
  const signer = await openLogSigner(sql, settings);
  if (signer === null) log.warn(NO_KEY);
  const cosign = createCosigner(settings.witnesses ?? [], (text) => log.warn(text));
  const logging = signer === null ? undefined : runLog({ sql, signer, cosign }, log);
  const snapshots = runSnapshots(
    [
      { name: "liabilities", take: (signal) => takeSnapshot({ sql, now, computeLosingPct }, signal) },
      { name: "reserves", take: takeReserves },
    ],
    log,
  );
  return {
    stop: async () => {
      await Promise.all([snapshots.stop(), logging?.stop()]);
    },
  };
}
