import { findQuarantine, listVerifiedCopies } from "../backup/store.ts";
import type { Queryable } from "../db/pool.ts";
import { listStandbys, readDatabaseBytes } from "../health/store.ts";
import { defineMetrics, type MetricGroup, type MetricReader } from "./metric.ts";

const copyMetrics = defineMetrics({
  age: {
    name: "wazi_copy_age_seconds",
    help: "Time since the moment until which the newest verified backup, archive or restored backup (drill) is complete.",
    labelNames: ["copy"],
  },
  verifiedAge: {
    name: "wazi_copy_verified_age_seconds",
    help: "Time since a backup was last written and read back, the archive compared, or a backup restored (drill).",
    labelNames: ["copy"],
  },
  failed: {
    name: "wazi_copy_failed",
    help: "1 when the last backup, check of the archive or drill failed.",
    labelNames: ["copy"],
  },
  quarantine: { name: "wazi_quarantine", help: "1 while payouts are stopped after a restore of a backup." },
});

/** The last success of a copy stays after a failure. A copy that was never verified has no age. */
function readCopyMetrics(sql: Queryable): MetricReader {
  return copyMetrics.readBy(async ({ secondsSince }) => {
    const [copies, quarantine] = await Promise.all([listVerifiedCopies(sql), findQuarantine(sql)]);
    const listAges = (key: "completeUntil" | "verifiedAt") =>
      copies.flatMap(({ kind: copy, completeUntil, verifiedAt }) => {
        if (completeUntil === null || verifiedAt === null) return [];
        return [{ labels: { copy }, value: secondsSince({ completeUntil, verifiedAt }[key]) }];
      });
    return {
      age: listAges("completeUntil"),
      verifiedAge: listAges("verifiedAt"),
      failed: copies.map(({ kind: copy, failedAt }) => ({ labels: { copy }, value: failedAt === null ? 0 : 1 })),
      quarantine: quarantine === null ? 0 : 1,
    };
  });
}

const databaseMetrics = defineMetrics({
  standbys: { name: "wazi_standbys", help: "Standbys that are connected to the primary." },
  lagBytes: {
    name: "wazi_standby_lag_bytes",
    help: "Bytes of the primary's log that a standby has not replayed.",
    labelNames: ["standby"],
  },
  lagSeconds: {
    name: "wazi_standby_lag_seconds",
    help: "Time that a standby is behind the primary.",
    labelNames: ["standby"],
  },
  bytes: { name: "wazi_database_bytes", help: "Size of the database." },
  diskBytes: { name: "wazi_database_disk_bytes", help: "Size of the database's disk (DATABASE_DISK_BYTES)." },
});

/** @param diskBytes the setting DATABASE_DISK_BYTES */
function readDatabaseMetrics(sql: Queryable, diskBytes: number | undefined): MetricReader {
  return databaseMetrics.readBy(async () => {
    const [standbys, bytes] = await Promise.all([listStandbys(sql), readDatabaseBytes(sql)]);
    const visible = standbys.flatMap(({ standby, lagBytes, lagSeconds }) =>
      standby === null || lagBytes === null || lagSeconds === null ? [] : [{ standby, lagBytes, lagSeconds }],
    );
    return {
      standbys: standbys.length,
      lagBytes: visible.map(({ standby, lagBytes }) => ({ labels: { standby }, value: lagBytes })),
      lagSeconds: visible.map(({ standby, lagSeconds }) => ({ labels: { standby }, value: lagSeconds })),
      bytes,
      diskBytes: diskBytes ?? null,
    };
  });
}

/** The metrics of the platform itself, beside those of the nouns. */
export const platformMetrics: readonly MetricGroup[] = [copyMetrics, databaseMetrics];

export function readPlatformMetrics(
  sql: Queryable,
  { databaseDiskBytes }: { databaseDiskBytes: number | undefined },
): MetricReader[] {
  return [readCopyMetrics(sql), readDatabaseMetrics(sql, databaseDiskBytes)];
}
