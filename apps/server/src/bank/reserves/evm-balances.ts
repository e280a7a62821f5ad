import { formatDecimal } from "@wazi/domain";
import type { Balance, ReserveChain } from "./take-reserves.ts";
import { askNode, readNodeAddress, type Tokens } from "../../deposits/api.ts";

const ETHER_PLACES = 18;
/** Blocks below the tip: balances of a block that is taken back would be wrong. */
const SAFE_BLOCKS = 12;
/** The first four bytes of Keccak-256 of balanceOf(address) (ERC-20). */
const BALANCE_OF = "0x70a08231";
const WORD_DIGITS = 64;

const toHex = (height: number): string => `0x${height.toString(16)}`;

/** Reads balances of ether and of the deposit currencies' tokens by Ethereum's JSON-RPC. The node needs no keys. */
export function createEvmBalances(url: string, tokens: Tokens): ReserveChain {
  const node = readNodeAddress(url);
  const ask = async (method: string, params: readonly unknown[]): Promise<bigint> => {
    const answer = await askNode<string>(node, method, params);
    // A contract that is not there answers with nothing.
    return answer === "0x" ? 0n : BigInt(answer);
  };
  const readAt = async (address: string, height: number): Promise<Balance[]> => {
    const ether = await ask("eth_getBalance", [address, toHex(height)]);
    const balances = [{ currency: "ETH", amount: formatDecimal(ether, ETHER_PLACES) }];
    const data = BALANCE_OF + address.slice(2).toLowerCase().padStart(WORD_DIGITS, "0");
    for (const [contract, { currency, places }] of tokens) {
      const held = await ask("eth_call", [{ to: `0x${contract}`, data }, toHex(height)]);
      balances.push({ currency, amount: formatDecimal(held, places) });
    }
    return balances;
  };
  return {
    network: "ERC20",
    readBalances: async (addresses) => {
      const height = Math.max(0, Number(await ask("eth_blockNumber", [])) - SAFE_BLOCKS);
      const { hash } = await askNode<{ hash: string }>(node, "eth_getBlockByNumber", [toHex(height), false]);
      const balances: Balance[][] = [];
      for (const address of addresses) balances.push(await readAt(address, height));
      return { block: { height, hash }, balances };
    },
  };
}
