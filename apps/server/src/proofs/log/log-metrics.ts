import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import { readLogBacklog } from "./store.ts";

export const logMetrics = defineMetrics({
  waiting: {
    name: "wazi_log_waiting_leaves",
    help: "Leaves that are not in the transparency log yet, at most 100,000.",
  },
  waitingAge: {
    name: "wazi_log_waiting_age_seconds",
    help: "Age of the oldest leaf that is not in the transparency log yet; 0 without one.",
  },
  stopped: { name: "wazi_log_stopped", help: "1 when the transparency log has stopped." },
});

export function readLogMetrics(sql: Queryable): MetricReader {
  return logMetrics.readBy(async ({ secondsSince }) => {
    const { waiting, oldestAt, isStopped } = await readLogBacklog(sql);
    return {
      waiting,
      waitingAge: oldestAt === null ? 0 : secondsSince(oldestAt),
      stopped: isStopped ? 1 : 0,
    };
  });
}
