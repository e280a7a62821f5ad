import { isSignedBy } from "@wazi/proofs/reserves";
import { bech32 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasLitecoin, startLitecoinLab, type CoreLab } from "../../../../../tests/harness/chains/core-lab.ts";
import { buildBip322 } from "./fake-bip322.ts";
import { createCoreBalances } from "./core-balances.ts";

const TEXT = "Reserves of wazi.example/log/0a1b2c3d\nAddress: …\nDate: 2026-11-23";

describe.skipIf(!hasLitecoin)("reserves on Litecoin (litecoind; apt-get install litecoind)", () => {
  let lab: CoreLab;
  let own: { legacy: string; segwit: string; regtest: string };
  beforeAll(async () => {
    lab = await startLitecoinLab();
    const regtest = await lab.node.ask<string>("getnewaddress", "", "bech32");
    // Regtest has a prefix of its own; the key and the script are the same.
    const segwit = bech32.encode("tltc", bech32.decode(regtest as `${string}1${string}`).words);
    own = { legacy: await lab.node.ask<string>("getnewaddress", "", "legacy"), segwit, regtest };
  });
  afterAll(() => lab?.close());

  it("are the coins with 6 confirmations at the node's newest block", async () => {
    const chain = createCoreBalances("LTC", lab.url);
    const addresses = [own.legacy, own.segwit, lab.makeAddress()];
    // In one transaction: the wallet would spend the first payment for the second one.
    await lab.node.ask("sendmany", "", { [own.legacy]: 1.5, [own.regtest]: 2.25 });
    await lab.mine(5);
    const early = await chain.readBalances(addresses);
    expect(early.balances.map(([balance]) => balance?.amount)).toEqual(["0.00000000", "0.00000000", "0.00000000"]);
    await lab.mine();
    const { block, balances } = await chain.readBalances(addresses);
    expect(block.height).toBe(await lab.node.ask("getblockcount"));
    expect(block.hash).toBe(await lab.node.ask("getblockhash", block.height));
    const held = ["1.50000000", "2.25000000", "0.00000000"];
    expect(balances).toEqual(held.map((amount) => [{ currency: "LTC", amount }]));
  });

  it("have messages that the node's wallet signs, and the node verifies too", async () => {
    const signature = await lab.node.ask<string>("signmessage", own.legacy, TEXT);
    expect(await lab.node.ask("verifymessage", own.legacy, signature, TEXT)).toBe(true);
    expect(isSignedBy("LTC", own.legacy, TEXT, signature, true)).toBe(true);
    expect(isSignedBy("LTC", own.legacy, `${TEXT}.`, signature, true)).toBe(false);
    expect(isSignedBy("LTC", own.legacy, TEXT, signature, false)).toBe(false);
    expect(isSignedBy("BTC", own.legacy, TEXT, signature, true)).toBe(false);
  });

  it("have BIP-322 messages of segwit addresses that the node's wallet signs", async () => {
    const { toSign, coin, readWitness } = buildBip322(own.segwit, TEXT);
    const signed = await lab.node.ask<{ hex: string; complete: boolean }>("signrawtransactionwithwallet", toSign, [
      coin,
    ]);
    expect(signed.complete).toBe(true);
    const signature = readWitness(signed.hex);
    expect(isSignedBy("LTC", own.segwit, TEXT, signature, true)).toBe(true);
    expect(isSignedBy("LTC", own.segwit, `${TEXT}.`, signature, true)).toBe(false);
    expect(isSignedBy("LTC", own.segwit, TEXT, signature, false)).toBe(false);
  });
});
