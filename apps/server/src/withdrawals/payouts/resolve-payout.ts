import { isChainRail, type AdminPayout, type BodyOf, type resolvePayout as call } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import type { RequestKey } from "../../ledger/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { buildPayoutOperation, buildTransition } from "./build-change.ts";
import type { Transition } from "./decide-report.ts";
import { findListedPayout, toAdminPayout } from "./overview-store.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { findOpenPayout } from "./store.ts";

/**
 * Ends a payment whose result is unknown, on an administrator's decision after a look at the provider's own records. Not paid: the
 * withdrawal is pending again, and can be approved again, paid by hand or rejected.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal · CONFLICT its result is known, or it has not been sent
 */
export function resolvePayout(
  deps: Pick<PayoutDeps, "sql" | "door" | "now">,
  input: { admin: AuditActor; payoutId: string; body: BodyOf<typeof call>; requestKey: RequestKey | null },
): Promise<{ status: 200; body: AdminPayout }> {
  const { admin, payoutId, body } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => ({
      open: await findOpenPayout(deps.sql, payoutId),
      listed: await findListedPayout(deps.sql, payoutId),
    }),
    decide: ({ open, listed }) => {
      if (!open || !listed) throw new AppError("NOT_FOUND", "Payout not found.");
      if (open.withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", "You cannot decide your own payout.");
      if (open.payout.state !== "unknown") {
        const what = open.payout.state === "approved" ? "has not been sent" : `is ${open.payout.state}`;
        throw new AppError("CONFLICT", `This payout ${what}. Only a payout with an unknown result can be decided.`);
      }
      if (isChainRail(open.payout.rail) && open.payout.providerId !== null) {
        throw new AppError("CONFLICT", "This payment is in a prepared transaction. Only the chain decides its result.");
      }
      const now = deps.now();
      const change = buildTransition(open, toTransition(body), { now, fee: null, retryAt: now });
      const payout = { ...change.payout, reason: body.reason };
      const decided = { ...change, action: "payout.resolve", payout, actor: admin };
      const operation = buildPayoutOperation(open, decided);
      return { operation, answer: { status: 200, body: toAdminPayout({ ...listed, ...payout }) } };
    },
  });
}

function toTransition(body: BodyOf<typeof call>): Exclude<Transition, { to: "review" }> {
  return body.outcome === "paid"
    ? { to: "confirmed", receipt: body.receipt, fee: null, recipientName: null }
    : { to: "failed", code: "not-paid", reason: body.reason, isRetried: false };
}
