import { decidePayment as decideCall, listReviewPayments } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerMoneyCall } from "../../ledger/api.ts";
import { estimateCredit, type CreditDeps } from "./credit-payment.ts";
import { decideReviewPayment } from "./decide-payment.ts";
import { countReviews, listReviews, listUnmatched } from "./store.ts";

/** The most payments on one page of the back office. */
const MAX_LISTED = 100;

export function addDepositPaymentRoutes(app: FastifyInstance, deps: CreditDeps): void {
  const { sql } = deps;
  registerCall(app, listReviewPayments, async () => {
    const [rows, total, unmatched] = await Promise.all([
      listReviews(sql, MAX_LISTED),
      countReviews(sql),
      listUnmatched(sql, MAX_LISTED),
    ]);
    const items = [];
    for (const row of rows) items.push({ ...row, estimate: await estimateCredit(deps, row.id) });
    return { items, total, unmatched };
  });
  registerMoneyCall(app, sql, decideCall, ({ user, params, body, requestKey, address }) =>
    decideReviewPayment(deps, {
      administratorId: user.id,
      address,
      paymentId: params.id,
      decision: body.decision,
      note: body.note,
      requestKey,
    }),
  );
}
