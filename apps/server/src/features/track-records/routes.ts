import { getPublicTrackRecord, getTrackRecord } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../http/register-call.ts";
import { keepTrackRecords, type TrackRecordDeps } from "./track-records.ts";

export function addTrackRecordRoutes(app: FastifyInstance, deps: TrackRecordDeps): void {
  const records = keepTrackRecords(deps);
  registerCall(app, getTrackRecord, ({ params }) => records.ofBot(params.id));
  registerCall(app, getPublicTrackRecord, () => records.ofAll());
}
