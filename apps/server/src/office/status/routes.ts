import { getPublicStatus } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerShared } from "../../platform/http/register-read.ts";
import { createStatusCache, type StatusDeps } from "./read-status.ts";

export function addStatusRoutes(app: FastifyInstance, deps: StatusDeps): void {
  const read = createStatusCache(deps);
  registerShared(app, getPublicStatus, read);
}
