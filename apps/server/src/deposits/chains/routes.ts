import { DEFAULT_PAGE_SIZE, decidePayment as decideCall, listReviewPayments, type QueryOf } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { computeFingerprint, isMomentText, refuseCursor } from "../../platform/paging/cursor.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerMoneyCall } from "../../ledger/api.ts";
import type { CreditDeps } from "./build-credit.ts";
import { estimateCredit } from "./credit-payment.ts";
import { decideReviewPayment } from "./decide-payment.ts";
import { countReviews, listReviews, listUnmatched, type ReviewPlace } from "./decisions/store.ts";

/** The most reports of M-Pesa in one answer. */
const MAX_UNMATCHED = 100;
const LIST = "review payments";
type Query = QueryOf<typeof listReviewPayments>;

export function addDepositPaymentRoutes(app: FastifyInstance, deps: CreditDeps): void {
  const { sql } = deps;
  registerCall(app, listReviewPayments, async ({ query }) => {
    const { limit = DEFAULT_PAGE_SIZE, sameAs } = query;
    // One extra row shows whether there is another page.
    const wanted = { after: readCursor(query), limit: limit + 1, sameAs };
    const [rows, total, unmatched] = await Promise.all([
      listReviews(sql, wanted),
      countReviews(sql),
      listUnmatched(sql, MAX_UNMATCHED),
    ]);
    const items = [];
    for (const { pageAt: _, ...row } of rows.slice(0, limit)) {
      items.push({ ...row, estimate: await estimateCredit(deps, row.id) });
    }
    const last = rows.length > limit ? rows.at(limit - 1) : undefined;
    return { items, total, nextCursor: last ? writeCursor(query, { at: last.pageAt, id: last.id }) : null, unmatched };
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

const writeCursor = (query: Query, { at, id }: ReviewPlace): string =>
  Buffer.from([computeFingerprint(LIST, query), at, id].join(" ")).toString("base64url");

function readCursor(query: Query): ReviewPlace | null {
  if (query.cursor === undefined) return null;
  const [madeFor, at = "", id = ""] = Buffer.from(query.cursor, "base64url").toString().split(" ");
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  return madeFor === computeFingerprint(LIST, query) && isMomentText(at) && isId ? { at, id } : refuseCursor();
}
