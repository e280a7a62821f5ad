import type { PayoutOrder, PayoutRail, RailReport } from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";

/** The provider's behaviour for a new payment. */
export type Behaviour =
  /** Accepts it, pays at once and reports it. */
  | "prompt"
  /** Accepts it and pays later. */
  | "delay"
  /** Pays, and reports it three times. */
  | "repeat"
  /** Loses the request before it has read it. */
  | "lose-request"
  /** Pays, but neither answers nor reports it. */
  | "silent"
  /** Pays, and reports it before it answers. */
  | "report-first"
  /** Says at once that it will not pay this time. */
  | "refuse"
  /** Accepts it and fails later, for a reason that may pass. */
  | "fail-later";

interface Payment {
  order: PayoutOrder;
  state: "queued" | "paid" | "failed";
  receipt: string;
}

export interface FakeProvider {
  rail: PayoutRail;
  /** How many payments each destination got. */
  paidTo: Map<string, number>;
  /** The behaviour for the next new references, first to last; then "prompt". */
  behaviours: Behaviour[];
  /** Gets every call-back. */
  onReport: (reference: string, report: RailReport) => void;
  /** Lets delayed payments happen. */
  settleDelayed(): void;
  sends: number;
}

const FEE = "0.27";

/**
 * A provider in memory with the documented rules that all rails share: a reference is accepted once, an acknowledgement is no
 * payment, call-backs come early, late, repeatedly or never, and a status question tells the truth at that moment.
 */
export function createFakeProvider(name = "paper"): FakeProvider {
  const payments = new Map<string, Payment>();
  const paidTo = new Map<string, number>();
  const delayed: (() => void)[] = [];
  let receipts = 0;
  const toReport = ({ state, receipt, order }: Payment): RailReport => {
    if (state === "queued") return { kind: "pending" };
    if (state === "failed") return { kind: "failed", code: "1", reason: "The float is too low.", isTemporary: true };
    const { amount, currency } = order;
    return { kind: "paid", receipt, amount, currency, fee: { amount: FEE, currency: "USD" }, recipientName: null };
  };
  const pay = (payment: Payment): void => {
    payment.state = "paid";
    const to = payment.order.destination.phoneNumber ?? payment.order.destination.destinationAddress ?? "";
    paidTo.set(to, (paidTo.get(to) ?? 0) + 1);
  };
  const provider: FakeProvider = {
    paidTo,
    behaviours: [],
    onReport: () => undefined,
    sends: 0,
    settleDelayed: () => {
      for (const each of delayed.splice(0)) each();
    },
    rail: {
      name,
      label: "Test rail",
      findCurrency: () => "USD",
      countPlaces: () => 2,
      findRecipientName: () => Promise.resolve(null),
      send: (order) => Promise.resolve(receive(order)),
      query: ({ reference }) => {
        const payment = payments.get(reference);
        return Promise.resolve(payment ? toReport(payment) : { kind: "not-found" as const });
      },
    },
  };
  const receive = (order: PayoutOrder): RailReport => {
    provider.sends += 1;
    if (payments.has(order.reference)) return { kind: "duplicate" };
    const behaviour = provider.behaviours.shift() ?? "prompt";
    if (behaviour === "lose-request") throw new Error("socket hang up");
    if (behaviour === "refuse")
      return { kind: "refused", code: "1", reason: "The float is too low.", isTemporary: true };
    receipts += 1;
    const payment: Payment = { order, state: "queued", receipt: `R${receipts}` };
    payments.set(order.reference, payment);
    const report = (): void => provider.onReport(order.reference, toReport(payment));
    return act(behaviour, payment, report);
  };
  const act = (behaviour: Behaviour, payment: Payment, report: () => void): RailReport => {
    const accepted: RailReport = { kind: "accepted", providerId: `P-${payment.receipt}` };
    switch (behaviour) {
      case "delay":
        delayed.push(() => (pay(payment), report()));
        return accepted;
      case "fail-later":
        delayed.push(() => ((payment.state = "failed"), report()));
        return accepted;
      case "silent":
        pay(payment);
        throw new Error("The provider did not answer in time.");
      case "repeat":
        pay(payment);
        for (let time = 0; time < 3; time += 1) setImmediate(report);
        return accepted;
      case "report-first":
        pay(payment);
        report();
        return accepted;
      case "prompt":
      default:
        pay(payment);
        setImmediate(report);
        return accepted;
    }
  };
  return provider;
}
