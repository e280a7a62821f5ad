import type { ProfitSharePreview, QueryOf, previewProfitShare as call } from "@wazi/contracts";
import {
  computeGainShare,
  formatCents,
  maxCents,
  minCents,
  parseCents,
  subtract,
  ZERO_CENTS,
  type Cents,
  type UserSharePct,
} from "@wazi/domain";

const shares: Readonly<Record<QueryOf<typeof call>["userSharePct"], UserSharePct>> = { "70": 70, "80": 80, "90": 90 };

/** Computes the profit share of an example with the function that splits the gain of a real position. */
export function previewProfitShare(query: QueryOf<typeof call>): ProfitSharePreview {
  const putIn = parseCents(query.putIn);
  const worth = parseCents(query.worth);
  const [carried, billGain] = [query.carriedLoss, query.billGain].map(parseOptional) as [Cents, Cents];
  const result = subtract(worth, putIn);
  const gain = maxCents(result, ZERO_CENTS);
  const belowBills = minCents(gain, billGain);
  const charged = subtract(gain, belowBills);
  const profitShare = subtract(charged, computeGainShare(charged, carried, shares[query.userSharePct]));
  return {
    putIn: formatCents(putIn),
    worth: formatCents(worth),
    gain: formatCents(result),
    lossMadeUp: formatCents(minCents(charged, carried)),
    belowBills: formatCents(belowBills),
    profitShare: formatCents(profitShare),
    paidOut: formatCents(subtract(worth, profitShare)),
  };
}

const parseOptional = (given: string | undefined): Cents => (given === undefined ? ZERO_CENTS : parseCents(given));
