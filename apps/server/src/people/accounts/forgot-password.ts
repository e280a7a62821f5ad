import { insertAuditEvent } from "../../record/api.ts";
import { sendPasswordReset } from "../identity/account-links.ts";
import { findMailAddress } from "../identity/store.ts";
import { countTry, forgotPasswordAccountRule, forgotPasswordRule, toSubscriberAddress } from "../identity/throttle.ts";
import type { AccountDeps } from "./current-user.ts";

type Deps = Pick<AccountDeps, "sql" | "now" | "rateLimitScale">;

interface Asked {
  email: string;
  address: string;
}

/**
 * Counts a request for a link by addresses alone, so that one without an account gets the same answer after the same work.
 * @throws AppError RATE_LIMITED
 */
export async function countForgotPassword(deps: Deps, { email, address }: Asked): Promise<void> {
  await countTry(deps, forgotPasswordRule, toSubscriberAddress(address));
  await countTry(deps, forgotPasswordAccountRule, email.toLowerCase());
}

/** Sends a link to set a new password. It runs after the answer, whose time would otherwise tell who has an account. */
export async function sendForgottenPassword(deps: Deps, { email, address }: Asked): Promise<void> {
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
