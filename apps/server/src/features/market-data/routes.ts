import { getMarketPrices, getPublicSettings, type PublicSettings } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../db/pool.ts";
import { registerCall } from "../../http/register-call.ts";
import { isServedOverTls } from "../../http/session.ts";
import { listPrices } from "./store.ts";

export interface MarketDataDeps {
  sql: Sql;
  /** What is the same for everybody. */
  readPublicSettings: () => Promise<Omit<PublicSettings, "isTls">>;
  publicOrigin: string | undefined;
}

export function addMarketDataRoutes(app: FastifyInstance, deps: MarketDataDeps): void {
  registerCall(app, getMarketPrices, () => listPrices(deps.sql));
  registerCall(app, getPublicSettings, async ({ request }) => ({
    ...(await deps.readPublicSettings()),
    isTls: isServedOverTls(request, deps.publicOrigin),
  }));
}
