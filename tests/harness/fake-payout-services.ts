import { randomUUID } from "node:crypto";
import { createDarajaClient } from "../../apps/server/src/deposits/daraja/daraja-client.ts";
import { createFlutterwaveRail } from "../../apps/server/src/withdrawals/payouts/flutterwave-rail.ts";
import {
  B2C_PATH,
  createMpesaB2cRail,
  readStatusResult,
  STATUS_PATH,
} from "../../apps/server/src/withdrawals/payouts/mpesa-b2c-rail.ts";
import { createPaystackRail } from "../../apps/server/src/withdrawals/payouts/paystack-rail.ts";
import type {
  PayoutDestination,
  PayoutRail,
  RailReport,
} from "../../apps/server/src/withdrawals/payouts/payout-rail.ts";
import { DARAJA_KEY, DARAJA_SECRET, darajaError, startFakeDaraja } from "./fake-daraja.ts";
import { startFakeProvider, type FakeProvider, type ProviderAnswer } from "./fake-provider.ts";

/** Longer than a service or a node takes to answer. */
const ANSWER_MS = 10_000;

/** A fake service behind a rail. It answers as documented, and says nothing about the real service beyond that. */
export interface PayoutService {
  rail: PayoutRail;
  destination: PayoutDestination;
  currency: string;
  amount: string;
  /** The path of the request that pays. */
  payPath: string;
  fake: FakeProvider;
  /** How many payments were made under a reference. */
  countPaid(reference: string): number;
  /** The next payment is refused: no funds, or an account that cannot be paid. */
  refuseNext(why: "no-funds" | "bad-account"): void;
  /** All payments that were accepted are made, or fail. */
  end(how: "paid" | "failed"): void;
  /** A payment that was made comes back. */
  reverse(reference: string): void;
  /** The service's final report about a payment, by whichever way it says it. */
  ask(reference: string, providerId: string | null): Promise<RailReport>;
}

interface Transfer {
  id: number;
  reference: string;
  amount: number;
  state: "pending" | "paid" | "failed" | "reversed";
}

/** The books that all three fakes keep. */
function createBooks() {
  const transfers = new Map<string, Transfer>();
  let refusal: "no-funds" | "bad-account" | undefined;
  return {
    transfers,
    refuseNext: (why: "no-funds" | "bad-account") => void (refusal = why),
    takeRefusal: () => {
      const why = refusal;
      refusal = undefined;
      return why;
    },
    add: (reference: string, amount: number): Transfer => {
      const transfer: Transfer = { id: transfers.size + 1, reference, amount, state: "pending" };
      transfers.set(reference, transfer);
      return transfer;
    },
    end: (how: "paid" | "failed") => {
      for (const each of transfers.values()) if (each.state === "pending") each.state = how;
    },
    reverse: (reference: string) => {
      const transfer = transfers.get(reference);
      if (transfer?.state === "paid") transfer.state = "reversed";
    },
    countPaid: (reference: string) =>
      [...transfers.values()].filter((each) => each.reference === reference && each.state === "paid").length,
  };
}

const BANK: PayoutDestination = {
  withdrawalType: "bank",
  currency: null,
  network: null,
  destinationAddress: "0690000040",
  country: "Nigeria",
  bankName: "Access Bank",
  accountName: "Amina Otieno",
  phoneNumber: null,
};
const WALLET: PayoutDestination = {
  ...BANK,
  withdrawalType: "mpesa",
  destinationAddress: null,
  country: "Kenya",
  bankName: null,
  accountName: null,
  phoneNumber: "+254708374149",
};
const BUSY: ProviderAnswer = { status: 429, body: { status: false, message: "Too many requests" } };
export const PAYSTACK_KEY = "sk_test_0123456789abcdef";

