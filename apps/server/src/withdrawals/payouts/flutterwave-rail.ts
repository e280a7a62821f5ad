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

export interface FlutterwaveSettings {
  /** Such as https://api.flutterwave.com/v3. */
  url: string;
  secretKey: string;
  /** Named as the sender where a country requires one. */
  senderName: string;
}

/** Countries that Wazi pays to by bank. Source: developer.flutterwave.com, transfers (v3). */
const countries: Readonly<Record<string, { currency: string; code: string }>> = {
  Nigeria: { currency: "NGN", code: "NG" },
  Kenya: { currency: "KES", code: "KE" },
  Tanzania: { currency: "TZS", code: "TZ" },
  "South Africa": { currency: "ZAR", code: "ZA" },
};
const MPESA_BANK = "MPS";
const PLACES = 2;
const NAME = "Flutterwave";

/** Pays to bank accounts, and to M-Pesa in Kenya, over Flutterwave's transfers (v3), under our reference. */
export function createFlutterwaveRail({ url, secretKey: key, senderName }: FlutterwaveSettings): PayoutRail {
  const ask: Ask = (method, path, signal, body) =>
    askProvider(NAME, `${url.replace(/\/+$/, "")}${path}`, { method, key, ...(body ? { body } : {}) }, signal);
  const findBank = async (destination: PayoutDestination, signal: AbortSignal): Promise<string> => {
    if (destination.withdrawalType === "mpesa") return MPESA_BANK;
    const country = countries[destination.country ?? ""];
    const answer = country && (await ask("GET", `/banks/${country.code}`, signal));
    const code = answer && findBankCode(listBanks(answer.fields["data"]), destination.bankName ?? "");
    if (code) return code;
    throw new RecipientRefusedError(texts.bankUnknown({ bank: destination.bankName ?? "" }));
  };
  return {
    name: "flutterwave",
    label: NAME,
    findCurrency,
    countPlaces: () => PLACES,
    reversesLater: true,
    async findRecipientName(destination, signal) {
      const bank = await findBank(destination, signal);
      // Documented for Nigerian accounts only.
      if (findCurrency(destination) !== "NGN") return null;
      const body = { account_number: destination.destinationAddress, account_bank: bank };
      const answer = await ask("POST", "/accounts/resolve", signal, body);
      if (answer.status === 400 || answer.status === 422) throw new RecipientRefusedError(readMessage(answer));
      return textOf(asObject(answer.fields["data"]), "account_name");
    },
    async send(order, signal) {
      const bank = await findBank(order.destination, signal).catch((error: unknown) => error as Error);
      if (typeof bank !== "string") {
        // Nothing has been asked to be paid yet.
        const isTemporary = !(bank instanceof RecipientRefusedError);
        return { kind: "refused", code: "bank", reason: bank.message, isTemporary };
      }
      return readSending(await ask("POST", "/transfers", signal, buildTransfer(order, bank, senderName)));
    },
    async query({ reference, providerId }, signal) {
      const path =
        providerId === null
          ? `/transfers?reference=${encodeURIComponent(reference)}`
          : `/transfers/${encodeURIComponent(providerId)}`;
      const answer = await ask("GET", path, signal);
      if (answer.status === 404) return { kind: "not-found" };
      requireResult(NAME, answer);
      const { data } = answer.fields;
      const found = Array.isArray(data)
        ? data.map(asObject).find((each) => textOf(each, "reference") === reference)
        : asObject(data);
      // A list without it, or another transfer, proves nothing more than that it was not found here.
      if (!found || textOf(found, "reference") !== reference) return { kind: "not-found" };
      return readTransfer(found);
    },
  };
}

type Ask = (method: "GET" | "POST", path: string, signal: AbortSignal, body?: object) => Promise<RailAnswer>;

function findCurrency({ withdrawalType, country }: PayoutDestination): string | null {
  if (withdrawalType === "mpesa") return country === "Kenya" ? "KES" : null;
  return withdrawalType === "bank" ? (countries[country ?? ""]?.currency ?? null) : null;
}

function buildTransfer(
  { destination, amount, currency, reference }: PayoutOrder,
  bank: string,
  sender: string,
): object {
  const isMpesa = destination.withdrawalType === "mpesa";
  const number = isMpesa ? destination.phoneNumber?.replace(/^\+/, "") : destination.destinationAddress;
  return {
    account_bank: bank,
    account_number: number,
    amount: Number(amount),
    currency,
    beneficiary_name: destination.accountName ?? "Wazi investor",
    narration: "Withdrawal",
    reference,
    // Required for Kenya.
    ...(currency === "KES" ? { meta: { sender, sender_country: "KE", mobile_number: number } } : {}),
  };
}

function readSending(answer: RailAnswer): RailReport {
  const message = readMessage(answer);
  if (answer.status < 300 && textOf(answer.fields, "status") === "success") {
    return { kind: "accepted", providerId: textOf(asObject(answer.fields["data"]), "id") };
  }
  if (/reference/i.test(message) && /(exist|unique|duplicate|already)/i.test(message)) return { kind: "duplicate" };
  const isTemporary = answer.status === 401 || answer.status === 429 || /(insufficient|balance)/i.test(message);
  return { kind: "refused", code: String(answer.status), reason: message, isTemporary };
}

/** The documented states: NEW, PENDING, SUCCESSFUL, FAILED; and REVERSED of a later version. */
function readTransfer(data: Record<string, unknown>): RailReport {
  const reason = textOf(data, "complete_message") ?? "No reason given.";
  switch (textOf(data, "status")?.toUpperCase()) {
    case "SUCCESSFUL": {
      const currency = textOf(data, "currency");
      const [fee, feeCurrency] = [amountOf(data, "fee"), textOf(data, "debit_currency") ?? currency];
      return {
        kind: "paid",
        receipt: `FLW-${textOf(data, "id") ?? ""}`,
        amount: amountOf(data, "amount"),
        currency,
        fee: fee === null || feeCurrency === null ? null : { amount: fee, currency: feeCurrency },
        recipientName: textOf(data, "full_name"),
      };
    }
    case "FAILED":
      return { kind: "failed", code: "FAILED", reason, isTemporary: /(insufficient|balance)/i.test(reason) };
    case "REVERSED":
      return { kind: "reversed", reason };
    default:
      return { kind: "pending" };
  }
}

const readMessage = ({ fields, status }: RailAnswer): string => textOf(fields, "message") ?? `answer ${status}`;
