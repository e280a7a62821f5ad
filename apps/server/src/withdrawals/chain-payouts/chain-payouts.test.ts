import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ANVIL } from "../../../../../tests/harness/chains/anvil-lab.ts";
import {
  startChainPayoutWorld,
  type ChainPayoutWorld,
} from "../../../../../tests/harness/chains/chain-payout-world.ts";
import { hasBitcoin, hasLitecoin } from "../../../../../tests/harness/chains/core-lab.ts";
import {
  startBitcoinPayer,
  startEvmPayer,
  startLitecoinPayer,
  type EvmPayerLab,
  type PayerLab,
} from "../../../../../tests/harness/chains/payer-lab.ts";

import { STUCK_MS } from "./run-chain-rounds.ts";
import { createTestSigner, serveTestSigner } from "./test-signer.ts";
import { findRailDifferences } from "../../bank/rail-checks/rail-checks.ts";

const labs = [
  { name: "Ethereum (anvil)", isThere: ANVIL !== undefined, missing: "needs @foundry-rs/anvil", start: startEvmPayer },
  {
    name: "Litecoin (litecoind)",
    isThere: hasLitecoin,
    missing: "needs litecoind: apt-get install litecoind",
    start: startLitecoinPayer,
  },
  {
    name: "Bitcoin (bitcoind)",
    isThere: hasBitcoin,
    missing: "needs WAZI_BITCOIND, the path of a bitcoind",
    start: startBitcoinPayer,
  },
];

