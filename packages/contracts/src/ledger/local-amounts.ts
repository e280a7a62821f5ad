import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { person } from "../person.ts";

/** `rate` units of a currency for one US dollar. */
const localRate = z.object({ currency: z.string(), rate: decimal, source: z.string(), rateAt: z.iso.datetime() });

/** An amount of US dollars in the investor's local currency, at that rate. */
export const localAmount = z.extend(localRate, { amount });
export type LocalAmount = z.infer<typeof localAmount>;

/** The latest rate of the currency of the user's country; null for another country, and without a rate. */
export const getOwnLocalRate = defineCall({
  method: "GET",
  path: "/api/user/local-rate",
  summary: "Get the rate of the local currency of the user's country",
  permission: "signed-in",
  answers: { 200: z.object({ rate: z.nullable(localRate) }) },
});

/** A local deposit or payout is settled as shown if the rate in force differs by at most this many per cent from the one shown. */
export const SETTLED_AS_SHOWN_PCT = 3;
/** Beyond it, a second administrator decides within so many hours. */
export const RATE_HOLD_HOURS = 24;

/**
 * A deposit or payout that waits because the rate has moved. Undecided, a deposit is credited at the rate of now, and a payout returns
 * to the balance.
 */
export const rateHold = z.object({
  id: z.uuid(),
  kind: z.enum(["deposit", "payout"]),
  currency: z.string(),
  /** The same at every rate: the local amount that was received, or the US dollars that were debited. */
  fixedAmount: decimal,
  /** Units of the currency for one US dollar, as shown and in force. */
  rateShown: decimal,
  rateNow: decimal,
  /** The amount for the investor at each: US dollars for a deposit, units of the currency for a payout. */
  amountShown: decimal,
  amountNow: decimal,
  /** `shown` or `now`: decided, and not paid yet. */
  status: z.enum(["open", "shown", "now"]),
  heldAt: z.iso.datetime(),
  /** The latest time at which it is decided. */
  decideBy: z.iso.datetime(),
});
export type RateHold = z.infer<typeof rateHold>;

export const adminRateHold = z.extend(rateHold, {
  userId: z.uuid(),
  user: person,
  depositId: z.nullable(z.uuid()),
  withdrawalId: z.nullable(z.uuid()),
  /** The administrator who asked for the settlement and does not decide; null for an automatic one. */
  askedBy: z.nullable(z.extend(person, { id: z.uuid() })),
  /** `expired`: not decided in time. `ended`: its deposit or withdrawal ended before. */
  status: z.enum(["open", "shown", "now", "expired", "ended"]),
});
export type AdminRateHold = z.infer<typeof adminRateHold>;

/**
 * Decides the amount of a held deposit or payout: another administrator than the one who asked for it, and for an automatic one, than
 * the one who set the rate. A deposit is credited at once. A payout over a rail is sent; one by hand can then be paid.
 */
export const decideRateHold = defineCall({
  method: "POST",
  path: "/api/admin/rate-holds/:hold/decide",
  summary: "Decide the amount of a deposit or payout whose rate has moved",
  permission: "admin",
  ...acts.decideRateHold,
  movesMoney: true,
  params: z.object({ hold: z.uuid("Unknown hold") }),
  body: z.strictObject({
    amount: z.enum(["shown", "now"], "amount must be shown or now"),
    /** The rate of now that was seen; 409 if it has changed. */
    rate: z
      .string("rate must be the rate of now that you saw")
      .check(z.regex(/^\d{1,12}(\.\d{1,8})?$/, "rate must be the rate of now that you saw")),
  }),
  answers: { 200: adminRateHold },
});
