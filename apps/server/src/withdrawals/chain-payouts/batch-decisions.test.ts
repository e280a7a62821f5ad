import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { Transaction } from "@scure/btc-signer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  type PayerLab,
} from "../../../../../tests/harness/chains/payer-lab.ts";
import { untilLockWait } from "../../../../../tests/harness/lock-waits.ts";
import { recordSecurityEvent } from "../../people/security-holds/store.ts";
import { encodeSegwit } from "../../deposits/chains/core-chain.ts";

const RETRY_MS = 61_000;
const labs = [
  { name: "Ethereum (anvil)", isThere: ANVIL !== undefined, start: startEvmPayer },
  { name: "Litecoin (litecoind)", isThere: hasLitecoin, start: startLitecoinPayer },
  { name: "Bitcoin (bitcoind)", isThere: hasBitcoin, start: startBitcoinPayer },
];

for (const { name, isThere, start } of labs) {
  describe.skipIf(!isThere)(`decisions on payouts on ${name}${isThere ? "" : ": needs the node"}`, () => {
    let lab: PayerLab;
    let world: ChainPayoutWorld;
    let currency: string;
    beforeAll(async () => {
      lab = await start();
      world = await startChainPayoutWorld(lab);
      currency = lab.currencies[0]!.currency;
    });
    afterAll(async () => {
      expect(await world.test.differences()).toEqual([]);
      await world.close();
      await lab.close();
    });

    const decide = (on: ChainPayoutWorld, batch: string, how: "accept-fee" | "discard") =>
      on.test.admin.call("POST", `/api/admin/chain-batches/${batch}/${how}`);
    const exportStatus = async (on: ChainPayoutWorld, batch: string): Promise<number> =>
      (await on.test.admin.call("POST", `/api/admin/chain-batches/${batch}/export`)).status;
    const listSlots = (): Promise<object[]> =>
      world.test
        .sql`select slot from chain_slots s join chain_transfers t on t.id = s.transfer_id where t.ended_at is null`;
    const settle = async (): Promise<void> => {
      await world.round();
      await lab.mine(2);
      await world.round();
    };

    it("waits for an administrator above the limit of network fees", async () => {
      const held = await startChainPayoutWorld(lab, { PAYOUT_MAX_NETWORK_FEE: "0" });
      try {
        const payment = await held.approve("90", currency);
        await held.work();
        const batch = await held.prepare();
        const reason = expect.stringMatching(
          /^The network fee can be \$\d+\.\d\d for one payout\. The limit is \$0\.00\.$/,
        ) as string;
        expect((await held.read()).batches).toMatchObject([{ id: batch, holdReason: reason, exportedAt: null }]);
        expect(await exportStatus(held, batch)).toBe(409);
        held.deps.signer = { sign: (_network, file) => lab.sign(file) };
        await held.round();
        expect((await held.read()).transfers.map(({ state }) => state)).toEqual(["to-sign"]);
        expect((await decide(held, batch, "accept-fee")).status).toBe(204);
        expect((await decide(held, batch, "accept-fee")).status).toBe(409);
        expect((await held.read()).batches).toMatchObject([{ holdReason: null }]);
        await held.round();
        await lab.mine(2);
        await held.round();
        expect((await payment.read()).status).toBe("completed");
        expect(await held.test.differences()).toEqual([]);
      } finally {
        await held.close();
      }
    });

    it("pays once in another transaction after one was discarded, with the same nonce or coins", async () => {
      const payment = await world.approve("80", currency);
      await world.work();
      const discarded = await world.prepare();
      const slots = await listSlots();
      expect((await world.read()).batches).toMatchObject([{ holdReason: null }]);
      const answer = await decide(world, discarded, "discard");
      expect(answer.status, answer.text).toBe(204);
      expect((await world.read()).batches).toEqual([]);
      expect((await world.read()).transfers.map(({ state }) => state)).toEqual(["discarded"]);
      expect([await exportStatus(world, discarded), (await decide(world, discarded, "discard")).status]).toEqual([
        409, 409,
      ]);
      await world.round();
      expect(await payment.read()).toMatchObject({ status: "processing", payout: { state: "approved", attempt: 2 } });
      world.advance(RETRY_MS);
      await world.work();
      await world.prepare();
      expect(await listSlots()).toEqual(slots);
      const [batch] = (await world.read()).batches;
      const signed = await world.importFile(batch!.id, await lab.sign(await world.exportFile(batch!.id)));
      expect(signed.status, signed.text).toBe(204);
      await settle();
      const { status, payout } = await payment.read();
      expect([status, payout?.attempt]).toEqual(["completed", 2]);
      expect(await lab.balanceOf(payment.address, "coin")).toBeCloseTo(Number(payout?.localAmount), 8);
    });

    it("does not discard what was given out", async () => {
      const payment = await world.approve("70", currency);
      await world.work();
      const batch = await world.prepare();
      const file = await world.exportFile(batch);
      const refused = await decide(world, batch, "discard");
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("may be signed")]);
      expect((await world.importFile(batch, await lab.sign(file))).status).toBe(204);
      await settle();
      expect((await payment.read()).status).toBe("completed");
    });

    it("discards a version with a higher fee, and leaves the transaction that was sent", async () => {
      const payment = await world.approve("60", currency);
      await world.work();
      await world.signBatch();
      await world.round();
      const [sent] = (await world.read()).transfers;
      const raised = await world.test.admin.call("POST", `/api/admin/chain-transfers/${sent!.id}/raise-fee`);
      const { id } = raised.body as { id: string };
      expect((await decide(world, id, "discard")).status).toBe(204);
      expect((await world.read()).transfers[0]).toMatchObject({ id: sent!.id, state: "sent", versions: 1 });
      await settle();
      expect(await payment.read()).toMatchObject({ status: "completed", transactionHash: sent!.hash });
    });

    describe("a freeze", { tags: ["S56"] }, () => {
      const unfreeze = async (userId: string): Promise<void> => {
        const answer = await world.test.admin.call("POST", `/api/admin/users/${userId}/unfreeze`);
        expect(answer.status, answer.text).toBe(204);
      };
      const freeze = (userId: string): Promise<unknown> =>
        world.test.sql.begin((tx) => recordSecurityEvent(tx, userId, "account-frozen", new Date()));
      /** Calls while a freeze is being recorded, which is committed once the call waits for it. */
      const callAtOnce = async <T>(userId: string, call: () => Promise<T>): Promise<T> => {
        let calling: Promise<T> | undefined;
        await world.test.sql.begin(async (tx) => {
          await recordSecurityEvent(tx, userId, "account-frozen", new Date());
          calling = call();
          await untilLockWait(world.test.database.url);
        });
        return calling!;
      };
      const countPaid = async (payment: { address: string }): Promise<number> => lab.balanceOf(payment.address, "coin");

      it("that begins while a batch is prepared or its file given out keeps the payment back", async () => {
        const payment = await world.approve("45", currency);
        await world.work();
        const { userId } = payment.investor;
        const prepare = () => world.test.admin.call("POST", `/api/admin/chain-networks/${lab.chain.network}/prepare`);
        const refused = await callAtOnce(userId, prepare);
        expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("is frozen until")]);
        expect((await world.read()).batches).toEqual([]);
        await unfreeze(userId);
        const batch = await world.prepare();
        expect(await callAtOnce(userId, () => exportStatus(world, batch))).toBe(409);
        expect((await decide(world, batch, "discard")).status).toBe(204);
        await unfreeze(userId);
        await world.round();
        world.advance(RETRY_MS);
        await world.work();
        await world.signBatch();
        await settle();
        expect((await payment.read()).status).toBe("completed");
      });

      it("keeps back what was given out or signed until it ends", async () => {
        const payment = await world.approve("46", currency);
        await world.work();
        const batch = await world.prepare();
        const signed = await lab.sign(await world.exportFile(batch));
        const { userId } = payment.investor;
        await freeze(userId);
        expect((await world.importFile(batch, signed)).status).toBe(409);
        await unfreeze(userId);
        expect((await world.importFile(batch, signed)).status).toBe(204);
        await freeze(userId);
        await settle();
        expect([(await world.read()).transfers[0]?.state, await countPaid(payment)]).toEqual(["signed", 0]);
        await unfreeze(userId);
        await settle();
        expect((await payment.read()).status).toBe("completed");
      });

      it("does not keep the payments of others waiting where a service signs", async () => {
        const [frozen, other] = [await world.approve("47", currency), await world.approve("48", currency)];
        await world.work();
        await world.prepare();
        await freeze(frozen.investor.userId);
        world.deps.signer = { sign: (_network, file) => lab.sign(file) };
        try {
          await world.round();
          world.advance(RETRY_MS);
          await world.work();
          await settle();
          expect([(await other.read()).status, await countPaid(frozen)]).toEqual(["completed", 0]);
          await unfreeze(frozen.investor.userId);
          world.advance(RETRY_MS * 10);
          await world.work();
          await settle();
          expect((await frozen.read()).status).toBe("completed");
        } finally {
          world.deps.signer = null;
        }
      });
    });

    it("does not discard a payment whose nonce or coins another transaction has used", async () => {
      const payment = await world.approve("50", currency);
      await world.work();
      const batch = await world.prepare();
      const [open] = (await listSlots()) as { slot: string }[];
      await lab.useSlot(open!.slot);
      await lab.mine();
      await world.round();
      const refused = await decide(world, batch, "discard");
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("in the chain already")]);
      await lab.mine(2);
      await world.round();
      expect(await payment.read()).toMatchObject({ status: "pending", payout: { state: "failed" } });
    });
  });
}

