import { randomUUID } from "node:crypto";
import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { ChainError } from "../../deposits/api.ts";
import { applyReport } from "../payouts/apply-report.ts";
import { isStopped } from "../payouts/store.ts";
import {
  type ChainPayoutDeps,
  type PayingChain,
  type PayingNetwork,
  ShortageError,
  type UnsignedTransfer,
} from "./paying-chain.ts";
import { railOfNetwork } from "./chain-rail.ts";
import {
  findOpenTransfer,
  insertBatch,
  insertTransfer,
  insertVersion,
  listTakenSlots,
  listWaitingPayments,
  refusePayment,
  type WaitingPayment,
} from "./store.ts";
import { findHoldReason, recordEvent, refuseFrozen, refuseInQuarantine } from "./decide-batch.ts";
import * as texts from "../../messages/withdrawals.ts";

/** A Ledger or Trezor shows each transaction, and a node relays up to 100,000 bytes. */
const MAX_PAYMENTS = 100;
const MAX_VERSIONS = 20;
/** Marks payments that have gone into a batch: only the chain tells their result from then on. */
const IN_BATCH = "in-batch";

/**
 * Makes transactions of the payments that wait on a network. Nothing is sent: they wait for their signatures. A crash at any
 * point leaves payments that wait, or a whole batch.
 * @param by the administrator; null for the signer service
 * @returns the batch; null if no payment could go into one
 * @throws AppError CONFLICT no payment waits, payouts or the rail are stopped, an account was frozen meanwhile, or too little money · BUSY the node does not answer, or
 * another batch was prepared at the same time
 */
export async function prepareBatch(
  deps: ChainPayoutDeps,
  chain: PayingChain,
  by: AuditActor | null,
): Promise<string | null> {
  const { sql, now } = deps;
  const { network } = chain;
  await refuseInQuarantine(sql);
  if (await isStopped(sql, railOfNetwork[network])) throw new AppError("CONFLICT", texts.railStopped);
  const waiting = await listWaitingPayments(sql, network, MAX_PAYMENTS);
  const claimed: WaitingPayment[] = [];
  for (const payment of waiting) if (await claim(deps, payment)) claimed.push(payment);
  if (claimed.length === 0) throw new AppError("CONFLICT", texts.networkWithoutPayments);
  const taken = await listTakenSlots(sql, network);
  const { tip, prepared } = await askChain(async () => ({
    tip: await chain.readTip(),
    prepared: await chain.prepare(claimed, taken),
  }));
  for (const { reference, reason } of prepared.refused) await refusePayment(sql, reference, reason);
  if (prepared.transfers.length === 0) return null;
  const holdReason = await findHoldReason(deps, chain, prepared.transfers);
  const id = randomUUID();
  await sql.begin(async (tx) => {
    await refuseFrozen(
      tx,
      prepared.transfers.flatMap(({ payments }) => payments),
    );
    await insertBatch(tx, { id, network, kind: "payments", by: by?.id ?? null, at: now(), holdReason });
    for (const transfer of prepared.transfers) await storeTransfer(tx, id, network, tip, transfer);
    await recordEvent(tx, by, "chain.prepare", id, { network, payments: claimed.length, holdReason });
  });
  return id;
}

/** From now on the payment can only end by what the chain shows. The door refuses it if the payout has ended meanwhile. */
async function claim(deps: ChainPayoutDeps, { payoutId, reference }: WaitingPayment): Promise<boolean> {
  const state = await applyReport(deps, payoutId, { kind: "accepted", providerId: IN_BATCH });
  if (state === "sent" || state === "unknown") return true;
  await refusePayment(deps.sql, reference, texts.paymentDecidedBefore);
  return false;
}

async function storeTransfer(
  tx: Tx,
  batchId: string,
  network: PayingNetwork,
  height: number,
  { slots, unsigned, hash, maxFee, payments }: UnsignedTransfer,
): Promise<void> {
  const transferId = randomUUID();
  const references = payments.map(({ reference }) => reference);
  if (!(await insertTransfer(tx, { id: transferId, network, height, slots, references }))) {
    throw new AppError("BUSY", texts.batchAtSameTime, {
      retryAfterSeconds: 2,
    });
  }
  await insertVersion(tx, { id: randomUUID(), transferId, batchId, unsigned, hash, maxFee });
}

/**
 * Prepares a transfer again with a higher fee. It has the same slots, so the network takes one of the versions at most.
 * @throws AppError NOT_FOUND · CONFLICT in a block already, too many versions, or too little money · BUSY the node does not answer
 */
export async function raiseFee(deps: ChainPayoutDeps, transferId: string, by: AuditActor | null): Promise<string> {
  const { sql, now, chains } = deps;
  await refuseInQuarantine(sql);
  const open = await findOpenTransfer(sql, transferId);
  const chain = open && chains.find(({ network }) => network === open.network);
  if (!open || !chain) throw new AppError("NOT_FOUND", texts.transferNotFound);
  if (open.minedHeight !== null) throw new AppError("CONFLICT", texts.transferInBlock);
  if (open.versions >= MAX_VERSIONS) {
    throw new AppError("CONFLICT", texts.versionsTooMany({ most: MAX_VERSIONS }));
  }
  const { unsigned, hash, maxFee } = await askChain(() => chain.raiseFee(open));
  const holdReason = await findHoldReason(deps, chain, [{ maxFee, payments: open.payments }]);
  const id = randomUUID();
  await sql.begin(async (tx) => {
    await insertBatch(tx, { id, network: open.network, kind: "higher-fee", by: by?.id ?? null, at: now(), holdReason });
    await insertVersion(tx, { id: randomUUID(), transferId, batchId: id, unsigned, hash, maxFee });
    await recordEvent(tx, by, "chain.raise-fee", id, { network: open.network, transfer: transferId, maxFee });
  });
  return id;
}

/** Turns what a node says into an answer for an administrator. */
export async function askChain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ShortageError) throw new AppError("CONFLICT", error.message);
    if (error instanceof ChainError) {
      throw new AppError("BUSY", texts.nodeFailed({ reason: error.message }), {
        retryAfterSeconds: 10,
      });
    }
    throw error;
  }
}
