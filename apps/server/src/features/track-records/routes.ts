import {
  getBotCorrelations,
  getPublicTrackRecord,
  getTrackRecord,
  listBotTrades as listBotTradesCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../http/register-call.ts";
import { registerShared } from "../../http/register-shared.ts";
import { createBotCorrelations } from "./bot-correlations.ts";
import { listBotTrades } from "./list-bot-trades.ts";
import { createTrackRecords, type TrackRecordDeps } from "./track-records.ts";

export function addTrackRecordRoutes(app: FastifyInstance, deps: TrackRecordDeps): void {
  const records = createTrackRecords(deps);
  registerCall(app, getTrackRecord, ({ params }) => records.readBotRecord(params.id));
  registerCall(app, listBotTradesCall, ({ params, query }) => listBotTrades(deps.sql, params.id, query));
  const readCorrelations = createBotCorrelations(deps);
  registerShared(app, getBotCorrelations, readCorrelations);
  registerShared(app, getPublicTrackRecord, () => records.readPublicRecord());
}
