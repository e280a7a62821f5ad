import { createHash } from "node:crypto";

/**
 * The reference of an attempt: 36 characters of a-f, 0-9 and "-", made from the withdrawal and the attempt, so that the same
 * attempt has the same reference whoever sends it. Allowed by Daraja (OriginatorConversationID), Paystack (16 or more of
 * a-z, 0-9, "-" and "_") and Flutterwave.
 */
export function buildPayoutReference(withdrawalId: string, attempt: number): string {
  const hex = createHash("sha256").update(`wazi payout ${withdrawalId} ${attempt}`).digest("hex");
  // The form of a UUID of version 8 (RFC 9562), which some providers check.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
