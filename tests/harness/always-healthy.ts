import type { HealthChecks } from "../../apps/server/src/platform/http/health-routes.ts";

/** Health checks of an app without a database. */
export const alwaysHealthy: HealthChecks = {
  findReadinessProblem: () => Promise.resolve(null),
  readTraderHealth: () =>
    Promise.resolve({ status: "trading" as const, thisProcess: "none" as const, newestPriceAgeSeconds: 1 }),
};
