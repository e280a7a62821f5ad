import { formatDecimal, parseDecimal } from "@wazi/domain";
import type { PayoutDestination, PayoutOrder, PayoutRail, RailReport } from "./payout-rail.ts";
import { RecipientRefusedError } from "./payout-rail.ts";
import {
  amountOf,
  asObject,
  askProvider,
  findBankCode,
  listBanks,
  requireResult,
  textOf,
  type RailAnswer,
} from "./rail-http.ts";
import * as texts from "../../messages/withdrawals.ts";

export interface PaystackSettings {
  /** Such as https://api.paystack.co. */
  url: string;
  secretKey: string;
}

/** Countries that Wazi pays to by bank, with Paystack's type of recipient. Source: paystack.com/docs/transfers. */
const countries: Readonly<Record<string, { currency: string; type: string; slug: string }>> = {
  Nigeria: { currency: "NGN", type: "nuban", slug: "nigeria" },
  "South Africa": { currency: "ZAR", type: "basa", slug: "south africa" },
};
const SUBUNIT_PLACES = 2;
const BANKS_KEPT_MS = 3_600_000;
const NAME = "Paystack";

/**
 * Pays to bank accounts over Paystack's Transfers API. Our reference makes a transfer unique. A transfer that is accepted
 * is not paid: its status is asked for, and a webhook only says when to ask.
 */
export function createPaystackRail({ url, secretKey: key }: PaystackSettings, now: () => Date): PayoutRail {
  const ask = (method: "GET" | "POST", path: string, signal: AbortSignal, body?: object): Promise<RailAnswer> =>
    askProvider(NAME, `${url.replace(/\/+$/, "")}${path}`, { method, key, ...(body ? { body } : {}) }, signal);
  const kept = new Map<string, { banks: { name: string; code: string }[]; at: number }>();
  const readBanks = async (slug: string, signal: AbortSignal): Promise<{ name: string; code: string }[]> => {
    const known = kept.get(slug);
    if (known && now().getTime() - known.at < BANKS_KEPT_MS) return known.banks;
    const answer = await ask("GET", `/bank?country=${encodeURIComponent(slug)}&perPage=100`, signal);
    const banks = listBanks(answer.fields["data"]);
    kept.set(slug, { banks, at: now().getTime() });
    return banks;
  };
  const findBank = async (destination: PayoutDestination, signal: AbortSignal): Promise<string> => {
    const country = countries[destination.country ?? ""];
    const code = country && findBankCode(await readBanks(country.slug, signal), destination.bankName ?? "");
    if (code) return code;
    throw new RecipientRefusedError(texts.bankUnknown({ bank: destination.bankName ?? "" }));
  };
  return {
    name: "paystack",
    label: NAME,
    findCurrency: ({ withdrawalType, country }) =>
      withdrawalType === "bank" ? (countries[country ?? ""]?.currency ?? null) : null,
    countPlaces: () => SUBUNIT_PLACES,
    reversesLater: true,
    async findRecipientName(destination, signal) {
      const code = await findBank(destination, signal);
      // Names can be resolved for Nigerian accounts only.
      if (countries[destination.country ?? ""]?.currency !== "NGN") return null;
      const account = encodeURIComponent(destination.destinationAddress ?? "");
      const query = `account_number=${account}&bank_code=${encodeURIComponent(code)}`;
      const answer = await ask("GET", `/bank/resolve?${query}`, signal);
      if (answer.status === 422 || answer.status === 400) throw new RecipientRefusedError(readMessage(answer));
      return textOf(asObject(answer.fields["data"]), "account_name");
    },
    async send(order, signal) {
      const recipient = await createRecipient(ask, order, findBank, signal);
      if (typeof recipient !== "string") return recipient;
      const answer = await ask("POST", "/transfer", signal, {
        source: "balance",
        amount: Number(parseDecimal(order.amount, SUBUNIT_PLACES)),
        recipient,
        reference: order.reference,
        reason: "Withdrawal",
        currency: order.currency,
      });
      return readSending(answer);
    },
    async query({ reference }, signal) {
      const answer = await ask("GET", `/transfer/verify/${encodeURIComponent(reference)}`, signal);
      return readTransfer(answer, reference);
    },
  };
}

type Ask = (method: "GET" | "POST", path: string, signal: AbortSignal, body?: object) => Promise<RailAnswer>;

/** Nothing has been asked to be paid yet, so every failure here is a known one. */
async function createRecipient(
  ask: Ask,
  { destination, currency }: PayoutOrder,
  findBank: (destination: PayoutDestination, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<string | RailReport> {
  try {
    const answer = await ask("POST", "/transferrecipient", signal, {
      type: countries[destination.country ?? ""]?.type,
      name: destination.accountName,
      account_number: destination.destinationAddress,
      bank_code: await findBank(destination, signal),
      currency,
    });
    const code = textOf(asObject(answer.fields["data"]), "recipient_code");
    if (code !== null && answer.status < 300) return code;
    return { kind: "refused", code: `recipient-${answer.status}`, reason: readMessage(answer), isTemporary: false };
  } catch (error) {
    const isTemporary = !(error instanceof RecipientRefusedError);
    return { kind: "refused", code: "recipient", reason: (error as Error).message, isTemporary };
  }
}

function readSending(answer: RailAnswer): RailReport {
  const message = readMessage(answer);
  if (answer.status < 300)
    return { kind: "accepted", providerId: textOf(asObject(answer.fields["data"]), "transfer_code") };
  if (/reference/i.test(message) && /(exist|unique|duplicate|already)/i.test(message)) return { kind: "duplicate" };
  const isTemporary = answer.status === 401 || answer.status === 429 || /balance/i.test(message);
  return { kind: "refused", code: String(answer.status), reason: message, isTemporary };
}

/** The documented states: pending, otp, received, success, failed, reversed, abandoned. Any other one is no end. */
function readTransfer(answer: RailAnswer, reference: string): RailReport {
  const data = asObject(answer.fields["data"]);
  if (answer.status === 404 || (answer.status === 400 && /not found/i.test(readMessage(answer))))
    return { kind: "not-found" };
  requireResult(NAME, answer);
  if (textOf(data, "reference") !== reference) return { kind: "pending" };
  const status = textOf(data, "status");
  switch (status) {
    case "success":
      return readPaid(data, reference);
    case "failed":
    case "abandoned":
      return { kind: "failed", code: status, reason: `Paystack says "${status}".`, isTemporary: false };
    case "reversed":
      return { kind: "reversed", reason: "Paystack returned the transfer." };
    default:
      return { kind: "pending" };
  }
}

function readPaid(data: Record<string, unknown> | null, reference: string): RailReport {
  const currency = textOf(data, "currency");
  const subunits = amountOf(data, "amount");
  const fee = amountOf(data, "fee_charged");
  return {
    kind: "paid",
    receipt: textOf(data, "transfer_code") ?? reference,
    amount: subunits === null ? null : formatDecimal(BigInt(subunits.split(".")[0] ?? "0"), SUBUNIT_PLACES),
    currency,
    fee:
      fee === null || currency === null
        ? null
        : { amount: formatDecimal(BigInt(fee.split(".")[0] ?? "0"), 2), currency },
    recipientName: null,
  };
}

const readMessage = ({ fields, status }: RailAnswer): string => textOf(fields, "message") ?? `answer ${status}`;
