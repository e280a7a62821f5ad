import {
  getBotCorrelations,
  getBotRecordFile,
  getPublicTrackRecord,
  getTrackRecord,
  listBotTrades as listBotTradesCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { keepAnswers } from "../../platform/http/prepared-answers.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerShared } from "../../platform/http/register-read.ts";
import { createBotCorrelations } from "./bot-correlations.ts";
import { readRecordFile } from "./read-record-file.ts";
import { listBotTrades } from "./list-bot-trades.ts";
import { createTrackRecords, type TrackRecordDeps } from "./track-records.ts";

/** Anybody may ask for a file, and a long record takes a while to make. */
const FILE_KEPT_MS = 10_000;

export function addTrackRecordRoutes(app: FastifyInstance, deps: TrackRecordDeps): void {
  const records = createTrackRecords(deps);
  registerCall(app, getTrackRecord, ({ params, query }) => records.readBotRecord(params.id, query.after));
  registerCall(app, listBotTradesCall, ({ params, query }) => listBotTrades(deps.sql, params.id, query));
  const readVersion = (): string => String(Math.floor(deps.now().getTime() / FILE_KEPT_MS));
  const recordFiles = keepAnswers(readVersion, (id) => readRecordFile(deps, id));
  registerCall(app, getBotRecordFile, async ({ params, reply }) => {
    const file = await recordFiles(params.id);
    void reply.header("content-disposition", 'attachment; filename="wazi-record.json"');
    return file;
  });
  const readCorrelations = createBotCorrelations(deps);
  registerShared(app, getBotCorrelations, readCorrelations);
  registerShared(app, getPublicTrackRecord, () => records.readPublicRecord());
}
