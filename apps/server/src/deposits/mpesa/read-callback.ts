import { parseDarajaTime } from "../daraja/daraja-client.ts";
import type { MpesaEvent } from "./store.ts";

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const MAX_TEXT = 64;
const textOf = (value: unknown): string | null =>
  (typeof value === "string" || typeof value === "number") && String(value) !== ""
    ? String(value).slice(0, MAX_TEXT)
    : null;

/** An amount in shillings, with at most two decimals. Null for anything else. */
function readShillings(value: unknown): string | null {
  const text = textOf(value)?.replaceAll(",", "") ?? "";
  return /^\d{1,10}(\.\d{1,2}0*)?$/.test(text) && !/^[0.]+$/.test(text) ? text.replace(/(\.\d\d)0+$/, "$1") : null;
}

const RECEIPT = /^[A-Z0-9]{8,12}$/;
const readReceipt = (value: unknown): string | null => {
  const text = textOf(value)?.toUpperCase() ?? "";
  return RECEIPT.test(text) ? text : null;
};

/** Reads the result of a prompt: Body.stkCallback. Null when it is none. Phone number and name are not read at all. */
export function readPushCallback(body: Fields): MpesaEvent | null {
  const callback = fieldsOf(fieldsOf(body["Body"])["stkCallback"]);
  const checkoutRequestId = textOf(callback["CheckoutRequestID"]);
  const resultCode = textOf(callback["ResultCode"]);
  if (checkoutRequestId === null || resultCode === null) return null;
  const items = fieldsOf(callback["CallbackMetadata"])["Item"];
  const values = new Map(
    (Array.isArray(items) ? items : []).map((item) => [textOf(fieldsOf(item)["Name"]), fieldsOf(item)["Value"]]),
  );
  return {
    kind: "push",
    transactionId: readReceipt(values.get("MpesaReceiptNumber")),
    checkoutRequestId,
    shortCode: null,
    reference: null,
    amount: readShillings(values.get("Amount")),
    resultCode,
    paidAt: parseDarajaTime(values.get("TransactionDate")),
  };
}

/** Reads a payment at the paybill. Null when it is none. */
export function readConfirmation(body: Fields): MpesaEvent | null {
  const transactionId = readReceipt(body["TransID"]);
  const amount = readShillings(body["TransAmount"]);
  if (transactionId === null || amount === null) return null;
  return {
    kind: "confirmation",
    transactionId,
    checkoutRequestId: null,
    shortCode: textOf(body["BusinessShortCode"]),
    reference: textOf(body["BillRefNumber"]),
    amount,
    resultCode: null,
    paidAt: parseDarajaTime(body["TransTime"]),
  };
}

/** Reads a payment of the Pull Transactions API. Its time is local, in spite of its Z. */
export function readPulled(value: unknown, shortCode: string): MpesaEvent | null {
  const fields = fieldsOf(value);
  const transactionId = readReceipt(fields["transactionId"]);
  const amount = readShillings(fields["amount"]);
  if (transactionId === null || amount === null) return null;
  const paidAt = parseDarajaTime(textOf(fields["trxDate"])?.slice(0, 19).replace(/\D/g, ""));
  const reference = textOf(fields["billreference"]);
  return {
    kind: "pull",
    transactionId,
    checkoutRequestId: null,
    shortCode,
    reference,
    amount,
    resultCode: null,
    paidAt,
  };
}
