import type { DepositCurrency } from "@wazi/contracts";
import { formatDecimal } from "@wazi/domain";
import type { ChainTransfer } from "./chain-reader.ts";

/** A log of Ethereum or of Tron: hexadecimal, with or without 0x. */
export interface TokenLog {
  address: string;
  topics: string[];
  data: string;
}

/** A deposit currency by its contract: 40 hexadecimal digits in lower case. */
export type Tokens = ReadonlyMap<string, { currency: DepositCurrency; places: number }>;

/** Both USDT and USDC have 6 places on Ethereum and on Tron. */
const TOKEN_PLACES = 6;

/** Keccak-256 of Transfer(address,address,uint256) (ERC-20; TRC-20 is the same). */
const TRANSFER_TOPIC = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** The event, the sender and the recipient. A fourth topic is an NFT's number. */
const TRANSFER_TOPICS = 3;
const ADDRESS_DIGITS = 40;
const WORD_DIGITS = 64;

const strip0x = (text: string): string => text.replace(/^0x/, "").toLowerCase();

/** @param contracts the contract of each currency: 40 hexadecimal digits, with or without 0x */
export function toTokens(contracts: Readonly<Partial<Record<DepositCurrency, string>>>): Tokens {
  return new Map(
    Object.entries(contracts).map(([currency, contract]) => [
      strip0x(contract),
      { currency: currency as DepositCurrency, places: TOKEN_PLACES },
    ]),
  );
}

/**
 * Reads the transfers of listed tokens in one transaction: anybody can make a token without a value and send it to every address.
 * Their place is their number among the transaction's transfers, because a log's number in the block changes when the transaction
 * moves to another block.
 * @param formatAddress writes 40 hexadecimal digits as the network's address
 */
export function readTokenTransfers(
  transactionHash: string,
  logs: readonly TokenLog[],
  tokens: Tokens,
  formatAddress: (digits: string) => string,
): ChainTransfer[] {
  return logs.filter(isTransfer).flatMap(({ address, topics, data }, index) => {
    const amount = BigInt(`0x${strip0x(data)}`);
    const token = tokens.get(strip0x(address).slice(-ADDRESS_DIGITS));
    if (amount === 0n || token === undefined) return [];
    const readTopic = (topic = ""): string => formatAddress(strip0x(topic).slice(-ADDRESS_DIGITS));
    return [
      {
        transactionHash,
        output: `transfer:${index}`,
        address: readTopic(topics[2]),
        currency: token.currency,
        coins: formatDecimal(amount, token.places),
        sender: readTopic(topics[1]),
      },
    ];
  });
}

function isTransfer({ topics, data }: TokenLog): boolean {
  const isNamed = topics.length === TRANSFER_TOPICS && strip0x(topics[0] ?? "") === TRANSFER_TOPIC;
  return isNamed && strip0x(data).length === WORD_DIGITS;
}
