/** A decimal string with at most two places to whole cents; what can't be read is 0. Shown figures only: the server decides. */
export function toCents(value: string | null | undefined): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec((value ?? "").trim());
  if (!match) return 0n;
  const [, sign, whole = "0", fraction = ""] = match;
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
  return sign === "-" ? -cents : cents;
}

/** Whole cents to a decimal string with two places, as amounts come from the API. */
export function fromCents(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}

export function sumCents(values: readonly string[]): string {
  return fromCents(values.reduce((sum, value) => sum + toCents(value), 0n));
}
