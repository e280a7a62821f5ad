import type { Queryable } from "../../platform/db/pool.ts";
import type { Check } from "../../platform/health/readiness.ts";
import { hasPrices } from "./store.ts";

/** Without prices no account has a value. The trader writes the first ones at the first start. */
export const createPriceCheck = (sql: Queryable): Check => ({
  name: "prices",
  findProblem: async () => ((await hasPrices(sql)) ? null : "There are no prices yet."),
});
