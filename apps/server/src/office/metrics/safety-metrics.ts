import type { Gauge } from "prom-client";
import { listVerifiedCopies } from "../../platform/backup/store.ts";
import { listStandbys, readDatabaseBytes, readLogBacklog } from "../../platform/health/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** The figures of the safety nets: copies, the public log, the standby, and the room that the database has. */
export const safetyFigures = {
  copyAge: {
    name: "wazi_copy_age_seconds",
    help: "Time since the moment until which the newest verified backup, archive or restored backup (drill) is complete.",
    labelNames: ["copy"],
  },
  copyVerified: {
    name: "wazi_copy_verified_age_seconds",
    help: "Time since a backup was last written and read back, the archive compared, or a backup restored (drill).",
    labelNames: ["copy"],
  },
  copyFailed: {
    name: "wazi_copy_failed",
    help: "1 when the last backup, check of the archive or drill failed.",
    labelNames: ["copy"],
  },
  logWaiting: {
    name: "wazi_log_waiting_leaves",
    help: "Leaves that are not in the transparency log yet, at most 100,000.",
    labelNames: [],
  },
  logAge: {
    name: "wazi_log_waiting_age_seconds",
    help: "Age of the oldest leaf that is not in the transparency log yet; 0 without one.",
    labelNames: [],
  },
  logStopped: { name: "wazi_log_stopped", help: "1 when the transparency log has stopped.", labelNames: [] },
  standbys: { name: "wazi_standbys", help: "Standbys that are connected to the primary.", labelNames: [] },
  standbyBytes: {
    name: "wazi_standby_lag_bytes",
    help: "Bytes of the primary's log that a standby has not replayed.",
    labelNames: ["standby"],
  },
  standbySeconds: {
    name: "wazi_standby_lag_seconds",
    help: "Time that a standby is behind the primary.",
    labelNames: ["standby"],
  },
  databaseBytes: { name: "wazi_database_bytes", help: "Size of the database.", labelNames: [] },
  databaseDisk: {
    name: "wazi_database_disk_bytes",
    help: "Size of the database's disk (DATABASE_DISK_BYTES).",
    labelNames: [],
  },
} as const satisfies Record<string, { name: string; help: string; labelNames: readonly string[] }>;

type SafetyGauges = Record<keyof typeof safetyFigures, Gauge>;

/**
 * Reads all figures first, so that a failure leaves no mixture of old and new ones.
 * @param databaseDiskBytes the setting DATABASE_DISK_BYTES
 * @param secondsSince the age of a time
 */
export async function readSafetyFigures(
  sql: Queryable,
  databaseDiskBytes: number | undefined,
  secondsSince: (time: Date) => number,
): Promise<(gauges: SafetyGauges) => void> {
  const [copies, backlog, standbys, databaseBytes] = await Promise.all([
    listVerifiedCopies(sql),
    readLogBacklog(sql),
    listStandbys(sql),
    readDatabaseBytes(sql),
  ]);
  return (gauges) => {
    for (const key of ["copyAge", "copyVerified", "copyFailed", "standbyBytes", "standbySeconds"] as const)
      gauges[key].reset();
    for (const { kind: copy, completeUntil, verifiedAt, failedAt } of copies) {
      gauges.copyFailed.set({ copy }, failedAt === null ? 0 : 1);
      if (completeUntil === null || verifiedAt === null) continue;
      gauges.copyAge.set({ copy }, secondsSince(completeUntil));
      gauges.copyVerified.set({ copy }, secondsSince(verifiedAt));
    }
    gauges.logWaiting.set(backlog.waiting);
    gauges.logAge.set(backlog.oldestAt === null ? 0 : secondsSince(backlog.oldestAt));
    gauges.logStopped.set(backlog.isStopped ? 1 : 0);
    gauges.standbys.set(standbys.length);
    for (const { standby, lagBytes, lagSeconds } of standbys) {
      if (standby === null || lagBytes === null || lagSeconds === null) continue;
      gauges.standbyBytes.set({ standby }, lagBytes);
      gauges.standbySeconds.set({ standby }, lagSeconds);
    }
    gauges.databaseBytes.set(databaseBytes);
    if (databaseDiskBytes === undefined) gauges.databaseDisk.remove();
    else gauges.databaseDisk.set(databaseDiskBytes);
  };
}
