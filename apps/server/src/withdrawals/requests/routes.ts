import {
  addPayoutAddress as addAddressCall,
  cancelWithdrawal as cancelCall,
  checkRecipient as checkRecipientCall,
  confirmWithdrawal as confirmCall,
  createWithdrawal as createCall,
  deleteWithdrawal as deleteCall,
  exportWithdrawals,
  getSystemSettings,
  getOwnLocalRate,
  getWithdrawalTerms,
  listAllWithdrawals,
  listPayoutAddresses as listAddressesCall,
  listWithdrawals,
  releaseWithdrawal as releaseCall,
  removePayoutAddress as removeAddressCall,
  replaceWithdrawal as replaceCall,
  settleWithdrawal as settleCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { exportTable, toPerson, toAuditActor } from "../../record/api.ts";
import { answerTable } from "../../platform/paging/answer-table.ts";
import { findOwnLocalRate, investorRead, registerMoneyCall } from "../../ledger/api.ts";
import { answerWithFile } from "../../platform/http/answer-file.ts";
import { sameOriginOnly } from "../../platform/http/same-origin.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import {
  listPayoutAddresses,
  listWithdrawalsWaitingFirst,
  readSystemSettings,
  toPayoutAddress,
  toWithdrawal,
  userWithdrawals,
} from "./store.ts";
import { buildWithdrawalTable, withdrawalColumns } from "./admin-table.ts";
import { addPayoutAddress, checkRecipient, removePayoutAddress } from "./address-book.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { describePeople } from "./confirmations.ts";
import { confirmWithdrawal, releaseWithdrawal } from "./confirm-withdrawal.ts";
import { readWithdrawalTerms, type WithdrawalDeps } from "./withdrawal-controls.ts";
import { replaceWithdrawal } from "./replace-withdrawal.ts";
import { settleWithdrawal } from "./settle-withdrawal.ts";
import { deleteWithdrawal } from "./delete-withdrawal.ts";
import { refusePendingWithdrawal, requestWithdrawal } from "./request-withdrawal.ts";

export function addWithdrawalRoutes(app: FastifyInstance, deps: WithdrawalDeps): void {
  const { sql } = deps;
  registerRead(app, listWithdrawals, userWithdrawals, (rows) =>
    rows.map((row) => ({ ...toWithdrawal(row), ...describePeople(row, deps.aloneRule) })),
  );
  registerCall(app, listAllWithdrawals, ({ user, query }) =>
    answerTable(buildWithdrawalTable(deps, user.id, query), query, (limit) =>
      listWithdrawalsWaitingFirst(sql, user.id, limit),
    ),
  );
  registerCall(
    app,
    exportWithdrawals,
    async ({ user, query, request, reply }) => {
      const input = { admin: toAuditActor({ user, request }), query, columns: withdrawalColumns };
      return answerWithFile(reply, deps.exports.enter(user.id), (read) =>
        exportTable(deps, buildWithdrawalTable(deps, user.id, query), { ...input, read }),
      );
    },
    sameOriginOnly(app),
  );
  registerCall(app, getSystemSettings, () => readSystemSettings(sql));
  registerMoneyCall(
    app,
    sql,
    createCall,
    ({ user, body, requestKey, first, isProved }) =>
      requestWithdrawal(deps, { user, body, requestKey, first, isProved }),
    {
      blocked: async (user) => {
        await refusePendingWithdrawal(deps, user.id, deps.now());
      },
      reads: investorRead,
    },
  );
  registerMoneyCall(app, sql, cancelCall, ({ user, params, requestKey, address }) =>
    cancelWithdrawal(deps, { user: { id: user.id, address }, withdrawalId: params.id, requestKey }),
  );
  registerMoneyCall(app, sql, replaceCall, ({ user, params, body, requestKey, address, isProved }) =>
    replaceWithdrawal(deps, {
      user: { id: user.id, address },
      withdrawalId: params.id,
      amount: body.amount,
      requestKey,
      isProved,
    }),
  );
  registerCall(app, checkRecipientCall, ({ user, body }) => checkRecipient(deps, { user, body }));
  registerCall(app, getOwnLocalRate, async ({ user }) => {
    const found = await findOwnLocalRate(sql, user.id);
    if (!found) return { rate: null };
    const { currency, rate, source, setAt } = found;
    return { rate: { currency, rate, source, rateAt: setAt.toISOString() } };
  });
  registerCall(app, getWithdrawalTerms, ({ user }) => readWithdrawalTerms(deps, user.id));
  addAddressBookRoutes(app, deps);
  addDecisionRoutes(app, deps);
}

function addAddressBookRoutes(app: FastifyInstance, deps: WithdrawalDeps): void {
  registerCall(app, listAddressesCall, async ({ user }) => {
    const rows = await listPayoutAddresses(deps.sql, user.id);
    return rows.map(toPayoutAddress);
  });
  registerCall(app, addAddressCall, (input) => addPayoutAddress(deps, { user: toAuditActor(input), body: input.body }));
  registerCall(app, removeAddressCall, async (input): Promise<undefined> => {
    await removePayoutAddress(deps, { user: toAuditActor(input), id: input.params.id });
  });
}

/** The administrators' decisions. */
function addDecisionRoutes(app: FastifyInstance, deps: WithdrawalDeps): void {
  const { sql } = deps;
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
  registerCall(app, releaseCall, ({ user, params, body, request }) =>
    releaseWithdrawal(deps, { admin: toAuditActor({ user, request }), withdrawalId: params.id, ...body }),
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
