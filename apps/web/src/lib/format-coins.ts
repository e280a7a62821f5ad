/** A number of coins or a rate without the zeros at its end, but with two places at least, in groups of three: 5,000.00, 0.015625. Never rounded. */
export function formatCoins(value: string): string {
  const [whole = "0", fraction = ""] = value.split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
