import { formatDecimal } from "@wazi/domain";
import type { Balance, ReserveChain } from "./take-reserves.ts";
import {
  ChainError,
  type Tokens,
  askTron,
  formatTronAddress,
  openTronNode,
  parseTronAddress,
  parseTronBlock,
} from "../../deposits/api.ts";

const TRX_PLACES = 6;
const WORD_DIGITS = 64;
/** The field with what a contract answered. */
const RESULTS = "constant_result";

/**
 * Reads balances of TRX and of the deposit currencies' tokens at Tron's newest solidified block, by the HTTP API of a full node or of
 * TronGrid (developers.tron.network). The API has no balances of earlier blocks.
 * @param apiKey of TronGrid; undefined for a node of one's own
 */
export function createTronBalances(url: string, tokens: Tokens, apiKey?: string): ReserveChain {
  const node = openTronNode(url, apiKey);
  const ask = (path: string, body: object): Promise<unknown> => askTron(node, `/walletsolidity/${path}`, body);
  const readToken = async (address: string, contract: string): Promise<bigint> => {
    const call = {
      ["owner_address"]: address,
      ["contract_address"]: formatTronAddress(contract),
      ["function_selector"]: "balanceOf(address)",
      parameter: parseTronAddress(address).padStart(WORD_DIGITS, "0"),
      visible: true,
    };
    const answer = (await ask("triggerconstantcontract", call)) as Record<string, unknown>;
    const [held] = (answer[RESULTS] ?? []) as string[];
    const { result } = (answer["result"] ?? {}) as { result?: boolean };
    if (result !== true || held === undefined)
      throw new ChainError("refused", `${node.source}: no balance of the token ${formatTronAddress(contract)}`);
    return held === "" ? 0n : BigInt(`0x${held}`);
  };
  const readOne = async (address: string): Promise<bigint[]> => {
    const account = (await ask("getaccount", { address, visible: true })) as { balance?: number };
    const units = [BigInt(account.balance ?? 0)];
    for (const contract of tokens.keys()) units.push(await readToken(address, contract));
    return units;
  };
  const readAll = async (addresses: readonly string[]): Promise<bigint[][]> => {
    const all: bigint[][] = [];
    for (const address of addresses) all.push(await readOne(address));
    return all;
  };
  const named = [{ currency: "TRX", places: TRX_PLACES }, ...tokens.values()];
  return {
    network: "TRC20",
    readBalances: async (addresses) => {
      const block = parseTronBlock(await ask("getnowblock", {}));
      if (!block) throw new ChainError("malformed", `${node.source}: no solidified block`);
      // Blocks come while addresses are read. The lower of two readings counts no coin on its way between two addresses twice.
      const [first, second] = [await readAll(addresses), await readAll(addresses)];
      const balances = first.map((row, at) =>
        named.map(({ currency, places }, column): Balance => {
          const [one = 0n, other = 0n] = [row[column], second[at]?.[column]];
          return { currency, amount: formatDecimal(one < other ? one : other, places) };
        }),
      );
      return { block: { height: block.header.number, hash: block.blockID }, balances };
    },
  };
}