for (const { name, isThere, missing, start } of labs) {
  describe.skipIf(!isThere)(`payouts on ${name}${isThere ? "" : `: ${missing}`}`, () => {
    let lab: PayerLab;
    let world: ChainPayoutWorld;
    let currency: string;
    beforeAll(async () => {
      lab = await start();
      world = await startChainPayoutWorld(lab);
      currency = lab.currencies[0]!.currency;
    });
    afterEach(async () => {
      expect(await world.test.differences()).toEqual([]);
      expect(await findRailDifferences(world.test.sql)).toEqual([]);
    });
    afterAll(async () => {
      await world.close();
      await lab.close();
    });
    const fees = async (): Promise<number> => {
      const [row] = await world.test.sql<{ fees: string }[]>`
        select coalesce(sum(amount), 0)::text as fees from ledger_entries
        where account_id = (select id from ledger_accounts where code = 'platform:fees')`;
      return Number(row?.fees);
    };
    const mineAndLook = async (count: number): Promise<void> => {
      await lab.mine(count);
      await world.round();
    };

    it("pays each currency once: prepared, signed elsewhere, sent, and completed at its confirmations", async () => {
      const payments = [];
      for (const each of [...lab.currencies, ...lab.currencies])
        payments.push({ ...each, ...(await world.approve("90", each.currency)) });
      const before = await fees();
      await world.work();
      expect((await payments[0]!.read()).status).toBe("processing");
      expect((await world.read()).networks[0]!.waiting).toMatchObject({ count: payments.length });
      await world.signBatch();
      await world.round();
      expect((await world.read()).transfers.every(({ state }) => state === "sent")).toBe(true);
      await mineAndLook(1);
      expect((await world.read()).transfers[0]).toMatchObject({
        state: "mined",
        confirmations: 1,
        confirmationsNeeded: 2,
      });
      expect((await payments[0]!.read()).status).toBe("processing");
      await mineAndLook(1);
      let cost = 0;
      for (const payment of payments) {
        const { status, transactionHash, payout } = await payment.read();
        expect([status, payout?.state, payout?.attempt]).toEqual(["completed", "confirmed", 1]);
        expect(transactionHash).toMatch(/^(0x)?[0-9a-f]{64}$/);
        expect(await lab.balanceOf(payment.address, payment.paid)).toBeCloseTo(Number(payout?.localAmount), 8);
        expect(payout?.feeCurrency).toBe(lab.chain.feeCurrency);
        cost += Number(payout?.fee);
      }
      expect(cost).toBeGreaterThan(0);
      expect((await fees()) - before).toBeCloseTo(-cost);
      expect((await world.read()).transfers.filter(({ state }) => state !== "paid")).toEqual([]);
    });

    it("sends a higher fee for the same payment when it is stuck, and pays once", async () => {
      const payment = await world.approve("80", currency);
      await world.work();
      await world.signBatch();
      await world.round();
      const [first] = (await world.read()).transfers;
      expect(first).toMatchObject({ state: "sent", versions: 1, isStuck: false });
      const raised = await world.test.admin.call("POST", `/api/admin/chain-transfers/${first!.id}/raise-fee`);
      expect(raised.status, raised.text).toBe(201);
      const { id } = raised.body as { id: string };
      const signed = await world.importFile(id, await lab.sign(await world.exportFile(id)));
      expect(signed.status, signed.text).toBe(204);
      await world.round();
      const [second] = (await world.read()).transfers;
      expect(second).toMatchObject({ state: "sent", versions: 2, refusal: null });
      expect(second!.hash).not.toBe(first!.hash);
      expect(Number(second!.fee)).toBeGreaterThan(Number(first!.fee));
      await mineAndLook(2);
      const { status, transactionHash, payout } = await payment.read();
      expect([status, transactionHash]).toEqual(["completed", second!.hash]);
      expect(await lab.balanceOf(payment.address, "coin")).toBeCloseTo(Number(payout?.localAmount), 8);
    });

    it("takes its confirmations back when blocks are replaced", async () => {
      const payment = await world.approve("70", currency);
      await world.work();
      await world.signBatch();
      await world.round();
      await mineAndLook(1);
      expect((await world.read()).transfers[0]?.state).toBe("mined");
      await lab.replaceBlocks(1);
      await world.round();
      expect((await payment.read()).status).toBe("processing");
      await world.round();
      await mineAndLook(1);
      await mineAndLook(2);
      const { status, payout } = await payment.read();
      expect(status).toBe("completed");
      expect(await lab.balanceOf(payment.address, "coin")).toBeCloseTo(Number(payout?.localAmount), 8);
    });

    it("fails when another transaction has used its nonce or coins, and pays once when it is approved again", async () => {
      const payment = await world.approve("60", currency);
      await world.work();
      await world.prepare();
      const [open] = await world.test.sql<{ slot: string }[]>`
        select s.slot from chain_slots s join chain_transfers t on t.id = s.transfer_id where t.ended_at is null`;
      await lab.useSlot(open!.slot);
      await mineAndLook(1);
      expect((await payment.read()).status).toBe("processing");
      await mineAndLook(2);
      expect(await payment.read()).toMatchObject({ status: "pending", payout: { state: "failed", fee: null } });
      expect(await lab.balanceOf(payment.address, "coin")).toBe(0);
      const again = await world.test.admin.call("POST", `/api/admin/withdrawals/${payment.id}/approve`, {
        status: "completed",
      });
      expect(again.status, again.text).toBe(200);
      await world.work();
      expect((await world.read()).batches).toEqual([]);
      await world.signBatch();
      await world.round();
      await mineAndLook(2);
      const { status, payout } = await payment.read();
      expect([status, payout?.attempt]).toEqual(["completed", 2]);
      expect(await lab.balanceOf(payment.address, "coin")).toBeCloseTo(Number(payout?.localAmount), 8);
    });

    it("leaves the result of a prepared payment to the chain", async () => {
      const payment = await world.approve("50", currency);
      await world.work();
      await world.prepare();
      const path = `/api/admin/withdrawals/${payment.id}/approve`;
      const byHand = await world.test.admin.call("POST", path, { status: "completed", transactionHash: "0xabc" });
      expect([byHand.status, byHand.text]).toEqual([409, expect.stringContaining("Only the chain decides")]);
      const [batch] = (await world.read()).batches.slice(-1);
      const signed = await world.importFile(batch!.id, await lab.sign(await world.exportFile(batch!.id)));
      expect(signed.status, signed.text).toBe(204);
      await world.round();
      await mineAndLook(2);
      expect((await payment.read()).status).toBe("completed");
    });

    it("prepares and sends nothing while the rail is stopped", async () => {
      const payment = await world.approve("40", currency);
      await world.work();
      await world.signBatch();
      const rail = (await payment.read()).payout!.rail;
      const { admin } = world.test;
      await admin.call("POST", `/api/admin/payout-rails/${rail}/stop`, { reason: "Key under review" });
      await world.round();
      expect((await world.read()).transfers[0]?.state).toBe("signed");
      await expect(world.prepare()).rejects.toThrow("stopped");
      await admin.call("POST", `/api/admin/payout-rails/${rail}/resume`);
      await world.round();
      await mineAndLook(2);
      expect((await payment.read()).status).toBe("completed");
    });

    it("refuses a file that is unsigned, incomplete, changed or of another batch", async () => {
      await world.approve("30", currency);
      await world.work();
      const batch = await world.prepare();
      const file = await world.exportFile(batch);
      const signed = await lab.sign(file);
      const changed = await lab.signChanged(file);
      for (const content of ["no transaction", file, changed, `${signed}\n${changed}`]) {
        const answer = await world.importFile(batch, content);
        expect([content.slice(0, 20), answer.status, answer.text]).toEqual([
          content.slice(0, 20),
          400,
          expect.stringContaining("VALIDATION"),
        ]);
      }
      expect((await world.importFile(batch, signed)).status).toBe(204);
      expect((await world.importFile(batch, signed)).status).toBe(409);
      await world.round();
      await mineAndLook(2);
    });
  });
}

