import type { LocalAmount } from "@wazi/contracts";
import { fromCents, toCents } from "./cents.ts";
import { formatDayAndTime } from "./format-date.ts";
import * as texts from "../messages/shared.ts";

/** An amount of a local currency, such as "KES 25,901" or "KES 129.5". The digits are never rounded. */
export function formatLocal(amount: string, currency: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const decimals = fraction.replace(/0+$/, "");
  return `${currency} ${BigInt(whole).toLocaleString("en-US")}${decimals === "" ? "" : `.${decimals}`}`;
}

/** "About KES 12,950, at KES 129.5 per $1 (Central bank, 23 Nov 2026, 10:00)". */
export const describeLocal = ({ amount, currency, rate, source, rateAt }: LocalAmount): string =>
  texts.localAmount({
    amount: formatLocal(amount, currency),
    rate: formatLocal(rate, currency),
    source,
    rateAt: formatDayAndTime(rateAt),
  });

const RATE_PLACES = 8;

/** US dollars in a local currency, rounded to its hundredths, as the server stores it. `rate`: units for one US dollar. */
export function toLocalAmount(dollars: string, rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  const scaled = BigInt(whole + fraction.slice(0, RATE_PLACES).padEnd(RATE_PLACES, "0"));
  const scale = 10n ** BigInt(RATE_PLACES);
  return fromCents((toCents(dollars) * scaled + scale / 2n) / scale);
}
