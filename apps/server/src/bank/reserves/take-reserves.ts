import {
  computeCoverage,
  formatReserveMessage,
  isRecent,
  isSignedBy,
  valueInCents,
  type ReservesLeaf,
} from "@wazi/proofs/reserves";
import type { Sql } from "../../platform/db/pool.ts";
import { readLogName } from "../../record/api.ts";
import { findOpenDay, insertReserveDay, listAccountStatements, listSignedAddresses } from "./store.ts";

/** An amount of coins, as a decimal of whole coins. */
export interface Balance {
  currency: string;
  amount: string;
}

/** The port for chains whose addresses are in the reserves. One adapter for each family. */
export interface ReserveChain {
  network: "ERC20" | "TRC20" | "BTC" | "LTC";
  /**
   * Reads what each address has, all at one block, so that no coin is counted on its way from one address to another.
   * @throws ChainError
   */
  readBalances(
    addresses: readonly string[],
  ): Promise<{ block: { height: number; hash: string }; balances: Balance[][] }>;
}

export interface ReservesDeps {
  sql: Sql;
  now: () => Date;
  /** True in demo mode: all money is paper, and the day's reserves say so. */
  isPaper: boolean;
  chains: readonly ReserveChain[];
  /** US dollars for one coin or unit of a currency; null without a fresh rate. */
  findRate: (currency: string) => Promise<string | null>;
}

/** A leaf has at most 65,535 bytes. */
const MOST_ADDRESSES = 50;
const MOST_STATEMENTS = 100;

type Document = Omit<ReservesLeaf, "day">;

/**
 * Records what the platform holds beside what it owes, for a day whose liabilities are taken: balances of signed addresses at a
 * block, and closing balances of statements. What has no fresh signature, statement or rate does not count.
 * @returns false when the day has its reserves already, or no liabilities yet
 * @throws Error when a chain does not answer
 */
export async function takeReserves(deps: ReservesDeps): Promise<boolean> {
  const { sql, now, isPaper } = deps;
  const open = await findOpenDay(sql, now().toISOString().slice(0, 10));
  if (!open) return false;
  const addresses = await readAddresses(deps, open.day);
  const statements = await readStatements(deps, open.day);
  const values = [...addresses.flatMap(({ holdings }) => holdings), ...statements];
  const total = values.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const document: Document = {
    isPaper,
    owed: String(open.owed),
    total: String(total),
    coveragePct: computeCoverage(total, open.owed),
    addresses,
    statements,
  };
  await insertReserveDay(sql, open.day, document);
  return true;
}

async function readAddresses(deps: ReservesDeps, day: string): Promise<Document["addresses"]> {
  const log = await readLogName(deps.sql);
  // A message that names the log's key before a renewal counts no more.
  const signed = (await listSignedAddresses(deps.sql, day)).filter(
    ({ network, address, signedOn, signature }) =>
      isRecent(signedOn, day) &&
      log !== null &&
      isSignedBy(network, address, formatReserveMessage(log, address, signedOn), signature, true),
  );
  const found: Document["addresses"] = [];
  for (const chain of deps.chains) {
    const own = signed.filter(({ network }) => network === chain.network).slice(0, MOST_ADDRESSES - found.length);
    if (own.length === 0) continue;
    const { block, balances } = await chain.readBalances(own.map(({ address }) => address));
    const { height, hash } = block;
    for (const [index, each] of own.entries()) {
      const holdings = await Promise.all((balances[index] ?? []).map((balance) => addValue(deps, balance)));
      found.push({ ...each, block: String(height), blockHash: hash, holdings: holdings.filter((one) => one !== null) });
    }
  }
  return found;
}

async function readStatements(deps: ReservesDeps, day: string): Promise<Document["statements"]> {
  const recent = (await listAccountStatements(deps.sql, day)).filter(({ asOf }) => isRecent(asOf, day));
  const valued = await Promise.all(recent.slice(0, MOST_STATEMENTS).map((each) => addValue(deps, each)));
  return valued.filter((each) => each !== null);
}

/** @returns null for a balance of 0, and without a rate */
async function addValue<T extends { currency: string; amount: string }>({ findRate }: ReservesDeps, balance: T) {
  const rate = Number(balance.amount) === 0 ? null : await findRate(balance.currency);
  return rate === null ? null : { ...balance, rate, value: String(valueInCents(balance.amount, rate)) };
}
