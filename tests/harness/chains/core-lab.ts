import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bech32 } from "@scure/base";
import { findFreePort } from "../../../apps/server/src/platform/process/free-port.ts";
import { createCoreChain, encodeSegwit } from "../../../apps/server/src/deposits/chains/core-chain.ts";
import type { ChainLab } from "./chain-lab.ts";
import { startNode, type StartedNode } from "./start-node.ts";

/** A program with the RPC of Bitcoin Core, and what it calls its addresses. */
interface CoreNode {
  network: "BTC" | "LTC";
  command: string;
  /** The prefixes of our addresses on test networks, and of the node's own in regtest. */
  prefixes: { test: string; regtest: string };
  args: readonly string[];
}

const litecoin: CoreNode = {
  network: "LTC",
  command: "/usr/bin/litecoind",
  prefixes: { test: "tltc", regtest: "rltc" },
  args: ["-mempoolreplacement=1"],
};
/** Debian 12 has no bitcoind. WAZI_BITCOIND names one that was got elsewhere (docs/how-to/developer/test.md). */
const bitcoin: CoreNode = {
  network: "BTC",
  command: process.env["WAZI_BITCOIND"] ?? "/usr/bin/bitcoind",
  prefixes: { test: "tb", regtest: "bcrt" },
  args: [],
};
export const hasLitecoin = existsSync(litecoin.command);
export const hasBitcoin = existsSync(bitcoin.command);
/** Blocks until the first coins can be spent. */
const MATURITY = 101;
const LOGIN = "wazi:regtest";
/** More than any payment of a test, so that a replacement is taken. */
const HIGH_FEE = 0.01;

export interface CoreLab extends ChainLab {
  node: StartedNode;
  network: CoreNode["network"];
  url: string;
  /** The address of a key's hash, as ours are on test networks. */
  encodeAddress(digits: string): string;
  /** Our addresses have the prefix of the test network, and a regtest node takes its own only. */
  toRegtest(address: string): string;
  /** Replaces a payment that waits by one of the same coins to the sender. */
  takeBack(transactionHash: string): Promise<string>;
}

interface DecodedTransaction {
  vin: { txid: string; vout: number }[];
  vout: { value: number }[];
}

export const startLitecoinLab = (): Promise<CoreLab> => startCoreLab(litecoin);
export const startBitcoinLab = (): Promise<CoreLab> => startCoreLab(bitcoin);

/** Starts the node on a regtest chain of its own, with coins to spend. */
async function startCoreLab({ network, command, prefixes, args: more }: CoreNode): Promise<CoreLab> {
  const [port, folder] = [await findFreePort(), mkdtempSync(join(tmpdir(), "wazi-core-"))];
  const url = `http://127.0.0.1:${port}`;
  const args = ["-regtest", `-datadir=${folder}`, `-rpcport=${port}`, "-server", "-listen=0", "-fallbackfee=0.0001"];
  const login = ["-rpcuser=wazi", "-rpcpassword=regtest", "-printtoconsole=0", ...more];
  const node = await startNode(command, [...args, ...login], { url, login: LOGIN, ready: "getblockcount" });
  await node.ask("createwallet", "test");
  const own = await node.ask<string>("getnewaddress", "", "bech32");
  await node.ask("generatetoaddress", MATURITY, own);
  const encodeAddress = (digits: string): string => encodeSegwit(prefixes.test, digits);
  const toRegtest = (address: string): string =>
    bech32.encode(prefixes.regtest, bech32.decode(address as `${string}1${string}`).words);
  return {
    node,
    network,
    encodeAddress,
    toRegtest,
    url: url.replace("//", `//${LOGIN}@`),
    reader: createCoreChain(network, url.replace("//", `//${LOGIN}@`), true),
    pays: ["coin"],
    worthless: [],
    makeAddress: () => encodeAddress(randomBytes(20).toString("hex")),
    pay: (address, coins) =>
      // Address, amount, comment, comment to, subtract the fee, replaceable.
      node.ask("sendtoaddress", toRegtest(address), coins, "", "", false, true),
    mine: async (count = 1) => void (await node.ask("generatetoaddress", count, own)),
    async replaceBlocks(depth) {
      const tip = await node.ask<number>("getblockcount");
      await node.ask("invalidateblock", await node.ask("getblockhash", tip - depth + 1));
      for (let made = 0; made <= depth; made += 1) await node.ask("generateblock", own, []);
    },
    replacePayment: async (transactionHash) => (await node.ask<{ txid: string }>("bumpfee", transactionHash)).txid,
    async takeBack(transactionHash) {
      /** Decodes a transaction of the wallet. */
      const decode = async (txid: string): Promise<DecodedTransaction> =>
        node.ask("decoderawtransaction", (await node.ask<{ hex: string }>("gettransaction", txid)).hex);
      const { vin } = await decode(transactionHash);
      const inputs = vin.map(({ txid, vout }) => ({ txid, vout }));
      let coins = 0;
      for (const { txid, vout } of inputs) {
        coins += (await decode(txid)).vout[vout]?.value ?? 0;
      }
      const back = [{ [own]: (coins - HIGH_FEE).toFixed(8) }];
      const raw = await node.ask<string>("createrawtransaction", inputs, back);
      const { hex } = await node.ask<{ hex: string }>("signrawtransactionwithwallet", raw);
      return node.ask("sendrawtransaction", hex, 0);
    },
    async close() {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
