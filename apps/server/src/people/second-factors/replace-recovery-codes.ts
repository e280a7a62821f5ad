import { AppError } from "../../platform/base/app-error.ts";
import { hashToken } from "../sessions/sessions.ts";
import { beginFactorChange, recordFactorChange } from "./record-factor-change.ts";
import { findRecoveryCodes } from "./store.ts";
import type { FactorDeps, FactorOwner } from "./step-up.ts";
import { issueRecoveryCodes } from "./recovery-codes.ts";
import * as texts from "../../messages/people.ts";

/**
 * Replaces all recovery codes of the user. The old ones stop working.
 * @throws AppError CONFLICT without a second factor, because the codes only replace one
 */
export async function replaceOwnRecoveryCodes(
  { sql, now, factors }: FactorDeps,
  { user, sessionToken, address }: FactorOwner,
): Promise<{ recoveryCodes: string[] }> {
  return sql.begin(async (tx) => {
    await beginFactorChange(tx, user.id, now());
    if (!(await findRecoveryCodes(tx, user.id))) {
      throw new AppError("CONFLICT", texts.recoveryCodesWithoutFactor);
    }
    const recoveryCodes = await issueRecoveryCodes(tx, factors, user.id, now());
    await recordFactorChange(tx, {
      userId: user.id,
      kind: "recovery-codes-replaced",
      actor: { id: user.id, address },
      keptSession: hashToken(sessionToken),
      now: now(),
    });
    return { recoveryCodes };
  });
}
