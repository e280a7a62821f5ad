import type { DepositPayment } from "@wazi/contracts";
import { investorAccount } from "@wazi/domain";
import { createOperationId, type RequestKey, type RowFor, raiseVersion } from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { type CreditDeps, toDecidedPayment } from "./build-credit.ts";
import { creditPayment } from "./credit-payment.ts";
import { findPayment, type PaymentRow } from "./store.ts";
import { findListedPayment } from "./decisions/store.ts";
import * as texts from "../../messages/deposits.ts";

interface Input {
  administratorId: string;
  address: string | null;
  paymentId: string;
  decision: "credit" | "dismiss";
  note: string | undefined;
  requestKey: RequestKey | null;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * An administrator's decision on a payment that waits for one: credits it at its rate, or leaves it uncredited and says why.
 * @throws AppError NOT_FOUND · FORBIDDEN one's own payment · CONFLICT it no longer waits, or cannot be credited · VALIDATION no note
 */
export async function decideReviewPayment(
  deps: CreditDeps,
  input: Input,
): Promise<{ status: 200; body: DepositPayment }> {
  const payment = UUID.test(input.paymentId) ? await findPayment(deps.sql, input.paymentId) : null;
  if (!payment) throw new AppError("NOT_FOUND", texts.paymentNotFound);
  refuseDecision(payment, input);
  if (input.decision === "dismiss") return dismiss(deps, input);
  const { administratorId, address, note, requestKey } = input;
  const outcome = await creditPayment(deps, payment.id, { administratorId, address, note: note ?? null, requestKey });
  if (outcome === null) throw new AppError("CONFLICT", texts.paymentDecided);
  if (outcome === "waits") {
    throw new AppError("PRICE_UNAVAILABLE", texts.paymentPriceMissing, { retryAfterSeconds: 5 });
  }
  const body = await findListedPayment(deps.sql, payment.id);
  if (!body) throw new AppError("NOT_FOUND", texts.paymentNotFound);
  return { status: 200, body };
}

function refuseDecision(payment: PaymentRow, { administratorId, decision, note }: Input): void {
  if (payment.userId === administratorId) {
    throw new AppError("FORBIDDEN", texts.paymentOwn);
  }
  if (payment.status !== "review") throw new AppError("CONFLICT", texts.paymentDecided);
  if (payment.reviewReason === "rate") throw new AppError("CONFLICT", texts.paymentRateHeld);
  if (decision === "credit" || note) return;
  const message = texts.paymentNoteMissing;
  throw new AppError("VALIDATION", message, { fields: { note: message } });
}

/** A payment that vanished after its credit stays credited: its correction is an adjustment of the account. */
function dismiss(deps: CreditDeps, input: Input): Promise<{ status: 200; body: DepositPayment }> {
  const { administratorId, requestKey, note = "", address } = input;
  return runAdministratorOperation(deps, administratorId, requestKey, {
    read: async () => {
      const payment = await findPayment(deps.sql, input.paymentId);
      if (!payment) throw new AppError("NOT_FOUND", texts.paymentNotFound);
      return payment;
    },
    decide: (payment) => {
      refuseDecision(payment, input);
      const after: RowFor<"depositPayments"> = {
        ...payment,
        status: "dismissed",
        reviewReason: null,
        decidedBy: administratorId,
        note,
        updatedAt: deps.now(),
        version: raiseVersion(payment.version),
      };
      return {
        operation: {
          operationId: createOperationId(),
          locks: { pools: {}, accounts: [investorAccount(payment.userId, "deposit_funds")] },
          expects: { rows: [{ table: "depositPayments", id: payment.id, version: payment.version }] },
          writes: {
            depositPayments: [after],
            audit: [
              {
                actorId: administratorId,
                action: "deposit.payment-dismiss",
                subjectType: payment.depositId === null ? "user" : "deposit",
                subjectId: payment.depositId ?? payment.userId,
                before: { status: "review", reviewReason: payment.reviewReason },
                after: { status: "dismissed", transactionHash: payment.transactionHash, note },
                address,
              },
            ],
          },
        },
        answer: { status: 200, body: toDecidedPayment(payment, after) },
      };
    },
  });
}
