import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import { listQueues } from "./store.ts";

export const queueMetrics = defineMetrics({
  entries: { name: "wazi_queue_entries", help: "Open entries of a queue.", labelNames: ["queue"] },
  age: {
    name: "wazi_queue_age_seconds",
    help: "Age of the oldest open entry of a queue; 0 when it is empty.",
    labelNames: ["queue"],
  },
});

/** One statement counts the queues of all nouns. */
export function readQueueMetrics(sql: Queryable): MetricReader {
  return queueMetrics.readBy(async ({ secondsSince }) => {
    const queues = await listQueues(sql);
    return {
      entries: queues.map(({ name: queue, count }) => ({ labels: { queue }, value: count })),
      age: queues.map(({ name: queue, oldestAt }) => ({
        labels: { queue },
        value: oldestAt === null ? 0 : secondsSince(oldestAt),
      })),
    };
  });
}