describe.skipIf(ANVIL === undefined)("tokens on Ethereum (anvil; needs @foundry-rs/anvil for this platform)", () => {
  let lab: EvmPayerLab;
  let world: ChainPayoutWorld;
  beforeAll(async () => {
    lab = await startEvmPayer();
    world = await startChainPayoutWorld(lab);
  });
  afterAll(async () => {
    expect(await world.test.differences()).toEqual([]);
    await world.close();
    await lab.close();
  });

  it("are paid once after a transaction that failed in the chain, whose fee the platform pays", async () => {
    const payment = await world.approve("90", "USDT");
    await world.work();
    await world.signBatch();
    await lab.drain();
    await world.round();
    await lab.mine(3);
    await world.round();
    const failed = await payment.read();
    expect(failed).toMatchObject({ status: "pending", payout: { state: "failed", feeCurrency: "ETH" } });
    expect(Number(failed.payout?.fee)).toBeGreaterThan(0);
    const approve = `/api/admin/withdrawals/${payment.id}/approve`;
    expect((await world.test.admin.call("POST", approve, { status: "completed" })).status).toBe(200);
    await world.work();
    await expect(world.prepare()).rejects.toThrow("The paying address has 0.000000 USDT");
    await lab.refill();
    await world.signBatch();
    await world.round();
    await lab.mine(2);
    await world.round();
    expect(await payment.read()).toMatchObject({ status: "completed", payout: { attempt: 2 } });
    expect(await lab.balanceOf(payment.address, "USDT")).toBe(90);
  });

  it("and ether are signed by a service, which gives a stuck one a higher fee", async () => {
    const key = createTestSigner(new Uint8Array(32).fill(7));
    const payer = key.addresses.ERC20;
    await lab.fund(payer);
    const server = serveTestSigner(key, "a-token-of-a-signer");
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const env = { PAYOUT_SIGNER_URL: `http://127.0.0.1:${port}`, PAYOUT_SIGNER_TOKEN: "a-token-of-a-signer" };
    const own = await startChainPayoutWorld({ ...lab, env: { ...lab.env, PAYOUT_ETH_ADDRESS: payer } }, env);
    try {
      const payments = [await own.approve("90", "USDT"), await own.approve("90", "ETH")];
      await own.work();
      await own.round();
      expect((await own.read()).transfers.map(({ state, versions }) => [state, versions])).toEqual([
        ["sent", 1],
        ["sent", 1],
      ]);
      own.advance(STUCK_MS + 1);
      await own.round();
      expect((await own.read()).transfers.map(({ state, versions }) => [state, versions])).toEqual([
        ["sent", 2],
        ["sent", 2],
      ]);
      await lab.mine(2);
      await own.round();
      for (const payment of payments) expect((await payment.read()).status).toBe("completed");
      expect(await lab.balanceOf(payments[0]!.address, "USDT")).toBe(90);
      expect(await lab.balanceOf(payments[1]!.address, "coin")).toBe(0.03);
      expect(await own.test.differences()).toEqual([]);
    } finally {
      await own.close();
      server.close();
    }
  });
});
