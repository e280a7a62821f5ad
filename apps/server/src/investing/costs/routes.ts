import {
  getBotCosts,
  getUserCosts,
  listPositionEntries,
  previewProfitShare as previewProfitShareCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import { readBotCosts, type BotCostDeps } from "./bot-costs.ts";
import { previewProfitShare } from "./preview-profit-share.ts";
import { readEntries } from "./read-entries.ts";
import { costsRead } from "./store.ts";
import { readUserCosts } from "./user-costs.ts";

export function addCostRoutes(app: FastifyInstance, deps: BotCostDeps): void {
  registerCall(app, getBotCosts, ({ params, query }) => readBotCosts(deps, params.id, query.amount));
  registerCall(app, previewProfitShareCall, ({ query }) => previewProfitShare(query));
  registerCall(app, listPositionEntries, ({ user, params }) => readEntries(deps.sql, user.id, params.id));
  registerRead(app, getUserCosts, costsRead, (parts) => readUserCosts(deps.sql, parts, deps.now()));
}
