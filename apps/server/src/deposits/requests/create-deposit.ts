import { randomUUID } from "node:crypto";
import type { BodyOf, createDeposit as call, CurrentUser, Deposit } from "@wazi/contracts";
import { messages } from "@wazi/contracts";
import { divideUp, formatCents, formatDecimal, investorAccount, parseCents, parseDecimal } from "@wazi/domain";
import { createOperationId, type RequestKey, runMoneyOperation } from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { countTry, depositRule } from "../../people/api.ts";
import type { DepositNetwork } from "./address-source.ts";
import type { DepositDeps } from "./deposit-deps.ts";
import {
  findUnusedAddress,
  insertAddress,
  toDeposit,
  findRate,
  hasPendingDeposit,
  takeAddressIndex,
  type DepositRow,
} from "./store.ts";

const RATE_PLACES = 8;

/** @throws AppError CONFLICT while another deposit is pending */
export async function refusePendingDeposit(deps: DepositDeps, userId: string): Promise<void> {
  if (await hasPendingDeposit(deps.sql, userId)) throw new AppError("CONFLICT", messages.pendingDeposit);
}

/** @throws AppError RESTRICTED if deposits require an approved identity check */
export function refuseUnverified({ requireIdentity }: DepositDeps, kycStatus: CurrentUser["kycStatus"]): void {
  if (!requireIdentity || kycStatus === "approved") return;
  throw new AppError("RESTRICTED", "Please verify your identity before depositing");
}

/** Prices from this time on are fresh enough. */
export function computeOldestRateTime({ now, maxRateAgeMs }: DepositDeps): Date {
  return new Date(now().getTime() - maxRateAgeMs);
}

/** Converts an amount at a rate, rounded up in the eighth decimal so that it never falls short. */
export function computeCryptoAmount(amount: string, rate: string): string {
  const dollars = parseDecimal(amount, RATE_PLACES);
  return formatDecimal(divideUp(dollars * 10n ** BigInt(RATE_PLACES), parseDecimal(rate, RATE_PLACES)), RATE_PLACES);
}

/**
 * The user's own address to which nothing has been credited, or a new one. An address of former keys is not used again. Calls at once get the
 * same address, and one of them becomes the deposit.
 */
export async function giveAddress(
  { sql, addresses }: DepositDeps,
  userId: string,
  network: DepositNetwork,
): Promise<string> {
  const unused = await findUnusedAddress(sql, userId, network);
  if (unused && addresses.addressAt(network, unused.index) === unused.walletAddress) return unused.walletAddress;
  const index = await takeAddressIndex(sql, network);
  const walletAddress = addresses.addressAt(network, index);
  await insertAddress(sql, { index, walletAddress }, userId, network);
  return walletAddress;
}

/**
 * Creates a deposit with an address of the user's own and the current rate. Moves no money before the approval.
 * @throws AppError CONFLICT while one is pending · RATE_LIMITED too many in a day · PRICE_UNAVAILABLE no fresh price of the currency
 */
export function createDeposit(
  deps: DepositDeps,
  input: { userId: string; body: BodyOf<typeof call>; requestKey: RequestKey | null },
): Promise<{ status: 201; body: Deposit }> {
  const { userId, body } = input;
  // The contract has checked that the network belongs to the currency.
  const network = body.network as DepositNetwork;
  let isCounted = false;
  return runMoneyOperation(deps.door, input.requestKey, {
    read: async () => {
      await refusePendingDeposit(deps, userId);
      if (!isCounted) await countTry(deps, depositRule, userId);
      isCounted = true;
      const rate = await findRate(deps.sql, body.currency, computeOldestRateTime(deps));
      if (rate === null) {
        throw new AppError(
          "PRICE_UNAVAILABLE",
          `There is no price for ${body.currency} right now. Please try again in a moment.`,
          {
            retryAfterSeconds: 5,
          },
        );
      }
      return { rate, walletAddress: await giveAddress(deps, userId, network) };
    },
    decide: ({ rate, walletAddress }) => {
      const now = deps.now();
      const row: DepositRow = {
        id: randomUUID(),
        userId: userId,
        amount: formatCents(parseCents(body.amount)),
        currency: body.currency,
        network,
        walletAddress,
        isTestAddress: deps.addresses.isTest,
        cryptoAmount: computeCryptoAmount(body.amount, rate),
        rate,
        receivedAmount: null,
        transactionHash: null,
        status: "pending",
        settledBy: null,
        settledAt: null,
        lateFor: null,
        createdAt: now,
        updatedAt: now,
        version: "1",
      };
      return {
        operation: {
          operationId: createOperationId(),
          locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
          expects: {},
          writes: { deposits: [row] },
        },
        answer: { status: 201, body: toDeposit(row) },
      };
    },
  });
}
