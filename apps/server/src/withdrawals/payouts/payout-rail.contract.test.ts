import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANVIL } from "../../../../../tests/harness/chains/anvil-lab.ts";
import { hasBitcoin, hasLitecoin } from "../../../../../tests/harness/chains/core-lab.ts";
import { startBitcoinPayer, startEvmPayer, startLitecoinPayer } from "../../../../../tests/harness/chains/payer-lab.ts";
import { startFlutterwave, startMpesa, startPaystack } from "../../../../../tests/harness/fake-payout-services.ts";
import { startChainRail, startServiceRail, type RailUnderTest } from "../../../../../tests/harness/rails-under-test.ts";
import { buildPayoutReference, type PayoutOrder, type RailReport, RecipientRefusedError } from "./payout-rail.ts";

/** The fee of a chain is not known before. */
const ANY_FEE = null;
const service = { isThere: true, isService: true };
const chain = { isService: false, fee: ANY_FEE };
const rails = [
  { name: "M-Pesa B2C (fake)", ...service, start: () => startServiceRail(startMpesa), fee: 22.4 },
  { name: "Paystack (fake)", ...service, start: () => startServiceRail(startPaystack), fee: 10 },
  { name: "Flutterwave (fake)", ...service, start: () => startServiceRail(startFlutterwave), fee: 10.75 },
  { name: "Ethereum (anvil)", ...chain, isThere: ANVIL !== undefined, start: () => startChainRail(startEvmPayer) },
  { name: "Litecoin (litecoind)", ...chain, isThere: hasLitecoin, start: () => startChainRail(startLitecoinPayer) },
  { name: "Bitcoin (bitcoind)", ...chain, isThere: hasBitcoin, start: () => startChainRail(startBitcoinPayer) },
];

/** Longer than a service or a node takes to answer. */
const ANSWER_MS = 10_000;
/** Longer than a request takes to arrive at a service that does not answer. */
const SILENCE_MS = 2_000;

/** The contract of every rail, against a fake of its service, or the real node of its chain. No real service is called. */
for (const { name, isThere, isService, start, fee } of rails) {
  describe.skipIf(!isThere)(`${name}${isThere ? "" : ": needs its node"}`, () => {
    let under: RailUnderTest;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under?.close());

    const send = (order: PayoutOrder, withinMs = ANSWER_MS): Promise<RailReport> =>
      under.rail.send(order, AbortSignal.timeout(withinMs));

    it("accepts a payment, and says that it is paid when it is: receipt, amount and fee", async () => {
      const order = await under.newOrder();
      const accepted = await send(order);
      const providerId = under.service ? (expect.any(String) as string) : null;
      expect(accepted).toEqual({ kind: "accepted", providerId });
      const given = (accepted as { providerId: string | null }).providerId;
      expect(await under.ask(order.reference, given)).toEqual({ kind: "pending" });
      await under.end("paid");
      const said = await under.ask(order.reference, given);
      expect(said).toMatchObject({
        kind: "paid",
        receipt: expect.stringMatching(/\w/) as string,
        currency: order.currency,
      });
      const paid = said as Extract<RailReport, { kind: "paid" }>;
      expect(Number(paid.amount)).toBe(Number(order.amount));
      if (fee === ANY_FEE) expect(Number(paid.fee?.amount)).toBeGreaterThan(0);
      else expect(Number(paid.fee?.amount)).toBe(fee);
      expect(await under.countPaid(order)).toBe(1);
    });

    it("is asked without the provider's id as well, after a lost answer", async () => {
      const order = await under.newOrder();
      await send(order);
      await under.end("paid");
      expect(await under.ask(order.reference, null)).toMatchObject({ kind: "paid" });
    });

    it("takes a reference once", async () => {
      const order = await under.newOrder();
      await send(order);
      expect(await send(order)).toEqual({ kind: "duplicate" });
      await under.end("paid");
      expect(await send(order)).toEqual({ kind: "duplicate" });
      expect(await under.countPaid(order)).toBe(1);
    });

    if (isService)
      it("does not know the result when the answer is lost, unreadable or an error", async () => {
        const { fake, payPath } = under.service!;
        for (const how of ["lose-answer", "malformed", "server-error", "silence"] as const) {
          const order = await under.newOrder();
          fake.misbehave(payPath, how);
          await expect(send(order, how === "silence" ? SILENCE_MS : ANSWER_MS)).rejects.toThrow();
          const again = await send(order);
          expect(again.kind).toBe(how === "lose-answer" ? "duplicate" : "accepted");
          await under.end("paid");
          expect(await under.countPaid(order)).toBe(1);
        }
      });

    if (isService)
      it("tells a refusal that may pass from one that does not", async () => {
        under.service!.refuseNext("no-funds");
        expect(await send(await under.newOrder())).toMatchObject({ kind: "refused", isTemporary: true });
        under.service!.refuseNext("bad-account");
        expect(await send(await under.newOrder())).toMatchObject({ kind: "refused", isTemporary: false });
      });

    it("says that a payment failed only when the service or the chain says so", async () => {
      const order = await under.newOrder();
      const accepted = (await send(order)) as { providerId: string };
      await under.end("failed");
      expect(await under.ask(order.reference, accepted.providerId)).toMatchObject({ kind: "failed" });
      expect(await under.countPaid(order)).toBe(0);
      const unknown = await under.ask(buildPayoutReference(randomUUID(), 1), null);
      expect(["not-found", "pending"]).toContain(unknown.kind);
    });

    it("tells the account holder's name where the service does, and refuses an account that does not exist", async () => {
      const { rail, destination } = under;
      const signal = AbortSignal.timeout(ANSWER_MS);
      if (destination.withdrawalType !== "bank") {
        expect(await rail.findRecipientName(destination, signal)).toBeNull();
        return;
      }
      expect(await rail.findRecipientName(destination, signal)).toMatch(/AMINA .*OTIENO/);
      const wrong = { ...destination, destinationAddress: "0000000000" };
      await expect(rail.findRecipientName(wrong, signal)).rejects.toThrow(RecipientRefusedError);
      const elsewhere = { ...destination, bankName: "No Such Bank" };
      await expect(rail.findRecipientName(elsewhere, signal)).rejects.toThrow(RecipientRefusedError);
    });

    it("pays only where it can", () => {
      const { rail, destination, currency } = under;
      expect(rail.findCurrency(destination)).toBe(currency);
      const another = destination.withdrawalType === "crypto" ? "bank" : "crypto";
      expect(rail.findCurrency({ ...destination, withdrawalType: another, country: null })).toBeNull();
      const place = { country: "Somalia", network: "TRC20" };
      expect(rail.findCurrency({ ...destination, ...place })).toBeNull();
    });
  });
}
