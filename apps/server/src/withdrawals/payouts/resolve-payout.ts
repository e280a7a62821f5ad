import type { AdminPayout, BodyOf, resolvePayout as call } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import type { RequestKey } from "../../ledger/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { IN_CHAIN } from "../requests/payout-approval.ts";
import { readStates, takeTransition } from "../requests/transitions.ts";
import { buildPayoutOperation, buildReportedChange } from "./build-change.ts";
import type { ReportMeaning } from "./decide-report.ts";
import { findListedPayout, findOpenPayout, type OpenPayout, toAdminPayout } from "./store.ts";
import type { PayoutDeps } from "./payout-rail.ts";
import * as texts from "../../messages/withdrawals.ts";

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
      if (!open || !listed) throw new AppError("NOT_FOUND", texts.payoutNotFound);
      if (open.withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", texts.payoutOwn);
      refuseUndecidable(open, body.outcome);
      const now = deps.now();
      const times = { now, fee: null, retryAt: now };
      const change = buildReportedChange(open, toMeaning(body), times, "administrator");
      const payout = { ...change.payout, reason: body.reason };
      const decided = { ...change, action: "payout.resolve", payout, actor: admin };
      const operation = buildPayoutOperation(open, decided);
      return { operation, answer: { status: 200, body: toAdminPayout({ ...listed, ...payout }) } };
    },
  });
}

/** @throws AppError CONFLICT with why an administrator cannot decide its result */
function refuseUndecidable({ payout, withdrawal }: OpenPayout, outcome: BodyOf<typeof call>["outcome"]): void {
  const by = "administrator";
  const event = outcome === "paid" ? { type: "confirm" as const, by } : { type: "fail" as const, by, isRetried: false };
  const next = takeTransition(readStates(withdrawal, payout), { ...event, by });
  if (!("refused" in next)) return;
  if (next.refused === "in-chain") throw new AppError("CONFLICT", IN_CHAIN);
  throw new AppError("CONFLICT", texts.payoutResultKnown({ state: payout.state }));
}

function toMeaning(body: BodyOf<typeof call>): Exclude<ReportMeaning, { to: "review" }> {
  return body.outcome === "paid"
    ? { to: "confirmed", receipt: body.receipt, fee: null, recipientName: null }
    : { to: "failed", code: "not-paid", reason: body.reason, isRetried: false };
}
