/**
 * Converts a decimal string with at most two places to cents; invalid text gives 0. For display only: the server
 * decides.
 */
export function toCents(value: string | null | undefined): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec((value ?? "").trim());
  if (!match) return 0n;
  const [, sign, whole = "0", fraction = ""] = match;
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
  return sign === "-" ? -cents : cents;
}

/** Converts cents to a decimal string with two places, the API's format. */
export function fromCents(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

export function sumCents(values: readonly string[]): string {
  return fromCents(values.reduce((sum, value) => sum + toCents(value), 0n));
}
