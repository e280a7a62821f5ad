import type { CurrentUser } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { findUser } from "../identity/store.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { toCurrentUser, type AccountDeps } from "./current-user.ts";
import { lockProfile, updateProfile, type Profile } from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Changes a user's name and phone number. The audit log stores the names of the changed fields but not their values: they
 * are personal data, which must not outlive the user.
 * @throws AppError UNAUTHENTICATED the user was deleted at the same time · CONFLICT the name is verified
 */
export async function changeProfile(
  deps: AccountDeps,
  input: { user: SessionUser; profile: Profile; address: string },
): Promise<CurrentUser> {
  const { user, profile, address } = input;
  const changed = await deps.sql.begin(async (tx) => {
    const before = await lockProfile(tx, user.id);
    if (before === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
    const fields = (["firstName", "lastName", "phone"] as const).filter((field) => before[field] !== profile[field]);
    if (before.kycStatus === "approved" && fields.some((field) => field !== "phone")) {
      throw new AppError("CONFLICT", texts.nameVerified);
    }
    if (fields.length > 0) {
      await updateProfile(tx, user.id, profile, deps.now());
      await insertAuditEvent(tx, {
        actorId: user.id,
        action: "user.change-profile",
        subjectType: "user",
        subjectId: user.id,
        after: { fields },
        address,
      });
      if (fields.includes("phone")) {
        const at = deps.now().toISOString();
        await queueMail(tx, user.id, "security-changed", { change: "phone-changed", at, address });
      }
    }
    return findUser(tx, user.id);
  });
  if (changed === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
  return toCurrentUser(deps, changed);
}
