import { answerSuitability as answerCall, getSuitability, setSuitabilityLimit as setLimitCall } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { answerSuitability, readSuitability, setSuitabilityLimit, type SuitabilityDeps } from "./suitability.ts";

export function addSuitabilityRoutes(app: FastifyInstance, deps: SuitabilityDeps): void {
  registerCall(app, getSuitability, ({ user }) => readSuitability(deps, user.id));
  registerCall(app, answerCall, ({ user, body }) => answerSuitability(deps, user.id, body));
  registerCall(app, setLimitCall, ({ user, body }) => setSuitabilityLimit(deps, user.id, parseCents(body.limit)));
}
