import { type Cents, formatCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { findQuarantine } from "../../platform/backup/store.ts";
import { type AuditActor, formatMoment, insertAuditEvent } from "../../record/api.ts";
import {
  type BatchDecisionState,
  discardTransfers,
  findDecisionState,
  lockUnfrozen,
  markAccepted,
  markDiscarded,
} from "./store.ts";
import type { ChainPayoutDeps, PayingChain, UnsignedTransfer } from "./paying-chain.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";
import * as texts from "../../messages/withdrawals.ts";

/** Compares what each payout can cost at most with PAYOUT_MAX_NETWORK_FEE. @returns why an administrator must decide; null if not */
export async function findHoldReason(
  { toDollars, maxNetworkFee }: Pick<ChainPayoutDeps, "toDollars" | "maxNetworkFee">,
  { feeCurrency }: Pick<PayingChain, "feeCurrency">,
  transfers: readonly Pick<UnsignedTransfer, "maxFee" | "payments">[],
): Promise<string | null> {
  let most = 0n;
  for (const { maxFee, payments } of transfers) {
    const fee = await toDollars(maxFee, feeCurrency);
    if (fee === null) {
      return texts.batchFeeWithoutPrice({ currency: feeCurrency });
    }
    const count = BigInt(Math.max(1, payments.length));
    const each = (fee + count - 1n) / count;
    if (each > most) most = each;
  }
  if (most <= maxNetworkFee) return null;
  return texts.batchFeeAboveLimit({ fee: formatCents(most as Cents), limit: formatCents(maxNetworkFee) });
}

/** @throws AppError CONFLICT the database came from a backup, and must not pay out yet */
export async function refuseInQuarantine(sql: Sql): Promise<void> {
  if ((await findQuarantine(sql)) !== null) throw new AppError("CONFLICT", texts.quarantined);
}

/**
 * The last look before payments are prepared or released: a freeze is entirely before or after it.
 * @throws AppError CONFLICT an account is frozen
 */
export async function refuseFrozen(tx: Tx, payments: readonly { reference: string }[]): Promise<void> {
  const endsAt = await lockUnfrozen(tx, payments);
  if (endsAt !== null) throw new AppError("CONFLICT", texts.batchFrozen({ time: formatMoment(endsAt) }));
}

/** @throws AppError CONFLICT with what the batch has become */
export function refuseDecided({ signedAt, discardedAt }: Pick<BatchDecisionState, "signedAt" | "discardedAt">): void {
  if (signedAt !== null) throw new AppError("CONFLICT", texts.batchSigned);
  if (discardedAt !== null) throw new AppError("CONFLICT", texts.batchDiscarded);
}

/**
 * Lets a batch above the limit of network fees be signed.
 * @throws AppError NOT_FOUND · CONFLICT it does not wait for this decision
 */
export async function acceptFee(deps: ChainPayoutDeps, batchId: string, by: AuditActor): Promise<void> {
  const state = await requireState(deps, batchId);
  refuseDecided(state);
  await deps.sql.begin(async (tx) => {
    if (!(await markAccepted(tx, batchId, deps.now()))) {
      throw new AppError("CONFLICT", texts.batchFeeDecided);
    }
    await recordEvent(tx, by, "chain.accept-fee", batchId, { network: state.network, reason: state.holdReason });
  });
}

/**
 * Discards prepared transactions that nobody outside has seen. Their payouts fail, and are attempted again in another
 * transaction; a version with a higher fee only disappears.
 * @param by the administrator; null for the signer service
 * @throws AppError NOT_FOUND · CONFLICT its file was given out, it is signed or discarded, or the chain has used one of its slots
 */
export async function discardBatch(deps: ChainPayoutDeps, batchId: string, by: AuditActor | null): Promise<void> {
  const state = await requireState(deps, batchId);
  refuseDecided(state);
  const at = deps.now();
  await deps.sql.begin(async (tx) => {
    if (!(await markDiscarded(tx, batchId, at))) {
      throw new AppError("CONFLICT", texts.batchFileGiven);
    }
    if (!(await discardTransfers(tx, batchId, at))) {
      throw new AppError("CONFLICT", texts.batchInChain);
    }
    await recordEvent(tx, by, "chain.discard", batchId, { network: state.network });
  });
}

async function requireState({ sql }: ChainPayoutDeps, batchId: string): Promise<BatchDecisionState> {
  const state = await findDecisionState(sql, batchId);
  if (!state) throw new AppError("NOT_FOUND", texts.batchNotFound);
  return state;
}

/** Records what was done with a batch. @param by the administrator; null for the signer service */
export function recordEvent(
  tx: Tx | Sql,
  by: AuditActor | null,
  action: string,
  batchId: string,
  after: object,
): Promise<void> {
  const actor = { actorId: by?.id ?? null, address: by?.address ?? null };
  return insertAuditEvent(tx, { ...actor, action, subjectType: "rail", subjectId: batchId, after });
}
