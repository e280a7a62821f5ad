import type { Queryable } from "../db/pool.ts";
import { defineMetrics, type MetricReader } from "../metrics/metric.ts";
import { listStandbys, readDatabaseBytes } from "./store.ts";

export const databaseMetrics = defineMetrics({
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
export function readDatabaseMetrics(sql: Queryable, diskBytes: number | undefined): MetricReader {
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
