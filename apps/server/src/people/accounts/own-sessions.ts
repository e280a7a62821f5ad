import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { deleteUserSession } from "../sessions/store.ts";
import { hashToken } from "../sessions/sessions.ts";
import { deleteOtherSessions } from "../sessions/store.ts";
import type { AccountDeps } from "./current-user.ts";
import * as texts from "../../messages/people.ts";

type Deps = Pick<AccountDeps, "sql" | "now">;

interface Caller {
  userId: string;
  sessionToken: string | undefined;
  address: string;
}

/**
 * Ends one of the user's own sessions in every process at once; it may be the current one.
 * @throws AppError NOT_FOUND not a session of this user
 */
export async function endOwnSession(
  deps: Deps,
  input: Caller & { sessionId: string },
): Promise<{ wasCurrent: boolean }> {
  return deps.sql.begin(async (tx) => {
    const wasCurrent = await deleteUserSession(tx, input.userId, input.sessionId, hashToken(input.sessionToken));
    if (wasCurrent === undefined) throw new AppError("NOT_FOUND", texts.sessionNotFound);
    await insertAuditEvent(tx, {
      actorId: input.userId,
      action: "session.end",
      subjectType: "session",
      subjectId: input.sessionId,
      address: input.address,
    });
    return { wasCurrent };
  });
}

/** Ends all of the user's sessions except the current one. @returns the number of ended sessions */
export async function endOtherSessions(deps: Deps, caller: Caller): Promise<number> {
  return deps.sql.begin(async (tx) => {
    const ended = await deleteOtherSessions(tx, caller.userId, hashToken(caller.sessionToken));
    await insertAuditEvent(tx, {
      actorId: caller.userId,
      action: "session.end-others",
      subjectType: "user",
      subjectId: caller.userId,
      after: { endedSessions: ended },
      address: caller.address,
    });
    return ended;
  });
}
