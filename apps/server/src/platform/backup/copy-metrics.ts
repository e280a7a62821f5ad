import type { Queryable } from "../db/pool.ts";
import { defineMetrics, type MetricReader } from "../metrics/metric.ts";
import { listVerifiedCopies } from "./store.ts";

export const copyMetrics = defineMetrics({
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
});

/** The last success of a copy stays after a failure. A copy that was never verified has no age. */
export function readCopyMetrics(sql: Queryable): MetricReader {
  return copyMetrics.readBy(async ({ secondsSince }) => {
    const copies = await listVerifiedCopies(sql);
    const listAges = (key: "completeUntil" | "verifiedAt") =>
      copies.flatMap(({ kind: copy, completeUntil, verifiedAt }) => {
        if (completeUntil === null || verifiedAt === null) return [];
        return [{ labels: { copy }, value: secondsSince({ completeUntil, verifiedAt }[key]) }];
      });
    return {
      age: listAges("completeUntil"),
      verifiedAge: listAges("verifiedAt"),
      failed: copies.map(({ kind: copy, failedAt }) => ({ labels: { copy }, value: failedAt === null ? 0 : 1 })),
    };
  });
}
