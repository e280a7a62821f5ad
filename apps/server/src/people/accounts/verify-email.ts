import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { endLinks } from "../identity/store.ts";
import { createAccountLink, readAccountLink, useAccountLink } from "../identity/account-links.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { countTry, ownMailRule } from "../identity/throttle.ts";
import type { AccountDeps } from "./current-user.ts";
import { writeEmailVerified } from "./store.ts";
import * as texts from "../../messages/people.ts";

/** Confirms an e-mail address with a link from a mail. @throws AppError LINK_INVALID */
export async function verifyEmail(
  deps: Pick<AccountDeps, "sql" | "now" | "links">,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const link = await readAccountLink(deps, "verify-email", token);
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    await useAccountLink(tx, link, now);
    await writeEmailVerified(tx, link.userId, now);
    await insertAuditEvent(tx, {
      actorId: link.userId,
      action: "user.verify-email",
      subjectType: "user",
      subjectId: link.userId,
      address,
    });
  });
}

/** Sends another link. @throws AppError CONFLICT the address is confirmed · RATE_LIMITED */
export async function sendVerification(
  deps: Pick<AccountDeps, "sql" | "now" | "rateLimitScale">,
  user: SessionUser,
): Promise<void> {
  if (user.isEmailVerified) throw new AppError("CONFLICT", texts.emailConfirmed);
  await countTry(deps, ownMailRule, user.id);
  await deps.sql.begin(async (tx) => {
    await endLinks(tx, user.id, "verify-email");
    const link = await createAccountLink(tx, { userId: user.id, kind: "verify-email", email: user.email }, deps.now());
    await queueMail(tx, user.id, "verify-email", { link: link.id }, { expiresAt: link.expiresAt });
  });
}
