import {
  createWithdrawal as createCall,
  getSystemSettings,
  listAllWithdrawals,
  listWithdrawals,
  settleWithdrawal as settleCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../http/register-call.ts";
import { registerMoneyCall } from "../../http/register-money-call.ts";
import { approveWithdrawal } from "./approve-withdrawal.ts";
import { refusePendingWithdrawal, requestWithdrawal } from "./request-withdrawal.ts";
import {
  adminWithdrawalOf,
  listWithdrawalsOf,
  listWithdrawalsWithOwners,
  readSystemSettings,
  withdrawalOf,
} from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

export function addWithdrawalRoutes(app: FastifyInstance, deps: WithdrawalDeps): void {
  const { sql } = deps;
  registerCall(app, listWithdrawals, async ({ user }) => (await listWithdrawalsOf(sql, user.id)).map(withdrawalOf));
  registerCall(app, listAllWithdrawals, async () => (await listWithdrawalsWithOwners(sql)).map(adminWithdrawalOf));
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
}
