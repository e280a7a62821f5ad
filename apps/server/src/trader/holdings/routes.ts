import { type BotHoldings, getBotHoldings } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { type HoldingsDeps, readBotHoldings } from "./read-holdings.ts";

/** As long as the public record. */
const CACHE_MS = 2_000;
/** More than there are bots. Addresses without one are not kept. */
const MAX_CACHED = 32;

export function addHoldingsRoutes(app: FastifyInstance, deps: HoldingsDeps): void {
  const answers = new Map<string, { at: number; answer: Promise<BotHoldings> }>();
  registerCall(app, getBotHoldings, ({ params: { id } }) => {
    const at = deps.now().getTime();
    const known = answers.get(id);
    if (known !== undefined && at - known.at < CACHE_MS) return known.answer;
    const answer = readBotHoldings(deps, id);
    answer.catch(() => answers.delete(id));
    if (answers.size >= MAX_CACHED) answers.clear();
    answers.set(id, { at, answer });
    return answer;
  });
}
