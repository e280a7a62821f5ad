import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import { countFailedMails } from "../../record/api.ts";

export const mailMetrics = defineMetrics({
  failed: { name: "wazi_mails_failed", help: "Mails that were given up." },
});

export function readMailMetrics(sql: Queryable): MetricReader {
  return mailMetrics.readBy(async () => ({ failed: await countFailedMails(sql) }));
}
