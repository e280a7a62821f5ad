import {
  confirmWithdrawal as confirmCall,
  createWithdrawal as createCall,
  deleteWithdrawal as deleteCall,
  exportWithdrawals,
  getSystemSettings,
  listAllWithdrawals,
  listWithdrawals,
  settleWithdrawal as settleCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { exportTable } from "../../core/csv/export-table.ts";
import { toPerson } from "../../core/identity/person-store.ts";
import { answerTable } from "../../core/paging/answer-table.ts";
import { toAuditActor } from "../../http/audit-actor.ts";
import { answerWithFile } from "../../http/answer-file.ts";
import { sameOriginOnly } from "../../http/same-origin-only.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerMoneyCall } from "../../http/register-money-call.ts";
import { registerRead } from "../../http/register-read.ts";
import { listWithdrawalsWaitingFirst } from "./admin-list-store.ts";
import { withdrawalColumns, buildWithdrawalTable } from "./admin-table.ts";
import { settleWithdrawal } from "./settle-withdrawal.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { deleteWithdrawal } from "./delete-withdrawal.ts";
import { refusePendingWithdrawal, requestWithdrawal } from "./request-withdrawal.ts";
import { readSystemSettings, toWithdrawal, userWithdrawals } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

export function addWithdrawalRoutes(app: FastifyInstance, deps: WithdrawalDeps): void {
  const { sql } = deps;
  registerRead(app, listWithdrawals, userWithdrawals, (rows) => rows.map(toWithdrawal));
  registerCall(app, listAllWithdrawals, ({ query }) =>
    answerTable(buildWithdrawalTable(deps, query), query, (limit) => listWithdrawalsWaitingFirst(sql, limit)),
  );
  registerCall(
    app,
    exportWithdrawals,
    async ({ user, query, request, reply }) => {
      const input = { admin: toAuditActor({ user, request }), query, columns: withdrawalColumns };
      return answerWithFile(reply, deps.exports.enter(user.id), () =>
        exportTable(deps, buildWithdrawalTable(deps, query), input),
      );
    },
    sameOriginOnly(app),
  );
  registerCall(app, getSystemSettings, () => readSystemSettings(sql));
  registerMoneyCall(
    app,
    sql,
    createCall,
    ({ user, body, requestKey, first }) => requestWithdrawal(deps, { userId: user.id, body, requestKey, first }),
    { blocked: (user) => refusePendingWithdrawal(deps, user.id), readsInvestor: true },
  );
  registerMoneyCall(app, sql, settleCall, ({ user, params, body, requestKey, address }) =>
    settleWithdrawal(deps, {
      admin: { id: user.id, address, person: toPerson(user) },
      withdrawalId: params.id,
      settlement: body,
      expected: body.expected,
      requestKey,
    }),
  );
  registerCall(app, confirmCall, ({ user, params, body, request }) =>
    confirmWithdrawal(deps, { admin: toAuditActor({ user, request }), withdrawalId: params.id, seen: body }),
  );
  registerMoneyCall(app, sql, deleteCall, ({ user, params, query, requestKey, address }) =>
    deleteWithdrawal(deps, {
      admin: { id: user.id, address },
      withdrawalId: params.id,
      expected: query.expected,
      requestKey,
    }),
  );
}