export async function startPaystack(): Promise<PayoutService> {
  const books = createBooks();
  const toData = ({ id, reference, amount, state }: Transfer) => ({
    id,
    reference,
    amount,
    currency: "NGN",
    transfer_code: `TRF_${id}`,
    status: { pending: "pending", paid: "success", failed: "failed", reversed: "reversed" }[state],
    fee_charged: 1000,
  });
  const pay = (body: string): ProviderAnswer => {
    const { reference, amount } = JSON.parse(body) as { reference: string; amount: number };
    const refusal = books.takeRefusal();
    if (refusal === "no-funds")
      return { status: 400, body: { status: false, message: "Your balance is not enough to fulfil this request" } };
    if (refusal) return { status: 400, body: { status: false, message: "Recipient specified is invalid" } };
    if (books.transfers.has(reference))
      return {
        status: 400,
        body: { status: false, message: "Please provide a unique reference. Reference already exists on a transfer" },
      };
    return { body: { status: true, message: "Transfer has been queued", data: toData(books.add(reference, amount)) } };
  };
  const fake = await startFakeProvider(({ method, path, parameters, body }) => {
    const verified = /^\/transfer\/verify\/(.+)$/.exec(path)?.[1];
    if (verified !== undefined) {
      const transfer = books.transfers.get(verified);
      return transfer
        ? { body: { status: true, message: "Transfer retrieved", data: toData(transfer) } }
        : { status: 404, body: { status: false, message: "Transfer not found" } };
    }
    if (path === "/bank") return { body: { status: true, data: [{ name: "Access Bank", code: "044" }] } };
    if (path === "/bank/resolve") {
      return parameters.get("account_number") === BANK.destinationAddress
        ? { body: { status: true, data: { account_name: "AMINA W OTIENO" } } }
        : { status: 422, body: { status: false, message: "Could not resolve account name" } };
    }
    if (path === "/transferrecipient")
      return { status: 201, body: { status: true, data: { recipient_code: "RCP_1" } } };
    return method === "POST" && path === "/transfer"
      ? pay(body)
      : { status: 404, body: { status: false, message: "?" } };
  }, BUSY);
  const rail = createPaystackRail({ url: fake.url, secretKey: PAYSTACK_KEY }, () => new Date());
  return toService({ rail, fake, books, destination: BANK, currency: "NGN", amount: "15400.00", payPath: "/transfer" });
}

export async function startFlutterwave(): Promise<PayoutService> {
  const books = createBooks();
  const toData = ({ id, reference, amount, state }: Transfer) => ({
    id,
    reference,
    amount,
    currency: "NGN",
    debit_currency: "NGN",
    fee: 10.75,
    full_name: "AMINA OTIENO",
    status: { pending: "NEW", paid: "SUCCESSFUL", failed: "FAILED", reversed: "REVERSED" }[state],
    complete_message: state === "failed" ? "DISBURSE FAILED: Account resolve failed" : "",
  });
  const pay = (body: string): ProviderAnswer => {
    const { reference, amount } = JSON.parse(body) as { reference: string; amount: number };
    const refusal = books.takeRefusal();
    if (refusal === "no-funds")
      return { status: 400, body: { status: "error", message: "Insufficient funds in your wallet", data: null } };
    if (refusal) return { status: 400, body: { status: "error", message: "This account cannot be paid", data: null } };
    if (books.transfers.has(reference))
      return {
        status: 400,
        body: { status: "error", message: "Transfer with this reference already exists", data: null },
      };
    return {
      body: { status: "success", message: "Transfer Queued Successfully", data: toData(books.add(reference, amount)) },
    };
  };
  const fake = await startFakeProvider(({ method, path, parameters, body }) => {
    if (path === "/banks/NG")
      return { body: { status: "success", data: [{ id: 1, code: "044", name: "Access Bank" }] } };
    if (path === "/accounts/resolve") {
      const { account_number: number } = JSON.parse(body) as { account_number: string };
      return number === BANK.destinationAddress
        ? { body: { status: "success", data: { account_name: "AMINA OTIENO" } } }
        : { status: 400, body: { status: "error", message: "Sorry, that account number is invalid" } };
    }
    if (method === "POST" && path === "/transfers") return pay(body);
    const all = [...books.transfers.values()];
    if (path === "/transfers")
      return {
        body: {
          status: "success",
          data: all.filter((each) => each.reference === parameters.get("reference")).map(toData),
        },
      };
    const found = all.find((each) => `/transfers/${each.id}` === path);
    return found
      ? { body: { status: "success", data: toData(found) } }
      : { status: 404, body: { status: "error", message: "?" } };
  }, BUSY);
  const rail = createFlutterwaveRail({ url: fake.url, secretKey: "FLWSECK_TEST", senderName: "Wazi" });
  return toService({
    rail,
    fake,
    books,
    destination: BANK,
    currency: "NGN",
    amount: "15400.00",
    payPath: "/transfers",
  });
}

export interface FakeMpesa extends PayoutService {
  /** The answer to a question about a status, as Daraja posts it; null if it was not asked. */
  answerQuestion(reference: string): object | null;
  /** The result as Daraja posts it to the ResultURL. */
  buildResult(reference: string, changes?: { amount?: number; receipt?: string; conversationId?: string }): object;
}

