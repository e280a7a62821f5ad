import { randomUUID } from "node:crypto";
import { DEPOSIT_WINDOW_MS, MINUTE_MS } from "@wazi/contracts";
import {
  COIN_PLACES,
  countConfirmationsNeeded,
  judgeAmount,
  judgeTiming,
  parseDecimal,
  RATE_PLACES,
  valueCoins,
  type ConfirmationStep,
} from "@wazi/domain";
import type { ChainTransfer } from "./chain-reader.ts";
import type { AddressDeposit, PaymentNetwork, SeenPayment } from "./store.ts";

/** A payment on a chain or a rail. */
type PaidTransfer = Omit<ChainTransfer, "currency"> & { currency: string };

/** A block's time may be a little before ours. */
const CLOCK_SLACK_MS = MINUTE_MS;

/**
 * Judges a payment at first sight: which deposit it belongs to, whether it is on time, how all payments of the deposit so far
 * compare with the amount that was asked for, and how many confirmations it needs.
 * It belongs to the newest deposit at its address that was requested before it, or else to the first one. Its time is the
 * earlier of ours and the block's: a payment inside the window is on time even if we saw it later.
 * @param deposits those at its address, newest first
 */
export function judgeSeen(
  transfer: PaidTransfer,
  given: {
    network: PaymentNetwork;
    now: Date;
    /** Its block, or another time at which it was made; null while it waits. */
    block: { time: Date; height: number | null; hash: string | null } | null;
    userId: string;
    deposits: readonly AddressDeposit[];
    arrivalRate: string | null;
    steps: readonly ConfirmationStep[];
  },
): SeenPayment {
  const { network, now, block, userId, deposits, arrivalRate, steps } = given;
  const seenAt = block && block.time < now ? block.time : now;
  const deposit = deposits.find(({ createdAt }) => startOf(createdAt) <= seenAt) ?? deposits.at(-1);
  const window = deposit && {
    from: startOf(deposit.createdAt),
    to: new Date(deposit.createdAt.getTime() + DEPOSIT_WINDOW_MS),
  };
  const rate = deposit?.currency === transfer.currency ? deposit?.rate : arrivalRate;
  const isConfirmed = block !== null && block.height !== null;
  return {
    id: randomUUID(),
    network,
    transactionHash: transfer.transactionHash,
    output: transfer.output,
    walletAddress: transfer.address,
    userId,
    depositId: deposit?.id ?? null,
    currency: transfer.currency,
    coins: transfer.coins,
    sender: transfer.sender,
    blockHeight: block?.height ?? null,
    blockHash: block?.hash ?? null,
    seenAt,
    confirmedAt: isConfirmed ? seenAt : null,
    confirmationsNeeded: countNeeded(transfer, rate ?? null, steps),
    timing: judgeTiming(seenAt, window ?? null),
    amountState: judgeReceived(transfer, deposit),
    // A payment that waits gets the rate of its first block.
    arrivalRate: isConfirmed || network === "MPESA" ? arrivalRate : null,
  };
}

const startOf = (createdAt: Date): Date => new Date(createdAt.getTime() - CLOCK_SLACK_MS);

/** Null for a payment that cannot be compared: without a deposit, or in another currency than it asked for. */
function judgeReceived(
  { currency, coins }: PaidTransfer,
  deposit: AddressDeposit | undefined,
): SeenPayment["amountState"] {
  if (deposit === undefined || deposit.currency !== currency) return null;
  const received = parseDecimal(deposit.receivedCoins, COIN_PLACES) + parseDecimal(coins, COIN_PLACES);
  return judgeAmount(received, parseDecimal(deposit.cryptoAmount, COIN_PLACES));
}

/** Without a price the most. */
function countNeeded({ coins }: PaidTransfer, rate: string | null, steps: readonly ConfirmationStep[]): number {
  if (rate === null) return steps.at(-1)?.confirmations ?? 1;
  const value = valueCoins(parseDecimal(coins, COIN_PLACES), parseDecimal(rate, RATE_PLACES));
  return countConfirmationsNeeded(value, steps);
}
