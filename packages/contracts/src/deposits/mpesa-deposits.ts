import * as z from "zod/mini";
import { amount, decimal, requestAmount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { deposit } from "./deposits.ts";
import { MIN_DEPOSIT_CENTS } from "../lists.ts";
import { messages } from "../messages.ts";
import { toMpesaNumber } from "./mpesa-numbers.ts";

const depositAmount = requestAmount(messages.invalidDeposit, {
  cents: MIN_DEPOSIT_CENTS,
  message: messages.depositTooSmall,
});

/** The price of a deposit in shillings now. It is shown before the investor confirms. */
export const mpesaQuote = z.object({
  amount,
  /** Whole Kenyan shillings, rounded up. */
  localAmount: decimal,
  /** Shillings for one US dollar. */
  rate: decimal,
  source: z.string(),
  rateAt: z.iso.datetime(),
});
export type MpesaQuote = z.infer<typeof mpesaQuote>;

export const quoteMpesaDeposit = defineCall({
  method: "GET",
  path: "/api/user/mpesa-quote",
  summary: "Get an amount in shillings with its rate, before a deposit by M-Pesa",
  permission: "signed-in",
  query: z.strictObject({ amount: depositAmount }),
  answers: { 200: mpesaQuote },
  errors: ["NOT_FOUND", "PRICE_UNAVAILABLE"],
});

/** Requests a deposit by M-Pesa at a quoted rate, and sends a prompt to the phone. 409 when the rate has changed since. */
export const createMpesaDeposit = defineCall({
  method: "POST",
  path: "/api/user/mpesa-deposits",
  summary: "Deposit by M-Pesa: send the prompt to the phone",
  permission: "investor",
  movesMoney: true,
  body: z.strictObject({
    amount: depositAmount,
    phoneNumber: z.pipe(
      z.string("Please enter your M-Pesa number"),
      z.transform((typed, context) => {
        const number = toMpesaNumber("Kenya", typed);
        if (number !== null) return number;
        context.issues.push({ code: "custom", message: "Please enter an M-Pesa number of Kenya", input: typed });
        return z.NEVER;
      }),
    ),
    /** The rate of the quote that the investor saw. */
    rate: z
      .string("Please request a quote first")
      .check(z.regex(/^\d{1,12}(\.\d{1,8})?$/, "Please request a quote first")),
  }),
  answers: { 201: deposit },
  errors: ["NOT_FOUND", "PRICE_UNAVAILABLE"],
});

const acknowledgement = z.object({ ResultCode: z.union([z.number(), z.string()]), ResultDesc: z.string() });

/** Call-backs of M-Pesa. They are not signed: the address has a secret part, and only Safaricom's addresses may call it. */
function defineCallback(name: "push" | "confirmation" | "validation", summary: string) {
  return defineCall({
    method: "POST",
    path: `/api/callbacks/mobile-money/:secret/${name}`,
    summary,
    permission: "public",
    params: z.object({ secret: z.string() }),
    body: z.record(z.string(), z.unknown()),
    answers: { 200: acknowledgement },
  });
}

export const receiveMpesaPush = defineCallback("push", "Receive the result of a prompt of M-Pesa");
export const receiveMpesaConfirmation = defineCallback("confirmation", "Receive a payment of M-Pesa to the paybill");
export const validateMpesaPayment = defineCallback(
  "validation",
  "Receive the question whether a payment of M-Pesa is expected",
);