/** @param timeoutMs after which a request to Daraja has no answer */
export async function startMpesa(timeoutMs = ANSWER_MS): Promise<FakeMpesa> {
  const books = createBooks();
  const fake = await startFakeDaraja();
  let status: object | undefined;
  const conversationOf = (reference: string): string => `AG_20261123_${reference.slice(0, 12)}`;
  fake.answer(B2C_PATH, ({ OriginatorConversationID: id, Amount: amount }) => {
    const reference = String(id);
    const refusal = books.takeRefusal();
    if (refusal === "no-funds")
      return darajaError(429, "500.003.02", "System is busy. Please try again in few minutes.");
    if (refusal) return darajaError(400, "400.002.02", "Bad Request - Invalid PartyB");
    if (books.transfers.has(reference)) return darajaError(500, "500.002.1001", "Duplicate OriginatorConversationID.");
    books.add(reference, Number(amount));
    const ids = { ConversationID: conversationOf(reference), OriginatorConversationID: reference };
    return { body: { ...ids, ResponseCode: "0", ResponseDescription: "Accept the service request successfully." } };
  });
  fake.answer(STATUS_PATH, ({ OriginalConversationID: id, Occasion: occasion }) => {
    status = buildStatus(books.transfers.get(String(id)), String(occasion));
    return { body: { OriginatorConversationID: randomUUID(), ConversationID: "AG_q", ResponseCode: "0" } };
  });
  const daraja = createDarajaClient(
    { url: fake.url, consumerKey: DARAJA_KEY, consumerSecret: DARAJA_SECRET },
    { now: () => new Date(), timeoutMs },
  );
  const settings = {
    shortCode: "600000",
    initiatorName: "wazi",
    securityCredential: "c2VjcmV0LWNyZWRlbnRpYWw=",
    callbackUrl: "https://wazi.example/api/callbacks/s",
  };
  const rail = createMpesaB2cRail(settings, daraja);
  const service = toService({
    rail,
    fake,
    books,
    destination: WALLET,
    currency: "KES",
    amount: "1293",
    payPath: B2C_PATH,
  });
  return {
    ...service,
    async ask(reference, providerId) {
      const { destination, amount, currency } = service;
      await rail.query({ reference, providerId, destination, amount, currency }, AbortSignal.timeout(ANSWER_MS));
      const said = readStatusResult(status as Record<string, unknown>);
      if (said?.reference !== reference) throw new Error("the answer is about another payment");
      return said.report;
    },
    answerQuestion: (reference) => {
      const isAsked = fake.requests(STATUS_PATH).some((each) => each["OriginalConversationID"] === reference);
      return isAsked ? buildStatus(books.transfers.get(reference), reference) : null;
    },
    buildResult: (
      reference,
      { amount = 1293, receipt = `SGL${books.transfers.get(reference)?.id ?? 0}`, conversationId } = {},
    ) => ({
      Result: {
        ResultType: 0,
        ResultCode: 0,
        ResultDesc: "The service request is processed successfully.",
        OriginatorConversationID: reference,
        ConversationID: conversationId ?? conversationOf(reference),
        TransactionID: receipt,
        ResultParameters: {
          ResultParameter: [
            { Key: "TransactionAmount", Value: amount },
            { Key: "TransactionReceipt", Value: receipt },
            { Key: "ReceiverPartyPublicName", Value: "254708374149 - Amina Otieno" },
            { Key: "TransactionCompletedDateTime", Value: "23.11.2026 08:00:12" },
            { Key: "B2CRecipientIsRegisteredCustomer", Value: "Y" },
          ],
        },
      },
    }),
  };
}

function buildStatus(transfer: Transfer | undefined, occasion: string): object {
  const ReferenceData = { ReferenceItem: { Key: "Occasion", Value: occasion } };
  if (!transfer)
    return { Result: { ResultType: 0, ResultCode: 2032, ResultDesc: "The transaction was not found.", ReferenceData } };
  const { state, id, amount, reference } = transfer;
  const ResultParameter = [
    { Key: "DebitPartyName", Value: "600000 - Wazi" },
    { Key: "CreditPartyName", Value: "254708374149 - Amina Otieno" },
    { Key: "OriginatorConversationID", Value: reference },
    { Key: "DebitPartyCharges", Value: state === "paid" ? "Fee For B2C Payment|KES|22.40" : "" },
    {
      Key: "TransactionStatus",
      Value: { pending: "Pending", paid: "Completed", failed: "Failed", reversed: "Reversed" }[state],
    },
    { Key: "Amount", Value: amount },
    { Key: "ReceiptNo", Value: `SGL${id}` },
  ];
  return {
    Result: { ResultType: 0, ResultCode: 0, ResultDesc: "ok", ReferenceData, ResultParameters: { ResultParameter } },
  };
}

function toService({
  books,
  ...parts
}: Pick<PayoutService, "rail" | "fake" | "destination" | "currency" | "amount" | "payPath"> & {
  books: ReturnType<typeof createBooks>;
}): PayoutService {
  const { rail, destination, amount, currency } = parts;
  return {
    ...parts,
    countPaid: books.countPaid,
    refuseNext: books.refuseNext,
    end: books.end,
    reverse: books.reverse,
    ask: (reference, providerId) =>
      rail.query({ reference, providerId, destination, amount, currency }, AbortSignal.timeout(ANSWER_MS)),
  };
}
