import { formatDecimal, parseDecimal } from "@wazi/domain";
import { StatementError } from "./statement-line.ts";

/** The most places of an amount in a statement. */
const AMOUNT_PLACES = 8;
export const toUnits = (decimal: string): bigint => parseDecimal(decimal, AMOUNT_PLACES);

/** A line with the balance of the account after it. */
export interface BalancedLine {
  /** From 1, as in the file. */
  number: number;
  currency: string;
  amount: string;
  balance: string;
}

/**
 * Checks that the balances follow from each other: each line begins with the balance that another line ended with, except the
 * oldest one. Lines of the same second are in any order, so only the balances are compared, not the places of the lines. Finds a
 * line that is missing between others, and an amount or balance that was cut.
 * @throws StatementError naming the last line whose balance does not follow from another one
 */
export function checkRunningBalances(lines: readonly BalancedLine[]): void {
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const ofCurrency = lines.filter((line) => line.currency === currency);
    const ends = new Map<bigint, number>();
    for (const { balance } of ofCurrency) ends.set(toUnits(balance), (ends.get(toUnits(balance)) ?? 0) + 1);
    const beginnings = ofCurrency.filter(({ amount, balance }) => {
      const begin = toUnits(balance) - toUnits(amount);
      const left = ends.get(begin) ?? 0;
      if (left > 0) ends.set(begin, left - 1);
      return left === 0;
    });
    // The only beginning is the balance before the oldest line. Without any, the statement ends with the balance it began with.
    if (beginnings.length < 2) continue;
    throw new StatementError(
      `Line ${beginnings.at(-1)?.number}: its balance does not follow from another line. A line is missing, or the file is cut. Nothing was imported.`,
    );
  }
}

/** Checks that the entries of a statement are the difference of its balances. @throws StatementError */
export function checkStatementBalances(opening: string, closing: string, amounts: readonly string[]): void {
  const expected = toUnits(closing) - toUnits(opening);
  const sum = amounts.reduce((total, amount) => total + toUnits(amount), 0n);
  if (sum === expected) return;
  const show = (units: bigint): string => formatDecimal(units, AMOUNT_PLACES).replace(/\.?0+$/, "");
  throw new StatementError(
    `The entries add up to ${show(sum)}, but the balances differ by ${show(expected)}. An entry is missing or was changed. Nothing was imported.`,
  );
}
