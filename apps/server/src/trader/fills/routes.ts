import { getBrokerFills } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { compareBotFills, type FillsDeps, pageFills } from "./read-fills.ts";

/** As long as the holdings. */
const CACHE_MS = 2_000;
/** More than there are bots. Addresses without one are not kept. */
const MAX_CACHED = 32;

export function addFillsRoutes(app: FastifyInstance, deps: FillsDeps & { now: () => Date }): void {
  const comparisons = new Map<string, { at: number; comparison: ReturnType<typeof compareBotFills> }>();
  const compare = (id: string): ReturnType<typeof compareBotFills> => {
    const at = deps.now().getTime();
    const known = comparisons.get(id);
    if (known !== undefined && at - known.at < CACHE_MS) return known.comparison;
    const comparison = compareBotFills(deps, id);
    comparison.catch(() => comparisons.delete(id));
    if (comparisons.size >= MAX_CACHED) comparisons.clear();
    comparisons.set(id, { at, comparison });
    return comparison;
  };
  registerCall(app, getBrokerFills, async ({ params: { id }, query }) => pageFills(await compare(id), id, query));
}
