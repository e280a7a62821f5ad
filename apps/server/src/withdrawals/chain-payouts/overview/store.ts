import type { ChainBatch, ChainTransfer } from "@wazi/contracts";
import { personColumn } from "../../../record/api.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import type { PayingNetwork } from "../paying-chain.ts";

/** Payments that wait for a transaction, by network. */
export function readWaiting(
  sql: Queryable,
  networks: readonly PayingNetwork[],
): Promise<{ network: PayingNetwork; count: number; amount: string; oldestAt: Date | null }[]> {
  return sql<{ network: PayingNetwork; count: number; amount: string; oldestAt: Date | null }[]>`
    select c.network, count(*)::int as count, sum(p.amount)::text as amount, min(c.queued_at) as "oldestAt"
    from chain_payouts c join payouts p on p.reference = c.reference
    where c.network = any(${networks}::text[]) and c.transfer_id is null and c.refusal is null group by c.network`;
}

type ShownBatchRow = Omit<ChainBatch, "preparedAt" | "exportedAt"> & {
  preparedAt: Date;
  exportedAt: Date | null;
};

/** Batches that wait for a signature or a decision, oldest first. */
export function listShownBatches(
  sql: Queryable,
  networks: readonly PayingNetwork[],
  limit: number,
): Promise<ShownBatchRow[]> {
  return sql<ShownBatchRow[]>`
    select b.id, b.network, b.kind, b.prepared_at as "preparedAt", ${sql.raw(personColumn("b.prepared_by", '"preparedBy"'))},
      b.exported_at as "exportedAt", case when b.accepted_at is null then b.hold_reason end as "holdReason",
      (select count(*)::int from chain_transfer_versions v where v.batch_id = b.id) as transfers,
      (select count(*)::int from chain_transfer_versions v join chain_payouts c on c.transfer_id = v.transfer_id
        where v.batch_id = b.id) as payments,
      (select coalesce(sum(p.amount), 0)::numeric(14, 2)::text from chain_transfer_versions v
        join chain_payouts c on c.transfer_id = v.transfer_id join payouts p on p.reference = c.reference
        where v.batch_id = b.id) as amount
    from chain_batches b where b.network = any(${networks}::text[]) and b.signed_at is null
      and b.discarded_at is null and exists (
      select from chain_transfer_versions v join chain_transfers t on t.id = v.transfer_id
      where v.batch_id = b.id and t.ended_at is null)
    order by b.prepared_at, b.id limit ${limit}`;
}

export interface ShownTransferRow extends Pick<
  ChainTransfer,
  "id" | "network" | "versions" | "hash" | "fee" | "refusal" | "payments"
> {
  amount: string;
  sentAt: Date | null;
  isSigned: boolean;
  minedHeight: number | null;
  checkedHeight: number;
  isEnded: boolean;
  isDiscarded: boolean;
  isPaid: boolean;
}

/** Transfers that have not ended, oldest first; then the latest. */
export function listShownTransfers(
  sql: Queryable,
  networks: readonly PayingNetwork[],
  limit: number,
): Promise<ShownTransferRow[]> {
  const person = personColumn("w.user_id", "person");
  return sql<ShownTransferRow[]>`
    select t.id, t.network, latest.number as versions, coalesce(t.mined_hash, signed.hash) as hash,
      coalesce(t.mined_fee, case when t.mined_height is null then latest.max_fee end)::text as fee, signed.refusal,
      paid.payments, paid.amount, signed.sent_at as "sentAt", signed.id is not null as "isSigned",
      t.mined_height as "minedHeight", t.checked_height as "checkedHeight", t.ended_at is not null as "isEnded",
      t.is_discarded as "isDiscarded",
      coalesce(cardinality(t.mined_paid) > 0, false) as "isPaid"
    from chain_transfers t
    join lateral (select v.* from chain_transfer_versions v join chain_batches b on b.id = v.batch_id
      where v.transfer_id = t.id and (t.is_discarded or b.discarded_at is null) order by v.number desc limit 1) latest on true
    left join lateral (select * from chain_transfer_versions v where v.transfer_id = t.id and v.raw is not null
      order by v.number desc limit 1) signed on true
    join lateral (
      select sum(x.amount)::text as amount, jsonb_agg(jsonb_build_object('payoutId', x.id, 'withdrawalId', x.withdrawal_id,
        'user', x.person, 'amount', x.amount::text, 'coins', trim_scale(x.local_amount)::text, 'currency', x.currency,
        'address', x.destination_address) order by x.place) as payments
      from (select p.*, c.place, w.destination_address, ${sql.raw(person)}
        from chain_payouts c join payouts p on p.reference = c.reference join withdrawals w on w.id = p.withdrawal_id
        where c.transfer_id = t.id) x) paid on true
    where t.network = any(${networks}::text[])
    order by t.ended_at desc nulls first, (select min(lpad(s.slot, 100)) from chain_slots s where s.transfer_id = t.id), t.id
    limit ${limit}`;
}
