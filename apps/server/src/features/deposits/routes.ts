import {
  cancelDeposit as cancelCall,
  createDeposit as createCall,
  creditLateDeposit as creditLateCall,
  listAllDeposits,
  listDeposits,
  maxPlainList,
  settleDeposit as settleCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { answerList, isPlain } from "../../core/paging/answer-list.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerMoneyCall } from "../../http/register-money-call.ts";
import { approveDeposit } from "./approve-deposit.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import { createDeposit, refusePendingDeposit, refuseUnverified } from "./create-deposit.ts";
import { creditLateDeposit } from "./credit-late-deposit.ts";
import type { DepositDeps } from "./deposit-deps.ts";
import {
  adminDepositOf,
  countDeposits,
  depositOf,
  listDepositsOf,
  listDepositsPendingFirst,
  listDepositsWithOwners,
} from "./store.ts";

export function addDepositRoutes(app: FastifyInstance, deps: DepositDeps): void {
  const { sql } = deps;
  registerCall(app, listDeposits, async ({ user }) => (await listDepositsOf(sql, user.id)).map(depositOf));
  registerCall(app, listAllDeposits, async ({ query }) => {
    if (isPlain(query)) return (await listDepositsPendingFirst(sql, maxPlainList)).map(adminDepositOf);
    return answerList({
      list: "deposits",
      ids: "uuid",
      query,
      readRows: (after, limit) => listDepositsWithOwners(sql, query, after, limit),
      countRows: () => countDeposits(sql, query),
      toItems: (rows) => rows.map(adminDepositOf),
    });
  });
  registerMoneyCall(
    app,
    sql,
    createCall,
    ({ user, body, claim }) => {
      refuseUnverified(deps, user.kycStatus);
      return createDeposit(deps, { userId: user.id, body, claim });
    },
    {
      blocked: async (user) => {
        refuseUnverified(deps, user.kycStatus);
        await refusePendingDeposit(deps, user.id);
      },
    },
  );
  registerMoneyCall(app, sql, cancelCall, ({ user, params, claim, address }) =>
    cancelDeposit(deps, { userId: user.id, depositId: params.id, address, claim }),
  );
  registerMoneyCall(app, sql, settleCall, ({ user, params, body, claim, address }) =>
    approveDeposit(deps, { admin: { id: user.id, address }, depositId: params.id, settlement: body, claim }),
  );
  registerMoneyCall(app, sql, creditLateCall, ({ user, params, body, claim, address }) =>
    creditLateDeposit(deps, { admin: { id: user.id, address }, depositId: params.id, body, claim }),
  );
}
