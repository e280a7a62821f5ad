import { randomUUID } from "node:crypto";
import {
  buildPayoutReference,
  type PayoutDestination,
  type PayoutOrder,
  type PayoutRail,
  type RailReport,
} from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import { startChainPayoutWorld } from "./chains/chain-payout-world.ts";
import type { PayerLab } from "./chains/payer-lab.ts";
import type { PayoutService } from "./fake-payout-services.ts";

/** Longer than a service or a node takes to answer. */
const ANSWER_MS = 10_000;

/** A rail with a service or a chain behind it that a test controls. */
export interface RailUnderTest {
  rail: PayoutRail;
  destination: PayoutDestination;
  currency: string;
  newOrder(): Promise<PayoutOrder>;
  /** How many payments were made under a reference. */
  countPaid(order: PayoutOrder): Promise<number>;
  /** All payments that were accepted are made, or fail. */
  end(how: "paid" | "failed"): Promise<void>;
  /** The final report about a payment, by whichever way. */
  ask(reference: string, providerId: string | null): Promise<RailReport>;
  /**
   * The service behind HTTP, which refuses and loses requests. Null for a chain: handing a payment over is a row in Wazi's own
   * database, without an answer that could be lost, and refusals come later.
   */
  service: PayoutService | null;
  close(): Promise<void>;
}

export async function startServiceRail(start: () => Promise<PayoutService>): Promise<RailUnderTest> {
  const service = await start();
  const { rail, destination, currency, amount } = service;
  return {
    rail,
    destination,
    currency,
    service,
    newOrder: () => {
      const reference = buildPayoutReference(randomUUID(), 1);
      return Promise.resolve({ reference, providerId: null, destination, amount, currency });
    },
    countPaid: ({ reference }) => Promise.resolve(service.countPaid(reference)),
    end: (how) => Promise.resolve(service.end(how)),
    ask: (reference, providerId) => service.ask(reference, providerId),
    close: () => service.fake.close(),
  };
}

/** The rail of a chain with its real node. Its transactions are signed by the node's wallet, outside of Wazi. */
export async function startChainRail(start: () => Promise<PayerLab>): Promise<RailUnderTest> {
  const lab = await start();
  const world = await startChainPayoutWorld(lab);
  const { sql } = world.test;
  const { network } = lab.chain;
  const { currency } = lab.currencies[0]!;
  const rail = world.deps.rails.find(({ name }) => name === `chain-${network.toLowerCase()}`);
  if (!rail) throw new Error("the chain has no rail");
  const nowhere = { country: null, bankName: null, accountName: null, phoneNumber: null };
  const destination: PayoutDestination = {
    ...nowhere,
    withdrawalType: "crypto",
    currency,
    network,
    destinationAddress: lab.makeAddress(),
  };
  const confirm = async (): Promise<void> => {
    await lab.mine(3);
    await world.round();
  };
  return {
    rail,
    destination,
    currency,
    service: null,
    async newOrder() {
      const { id, address } = await world.approve("30", currency);
      // As the worker leaves it before it hands the payment to the rail.
      const [row] = await sql<{ reference: string; amount: string }[]>`
        update payouts set state = 'sent', sends = 1, sent_at = now(), version = version + 1 where withdrawal_id = ${id}
        returning reference, trim_scale(local_amount)::text as amount`;
      await sql`update withdrawals set status = 'processing', version = version + 1 where id = ${id}`;
      return { ...row!, providerId: null, destination: { ...destination, destinationAddress: address }, currency };
    },
    countPaid: async ({ destination: { destinationAddress }, amount }) =>
      (await lab.balanceOf(destinationAddress ?? "", "coin")) / Number(amount),
    async end(how) {
      if (how === "paid") await world.signBatch();
      else {
        await world.prepare();
        const [open] = await sql<{ slot: string }[]>`
          select s.slot from chain_slots s join chain_transfers t on t.id = s.transfer_id where t.ended_at is null`;
        await lab.useSlot(open?.slot ?? "");
      }
      await world.round();
      await confirm();
    },
    ask: (reference, providerId) =>
      rail.query({ reference, providerId, destination, amount: "0", currency }, AbortSignal.timeout(ANSWER_MS)),
    async close() {
      await world.close();
      await lab.close();
    },
  };
}
