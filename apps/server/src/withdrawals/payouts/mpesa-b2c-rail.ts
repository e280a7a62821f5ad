import { DarajaError, type DarajaClient } from "../../deposits/api.ts";
import type { PayoutOrder, PayoutRail, RailReport } from "./payout-rail.ts";
import { amountOf, asObject, textOf } from "./rail-http.ts";

export interface MpesaB2cSettings {
  shortCode: string;
  initiatorName: string;
  /** The initiator's password, encrypted with Safaricom's certificate, in base64. */
  securityCredential: string;
  /** The public address of the call-backs, with the secret: https://wazi.example/api/callbacks/<secret>. */
  callbackUrl: string;
}

export const B2C_PATH = "/mpesa/b2c/v3/paymentrequest";
export const STATUS_PATH = "/mpesa/transactionstatus/v1/query";
const CURRENCY = "KES";
/** The type of a short code in Daraja. */
const SHORT_CODE_TYPE = "4";
/** Failures that pass without a change of the payment: no funds in the utility account, a locked or expired initiator. */
const temporaryCodes: ReadonlySet<string> = new Set(["1", "2001", "8006", "21"]);

/**
 * Pays to M-Pesa wallets in Kenya over Daraja's B2C (version 3). OriginatorConversationID is our reference: Daraja refuses a
 * second request under it. Its answer means accepted; the result comes by call-back. A status question is answered by call-back
 * as well.
 */
export function createMpesaB2cRail(settings: MpesaB2cSettings, daraja: DarajaClient): PayoutRail {
  return {
    name: "mpesa-b2c",
    label: "M-Pesa (Daraja B2C)",
    findCurrency: ({ withdrawalType, country }) =>
      withdrawalType === "mpesa" && country === "Kenya" ? CURRENCY : null,
    // Whole shillings.
    countPlaces: () => 0,
    // Daraja tells the name only in the result.
    findRecipientName: () => Promise.resolve(null),
    async send(order) {
      try {
        const answer = await daraja.post(B2C_PATH, buildPayment(settings, order));
        if (textOf(answer, "ResponseCode") === "0") {
          return { kind: "accepted", providerId: textOf(answer, "ConversationID") };
        }
        const code = textOf(answer, "ResponseCode") ?? "none";
        const reason = textOf(answer, "ResponseDescription") ?? "No reason given.";
        return { kind: "refused", code, reason, isTemporary: false };
      } catch (error) {
        return readError(error);
      }
    },
    async query(order) {
      await daraja.post(STATUS_PATH, buildQuestion(settings, order));
      return { kind: "pending" };
    },
    tellsFeeLater: true,
    reversesLater: true,
  };
}

function buildPayment(settings: MpesaB2cSettings, order: PayoutOrder): Record<string, unknown> {
  return {
    OriginatorConversationID: order.reference,
    InitiatorName: settings.initiatorName,
    SecurityCredential: settings.securityCredential,
    CommandID: "BusinessPayment",
    Amount: order.amount,
    PartyA: settings.shortCode,
    PartyB: order.destination.phoneNumber?.replace(/^\+/, ""),
    Remarks: "Withdrawal",
    QueueTimeOutURL: `${settings.callbackUrl}/b2c-timeout`,
    ResultURL: `${settings.callbackUrl}/b2c-result`,
    // The spelling of Daraja.
    Occassion: order.reference,
  };
}

/** The reference goes along as Occasion, which the answer repeats: so it is known which payment an answer is about. */
function buildQuestion(settings: MpesaB2cSettings, order: PayoutOrder): Record<string, unknown> {
  return {
    Initiator: settings.initiatorName,
    SecurityCredential: settings.securityCredential,
    CommandID: "TransactionStatusQuery",
    OriginalConversationID: order.reference,
    PartyA: settings.shortCode,
    IdentifierType: SHORT_CODE_TYPE,
    ResultURL: `${settings.callbackUrl}/status-result`,
    QueueTimeOutURL: `${settings.callbackUrl}/status-timeout`,
    Remarks: "Payment status",
    Occasion: order.reference,
  };
}

