import {
  createWithdrawal as createCall,
  deleteWithdrawal as deleteCall,
  getSystemSettings,
  listAllWithdrawals,
  listWithdrawals,
  maxPlainList,
  settleWithdrawal as settleCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { answerList, isPlain } from "../../core/paging/answer-list.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerMoneyCall } from "../../http/register-money-call.ts";
import { approveWithdrawal } from "./approve-withdrawal.ts";
import { deleteWithdrawal } from "./delete-withdrawal.ts";
import { refusePendingWithdrawal, requestWithdrawal } from "./request-withdrawal.ts";
import {
  adminWithdrawalOf,
  countWithdrawals,
  listWithdrawalsOf,
  listWithdrawalsWaitingFirst,
  listWithdrawalsWithOwners,
  readSystemSettings,
  withdrawalOf,
} from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

export function addWithdrawalRoutes(app: FastifyInstance, deps: WithdrawalDeps): void {
  const { sql } = deps;
  registerCall(app, listWithdrawals, async ({ user }) => (await listWithdrawalsOf(sql, user.id)).map(withdrawalOf));
  registerCall(app, listAllWithdrawals, async ({ query }) => {
    if (isPlain(query)) return (await listWithdrawalsWaitingFirst(sql, maxPlainList)).map(adminWithdrawalOf);
    return answerList({
      list: "withdrawals",
      ids: "uuid",
      query,
      readRows: (after, limit) => listWithdrawalsWithOwners(sql, query, after, limit),
      countRows: () => countWithdrawals(sql, query),
      toItems: (rows) => rows.map(adminWithdrawalOf),
    });
  });
  registerCall(app, getSystemSettings, () => readSystemSettings(sql));
  registerMoneyCall(
    app,
    sql,
    createCall,
    ({ user, body, claim }) => requestWithdrawal(deps, { userId: user.id, body, claim }),
    { blocked: (user) => refusePendingWithdrawal(deps, user.id) },
  );
  registerMoneyCall(app, sql, settleCall, ({ user, params, body, claim, address }) =>
    approveWithdrawal(deps, { admin: { id: user.id, address }, withdrawalId: params.id, settlement: body, claim }),
  );
  registerMoneyCall(app, sql, deleteCall, ({ user, params, claim, address }) =>
    deleteWithdrawal(deps, { admin: { id: user.id, address }, withdrawalId: params.id, claim }),
  );
}
