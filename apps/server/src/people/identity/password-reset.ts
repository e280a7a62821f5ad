import { DAY_MS } from "@wazi/contracts";
import { insertAuditEvent, type AuditActor, queueMail } from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { createAccountLink } from "./account-links.ts";
import { endLinks } from "./store.ts";

/** A link that an administrator sent lives longer, because the person does not wait for it. */
const SENT_LINK_LIFETIME_MS = DAY_MS;

/**
 * Sends a link to set a new password to the person's own address. An earlier link ends.
 * @param actor the administrator who asked for it; null when the person did
 */
export async function sendPasswordReset(
  tx: Tx,
  user: { id: string; email: string },
  { actor, address, now }: { actor: AuditActor | null; address: string | null; now: Date },
): Promise<void> {
  await endLinks(tx, user.id, "reset-password");
  const asked = { userId: user.id, kind: "reset-password" as const, email: user.email };
  const link = await createAccountLink(tx, actor ? { ...asked, lifetimeMs: SENT_LINK_LIFETIME_MS } : asked, now);
  const data = { link: link.id, at: now.toISOString(), address };
  await queueMail(tx, user.id, "reset-password", data, { expiresAt: link.expiresAt });
  await insertAuditEvent(tx, {
    actorId: actor?.id ?? null,
    action: "user.ask-password-reset",
    subjectType: "user",
    subjectId: user.id,
    address,
  });
}
