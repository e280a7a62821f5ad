/** Formats an amount with exactly two decimals and en-US grouping. An unreadable value is shown as 0.00. */
export function formatAmount(value: string | number | null | undefined): string {
  const text = String(value ?? "").trim();
  const match = /^([-+]?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!match) return "0.00";
  const [, sign = "", whole = "0", fraction = ""] = match;
  const cents =
    BigInt(whole) * 100n + BigInt((fraction + "00").slice(0, 2)) + (Number(fraction[2] ?? "0") >= 5 ? 1n : 0n);
  const grouped = (cents / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  const minus = sign === "-" && cents > 0n ? "-" : "";
  return `${minus}${grouped}.${(cents % 100n).toString().padStart(2, "0")}`;
}
