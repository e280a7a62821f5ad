import { randomUUID } from "node:crypto";
import type { Deposit } from "@wazi/contracts";
import { formatCents, investorAccount, parseCents } from "@wazi/domain";
import { createOperationId, type RequestKey, runMoneyOperation } from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { giveNewAddress, giveOwnAddress, withNewIndex } from "../requests/address-indexes.ts";
import { toDeposit, type DepositRow } from "../requests/store.ts";
import { DarajaError, formatDarajaTime } from "../daraja/daraja-client.ts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { makeReference } from "./mpesa-reference.ts";
import { insertPush, NETWORK, readReferences, updatePush } from "./store.ts";
import { invertRate, quoteMpesa } from "./quote-mpesa.ts";
import * as texts from "../../messages/deposits.ts";

const PUSH_PATH = "/mpesa/stkpush/v1/processrequest";

/**
 * Requests a deposit by M-Pesa at the rate that the investor saw, and sends a prompt to the phone. Whatever becomes of the
 * prompt, the deposit stays, and can also be paid at the paybill with its reference.
 * @throws AppError CONFLICT one is pending, or the rate has changed · PRICE_UNAVAILABLE no rate
 */
export async function createMpesaDeposit(
  deps: MpesaDepositDeps,
  input: { userId: string; amount: string; phoneNumber: string; rate: string; requestKey: RequestKey | null },
): Promise<{ status: 201; body: Deposit }> {
  const { userId } = input;
  let row: DepositRow | undefined;
  const answer = await withNewIndex(deps.door, (take) =>
    runMoneyOperation(deps.door, input.requestKey, {
      read: async () => ({
        quote: quoteMpesa(input.amount, await deps.findRate()),
        references: await readReferences(deps.sql, userId),
      }),
      decide: ({ quote, references: { own, next } }) => {
        refuseChangedRate(quote.rate, input.rate);
        const { walletAddress, expects, writes } =
          own === null ? giveNewAddress({ userId, network: NETWORK, next }, take, makeReference) : giveOwnAddress(own);
        const { localAmount } = quote;
        row = buildRow(deps, input, { reference: walletAddress, localAmount, rate: invertRate(quote.rate) });
        return {
          operation: {
            operationId: createOperationId(),
            locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
            expects,
            writes: { ...writes, deposits: [row] },
          },
          answer: { status: 201, body: toDeposit(row) } as const,
        };
      },
    }),
  );
  if (row) await sendPush(deps, row, input.phoneNumber);
  return answer;
}

function refuseChangedRate(current: string, seen: string): void {
  if (Number(current) === Number(seen)) return;
  throw new AppError("CONFLICT", texts.shillingRateChanged({ rate: Number(current) }));
}

function buildRow(
  { now, isTest }: MpesaDepositDeps,
  { userId, amount }: { userId: string; amount: string },
  { reference, localAmount, rate }: { reference: string; localAmount: string; rate: string },
): DepositRow {
  const at = now();
  return {
    id: randomUUID(),
    userId,
    amount: formatCents(parseCents(amount)),
    currency: "KES",
    network: NETWORK,
    walletAddress: reference,
    isTestAddress: isTest,
    cryptoAmount: `${localAmount}.00000000`,
    rate,
    receivedAmount: null,
    transactionHash: null,
    status: "pending",
    settledBy: null,
    settledAt: null,
    lateFor: null,
    createdAt: at,
    updatedAt: at,
    version: "1",
  };
}

/** Sends the prompt. Its outcome is never a failure of the deposit, and an unknown one is not repeated. */
async function sendPush(deps: MpesaDepositDeps, row: DepositRow, phoneNumber: string): Promise<void> {
  const { client, sql, shortCode, passkey, origin, callbackSecret, now } = deps;
  const amount = row.cryptoAmount.replace(/\..*$/, "");
  await insertPush(sql, { depositId: row.id, phoneNumber, amount });
  const timestamp = formatDarajaTime(now());
  const phone = phoneNumber.replace("+", "");
  try {
    const answer = await client.post(PUSH_PATH, {
      BusinessShortCode: shortCode,
      Password: Buffer.from(`${shortCode}${passkey}${timestamp}`).toString("base64"),
      Timestamp: timestamp,
      TransactionType: "CustomerPayBillOnline",
      Amount: Number(amount),
      PartyA: phone,
      PartyB: shortCode,
      PhoneNumber: phone,
      CallBackURL: `${origin}/api/callbacks/mobile-money/${callbackSecret}/push`,
      AccountReference: row.walletAddress,
      TransactionDesc: "Deposit",
    });
    const id = answer["CheckoutRequestID"];
    const isTaken = String(answer["ResponseCode"]) === "0" && typeof id === "string";
    await updatePush(sql, row.id, {
      status: isTaken ? "sent" : "failed",
      checkoutRequestId: isTaken ? id : null,
      reason: isTaken ? null : "M-Pesa did not take the request.",
    });
  } catch (error) {
    if (!(error instanceof DarajaError)) throw error;
    deps.log.warn({ depositId: row.id, kind: error.kind, reason: error.message }, "the M-Pesa prompt was not sent");
    const status = error.isOutcomeUnknown ? "unknown" : "failed";
    await updatePush(sql, row.id, { status, checkoutRequestId: null, reason: "M-Pesa could not send the prompt." });
  }
}
