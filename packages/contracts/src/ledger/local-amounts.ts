import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";

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
