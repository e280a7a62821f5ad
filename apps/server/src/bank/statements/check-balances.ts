import { formatDecimal, parseDecimal } from "@wazi/domain";
import { StatementError } from "./statement-line.ts";
import * as texts from "../../messages/bank.ts";

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
  /** When it was booked, which may be only a day. Texts compare as times. */
  at: string;
}

/**
 * Checks that the balances follow from each other: each line begins with the balance that the line before it ended with. Lines of
 * the same time are in any order. Finds a line that is missing between others, and an amount or balance that was cut. In a file
 * that is not in the order of its times, the order of the balances is not known: there, each line but one begins with a balance
 * that another line ended with.
 * @throws StatementError naming a line whose balance does not follow from another one
 */
export function checkRunningBalances(lines: readonly BalancedLine[]): void {
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const ofCurrency = lines.filter((line) => line.currency === currency);
    let current: bigint | null = null;
    for (const group of isInOrder(ofCurrency) ? groupByTime(ofCurrency) : [ofCurrency])
      current = follow(group, current);
  }
}

/** True if the lines are in the order of their times, oldest or newest first. */
function isInOrder(lines: readonly BalancedLine[]): boolean {
  const pairs = lines.slice(1).map(({ at }, index) => [lines[index]?.at ?? at, at] as const);
  return pairs.every(([one, next]) => one <= next) || pairs.every(([one, next]) => one >= next);
}

/** The lines of each time, oldest first. */
function groupByTime(lines: readonly BalancedLine[]): BalancedLine[][] {
  const groups = new Map<string, BalancedLine[]>();
  for (const line of lines) groups.set(line.at, [...(groups.get(line.at) ?? []), line]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

const beginOf = ({ amount, balance }: BalancedLine): bigint => toUnits(balance) - toUnits(amount);

/**
 * Follows the balance through lines that are in any order.
 * @param current the balance before them; null when it is not known
 * @returns the balance after them; null when it is not known, because they end with the balance that they began with
 */
function follow(lines: readonly BalancedLine[], current: bigint | null): bigint | null {
  const ends = new Map<bigint, number>();
  for (const { balance } of lines) ends.set(toUnits(balance), (ends.get(toUnits(balance)) ?? 0) + 1);
  const beginnings = lines.filter((line) => {
    const left = ends.get(beginOf(line)) ?? 0;
    if (left > 0) ends.set(beginOf(line), left - 1);
    return left === 0;
  });
  const [beginning] = beginnings;
  if (beginnings.length > 1) refuse(beginnings.at(-1));
  if (beginning === undefined) {
    if (current !== null && !lines.some((line) => beginOf(line) === current)) refuse(lines[0]);
    return current;
  }
  if (current !== null && beginOf(beginning) !== current) refuse(beginning);
  return [...ends].find(([, count]) => count > 0)?.[0] ?? null;
}

function refuse(line: BalancedLine | undefined): never {
  throw new StatementError(texts.balanceUnconnected({ line: line?.number ?? 0 }));
}

/** Checks that the entries of a statement are the difference of its balances. @throws StatementError */
export function checkStatementBalances(opening: string, closing: string, amounts: readonly string[]): void {
  const expected = toUnits(closing) - toUnits(opening);
  const sum = amounts.reduce((total, amount) => total + toUnits(amount), 0n);
  if (sum === expected) return;
  const show = (units: bigint): string => formatDecimal(units, AMOUNT_PLACES).replace(/\.?0+$/, "");
  throw new StatementError(texts.balancesDiffer({ sum: show(sum), expected: show(expected) }));
}
