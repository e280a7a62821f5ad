import { getPerformance, listSparklines } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../db/pool.ts";
import { registerRead } from "../../http/register-read.ts";
import { registerShared } from "../../http/register-shared.ts";
import { computePerformance } from "./past-worth.ts";
import { listBotMarks, listSparklineMarks, worthRead } from "./store.ts";

export function addPerformanceRoutes(app: FastifyInstance, deps: { sql: Sql; now: () => Date }): void {
  registerRead(app, getPerformance, worthRead, async (parts, { query }) => {
    const from = query.from === undefined ? undefined : new Date(query.from);
    const since = from ?? parts.signedUpAt;
    const marks = await listBotMarks(deps.sql, Object.keys(parts.shares), since);
    return computePerformance(parts, marks, { from, now: deps.now() });
  });
  registerShared(app, listSparklines, () => listSparklineMarks(deps.sql));
}
