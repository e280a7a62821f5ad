import type { AuditActor } from "./store.ts";

/** The caller of a request with their IP address, for the audit log. */
export const toAuditActor = ({ user, request }: { user: { id: string }; request: { ip: string } }): AuditActor => ({
  id: user.id,
  address: request.ip,
});