describe.skipIf(ANVIL === undefined)("a nonce of a discarded transaction (anvil; needs @foundry-rs/anvil)", () => {
  it("is used by the next one, for which later transactions wait", async () => {
    const lab = await startEvmPayer();
    const world = await startChainPayoutWorld(lab);
    try {
      const first = await world.approve("90", "ETH");
      await world.work();
      const discarded = await world.prepare();
      const second = await world.approve("80", "ETH");
      await world.work();
      await world.signBatch();
      await world.test.admin.call("POST", `/api/admin/chain-batches/${discarded}/discard`);
      await world.round();
      await lab.mine(2);
      await world.round();
      expect((await second.read()).status).toBe("processing");
      world.advance(RETRY_MS);
      await world.work();
      await world.signBatch();
      await world.round();
      await lab.mine(2);
      await world.round();
      expect([(await first.read()).status, (await second.read()).status]).toEqual(["completed", "completed"]);
      expect(await world.test.differences()).toEqual([]);
    } finally {
      await world.close();
      await lab.close();
    }
  });
});

describe.skipIf(!hasLitecoin)("a PSBT with the origin of its key (litecoind; apt-get install litecoind)", () => {
  it("is signed by a wallet that has only its master key", async () => {
    const lab = await startLitecoinPayer();
    const master = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));
    const publicKey = master.derive("m/84'/1'/0'/0/7").publicKey!;
    const payer = encodeSegwit("tltc", bytesToHex(ripemd160(sha256(publicKey))));
    const fingerprint = master.fingerprint.toString(16).padStart(8, "0");
    const key = `[${fingerprint}/84h/1h/0h/0/7]${bytesToHex(publicKey)}`;
    await lab.fund(payer);
    const world = await startChainPayoutWorld({
      ...lab,
      env: { ...lab.env, PAYOUT_LTC_ADDRESS: payer, PAYOUT_LTC_KEY: key },
    });
    try {
      const payment = await world.approve("90", "LTC");
      await world.work();
      const batch = await world.prepare();
      const transaction = Transaction.fromPSBT(Buffer.from(await world.exportFile(batch), "base64"));
      const derivation = [[publicKey, { fingerprint: master.fingerprint, path: expect.any(Array) as number[] }]];
      expect(transaction.getInput(0)).toMatchObject({
        bip32Derivation: derivation,
        nonWitnessUtxo: expect.anything() as object,
      });
      expect(transaction.getOutput(1).bip32Derivation).toEqual(derivation);
      transaction.sign(master as never);
      const signed = await world.importFile(batch, Buffer.from(transaction.toPSBT(0)).toString("base64"));
      expect(signed.status, signed.text).toBe(204);
      await world.round();
      await lab.mine(2);
      await world.round();
      expect((await payment.read()).status).toBe("completed");
    } finally {
      await world.close();
      await lab.close();
    }
  });
});
