import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";

/** Interest on the own balance: the offer, and what has accrued. Days are in UTC, and each counts for the balance at its end. */
export const balanceInterest = z.object({
  /** False where the operator pays none. The legal basis is then null. */
  isOffered: z.boolean(),
  /** The law or licence under which it is paid, in the operator's words. */
  legalBasis: z.nullable(z.string()),
  isOn: z.boolean(),
  /** Today's rate, in per cent a year after the operator's margin; null for a day without a rate, which earns nothing. */
  ratePct: z.nullable(z.number()),
  /** The operator's part of the rate, in points a year. */
  marginPct: z.number(),
  /** The first day that earns; null while it is off. */
  firstDay: z.nullable(z.iso.date()),
  /** The interest of ended days that is not posted yet, to the millionth of a dollar. */
  accrued: decimal,
  /** The whole cents of it: what turning it off posts now. */
  payable: amount,
  /** All that was posted so far. */
  posted: amount,
});
export type BalanceInterest = z.infer<typeof balanceInterest>;

export const getBalanceInterest = defineCall({
  method: "GET",
  path: "/api/user/balance-interest",
  summary: "Get the interest on the signed-in user's balance",
  permission: "signed-in",
  answers: { 200: balanceInterest },
});

/**
 * Turns interest on, from today on, or off: what has accrued until the end of yesterday is then posted. A deactivated user can only
 * turn it off.
 */
export const chooseBalanceInterest = defineCall({
  method: "POST",
  path: "/api/user/balance-interest",
  summary: "Turn interest on the balance on or off",
  permission: "signed-in",
  movesMoney: true,
  body: z.strictObject({ isOn: z.boolean("Please choose on or off") }),
  answers: { 200: z.object({ isOn: z.boolean() }) },
});
