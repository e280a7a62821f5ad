import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { PayingNetwork } from "./paying-chain.ts";

/** Records that the file of a batch is given out. @returns false if it was signed or discarded, or waits for a decision */
export async function markExported(tx: Tx, batchId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update chain_batches set exported_at = coalesce(exported_at, ${at})
    where id = ${batchId} and signed_at is null and discarded_at is null and (hold_reason is null or accepted_at is not null)
    returning 1`;
  return rows.length > 0;
}

/** @returns false if the batch does not wait for this decision */
export async function markAccepted(tx: Tx, batchId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update chain_batches set accepted_at = ${at}
    where id = ${batchId} and hold_reason is not null and accepted_at is null and discarded_at is null returning 1`;
  return rows.length > 0;
}

/** @returns false if the file was given out, or the batch was signed or discarded */
export async function markDiscarded(tx: Tx, batchId: string, at: Date): Promise<boolean> {
  const rows = await tx`
    update chain_batches set discarded_at = ${at}
    where id = ${batchId} and exported_at is null and signed_at is null and discarded_at is null returning 1`;
  return rows.length > 0;
}

/**
 * Ends the transfers that a discarded batch began, and frees their slots. A version with a higher fee leaves its transfer as it is.
 * @returns false if a transaction with one of the slots is in the chain already
 */
export async function discardTransfers(tx: Tx, batchId: string, at: Date): Promise<boolean> {
  const ended = await tx<{ isMined: boolean }[]>`
    update chain_transfers t set
      ended_at = case when t.mined_height is null then ${at}::timestamptz end, is_discarded = t.mined_height is null
    from chain_transfer_versions v join chain_batches b on b.id = v.batch_id
    where b.id = ${batchId} and b.kind = 'payments' and t.id = v.transfer_id and t.ended_at is null
    returning t.mined_height is not null as "isMined"`;
  await tx`
    delete from chain_slots s using chain_transfers t, chain_transfer_versions v
    where v.batch_id = ${batchId} and t.id = v.transfer_id and t.is_discarded and s.transfer_id = t.id`;
  return ended.every(({ isMined }) => !isMined);
}

export interface BatchDecisionState {
  network: PayingNetwork;
  exportedAt: Date | null;
  signedAt: Date | null;
  discardedAt: Date | null;
  /** Null: no decision is needed, or it was accepted. */
  holdReason: string | null;
}

export async function findDecisionState(sql: Queryable, batchId: string): Promise<BatchDecisionState | null> {
  const [row] = await sql<BatchDecisionState[]>`
    select network, exported_at as "exportedAt", signed_at as "signedAt", discarded_at as "discardedAt",
      case when accepted_at is null then hold_reason end as "holdReason"
    from chain_batches where id = ${batchId}`;
  return row ?? null;
}
