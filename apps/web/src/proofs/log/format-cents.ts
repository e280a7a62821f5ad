import { formatAmount } from "@wazi/contracts";

const CENT_PLACES = 2;

/** Formats whole cents as an amount, such as "1,234.50". */
export function formatCents(cents: string): string {
  const digits = cents.padStart(CENT_PLACES + 1, "0");
  return formatAmount(`${digits.slice(0, -CENT_PLACES)}.${digits.slice(-CENT_PLACES)}`);
}
