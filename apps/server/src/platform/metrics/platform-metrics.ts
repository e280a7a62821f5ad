import { copyMetrics, readCopyMetrics } from "../backup/copy-metrics.ts";
import type { Queryable } from "../db/pool.ts";
import { databaseMetrics, readDatabaseMetrics } from "../health/database-metrics.ts";
import type { MetricGroup, MetricReader } from "./metric.ts";

/** The metrics of the platform itself, beside those of the nouns. */
export const platformMetrics: readonly MetricGroup[] = [copyMetrics, databaseMetrics];

export function readPlatformMetrics(
  sql: Queryable,
  { databaseDiskBytes }: { databaseDiskBytes: number | undefined },
): MetricReader[] {
  return [readCopyMetrics(sql), readDatabaseMetrics(sql, databaseDiskBytes)];
}
