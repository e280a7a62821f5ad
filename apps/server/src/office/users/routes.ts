import {
  activateUser as activateCall,
  adjustAccount as adjustCall,
  changeSystemSettings as settingsCall,
  deactivateUser as deactivateCall,
  deleteUser as deleteCall,
  endUserSession as endSessionCall,
  endUserSessions as endSessionsCall,
  exportUsers,
  freezeUser as freezeCall,
  getOverview,
  getUser,
  listAuditEvents as listAuditCall,
  listUserMovements as movementsCall,
  listUsers,
  listUserSessions as sessionsCall,
  previewAdjustment as previewCall,
  setKycStatus as kycCall,
  unfreezeUser as unfreezeCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { exportTable, toPerson, toAuditActor } from "../../record/api.ts";
import { answerTable } from "../../platform/paging/answer-table.ts";
import { answerWithFile } from "../../platform/http/answer-file.ts";
import { sameOriginOnly } from "../../platform/http/same-origin.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerMoneyCall } from "../../ledger/api.ts";
import { activateUser } from "./activate-user.ts";
import { adjustAccount } from "../adjustments/adjust-account.ts";
import { type BackOfficeDeps, deleteUser } from "./delete-user.ts";
import { changeSystemSettings } from "./change-system-settings.ts";
import { deactivateUser } from "./deactivate-user.ts";
import { endUserSession, endUserSessions, listUserSessions } from "./user-sessions.ts";
import { listAuditEvents } from "../audit/list-audit-events.ts";
import { listUserMovements } from "./list-user-movements.ts";
import { previewAdjustment } from "../adjustments/preview-adjustment.ts";
import { readOverview } from "./store.ts";
import { readUser, recordUserView } from "./read-user.ts";
import { setKycStatus } from "./set-kyc-status.ts";
import { freezeUser, unfreezeUser } from "./freeze-user.ts";
import { userColumns, buildUserTable } from "./user-table.ts";

export function addBackOfficeRoutes(app: FastifyInstance, deps: BackOfficeDeps): void {
  const { sql } = deps;
  registerCall(app, listUsers, ({ query }) => answerTable(buildUserTable(deps, query), query));
  registerCall(
    app,
    exportUsers,
    async (input) => {
      const { user, query, reply } = input;
      const wanted = { admin: toAuditActor(input), query, columns: userColumns };
      return answerWithFile(reply, deps.exports.enter(user.id), (read) =>
        exportTable(deps, buildUserTable(deps, query), { ...wanted, read }),
      );
    },
    sameOriginOnly(app),
  );
  registerCall(app, getOverview, () => readOverview(sql, deps.now()));
  registerCall(app, listAuditCall, ({ query }) => listAuditEvents(deps, query));
  registerCall(app, settingsCall, (input) => {
    const { expected, ...settings } = input.body;
    return changeSystemSettings(deps, { admin: toAuditActor(input), settings, expected });
  });
  addUserRoutes(app, deps);
}

function addUserRoutes(app: FastifyInstance, deps: BackOfficeDeps): void {
  const { sql } = deps;
  registerCall(app, getUser, async (input) => {
    const detail = await readUser(deps, input.params.id);
    await recordUserView(sql, { admin: toAuditActor(input), userId: detail.user.id, action: "user.view" });
    return detail;
  });
  registerCall(app, kycCall, (input) =>
    setKycStatus(deps, { admin: toAuditActor(input), userId: input.params.id, ...input.body }),
  );
  registerCall(app, previewCall, ({ user, params, body }) =>
    previewAdjustment(deps, { adminId: user.id, userId: params.id, body }),
  );
  registerMoneyCall(app, sql, adjustCall, ({ user, params, body, requestKey, address }) =>
    adjustAccount(deps, {
      admin: { id: user.id, address, person: toPerson(user) },
      userId: params.id,
      body,
      requestKey,
    }),
  );
  registerMoneyCall(app, sql, deactivateCall, ({ user, params, body, requestKey, address }) =>
    deactivateUser(deps, {
      admin: { id: user.id, address },
      userId: params.id,
      reason: body.reason ? body.reason : null,
      requestKey,
    }),
  );
  registerCall(app, activateCall, (input) =>
    activateUser(deps, { admin: toAuditActor(input), userId: input.params.id }),
  );
  registerCall(app, freezeCall, (input) => {
    const admin = { ...toAuditActor(input), role: input.user.adminRole ?? "read-only" };
    return freezeUser(deps, { admin, userId: input.params.id, reason: input.body.reason });
  });
  registerCall(app, unfreezeCall, async (input): Promise<undefined> => {
    await unfreezeUser(deps, { admin: toAuditActor(input), userId: input.params.id });
  });
  registerCall(app, deleteCall, async (input): Promise<undefined> => {
    await deleteUser(deps, { admin: toAuditActor(input), userId: input.params.id });
  });
  registerCall(app, endSessionsCall, async (input): Promise<undefined> => {
    await endUserSessions(deps, { admin: toAuditActor(input), userId: input.params.id });
  });
  addHistoryRoutes(app, deps);
}

function addHistoryRoutes(app: FastifyInstance, deps: BackOfficeDeps): void {
  registerCall(app, movementsCall, async (input) => {
    const page = await listUserMovements(deps, { userId: input.params.id, query: input.query });
    const view = { admin: toAuditActor(input), userId: input.params.id, action: "user.view-movements" } as const;
    await recordUserView(deps.sql, view);
    return page;
  });
  registerCall(app, sessionsCall, ({ params }) => listUserSessions(deps, params.id));
  registerCall(app, endSessionCall, async (input): Promise<undefined> => {
    const sessionId = input.params.session;
    await endUserSession(deps, { admin: toAuditActor(input), userId: input.params.id, sessionId });
  });
}
