import type { LiabilitiesLeaf } from "../liabilities.ts";
import { formatReserveMessage, isSignedBy } from "./signed-messages.ts";

export { formatReserveMessage, isSignedBy } from "./signed-messages.ts";

/** The amount held of a currency or coin: decimals; `rate` in US dollars for one, `value` in cents. */
type Holding = Record<"currency" | "amount" | "rate" | "value", string>;

/** The logged reserves of a day. `owed` and `total` are cents; `coveragePct` is null when nothing is owed. */
export interface ReservesLeaf extends Record<"day" | "owed" | "total", string> {
  /** True in demo mode. */
  isPaper: boolean;
  coveragePct: string | null;
  /** Balances at a block. `signedOn` is the date in the signed message. */
  addresses: (Record<"network" | "address" | "block" | "blockHash" | "signedOn" | "signature", string> & {
    holdings: Holding[];
  })[];
  /** Closing balances of imported statements; `file` is the SHA-256 of the statement's file. */
  statements: (Holding & Record<"kind" | "account" | "asOf" | "file", string>)[];
}

/** A signature or a statement that is older counts no more. */
const MOST_DAYS_OLD = 31;
const DAY_MS = 86_400_000;
/** An amount at a rate, in cents, rounded towards zero. Both are decimals. */
export function valueInCents(amount: string, rate: string): bigint {
  const places = [amount, rate].reduce((sum, each) => sum + (each.split(".")[1] ?? "").length, 0);
  return (BigInt(amount.replace(".", "")) * BigInt(rate.replace(".", "")) * 100n) / 10n ** BigInt(places);
}

/** Per cent of what is owed, with two decimals, rounded down; "0.00" for a negative total, null when nothing is owed. */
export function computeCoverage(total: bigint, owed: bigint): string | null {
  if (owed === 0n) return null;
  const digits = String(total <= 0n ? 0n : (total * 10_000n) / owed).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** True when a day (YYYY-MM-DD) is at most 31 days before another one. */
export function isRecent(day: string, on: string): boolean {
  const age = (Date.parse(on) - Date.parse(day)) / DAY_MS;
  return age >= 0 && age <= MOST_DAYS_OLD;
}

/**
 * Checks a day's reserves: each address is signed for with its key, every value and sum is right, and what is owed is the total
 * of the day's liabilities. That the balances are true is not checked: anybody can look an address up at its block.
 * @param log the name of the log, which the signed messages have
 * @throws Error that says what is wrong
 */
export function checkReserves(leaf: ReservesLeaf, liabilities: LiabilitiesLeaf, log: string): void {
  const { addresses, statements, day, total, owed, isPaper } = leaf;
  if (liabilities.type !== "liabilities" || liabilities.day !== day || liabilities.total !== owed)
    throw new Error("what is owed is not the total of that day");
  for (const { network, address, signedOn, signature } of addresses) {
    // A coin of a test network is worth nothing, so its address counts in a demo only.
    if (!isSignedBy(network, address, formatReserveMessage(log, address, signedOn), signature, isPaper))
      throw new Error(`the message of ${address} is not signed with its key`);
  }
  if (
    ![...addresses.map(({ signedOn }) => signedOn), ...statements.map(({ asOf }) => asOf)].every((each) =>
      isRecent(each, day),
    )
  )
    throw new Error("a signature or a statement is too old");
  const names = [
    ...addresses.map(({ network, address }) => `${network} ${address.toLowerCase()}`),
    ...statements.map(({ account, currency }) => `${account} ${currency}`),
    ...statements.map(({ file, currency }) => `${file} ${currency}`),
  ];
  if (new Set(names).size !== names.length) throw new Error("an address, an account or a file is counted twice");
  const holdings = [...addresses.flatMap((each) => each.holdings), ...statements];
  if (holdings.some(({ amount, rate, value }) => String(valueInCents(amount, rate)) !== value))
    throw new Error("a value is not the amount at its rate");
  const sum = holdings.reduce((before, { value }) => before + BigInt(value), 0n);
  if (String(sum) !== total || leaf.coveragePct !== computeCoverage(sum, BigInt(owed)))
    throw new Error("the total or the coverage is another one");
}
