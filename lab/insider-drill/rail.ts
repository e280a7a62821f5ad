import type { PayoutOrder, PayoutRail, RailReport } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";

export const RAIL = "mpesa-b2c";
export const CURRENCY = "KES";
/** Shillings for a US dollar, as two persons have set it. */
export const ANCHOR = 129;

/** A rail that knows what it has really paid, whatever the product was told. */
export interface Rail {
  payoutRail: PayoutRail;
  /** US cents at the anchor's rate, rounded down, that were paid under a reference; 0 if nothing was. */
  paidFor: (reference: string) => bigint;
}

/** Pays whole shillings at once. Of payments to a number with an odd last digit it loses the answer, and never gives it. */
export function createRail(): Rail {
  const paid = new Map<string, PayoutOrder>();
  const isSilent = ({ destination }: PayoutOrder): boolean => Number(destination.phoneNumber?.at(-1)) % 2 === 1;
  const toReport = (order: PayoutOrder): RailReport => ({
    ...{ kind: "paid", receipt: order.reference, amount: order.amount, currency: order.currency },
    ...{ fee: null, recipientName: null },
  });
  return {
    payoutRail: {
      name: RAIL,
      label: "The drill's rail",
      findCurrency: ({ withdrawalType }) => (withdrawalType === "mpesa" ? CURRENCY : null),
      countPlaces: () => 0,
      findRecipientName: () => Promise.resolve(null),
      send: (order) => {
        if (paid.has(order.reference)) return Promise.resolve({ kind: "duplicate" });
        paid.set(order.reference, order);
        if (isSilent(order)) return Promise.reject(new Error("The provider did not answer in time."));
        return Promise.resolve({ kind: "accepted", providerId: order.reference });
      },
      query: (order) => {
        const known = paid.get(order.reference);
        if (known === undefined) return Promise.resolve({ kind: "not-found" });
        return Promise.resolve(isSilent(order) ? { kind: "pending" } : toReport(known));
      },
    },
    paidFor(reference) {
      const order = paid.get(reference);
      return order === undefined ? 0n : (BigInt(order.amount) * 100n) / BigInt(ANCHOR);
    },
  };
}
