import {
  approveAdjustment as approveCall,
  listAdjustments as listCall,
  rejectAdjustment as rejectCall,
  withdrawAdjustment as withdrawCall,
} from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import type { FastifyInstance } from "fastify";
import { toAdjustment, listAdjustmentRows, readAloneControl, registerMoneyCall } from "../../ledger/api.ts";
import { listSharedTraces } from "../../people/api.ts";
import { toPerson } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { type AdjustmentDeps, decideAdjustment } from "./decide-adjustment.ts";

export function addAdjustmentRoutes(app: FastifyInstance, deps: AdjustmentDeps): void {
  const { sql } = deps;
  registerCall(app, listCall, async ({ user, query }) => {
    const now = deps.now();
    const [rows, { limit, approvers }] = await Promise.all([
      listAdjustmentRows(sql, query, now),
      readAloneControl(sql, { adminId: user.id, investorId: null, now, rule: deps.rule }),
    ]);
    const items = rows.map((row) => toAdjustment(row, now));
    const askers = items.filter(({ status }) => status === "pending").map(({ askedBy }) => askedBy.id);
    const shared = await listSharedTraces(sql, askers);
    return { items, limit: formatCents(deps.rule.limit), isLimited: limit !== null, approvers, shared };
  });
  registerMoneyCall(app, sql, approveCall, ({ user, params, requestKey, address }) =>
    decideAdjustment(deps, {
      admin: { id: user.id, address, person: toPerson(user) },
      adjustmentId: params.id,
      decision: { kind: "approve", note: null },
      requestKey,
    }),
  );
  registerMoneyCall(app, sql, rejectCall, ({ user, params, body, requestKey, address }) =>
    decideAdjustment(deps, {
      admin: { id: user.id, address, person: toPerson(user) },
      adjustmentId: params.id,
      decision: { kind: "reject", note: body.note },
      requestKey,
    }),
  );
  registerMoneyCall(app, sql, withdrawCall, ({ user, params, requestKey, address }) =>
    decideAdjustment(deps, {
      admin: { id: user.id, address, person: toPerson(user) },
      adjustmentId: params.id,
      decision: { kind: "withdraw", note: null },
      requestKey,
    }),
  );
}
