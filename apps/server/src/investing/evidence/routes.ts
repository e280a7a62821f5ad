import { getBotEvidence, getPublicEvidence } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../platform/db/pool.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerShared } from "../../platform/http/register-read.ts";
import { readBotEvidence, readPublicEvidence } from "./read-evidence.ts";

export function addEvidenceRoutes(app: FastifyInstance, { sql }: { sql: Sql }): void {
  registerCall(app, getBotEvidence, ({ params }) => readBotEvidence(sql, params.id));
  registerShared(app, getPublicEvidence, () => readPublicEvidence(sql));
}
