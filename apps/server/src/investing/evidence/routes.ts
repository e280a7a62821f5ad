import { getBotEvidence, getPublicEvidence } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerShared } from "../../platform/http/register-read.ts";
import { type EvidenceDeps, readBotEvidence, readPublicEvidence } from "./read-evidence.ts";

export function addEvidenceRoutes(app: FastifyInstance, deps: EvidenceDeps): void {
  registerCall(app, getBotEvidence, ({ params }) => readBotEvidence(deps, params.id));
  registerShared(app, getPublicEvidence, () => readPublicEvidence(deps));
}
