import { randomUUID } from "node:crypto";
import { type BodyOf, type createDeposit as call, type CurrentUser, type Deposit, messages } from "@wazi/contracts";
import { divideUp, formatCents, formatDecimal, investorAccount, parseCents, parseDecimal } from "@wazi/domain";
import {
  type AloneRule,
  createOperationId,
  type Door,
  type First,
  type RequestKey,
  runMoneyOperation,
  takeIfFresh,
} from "../../ledger/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { countTry, depositRule, readAboutUser } from "../../people/api.ts";
import { type ChosenAddress, giveNewAddress, giveOwnAddress, type TakeIndex, withNewIndex } from "./address-indexes.ts";
import type { AddressSource, DepositNetwork } from "../addresses/configured-addresses.ts";
import {
  computeRate,
  type DepositRow,
  depositStart,
  type DepositStart,
  hasPendingDeposit,
  toDeposit,
} from "./store.ts";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { Sql } from "../../platform/db/pool.ts";
import * as texts from "../../messages/deposits.ts";

export interface DepositDeps {
  sql: Sql;
  door: Door;
  addresses: AddressSource;
  /** KYC_REQUIRED_FOR=deposit: deposits require an approved identity check. Withdrawals never do. */
  requireIdentity: boolean;
  /** Demo mode: an investor without a deposit can take practice money. */
  givesPracticeMoney: boolean;
  /** In live mode a deposit is only credited with its transaction hash. */
  requireHash: boolean;
  /** Older prices are not used to compute an amount of coins. */
  maxRateAgeMs: number;
  now: () => Date;
  /** The amount that one administrator can adjust alone for one investor in 24 hours, credits above the request included. */
  aloneRule: AloneRule;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
  exports: ExportGate;
}

const RATE_PLACES = 8;

/** @throws AppError CONFLICT while another deposit is pending */
export async function refusePendingDeposit(deps: DepositDeps, userId: string): Promise<void> {
  if (await hasPendingDeposit(deps.sql, userId)) throw new AppError("CONFLICT", messages.pendingDeposit);
}

/** @throws AppError RESTRICTED if deposits require an approved identity check */
export function refuseUnverified({ requireIdentity }: DepositDeps, kycStatus: CurrentUser["kycStatus"]): void {
  if (!requireIdentity || kycStatus === "approved") return;
  throw new AppError("RESTRICTED", texts.depositUnverified);
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

/** Chooses the user's own address to which nothing has been credited, or a new one. An address of former keys is not used again. */
export function chooseAddress(
  { addresses }: DepositDeps,
  { unused, nextIndexes }: DepositStart,
  { userId, network }: { userId: string; network: DepositNetwork },
  take: TakeIndex,
): ChosenAddress {
  const own = unused[network];
  if (own && addresses.addressAt(network, own.index) === own.walletAddress) return giveOwnAddress(own.walletAddress);
  const wanted = { userId, network, next: nextIndexes[network] ?? 0 };
  return giveNewAddress(wanted, take, (index) => addresses.addressAt(network, index));
}

/** Reads what a new deposit is decided on, or takes it from the first read. */
export async function readDepositStart(
  { sql }: DepositDeps,
  userId: string,
  first: First<DepositStart> | null,
): Promise<First<DepositStart>> {
  const fresh = takeIfFresh(first);
  if (fresh) return fresh;
  const readAt = performance.now();
  return { ...(await readAboutUser(sql.byKey, userId, depositStart)), readAt };
}

/**
 * Creates a deposit with an address of the user's own and the current rate. Moves no money before the approval.
 * @throws AppError CONFLICT while one is pending · RATE_LIMITED too many in a day · PRICE_UNAVAILABLE no fresh price of the currency
 */
export async function createDeposit(
  deps: DepositDeps,
  input: {
    userId: string;
    body: BodyOf<typeof call>;
    requestKey: RequestKey | null;
    first: First<DepositStart> | null;
  },
): Promise<{ status: 201; body: Deposit }> {
  const { userId, body } = input;
  // The contract has checked that the network belongs to the currency.
  const network = body.network as DepositNetwork;
  const first = await readDepositStart(deps, userId, input.first);
  refusePending(first);
  await countTry(deps, depositRule, userId);
  return withNewIndex(deps.door, (takeIndex) =>
    runMoneyOperation(deps.door, input.requestKey, {
      read: (isFirst) => readDepositStart(deps, userId, isFirst ? first : null),
      decide: (start) => {
        refusePending(start);
        const rate = requireRate(deps, start, body.currency);
        const { walletAddress, expects, writes } = chooseAddress(deps, start, { userId, network }, takeIndex);
        const row = buildRow(deps, input, { network, walletAddress, rate });
        return {
          operation: {
            operationId: createOperationId(),
            locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
            expects,
            writes: { ...writes, deposits: [row] },
          },
          answer: { status: 201, body: toDeposit(row) },
        };
      },
    }),
  );
}

function refusePending({ isPending }: DepositStart): void {
  if (isPending) throw new AppError("CONFLICT", messages.pendingDeposit);
}

function requireRate(deps: DepositDeps, { prices }: DepositStart, currency: string): string {
  const rate = computeRate(prices, currency, computeOldestRateTime(deps));
  if (rate !== null) return rate;
  throw new AppError("PRICE_UNAVAILABLE", texts.priceMissing({ currency }), { retryAfterSeconds: 5 });
}

function buildRow(
  deps: DepositDeps,
  { userId, body }: { userId: string; body: BodyOf<typeof call> },
  { network, walletAddress, rate }: { network: DepositNetwork; walletAddress: string; rate: string },
): DepositRow {
  const now = deps.now();
  return {
    id: randomUUID(),
    userId,
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
}
