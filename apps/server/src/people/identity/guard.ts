import { insertAuditEventUnlessRecent } from "../../record/api.ts";
import type { Guard } from "../../platform/http/guard.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { UserRead } from "../../platform/http/user-read.ts";
import { createSessionReader } from "../sessions/store.ts";
import { createSessionTouches, findActiveSession, type SessionDeps } from "../sessions/sessions.ts";
import { takeProof } from "./act-proofs.ts";
import { adminMoneyRule, createTryCounter, moneyRule } from "./throttle.ts";

/** Repeated denied calls by one user leave one audit event in this time. */
const DENIED_ONCE_MS = 60_000;

/** Finds who calls by their sessions, and counts their calls in the database. */
export function createGuard(deps: SessionDeps & { rateLimitScale: number; isLive: boolean }): Guard {
  const { sql, now } = deps;
  const touches = createSessionTouches(sql);
  const reads: UserRead<unknown>[] = [];
  const sessionReader = createSessionReader(sql, reads);
  const countMoneyCall = createTryCounter(deps, moneyRule);
  const countAdminMoneyCall = createTryCounter(deps, adminMoneyRule);
  return {
    now,
    reads,
    needsProof: ({ hasSecondFactor }, { stepUp }) =>
      stepUp === "always" || (stepUp === "with-factor" && (hasSecondFactor || deps.isLive)),
    takeProof: (token, act) => takeProof(deps, token, act),
    authenticate: (token, read, argument) =>
      findActiveSession({ sql, now, touches }, token, (lookup) => sessionReader.find(lookup, read, argument)),
    countMoneyCall: ({ isAdmin, id }: SessionRow) => (isAdmin ? countAdminMoneyCall(id) : countMoneyCall(id)),
    recordDenied: ({ id, adminRole }, { right }, name, address) => {
      const event = {
        actorId: id,
        action: "call.denied",
        subjectType: "call",
        subjectId: name,
        ...(adminRole === null ? {} : { after: { role: adminRole, needed: right } }),
        address,
      };
      return insertAuditEventUnlessRecent(sql, event, DENIED_ONCE_MS);
    },
    close: () => touches.flush().catch(() => undefined),
  };
}
