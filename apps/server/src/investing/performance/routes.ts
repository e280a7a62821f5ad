import { getPerformance, listSparklines, MAX_PERFORMANCE_POINTS } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../platform/db/pool.ts";
import { registerRead, registerShared } from "../../platform/http/register-read.ts";
import { createMarkHistory } from "./mark-history.ts";
import { computePerformance } from "./past-worth.ts";
import { worthRead } from "./store.ts";

export function addPerformanceRoutes(app: FastifyInstance, deps: { sql: Sql; now: () => Date }): void {
  const history = createMarkHistory(deps.sql);
  registerRead(app, getPerformance, worthRead, async (parts, { query }) => {
    const from = query.from === undefined ? undefined : new Date(query.from);
    const maxPoints = query.points === undefined ? MAX_PERFORMANCE_POINTS : Number(query.points);
    return computePerformance(parts, await history.read(), { from, now: deps.now(), maxPoints });
  });
  registerShared(app, listSparklines, () => history.readSparklines(deps.now()));
}
