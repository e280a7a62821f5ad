import { getMarketPrices, getPublicSettings, type PublicSettings } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../db/pool.ts";
import { registerCall } from "../../http/register-call.ts";
import { listPrices } from "./store.ts";

export interface MarketDataDeps {
  sql: Sql;
  readPublicSettings: () => Promise<PublicSettings>;
}

export function addMarketDataRoutes(app: FastifyInstance, deps: MarketDataDeps): void {
  registerCall(app, getMarketPrices, () => listPrices(deps.sql));
  registerCall(app, getPublicSettings, () => deps.readPublicSettings());
}
