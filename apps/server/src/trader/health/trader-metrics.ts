import type { Queryable } from "../../platform/db/pool.ts";
import { defineMetrics, type MetricReader } from "../../platform/metrics/metric.ts";
import { readTraderState } from "./store.ts";
import { findTraderProblem } from "./trader-health.ts";

export const traderMetrics = defineMetrics(
  {
    up: { name: "wazi_trader_up", help: "1 when /healthz/trader answers 200." },
    own: { name: "wazi_trader_own", help: "1 when this process holds the trader's lease." },
  },
  { isState: true },
);

/** @param holder the name of this process's trader in the lease; undefined when it does not trade */
export function readTraderMetrics(sql: Queryable, holder: string | undefined): MetricReader {
  return traderMetrics.readBy(async () => {
    const state = await readTraderState(sql);
    return {
      up: findTraderProblem(state) === null ? 1 : 0,
      own: state.isAlive && state.holder === (holder ?? "") ? 1 : 0,
    };
  });
}
