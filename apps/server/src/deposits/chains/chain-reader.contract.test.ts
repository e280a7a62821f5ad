import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANVIL, startAnvilLab } from "../../../../../tests/harness/chains/anvil-lab.ts";
import type { ChainLab, Paid } from "../../../../../tests/harness/chains/chain-lab.ts";
import { startFakeCore } from "../../../../../tests/harness/chains/fake-core.ts";
import { startFakeTron } from "../../../../../tests/harness/chains/fake-tron.ts";
import {
  hasBitcoin,
  hasLitecoin,
  startBitcoinLab,
  startLitecoinLab,
} from "../../../../../tests/harness/chains/core-lab.ts";
import { ChainError, type ChainBlock, type ChainTransfer, type PendingTransfers } from "./chain-reader.ts";
import { createCoreChain } from "./core-chain.ts";
import { createEvmChain } from "./evm-chain.ts";
import { createTronChain } from "./tron-chain.ts";

const labs: { name: string; isThere: boolean; missing: string; start: () => Promise<ChainLab>; dead: () => unknown }[] =
  [
    {
      name: "Ethereum (anvil)",
      isThere: ANVIL !== undefined,
      missing: "needs @foundry-rs/anvil for this platform",
      start: startAnvilLab,
      dead: () => createEvmChain("http://user:hidden@127.0.0.1:9", new Map()).readTip(),
    },
    {
      name: "Litecoin (litecoind)",
      isThere: hasLitecoin,
      missing: "needs litecoind: apt-get install litecoind",
      start: startLitecoinLab,
      dead: () => createCoreChain("LTC", "http://user:hidden@127.0.0.1:9", true).readTip(),
    },
    {
      name: "Bitcoin (bitcoind)",
      isThere: hasBitcoin,
      missing: "needs WAZI_BITCOIND, the path of a bitcoind",
      start: startBitcoinLab,
      dead: () => createCoreChain("BTC", "http://user:hidden@127.0.0.1:9", true).readTip(),
    },
    {
      name: "Bitcoin (documented fake)",
      isThere: true,
      missing: "",
      start: startFakeCore,
      dead: () => createCoreChain("BTC", "http://user:hidden@127.0.0.1:9", true).readTip(),
    },
    {
      name: "Tron (documented fake)",
      isThere: true,
      missing: "",
      start: () => startFakeTron(),
      dead: () => createTronChain("http://user:hidden@127.0.0.1:9", new Map(), "hidden").readTip(),
    },
  ];

const coinOf: Record<string, string> = { ERC20: "ETH", LTC: "LTC", BTC: "BTC" };

for (const { name, isThere, missing, start, dead } of labs) {
  describe.skipIf(!isThere)(`the reader of ${name}${isThere ? "" : `: ${missing}`}`, () => {
    let lab: ChainLab;
    beforeAll(async () => {
      lab = await start();
    });
    afterAll(() => lab?.close());

    const readTipBlock = async (): Promise<ChainBlock> => {
      const block = await lab.reader.readBlock(await lab.reader.readTip());
      if (!block) throw new Error("There is no block at the tip");
      return block;
    };
    const payTo = async (address: string, what: Paid, coins = "12.5"): Promise<string> => lab.pay(address, coins, what);
    const foundAt = ({ transfers }: ChainBlock, address: string): ChainTransfer[] =>
      transfers.filter((transfer) => transfer.address === address);

    const foundIn = (pending: PendingTransfers | null, address: string): string[] =>
      (pending?.transfers ?? [])
        .filter((transfer) => transfer.address === address)
        .map(({ transactionHash }) => transactionHash);

    it("reads each kind of payment in its block, once, and no other tokens", async () => {
      const worthless = lab.makeAddress();
      for (const what of lab.worthless) await payTo(worthless, what);
      const paid = lab.pays.map((what) => ({ what, address: lab.makeAddress() }));
      const hashes: string[] = [];
      for (const { what, address } of paid) hashes.push(await payTo(address, what));
      await lab.mine();
      const block = await readTipBlock();
      paid.forEach(({ what, address }, index) => {
        const [transfer, ...others] = foundAt(block, address);
        expect(others).toEqual([]);
        expect(transfer?.transactionHash).toBe(hashes[index]);
        expect(transfer?.currency).toBe(what === "coin" ? coinOf[lab.reader.network] : what);
        expect(Number(transfer?.coins)).toBe(12.5);
        expect(transfer?.sender === null).toBe(["BTC", "LTC"].includes(lab.reader.network));
      });
      expect(foundAt(block, worthless)).toEqual([]);
      expect(Math.abs(block.time.getTime() - Date.now())).toBeLessThan(7_200_000);
    });

    it("links each block to the one below", async () => {
      await lab.mine(3);
      const tip = await lab.reader.readTip();
      const [last, before] = [await lab.reader.readBlock(tip), await lab.reader.readBlock(tip - 1)];
      expect([last?.height, last?.parentHash]).toEqual([tip, before?.hash]);
      expect(await lab.reader.readHash(tip)).toBe(last?.hash);
      expect([await lab.reader.readHash(tip + 1), await lab.reader.readBlock(tip + 1)]).toEqual([null, null]);
    });

    it("shows another block after a reorganisation, and the same payment in a later one", async () => {
      const address = lab.makeAddress();
      await payTo(address, lab.pays.at(-1) ?? "coin");
      await lab.mine(2);
      const height = (await lab.reader.readTip()) - 1;
      const before = await lab.reader.readBlock(height);
      const [paid] = foundAt(before!, address);
      expect(paid).toBeDefined();
      await lab.replaceBlocks(2);
      const after = await lab.reader.readBlock(height);
      expect(after?.hash).not.toBe(before?.hash);
      expect(foundAt(after!, address)).toEqual([]);
      if (lab.reader.network === "ERC20") return; // anvil forgets the transactions of the blocks that it replaces
      await lab.mine();
      expect(foundAt(await readTipBlock(), address)).toEqual([paid]);
    });

    it("shows payments that wait, where the chain does", async () => {
      const address = lab.makeAddress();
      const hash = await payTo(address, lab.pays[0] ?? "coin");
      const pending = await lab.reader.readPending();
      if (pending !== null) {
        expect(pending.hashes).toContain(hash);
        expect(foundIn(pending, address)).toEqual([hash]);
      }
      if (lab.replacePayment) {
        const next = await lab.replacePayment(hash);
        const readWaiting = async (): Promise<string[]> => foundIn(await lab.reader.readPending(), address);
        await expect.poll(readWaiting).toEqual([next]);
      }
      await lab.mine();
      expect(foundIn(await lab.reader.readPending(), address)).toEqual([]);
      expect(foundAt(await readTipBlock(), address)).toHaveLength(1);
    });

    it("reports a node that does not answer, without its login", async () => {
      const error = await Promise.resolve(dead()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ChainError);
      expect((error as ChainError).kind).toBe("unreachable");
      expect((error as ChainError).message).not.toContain("hidden");
    });
  });
}
