import {
  approveAdjustment as approveCall,
  listAdjustments as listCall,
  rejectAdjustment as rejectCall,
  withdrawAdjustment as withdrawCall,
} from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import type { FastifyInstance } from "fastify";
import { toAdjustment, countApprovers, listAdjustmentRows, registerMoneyCall } from "../../ledger/api.ts";
import { toPerson } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { type AdjustmentDeps, decideAdjustment } from "./decide-adjustment.ts";

export function addAdjustmentRoutes(app: FastifyInstance, deps: AdjustmentDeps): void {
  const { sql } = deps;
  registerCall(app, listCall, async ({ user, query }) => {
    const now = deps.now();
    const [rows, approvers] = await Promise.all([listAdjustmentRows(sql, query, now), countApprovers(sql, user.id)]);
    return { items: rows.map((row) => toAdjustment(row, now)), limit: formatCents(deps.limit), approvers };
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
