import type { FastifyRequest } from "fastify";
import type { AuditActor } from "../../record/audit/store.ts";

/** The caller of a request with their IP address, for the audit log. */
export const toAuditActor = ({ user, request }: { user: { id: string }; request: FastifyRequest }): AuditActor => ({
  id: user.id,
  address: request.ip,
});
