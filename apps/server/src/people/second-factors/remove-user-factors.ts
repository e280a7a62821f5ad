import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import { findUser } from "../identity/store.ts";
import { beginFactorChange, recordFactorChange } from "./record-factor-change.ts";
import { deleteSecondFactors } from "./store.ts";
import type { FactorDeps } from "./step-up.ts";
import * as texts from "../../messages/people.ts";

/**
 * Removes all second factors of a person who has lost them, and ends their sessions. For an administrator it takes a
 * second administrator, because nobody can do it for themselves here.
 * @throws AppError NOT_FOUND · FORBIDDEN the caller's own · CONFLICT there is none
 */
export async function removeUserFactors(
  { sql, now }: Pick<FactorDeps, "sql" | "now">,
  { admin, userId, reason }: { admin: AuditActor; userId: string; reason: string },
): Promise<void> {
  if (userId === admin.id) throw new AppError("FORBIDDEN", texts.factorsOwn);
  await sql.begin(async (tx) => {
    if (!(await findUser(tx, userId))) throw new AppError("NOT_FOUND", texts.userNotFound);
    await beginFactorChange(tx, userId, now());
    if (!(await findUser(tx, userId))?.hasSecondFactor) throw new AppError("CONFLICT", texts.factorsMissing);
    await deleteSecondFactors(tx, userId);
    await recordFactorChange(tx, {
      userId,
      kind: "removed-by-administrator",
      detail: reason,
      actor: admin,
      keptSession: undefined,
      now: now(),
    });
  });
}
