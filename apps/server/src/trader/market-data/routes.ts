import {
  getMarketPrices,
  getPublicSettings,
  listBotCandles as listBotCandlesCall,
  type PublicSettings,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { createLeasedReads, candleRule, toSubscriberAddress } from "../../people/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerShared } from "../../platform/http/register-read.ts";
import { isServedOverTls } from "../../platform/http/session.ts";
import { listBotCandles, type CandleDeps } from "./list-candles.ts";
import { listPrices } from "./store.ts";

export interface MarketDataDeps extends CandleDeps {
  sql: Sql;
  now: () => Date;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
  /** The settings that do not depend on the request. */
  readPublicSettings: () => Promise<Omit<PublicSettings, "isTls">>;
  publicOrigin: string | undefined;
}

export function addMarketDataRoutes(app: FastifyInstance, deps: MarketDataDeps): void {
  registerShared(app, getMarketPrices, () => listPrices(deps.sql));
  const countRead = createLeasedReads(deps, candleRule);
  registerCall(app, listBotCandlesCall, async ({ params, query, request }) => {
    await countRead(toSubscriberAddress(request.ip));
    return listBotCandles(deps, params.id, query);
  });
  registerCall(app, getPublicSettings, async ({ request }) => ({
    ...(await deps.readPublicSettings()),
    isTls: isServedOverTls(request, deps.publicOrigin),
  }));
}
