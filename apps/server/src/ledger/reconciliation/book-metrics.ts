import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import { countKnownDifferences, readLatestResults, readLedgerImbalance } from "./store.ts";

export const bookMetrics = defineMetrics({
  imbalance: {
    name: "wazi_ledger_imbalance_cents",
    help: "The sum of the entries of the newest 1,000 transactions, in cents. It must be 0.",
  },
  differences: {
    name: "wazi_ledger_differences",
    help: "Differences between stored figures and the ledger at the last comparisons, complete or not. It must be 0.",
  },
  comparisonAge: { name: "wazi_ledger_comparison_age_seconds", help: "Time since the last comparison of the books." },
  completeComparisonAge: {
    name: "wazi_ledger_complete_comparison_age_seconds",
    help: "Time since the last comparison of all entries.",
  },
});

export function readBookMetrics(sql: Queryable): MetricReader {
  return bookMetrics.readBy(async ({ secondsSince }) => {
    const [imbalance, results] = await Promise.all([readLedgerImbalance(sql), readLatestResults(sql)]);
    const { latest, complete } = results;
    return {
      imbalance,
      differences: latest && countKnownDifferences(results),
      comparisonAge: latest && secondsSince(latest.checkedAt),
      completeComparisonAge: complete && secondsSince(complete.checkedAt),
    };
  });
}
