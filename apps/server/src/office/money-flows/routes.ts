import { getMoneyFlows } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { readMoneyFlows, type MoneyFlowDeps } from "./read-money-flows.ts";

const DEFAULT_DAYS = 30;

export function addMoneyFlowRoutes(app: FastifyInstance, deps: MoneyFlowDeps): void {
  registerCall(app, getMoneyFlows, ({ query }) => readMoneyFlows(deps, Number(query.days ?? DEFAULT_DAYS)));
}
