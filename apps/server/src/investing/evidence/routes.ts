import { getBotEvidence, getPublicEvidence } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { keepAnswers } from "../../platform/http/prepared-answers.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { type EvidenceDeps, readBotEvidence, readPublicEvidence } from "./read-evidence.ts";
import { readEvidenceVersion } from "./store.ts";

export function addEvidenceRoutes(app: FastifyInstance, deps: EvidenceDeps): void {
  const readVersion = (): Promise<string> => readEvidenceVersion(deps.sql);
  const ofBots = keepAnswers(readVersion, (id) => readBotEvidence(deps, id));
  registerCall(app, getBotEvidence, ({ params }) => ofBots(params.id));
  const ofAll = keepAnswers(readVersion, () => readPublicEvidence(deps));
  registerCall(app, getPublicEvidence, () => ofAll("all"));
}
