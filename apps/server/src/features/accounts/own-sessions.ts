import type { OwnSession } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent } from "../../core/audit/store.ts";
import { deleteSessionOf, listedSessionOf, listSessions, livingAt } from "../../core/identity/session-list-store.ts";
import { hashToken } from "../../core/identity/sessions.ts";
import type { AccountDeps } from "./account-deps.ts";
import { deleteOtherSessions } from "./store.ts";

type Deps = Pick<AccountDeps, "sql" | "now">;

/** Who asks, and with which session. */
interface Asked {
  userId: string;
  sessionToken: string | undefined;
  address: string;
}

/** Where a user is signed in. What a session is named by is worth nothing to whoever reads it. */
export async function listOwnSessions(deps: Deps, asked: Omit<Asked, "address">): Promise<OwnSession[]> {
  const rows = await listSessions(deps.sql, asked.userId, hashToken(asked.sessionToken), livingAt(deps.now()));
  return rows.map((row) => ({ ...listedSessionOf(row), isCurrent: row.isCurrent }));
}

/**
 * Ends one of one's own sessions, in every process at once; the one that asks, too.
 * @throws AppError NOT_FOUND no session of theirs
 */
export async function endOwnSession(
  deps: Deps,
  input: Asked & { sessionId: string },
): Promise<{ wasCurrent: boolean }> {
  return deps.sql.begin(async (tx) => {
    const wasCurrent = await deleteSessionOf(tx, input.userId, input.sessionId, hashToken(input.sessionToken));
    if (wasCurrent === undefined) throw new AppError("NOT_FOUND", "Session not found.");
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

/** Ends all of one's own sessions but the one that asks. @returns how many */
export async function endOtherSessions(deps: Deps, asked: Asked): Promise<number> {
  return deps.sql.begin(async (tx) => {
    const ended = await deleteOtherSessions(tx, asked.userId, hashToken(asked.sessionToken));
    await insertAuditEvent(tx, {
      actorId: asked.userId,
      action: "session.end-others",
      subjectType: "user",
      subjectId: asked.userId,
      after: { endedSessions: ended },
      address: asked.address,
    });
    return ended;
  });
}
