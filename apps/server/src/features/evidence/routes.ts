import { getBotEvidence, getPublicEvidence } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { Sql } from "../../db/pool.ts";
import { registerCall } from "../../http/register-call.ts";
import { readBotEvidence, readPublicEvidence } from "./read-evidence.ts";

export function addEvidenceRoutes(app: FastifyInstance, { sql }: { sql: Sql }): void {
  registerCall(app, getBotEvidence, ({ params }) => readBotEvidence(sql, params.id));
  registerCall(app, getPublicEvidence, () => readPublicEvidence(sql));
}
