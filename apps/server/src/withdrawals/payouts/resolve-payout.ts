import { parseCents, ZERO_CENTS } from "@wazi/domain";
import type { AdminPayout, BodyOf, resolvePayout as call } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import { type AloneRule, readAloneControl, recordAct, type RequestKey } from "../../ledger/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { requireConfirmation } from "../requests/confirmations.ts";
import { IN_CHAIN } from "../requests/payout-approval.ts";
import { listConfirmations } from "../requests/store.ts";
import { readStates, takeTransition } from "../requests/transitions.ts";
import { buildPayoutOperation, buildReportedChange } from "./build-change.ts";
import type { ReportMeaning } from "./decide-report.ts";
import { findListedPayout, findOpenPayout, type OpenPayout, toAdminPayout } from "./store.ts";
import type { PayoutDeps } from "./payout-rail.ts";
import * as texts from "../../messages/withdrawals.ts";

/**
 * Ends a payment whose result is unknown, on an administrator's decision after a look at the provider's own records. Not paid: the
 * withdrawal is pending again, and can be approved again, paid by hand or rejected. That may give the money twice, so it counts as a
 * payment for what one administrator may do alone.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal · CONFLICT its result is known, it has not been sent, or another
 * administrator must confirm it first
 */
export function resolvePayout(
  deps: Pick<PayoutDeps, "sql" | "door" | "now"> & { aloneRule: AloneRule },
  input: { admin: AuditActor; payoutId: string; body: BodyOf<typeof call>; requestKey: RequestKey | null },
): Promise<{ status: 200; body: AdminPayout }> {
  const { admin, payoutId, body } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => {
      const now = deps.now();
      const open = await findOpenPayout(deps.sql, payoutId);
      const whose = { adminId: admin.id, investorId: open?.withdrawal.userId ?? null };
      return {
        open,
        listed: await findListedPayout(deps.sql, payoutId),
        confirmations: open === null ? [] : await listConfirmations(deps.sql, [open.withdrawal.id], admin.id),
        control: await readAloneControl(deps.sql, { ...whose, now, rule: deps.aloneRule }),
        now,
      };
    },
    decide: ({ open, listed, confirmations, control, now }) => {
      if (!open || !listed) throw new AppError("NOT_FOUND", texts.payoutNotFound);
      if (open.withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", texts.payoutOwn);
      refuseUndecidable(open, body.outcome);
      const { withdrawal } = open;
      const confirmedBy =
        body.outcome === "paid" ? null : requireConfirmation("resolvePayout", withdrawal, confirmations, control);
      const times = { now, fee: null, retryAt: now };
      const change = buildReportedChange(open, toMeaning(body), times, "administrator");
      const payout = { ...change.payout, reason: body.reason };
      const decided = { ...change, action: "payout.resolve", payout, actor: admin };
      const amount = body.outcome === "paid" ? ZERO_CENTS : parseCents(withdrawal.amount);
      const act = { act: "resolvePayout" as const, subjectId: withdrawal.id, amount, confirmedBy, now };
      return {
        operation: recordAct(buildPayoutOperation(open, decided), control, act),
        answer: { status: 200, body: toAdminPayout({ ...listed, ...payout }) },
      };
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
