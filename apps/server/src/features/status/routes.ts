import { getPublicStatus } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../http/register-call.ts";
import { createStatusCache, type StatusDeps } from "./read-status.ts";

export function addStatusRoutes(app: FastifyInstance, deps: StatusDeps): void {
  const read = createStatusCache(deps);
  registerCall(app, getPublicStatus, () => read());
}
