import { randomBytes } from "node:crypto";
import { startAnvilLab } from "./anvil-lab.ts";
import type { Paid } from "./chain-lab.ts";
import { startBitcoinLab, startLitecoinLab, type CoreLab } from "./core-lab.ts";
import { createEvmPayingChain } from "../../../apps/server/src/withdrawals/chain-payouts/evm-paying-chain.ts";
import { createCorePayingChain } from "../../../apps/server/src/withdrawals/chain-payouts/core-paying-chain.ts";
import type { PayingChain } from "../../../apps/server/src/withdrawals/chain-payouts/paying-chain.ts";
import { toTokens } from "../../../apps/server/src/deposits/chains/token-transfers.ts";

/** A chain with a paying address whose key only the node's own wallet has. */
export interface PayerLab {
  chain: PayingChain;
  /** Settings that make Wazi pay from it. */
  env: Record<string, string>;
  /** The currencies that withdrawals ask for. */
  currencies: readonly { currency: string; network: string; paid: Paid }[];
  makeAddress(): string;
  /** Signs a file with the node's wallet, which knows nothing of Wazi. */
  sign(file: string): Promise<string>;
  /** Signs transactions that pay a little more than the file says. */
  signChanged(file: string): Promise<string>;
  /** The balance of an address, in coins. */
  balanceOf(address: string, paid: Paid): Promise<number>;
  mine(count?: number): Promise<void>;
  /** Gives another address of the test network coins, and on Ethereum tokens. */
  fund(address: string): Promise<void>;
  /** Removes the last blocks, and keeps their transactions out of the new ones. */
  replaceBlocks(depth: number): Promise<void>;
  /** Uses the same nonce or coins for something else, as the owner of the key could. */
  useSlot(slot: string): Promise<string>;
  close(): Promise<void>;
}

interface EvmFile {
  transactions: {
    nonce: string;
    to: string;
    value: string;
    data: string;
    gas: string;
    maxFeePerGas: string;
    maxPriorityFeePerGas: string;
  }[];
  chainId: string;
  from: string;
}

export interface EvmPayerLab extends PayerLab {
  /** Takes the payer's tokens away, or gives them back, without a transaction of the payer. */
  drain(): Promise<void>;
  refill(): Promise<void>;
}

export async function startEvmPayer(): Promise<EvmPayerLab> {
  const lab = await startAnvilLab();
  const { node, url, contracts } = lab;
  const [other = "", payer = ""] = await node.ask<string[]>("eth_accounts");
  const hex = (text: string | bigint): string => `0x${BigInt(text).toString(16)}`;
  const word = (digits: string): string => digits.replace(/^0x/, "").toLowerCase().padStart(64, "0");
  const callToken = (from: string, data: string): Promise<string> =>
    node.ask("eth_sendTransaction", { from, to: contracts.USDT, data, gas: "0x100000" });
  const [approve, transferFrom, most] = ["0x095ea7b3", "0x23b872dd", "f".repeat(64)];
  const tokens = 100_000n * 10n ** 6n;
  await lab.pay(payer, "100000", "USDT");
  await callToken(payer, `${approve}${word(other)}${most}`);
  await lab.mine();
  const balance = async (address: string): Promise<bigint> =>
    BigInt(await node.ask<string>("eth_call", { to: contracts.USDT, data: `0x70a08231${word(address)}` }, "latest"));
  const sign = async (file: string, more: bigint): Promise<string> => {
    const { transactions, chainId, from } = JSON.parse(file) as EvmFile;
    const signed: string[] = [];
    for (const { nonce, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } of transactions) {
      const fees = { maxFeePerGas: hex(maxFeePerGas), maxPriorityFeePerGas: hex(maxPriorityFeePerGas) };
      const call = { to, value: hex(BigInt(value) + more), gas: hex(gas), ...(data === "" ? {} : { data }) };
      const fields = { from, type: "0x2", chainId: hex(chainId), nonce: hex(nonce), ...call, ...fees };
      signed.push(await node.ask("eth_signTransaction", fields));
    }
    return signed.join("\n");
  };
  const isTest = true;
  return {
    chain: createEvmPayingChain({ url, payer, isTest, tokens: toTokens({ USDT: contracts.USDT }) }),
    env: {
      CHAIN_ETH_URL: url,
      CHAIN_ETH_TOKENS: `USDT=${contracts.USDT}, USDC=${contracts.USDC}`,
      PAYOUT_ETH_ADDRESS: payer,
    },
    currencies: [
      { currency: "ETH", network: "ERC20", paid: "coin" },
      { currency: "USDT", network: "ERC20", paid: "USDT" },
    ],
    makeAddress: () => lab.makeAddress(),
    sign: (file) => sign(file, 0n),
    signChanged: (file) => sign(file, 1n),
    async balanceOf(address, paid) {
      if (paid === "coin") return Number(BigInt(await node.ask<string>("eth_getBalance", address, "latest"))) / 1e18;
      return Number(await balance(address)) / 1e6;
    },
    async drain() {
      await callToken(other, `${transferFrom}${word(payer)}${word(other)}${word((await balance(payer)).toString(16))}`);
      await lab.mine();
    },
    async fund(address) {
      await lab.pay(address, "100", "coin");
      await lab.pay(address, "1000", "USDT");
      await lab.mine();
    },
    async refill() {
      await lab.pay(payer, String(tokens / 10n ** 6n), "USDT");
      await lab.mine();
    },
    mine: (count) => lab.mine(count),
    replaceBlocks: (depth) => lab.replaceBlocks(depth),
    async useSlot(slot) {
      const nonce = hex(slot.replace("nonce:", ""));
      return node.ask("eth_sendTransaction", { from: payer, to: payer, value: "0x1", nonce, gas: "0x5208" });
    },
    close: () => lab.close(),
  };
}

