import { insertAuditEvent } from "../../record/api.ts";
import { endSession } from "../sessions/sessions.ts";
import type { AccountDeps } from "./current-user.ts";

/** Ends the session in every process at once. Does nothing without a session. */
export async function signOut(
  deps: Pick<AccountDeps, "sql">,
  input: { sessionToken: string | undefined; address: string },
): Promise<void> {
  await deps.sql.begin(async (tx) => {
    const userId = await endSession(tx, input.sessionToken);
    if (userId === undefined) return;
    await insertAuditEvent(tx, {
      actorId: userId,
      action: "session.sign-out",
      subjectType: "user",
      subjectId: userId,
      address: input.address,
    });
  });
}
