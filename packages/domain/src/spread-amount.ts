import { cents, type Cents } from "./money.ts";

/**
 * Splits an amount over weights by largest remainder: each part is its exact share rounded down, and the leftover cents go
 * one each to the largest fractions; ties go to the earlier weight. The parts sum to the amount. No part exceeds its
 * weight as long as the amount does not exceed the sum of the weights.
 * @param amount cents, not negative
 * @param weights not negative, at least one of them positive
 */
export function spreadAmount(amount: Cents, weights: readonly bigint[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n) throw new RangeError("An amount can only be spread over weights with a positive sum");
  const parts = weights.map((weight) => (amount * weight) / total);
  const remainders = weights.map((weight, index) => ({ index, remainder: (amount * weight) % total }));
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let left = amount - parts.reduce((sum, part) => sum + part, 0n);
  for (const { index } of remainders) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map(cents);
}
