import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import type { PaymentNetwork } from "../chains/store.ts";
import { findOldestOpenReport } from "../mpesa/store.ts";
import { listRailReadings } from "./store.ts";

export const railMetrics = defineMetrics({
  age: {
    name: "wazi_deposit_rail_age_seconds",
    help: "Time since deposits were last read from a network; until then since the first try, or since this process started.",
    labelNames: ["network"],
  },
  mpesaReportAge: {
    name: "wazi_mpesa_report_age_seconds",
    help: "Age of the oldest M-Pesa report that is not handled; 0 without one.",
  },
});

/** @param networks those that deposits are read from */
export function readRailMetrics(sql: Queryable, networks: readonly PaymentNetwork[]): MetricReader {
  return railMetrics.readBy(async ({ startedAt, secondsSince }) => {
    const [rails, openReportAt] = await Promise.all([listRailReadings(sql, networks), findOldestOpenReport(sql)]);
    return {
      age: rails.map(({ network, lastSuccessAt, firstAt }) => ({
        labels: { network },
        value: secondsSince(lastSuccessAt ?? firstAt ?? startedAt),
      })),
      mpesaReportAge: openReportAt === null ? 0 : secondsSince(openReportAt),
    };
  });
}
