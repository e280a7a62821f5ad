import type { FastifyRequest } from "fastify";
import type { AuditActor } from "../core/audit/store.ts";

/** Who makes a call, and from where, as the audit log names them. */
export const actorOf = ({ user, request }: { user: { id: string }; request: FastifyRequest }): AuditActor => ({
  id: user.id,
  address: request.ip,
});
