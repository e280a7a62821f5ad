import { insertAuditEvent } from "../../core/audit/store.ts";
import { sendPasswordReset } from "../../core/identity/password-reset.ts";
import { findMailAddress } from "../../core/identity/store.ts";
import {
  countTry,
  forgotPasswordAccountRule,
  forgotPasswordRule,
  toSubscriberAddress,
} from "../../core/identity/throttle.ts";
import type { AccountDeps } from "./account-deps.ts";

/**
 * Sends a link to set a new password. An address without an account gets the same answer after the same work: tries are
 * counted by address alone, and both cases commit one transaction.
 * @throws AppError RATE_LIMITED
 */
export async function forgotPassword(
  deps: Pick<AccountDeps, "sql" | "now" | "rateLimitScale">,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await countTry(deps, forgotPasswordRule, toSubscriberAddress(address));
  await countTry(deps, forgotPasswordAccountRule, email.toLowerCase());
  await deps.sql.begin(async (tx) => {
    const user = await findMailAddress(tx, email);
    if (user) return sendPasswordReset(tx, user, { actor: null, address, now: deps.now() });
    return insertAuditEvent(tx, {
      actorId: null,
      action: "user.ask-password-reset",
      subjectType: "user",
      subjectId: "unknown",
      address,
    });
  });
}
