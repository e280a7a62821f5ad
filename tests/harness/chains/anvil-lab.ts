import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { checksumEvmAddress } from "../../../apps/server/src/deposits/addresses/check-address.ts";
import { findFreePort } from "../../../apps/server/src/platform/process/free-port.ts";
import { createEvmChain } from "../../../apps/server/src/deposits/chains/evm-chain.ts";
import { toTokens } from "../../../apps/server/src/deposits/chains/token-transfers.ts";
import type { ChainLab, Paid } from "./chain-lab.ts";
import { startNode, type StartedNode } from "./start-node.ts";

const require = createRequire(import.meta.url);
/** The platform's package of anvil; undefined where there is none. */
export const ANVIL = findAnvil();

function findAnvil(): string | undefined {
  const arch = { x64: "amd64", arm64: "arm64" }[process.arch as string];
  try {
    return require.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
  } catch {
    return undefined;
  }
}

/** The first 4 bytes of the Keccak hash of transfer(address,uint256). */
const TRANSFER = "a9059cbb";
const WORD_DIGITS = 64;
const word = (digits: string): string => digits.replace(/^0x/, "").padStart(WORD_DIGITS, "0");
const ETHER = 10n ** 18n;
const TOKEN = 10n ** 6n;

interface Compiled {
  contracts: Record<
    string,
    Record<string, { evm: { bytecode: { object: string }; methodIdentifiers: Record<string, string> } }>
  >;
  errors?: { severity: string; formattedMessage: string }[];
}

/** Compiles the test token. The compiler takes two seconds to load, so it is loaded only here. */
function compileToken(): string {
  const solc = require("solc") as { compile: (input: string) => string };
  const content = readFileSync(new URL("erc20.sol", import.meta.url), "utf8");
  const outputSelection = { "*": { "*": ["evm.bytecode.object"] } };
  const input = { language: "Solidity", sources: { "erc20.sol": { content } }, settings: { outputSelection } };
  const { contracts, errors } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  const token = contracts["erc20.sol"]?.["TestToken"];
  if (!token) throw new Error(errors?.map(({ formattedMessage }) => formattedMessage).join("\n"));
  return token.evm.bytecode.object;
}

export interface AnvilLab extends ChainLab {
  node: StartedNode;
  url: string;
  contracts: Record<Exclude<Paid, "coin">, string>;
}

/** Starts anvil with three contracts of the same code: USDT, USDC, and one that only has the name of USDT. */
export async function startAnvilLab(): Promise<AnvilLab> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ["--port", String(port), "--no-mining", "--silent", "--order", "fifo"];
  const node = await startNode(ANVIL ?? "", args, { url, ready: "eth_blockNumber" });
  const [from = ""] = await node.ask<string[]>("eth_accounts");
  const bytecode = compileToken();
  const mine = (count = 1): Promise<void> => node.ask("anvil_mine", `0x${count.toString(16)}`, "0x1");
  const deploy = async (symbol: string): Promise<string> => {
    const text = word(Buffer.from(symbol).toString("hex"))
      .slice(-2 * symbol.length)
      .padEnd(WORD_DIGITS, "0");
    const values = [
      word("40"),
      word("80"),
      word(symbol.length.toString(16)),
      text,
      word(symbol.length.toString(16)),
      text,
    ];
    const hash = await node.ask<string>("eth_sendTransaction", { from, data: `0x${bytecode}${values.join("")}` });
    await mine();
    const receipt = await node.ask<{ contractAddress: string }>("eth_getTransactionReceipt", hash);
    return receipt.contractAddress;
  };
  const contracts = { USDT: await deploy("USDT"), USDC: await deploy("USDC"), unknown: await deploy("USDT") };
  const send = (fields: object): Promise<string> =>
    node.ask("eth_sendTransaction", { from, gas: "0x100000", ...fields });
  const callToken = (what: Exclude<Paid, "coin">, data: string): Promise<string> =>
    send({ to: contracts[what], data: `0x${data}` });
  return {
    node,
    url,
    contracts,
    reader: createEvmChain(url, toTokens({ USDT: contracts.USDT, USDC: contracts.USDC })),
    pays: ["coin", "USDT", "USDC"],
    worthless: ["unknown"],
    makeAddress: () => checksumEvmAddress(randomBytes(20).toString("hex")),
    pay: (address, coins, what) =>
      what === "coin"
        ? send({ to: address, value: `0x${toUnits(coins, ETHER).toString(16)}` })
        : callToken(what, `${TRANSFER}${word(address)}${word(toUnits(coins, TOKEN).toString(16))}`),
    mine,
    async replaceBlocks(depth) {
      await node.ask("anvil_reorg", depth, []);
      await mine();
    },
    close: () => node.stop(),
  };
}

function toUnits(coins: string, scale: bigint): bigint {
  const [whole = "0", fraction = ""] = coins.split(".");
  const places = scale.toString().length - 1;
  return BigInt(whole) * scale + BigInt(fraction.padEnd(places, "0").slice(0, places));
}
