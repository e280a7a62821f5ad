import {
  getMarketPrices,
  getPublicSettings,
  listBotCandles as listBotCandlesCall,
  type PublicSettings,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../db/pool.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerShared } from "../../http/register-shared.ts";
import { isServedOverTls } from "../../http/session.ts";
import { listBotCandles, type CandleDeps } from "./list-candles.ts";
import { listPrices } from "./store.ts";

export interface MarketDataDeps extends CandleDeps {
  sql: Sql;
  /** The settings that do not depend on the request. */
  readPublicSettings: () => Promise<Omit<PublicSettings, "isTls">>;
  publicOrigin: string | undefined;
}

export function addMarketDataRoutes(app: FastifyInstance, deps: MarketDataDeps): void {
  registerShared(app, getMarketPrices, () => listPrices(deps.sql));
  registerCall(app, listBotCandlesCall, ({ params, query }) => listBotCandles(deps, params.id, query));
  registerCall(app, getPublicSettings, async ({ request }) => ({
    ...(await deps.readPublicSettings()),
    isTls: isServedOverTls(request, deps.publicOrigin),
  }));
}
