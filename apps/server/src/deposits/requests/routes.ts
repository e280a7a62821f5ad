import {
  cancelDeposit as cancelCall,
  createDeposit as createCall,
  creditLateDeposit as creditLateCall,
  exportDeposits,
  givePracticeMoney as givePracticeMoneyCall,
  listAllDeposits,
  listDeposits,
  settleDeposit as settleCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { type ActingAdministrator, exportTable, toPerson, toAuditActor } from "../../record/api.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { answerTable } from "../../platform/paging/answer-table.ts";
import { answerWithFile } from "../../platform/http/answer-file.ts";
import { sameOriginOnly } from "../../platform/http/same-origin.ts";
import { type CallRequest, findPathId, registerCall } from "../../platform/http/register-call.ts";
import { findActsSince, registerMoneyCall } from "../../ledger/api.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import {
  creditStart,
  depositStart,
  listDepositsPendingFirst,
  toCreditArgument,
  toDeposit,
  userDeposits,
} from "./store.ts";
import { depositColumns, buildDepositTable } from "./admin-table.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import { createDeposit, type DepositDeps, refusePendingDeposit, refuseUnverified } from "./create-deposit.ts";
import { creditLateDeposit } from "./credit-late-deposit.ts";
import { givePracticeMoney } from "./give-practice-money.ts";

const toActingAdministrator = (user: SessionUser, address: string): ActingAdministrator => ({
  id: user.id,
  address,
  person: toPerson(user),
});

export function addDepositRoutes(app: FastifyInstance, deps: DepositDeps): void {
  const { sql } = deps;
  registerRead(app, listDeposits, userDeposits, (rows) => rows.map(toDeposit));
  registerCall(app, listAllDeposits, ({ query }) =>
    answerTable(buildDepositTable(sql, query), query, (limit) => listDepositsPendingFirst(sql, limit)),
  );
  registerCall(
    app,
    exportDeposits,
    async ({ user, query, request, reply }) => {
      const input = { admin: toAuditActor({ user, request }), query, columns: depositColumns };
      return answerWithFile(reply, deps.exports.enter(user.id), (read) =>
        exportTable(deps, buildDepositTable(sql, query), { ...input, read }),
      );
    },
    sameOriginOnly(app),
  );
  registerMoneyCall(
    app,
    sql,
    createCall,
    ({ user, body, requestKey, first }) => {
      refuseUnverified(deps, user.kycStatus);
      return createDeposit(deps, { userId: user.id, body, requestKey, first });
    },
    {
      blocked: async (user) => {
        refuseUnverified(deps, user.kycStatus);
        await refusePendingDeposit(deps, user.id);
      },
      reads: depositStart,
    },
  );
  registerMoneyCall(
    app,
    sql,
    givePracticeMoneyCall,
    ({ user, requestKey, address, first }) => {
      refuseUnverified(deps, user.kycStatus);
      return givePracticeMoney(deps, { userId: user.id, address, requestKey, first });
    },
    { reads: depositStart },
  );
  registerMoneyCall(app, sql, cancelCall, ({ user, params, requestKey, address }) =>
    cancelDeposit(deps, { userId: user.id, depositId: params.id, address, requestKey }),
  );
  addDecisionRoutes(app, deps);
}

/** The administrators' decisions. The deposit is read with the session. */
function addDecisionRoutes(app: FastifyInstance, deps: DepositDeps): void {
  const { sql } = deps;
  const read = {
    reads: creditStart,
    readArgument: (request: CallRequest) => {
      const id = findPathId(request);
      return id === null ? null : toCreditArgument(id, findActsSince(deps.now()));
    },
  };
  registerMoneyCall(
    app,
    sql,
    settleCall,
    ({ user, params, body, requestKey, first, address }) =>
      settleDeposit(deps, {
        admin: toActingAdministrator(user, address),
        depositId: params.id,
        settlement: body,
        requestKey,
        first,
      }),
    read,
  );
  registerMoneyCall(
    app,
    sql,
    creditLateCall,
    ({ user, params, body, requestKey, first, address }) => {
      const admin = toActingAdministrator(user, address);
      return creditLateDeposit(deps, { admin, depositId: params.id, body, requestKey, first });
    },
    read,
  );
}
