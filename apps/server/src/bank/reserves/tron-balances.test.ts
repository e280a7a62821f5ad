import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeProvider } from "../../../../../tests/harness/fake-provider.ts";
import { startFakeTron, type FakeTron } from "../../../../../tests/harness/chains/fake-tron.ts";
import { ChainError } from "../../deposits/chains/chain-reader.ts";
import { toTronTokens } from "../../deposits/chains/tron-chain.ts";
import { createTronBalances } from "./tron-balances.ts";

let lab: FakeTron;
beforeAll(async () => {
  lab = await startFakeTron("a-key");
});
afterAll(() => lab.close());

it("reads TRX and tokens at the newest solidified block (documented fake)", async () => {
  const chain = createTronBalances(lab.url, toTronTokens({ USDT: lab.contracts.USDT }), "a-key");
  const [address, empty] = [lab.makeAddress(), lab.makeAddress()];
  await lab.pay(address, "250.25", "USDT");
  await lab.pay(address, "1.5", "coin");
  await lab.pay(address, "9", "unknown");
  await lab.mine(20);
  await lab.pay(address, "1", "USDT");
  await lab.mine();
  const { block, balances } = await chain.readBalances([address, empty]);
  expect(block).toEqual({ height: (await lab.reader.readTip()) - 19, hash: await lab.reader.readHash(block.height) });
  expect(balances).toEqual([
    [
      { currency: "TRX", amount: "1.500000" },
      { currency: "USDT", amount: "250.250000" },
    ],
    [
      { currency: "TRX", amount: "0.000000" },
      { currency: "USDT", amount: "0.000000" },
    ],
  ]);
});

it("counts the lower of two readings, so that a coin on its way is not counted twice", async () => {
  const [first, second] = [lab.makeAddress(), lab.makeAddress()];
  let reads = 0;
  // The coin moves after the first address is read.
  const moving = await startFakeProvider(
    ({ path, body }) => {
      if (path.endsWith("getnowblock"))
        return { body: { blockID: "ab", ["block_header"]: { ["raw_data"]: { number: 7, parentHash: "aa" } } } };
      const { address } = JSON.parse(body) as { address: string };
      reads += 1;
      return { body: { balance: (address === first) === (reads === 1) ? 5_000_000 : 0 } };
    },
    { body: {} },
  );
  const { balances } = await createTronBalances(moving.url, new Map()).readBalances([first, second]);
  await moving.close();
  expect(reads).toBe(4);
  expect(balances.map(([balance]) => balance?.amount)).toEqual(["0.000000", "5.000000"]);
});

it("reports a node that refuses, without its key", async () => {
  const chain = createTronBalances(lab.url, new Map(), "hidden");
  const error = await chain.readBalances([lab.makeAddress()]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChainError);
  expect((error as ChainError).message).not.toContain("hidden");
});
