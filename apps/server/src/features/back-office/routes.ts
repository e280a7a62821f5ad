import {
  activateUser as activateCall,
  adjustAccount as adjustCall,
  changeSystemSettings as settingsCall,
  deactivateUser as deactivateCall,
  deleteUser as deleteCall,
  endUserSessions as endSessionsCall,
  getUser,
  listAuditEntries,
  listUsers,
  setKycStatus as kycCall,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "../../core/audit/store.ts";
import { answerList } from "../../core/paging/answer-list.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerMoneyCall } from "../../http/register-money-call.ts";
import { activateUser } from "./activate-user.ts";
import { adjustAccount } from "./adjust-account.ts";
import { allWithFigures } from "./admin-user.ts";
import { auditEntryOf, listAuditRows } from "./audit-store.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { changeSystemSettings } from "./change-system-settings.ts";
import { deactivateUser } from "./deactivate-user.ts";
import { deleteUser } from "./delete-user.ts";
import { endUserSessions } from "./end-user-sessions.ts";
import { readUser } from "./read-user.ts";
import { setKycStatus } from "./set-kyc-status.ts";
import { countInvestors, listInvestors } from "./store.ts";

const actorOf = ({ user, request }: { user: { id: string }; request: FastifyRequest }): Actor => ({
  id: user.id,
  address: request.ip,
});

export function addBackOfficeRoutes(app: FastifyInstance, deps: BackOfficeDeps): void {
  const { sql } = deps;
  registerCall(app, listUsers, ({ query }) =>
    answerList({
      list: "users",
      ids: "uuid",
      query,
      readRows: (after, limit) => listInvestors(sql, query, after, limit),
      countRows: () => countInvestors(sql, query),
      toItems: (rows) => allWithFigures(deps, rows),
    }),
  );
  registerCall(app, listAuditEntries, ({ query }) =>
    answerList({
      list: "audit",
      ids: "number",
      query,
      readRows: (after, limit) => listAuditRows(sql, query, after, limit),
      toItems: (rows) => rows.map(auditEntryOf),
    }),
  );
  registerCall(app, settingsCall, (input) =>
    changeSystemSettings(deps, { admin: actorOf(input), settings: input.body }),
  );
  addUserRoutes(app, deps);
}

function addUserRoutes(app: FastifyInstance, deps: BackOfficeDeps): void {
  const { sql } = deps;
  registerCall(app, getUser, ({ params }) => readUser(deps, params.id));
  registerCall(app, kycCall, (input) =>
    setKycStatus(deps, { admin: actorOf(input), userId: input.params.id, kycStatus: input.body.kycStatus }),
  );
  registerMoneyCall(app, sql, adjustCall, ({ user, params, body, claim, address }) =>
    adjustAccount(deps, { admin: { id: user.id, address }, userId: params.id, body, claim }),
  );
  registerMoneyCall(app, sql, deactivateCall, ({ user, params, body, claim, address }) =>
    deactivateUser(deps, {
      admin: { id: user.id, address },
      userId: params.id,
      reason: body.reason ? body.reason : null,
      claim,
    }),
  );
  registerCall(app, activateCall, (input) => activateUser(deps, { admin: actorOf(input), userId: input.params.id }));
  registerCall(app, deleteCall, async (input): Promise<undefined> => {
    await deleteUser(deps, { admin: actorOf(input), userId: input.params.id });
  });
  registerCall(app, endSessionsCall, async (input): Promise<undefined> => {
    await endUserSessions(deps, { admin: actorOf(input), userId: input.params.id });
  });
}