interface DecodedTransaction {
  vin: { txid: string; vout: number; sequence: number }[];
  vout: { value: number; scriptPubKey: { address?: string; addresses?: string[] } }[];
}

interface OwnAddress {
  witness_program: string;
  pubkey: string;
  hdkeypath: string;
  hdmasterfingerprint: string;
}

export const startLitecoinPayer = async (): Promise<PayerLab> => startCorePayer(await startLitecoinLab());
export const startBitcoinPayer = async (): Promise<PayerLab> => startCorePayer(await startBitcoinLab());

async function startCorePayer(lab: CoreLab): Promise<PayerLab> {
  const { node, url, network } = lab;
  const own = await node.ask<string>("getnewaddress", "", "bech32");
  const { witness_program: digits, ...key } = await node.ask<OwnAddress>("getaddressinfo", own);
  const path = key.hdkeypath.slice(1).replaceAll("'", "h");
  /** The keys' hashes of the addresses that were made. */
  const made = new Map<string, string>();
  for (let funded = 0; funded < 8; funded += 1) await node.ask("sendtoaddress", own, 5);
  await lab.mine();
  const payer = lab.encodeAddress(digits);
  return {
    chain: createCorePayingChain({ network, url, payer, isTest: true }),
    env: {
      [`CHAIN_${network}_URL`]: url,
      [`PAYOUT_${network}_ADDRESS`]: payer,
      [`PAYOUT_${network}_KEY`]: `[${key.hdmasterfingerprint}${path}]${key.pubkey}`,
    },
    currencies: [{ currency: network, network, paid: "coin" }],
    makeAddress() {
      const hash = randomBytes(20).toString("hex");
      const address = lab.encodeAddress(hash);
      made.set(address, hash);
      return address;
    },
    sign: async (file) => (await node.ask<{ psbt: string }>("walletprocesspsbt", file.trim())).psbt,
    async signChanged(file) {
      const { tx } = await node.ask<{ tx: DecodedTransaction }>("decodepsbt", file.trim());
      const inputs = tx.vin.map(({ txid, vout, sequence }) => ({ txid, vout, sequence }));
      const outputs = tx.vout.map(({ value, scriptPubKey }) => ({
        [scriptPubKey.address ?? scriptPubKey.addresses?.[0] ?? ""]: (value - 0.00001).toFixed(8),
      }));
      const raw = await node.ask<string>("createrawtransaction", inputs, outputs);
      return (await node.ask<{ hex: string }>("signrawtransactionwithwallet", raw)).hex;
    },
    async balanceOf(address) {
      const script = `0014${made.get(address)}`;
      const found = await node.ask<{ total_amount: number }>("scantxoutset", "start", [`raw(${script})`]);
      return found.total_amount;
    },
    mine: (count) => lab.mine(count),
    async fund(address) {
      await node.ask("sendtoaddress", lab.toRegtest(address), 5);
      await lab.mine();
    },
    replaceBlocks: (depth) => lab.replaceBlocks(depth),
    async useSlot(slot) {
      const [txid, vout] = slot.split(":");
      const inputs = [{ txid, vout: Number(vout), sequence: 0xfffffffd }];
      const { value } = await node.ask<{ value: number }>("gettxout", txid, Number(vout));
      const raw = await node.ask<string>("createrawtransaction", inputs, [{ [own]: (value - 0.01).toFixed(8) }]);
      const { hex } = await node.ask<{ hex: string }>("signrawtransactionwithwallet", raw);
      return node.ask("sendrawtransaction", hex, 0);
    },
    close: () => lab.close(),
  };
}