/** @throws the error, when the payment may have been taken */
function readError(error: unknown): RailReport {
  if (!(error instanceof DarajaError) || error.isOutcomeUnknown) throw error;
  if (error.kind === "duplicate") return { kind: "duplicate" };
  const isTemporary = error.kind === "busy" || error.kind === "credentials";
  return { kind: "refused", code: error.code ?? error.kind, reason: error.message, isTemporary };
}

/** The payment and the result that a call-back reports. `reference` is null when it names none. */
export interface MpesaCallback {
  reference: string | null;
  /** Daraja's id of the payment; null in answers to status questions that failed. */
  conversationId: string | null;
  report: RailReport;
}

type Parameters = ReadonlyMap<string, string>;

/** Key and value of the result's parameters, keys without spaces: both spellings occur in Daraja's documentation. */
function readParameters(result: Record<string, unknown>): Parameters {
  const list = asObject(result["ResultParameters"])?.["ResultParameter"];
  const entries = (Array.isArray(list) ? list : []).flatMap((each: unknown): [string, string][] => {
    const [key, value] = [textOf(asObject(each), "Key"), textOf(asObject(each), "Value")];
    return key !== null && value !== null ? [[key.replaceAll(" ", ""), value]] : [];
  });
  return new Map(entries);
}

/** Reads the result of a payment. @returns null when it is none */
export function readB2cResult(body: Record<string, unknown>): MpesaCallback | null {
  const result = asObject(body["Result"]);
  const code = textOf(result, "ResultCode");
  if (!result || code === null) return null;
  const about = {
    reference: textOf(result, "OriginatorConversationID"),
    conversationId: textOf(result, "ConversationID"),
  };
  if (code !== "0") {
    const reason = textOf(result, "ResultDesc") ?? "No reason given.";
    return { ...about, report: { kind: "failed", code, reason, isTemporary: temporaryCodes.has(code) } };
  }
  const parameters = readParameters(result);
  const receipt = parameters.get("TransactionReceipt") ?? textOf(result, "TransactionID");
  if (receipt === null) return null;
  const amount = amountOf({ amount: parameters.get("TransactionAmount") }, "amount");
  const recipientName = readName(parameters.get("ReceiverPartyPublicName"));
  return { ...about, report: { kind: "paid", receipt, amount, currency: CURRENCY, fee: null, recipientName } };
}

/** Reads the answer to a status question. @returns null when it is none */
export function readStatusResult(body: Record<string, unknown>): MpesaCallback | null {
  const result = asObject(body["Result"]);
  if (!result) return null;
  const parameters = readParameters(result);
  const item = asObject(asObject(result["ReferenceData"])?.["ReferenceItem"]);
  const reference = parameters.get("OriginatorConversationID") ?? textOf(item, "Value");
  const about = { reference, conversationId: parameters.get("ConversationID") ?? null };
  const receipt = parameters.get("ReceiptNo");
  // A question that failed says nothing about the payment.
  if (textOf(result, "ResultCode") !== "0" || receipt === undefined) return { ...about, report: { kind: "pending" } };
  return { ...about, report: readStatus(parameters, receipt) };
}

function readStatus(parameters: Parameters, receipt: string): RailReport {
  const status = parameters.get("TransactionStatus")?.toLowerCase() ?? "";
  if (/^(failed|declined|cancelled|expired)$/.test(status)) {
    return { kind: "failed", code: status, reason: `M-Pesa says "${status}".`, isTemporary: false };
  }
  if (status === "reversed") return { kind: "reversed", reason: "M-Pesa returned the payment." };
  if (status !== "completed") return { kind: "pending" };
  return {
    kind: "paid",
    receipt,
    amount: amountOf({ amount: parameters.get("Amount") }, "amount"),
    currency: CURRENCY,
    fee: readFee(parameters.get("DebitPartyCharges")),
    recipientName: readName(parameters.get("CreditPartyName")),
  };
}

/** "Fee For B2C Payment|KES|22.40" */
function readFee(charges: string | undefined): { amount: string; currency: string } | null {
  const [, currency = "", amount = ""] = /\|([A-Z]{3})\|(\d{1,9}(?:\.\d{1,2})?)/.exec(charges ?? "") ?? [];
  return amount === "" ? null : { amount, currency };
}

/** "254712345678 - Amina Otieno" */
function readName(party: string | undefined): string | null {
  return /^\d+\s*-\s*(.+)$/.exec(party ?? "")?.[1]?.trim() ?? null;
}
