import type { PayoutRail } from "./payout-rail.ts";

const SHOWN_CHARACTERS = 8;

/** Pays paper money, in demo mode: every payment is confirmed with a paper receipt, at the first question. Nothing leaves. */
export function createPaperRail(): PayoutRail {
  return {
    name: "paper",
    label: "Paper money",
    findCurrency: () => "USD",
    countPlaces: () => 2,
    findRecipientName: () => Promise.resolve(null),
    send: ({ reference }) => Promise.resolve({ kind: "accepted", providerId: `paper-${reference}` }),
    query: ({ reference, amount, currency }) =>
      Promise.resolve({
        kind: "paid",
        receipt: `PAPER-${reference.replaceAll("-", "").slice(0, SHOWN_CHARACTERS).toUpperCase()}`,
        amount,
        currency,
        fee: { amount: "0", currency },
        recipientName: null,
      }),
  };
}
