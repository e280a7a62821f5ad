import type { ProfitSharePreview, QueryOf, previewProfitShare as call } from "@wazi/contracts";
import {
  computeGainShare,
  formatCents,
  minCents,
  parseCents,
  subtract,
  ZERO_CENTS,
  type UserSharePct,
} from "@wazi/domain";

const shares: Readonly<Record<QueryOf<typeof call>["userSharePct"], UserSharePct>> = { "70": 70, "80": 80, "90": 90 };

/** Computes the profit share of an example with the function that splits the gain of a real position. */
export function previewProfitShare(query: QueryOf<typeof call>): ProfitSharePreview {
  const putIn = parseCents(query.putIn);
  const worth = parseCents(query.worth);
  const carried = query.carriedLoss === undefined ? ZERO_CENTS : parseCents(query.carriedLoss);
  const gain = subtract(worth, putIn);
  const hasGain = gain > 0n;
  const toUser = hasGain ? computeGainShare(gain, carried, shares[query.userSharePct]) : gain;
  return {
    putIn: formatCents(putIn),
    worth: formatCents(worth),
    gain: formatCents(gain),
    lossMadeUp: formatCents(hasGain ? minCents(gain, carried) : ZERO_CENTS),
    profitShare: formatCents(subtract(gain, toUser)),
    paidOut: formatCents(subtract(worth, subtract(gain, toUser))),
  };
}
