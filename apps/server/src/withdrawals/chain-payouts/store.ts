import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type {
  ChainPayment,
  PayingNetwork,
  SignableTransfer,
  SignedTransfer,
  SlotClaim,
  SlotUse,
} from "./paying-chain.ts";

/** A payment that has no transfer yet. */
export interface WaitingPayment extends ChainPayment {
  payoutId: string;
}

/** The result of a payment that was handed to the rail. */
export interface ChainPayoutRow {
  payoutId: string;
  refusal: string | null;
  currency: string;
  coins: string;
  /** Null while it waits for a transfer. */
  transfer: EndedTransfer | null;
}

interface EndedTransfer {
  isEnded: boolean;
  /** It ended before anyone could sign it. */
  isDiscarded: boolean;
  hash: string | null;
  isPaid: boolean;
  isOurs: boolean;
  fee: string | null;
  /** The number of payments that share the fee, and this one's place among them, from 0. */
  payments: number;
  place: number;
}

/** @returns false if the reference was handed in before */
export async function queuePayment(
  sql: Queryable,
  { reference, network, at }: { reference: string; network: PayingNetwork; at: Date },
): Promise<boolean> {
  const rows = await sql`
    insert into chain_payouts (reference, network, queued_at) values (${reference}, ${network}, ${at})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export async function findChainPayout(sql: Queryable, reference: string): Promise<ChainPayoutRow | null> {
  const [row] = await sql<(Omit<ChainPayoutRow, "transfer"> & EndedTransfer & { hasTransfer: boolean })[]>`
    select p.id as "payoutId", c.refusal, p.currency, trim_scale(p.local_amount)::text as coins, t.id is not null as "hasTransfer",
      t.ended_at is not null as "isEnded", coalesce(t.is_discarded, false) as "isDiscarded", t.mined_hash as hash, coalesce(c.reference = any(t.mined_paid), false) as "isPaid",
      exists (select from chain_transfer_versions v where v.transfer_id = t.id and v.hash = t.mined_hash) as "isOurs",
      t.mined_fee::text as fee, coalesce(c.place, 0) as place,
      (select count(*)::int from chain_payouts o where o.transfer_id = c.transfer_id) as payments
    from chain_payouts c join payouts p on p.reference = c.reference left join chain_transfers t on t.id = c.transfer_id
    where c.reference = ${reference}`;
  if (!row) return null;
  const { payoutId, refusal, currency, coins, hasTransfer, ...transfer } = row;
  return { payoutId, refusal, currency, coins, transfer: hasTransfer ? transfer : null };
}

export function listWaitingPayments(sql: Queryable, network: PayingNetwork, limit: number): Promise<WaitingPayment[]> {
  return sql<WaitingPayment[]>`
    select c.reference, p.id as "payoutId", w.destination_address as address, p.currency, trim_scale(p.local_amount)::text as coins
    from chain_payouts c join payouts p on p.reference = c.reference join withdrawals w on w.id = p.withdrawal_id
    where c.network = ${network} and c.transfer_id is null and c.refusal is null and w.destination_address is not null
      and account_freeze(w.user_id, clock_timestamp()) is null
    order by c.queued_at, c.reference limit ${limit}`;
}

/** Payments of frozen accounts wait for the end of the freeze. */
export async function countWaitingPayments(sql: Queryable, network: PayingNetwork): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from chain_payouts c join payouts p on p.reference = c.reference join withdrawals w on w.id = p.withdrawal_id
    where c.network = ${network} and c.transfer_id is null and c.refusal is null
      and account_freeze(w.user_id, clock_timestamp()) is null`;
  return row?.count ?? 0;
}

/**
 * Locks the accounts of the investors whom payments go to, as a freeze does, until the transaction ends.
 * @returns when the last freeze among them ends; null if none is frozen, or they are in a transaction that was sent
 */
export async function lockUnfrozen(tx: Tx, payments: readonly { reference: string }[]): Promise<Date | null> {
  const unsent = tx.raw(`
    chain_payouts c join payouts p on p.reference = c.reference join withdrawals w on w.id = p.withdrawal_id
    where not exists (select from chain_transfer_versions v where v.transfer_id = c.transfer_id and v.sent_at is not null)`);
  const references = payments.map(({ reference }) => reference);
  await tx`
    select from ledger_accounts where code in (
      select 'user:' || w.user_id || ':deposit_funds' from ${unsent} and c.reference = any(${references}::text[])
    ) order by id for no key update`;
  const [row] = await tx<{ endsAt: Date | null }[]>`
    select max((account_freeze(w.user_id, clock_timestamp()) ->> 'endsAt')::timestamptz) as "endsAt"
    from ${unsent} and c.reference = any(${references}::text[])`;
  return row?.endsAt ?? null;
}

/** A payment that cannot get a transfer. */
export async function refusePayment(sql: Queryable, reference: string, refusal: string): Promise<void> {
  await sql`
    update chain_payouts set refusal = ${refusal}
    where reference = ${reference} and transfer_id is null and refusal is null`;
}

/** Slots of transfers that have not ended. */
export async function listTakenSlots(sql: Queryable, network: PayingNetwork): Promise<Set<string>> {
  const rows = await sql<{ slot: string }[]>`
    select s.slot from chain_transfers t join chain_slots s on s.transfer_id = t.id
    where t.network = ${network} and t.ended_at is null`;
  return new Set(rows.map(({ slot }) => slot));
}

export async function insertBatch(
  tx: Tx,
  row: {
    id: string;
    network: PayingNetwork;
    kind: "payments" | "higher-fee";
    by: string | null;
    at: Date;
    /** Why an administrator must decide before it is signed. */
    holdReason: string | null;
  },
): Promise<void> {
  await tx`
    insert into chain_batches (id, network, kind, prepared_by, prepared_at, hold_reason)
    values (${row.id}, ${row.network}, ${row.kind}, ${row.by}, ${row.at}, ${row.holdReason})`;
}

/** @returns false if one of its slots belongs to another transfer, or a payment has a transfer already */
export async function insertTransfer(
  tx: Tx,
  row: { id: string; network: PayingNetwork; height: number; slots: readonly string[]; references: readonly string[] },
): Promise<boolean> {
  const { id, network, height, slots, references } = row;
  await tx`insert into chain_transfers (id, network, checked_height) values (${id}, ${network}, ${height})`;
  const claimed = await tx`
    insert into chain_slots (network, slot, transfer_id, place)
    select ${network}, s.slot, ${id}, s.n::int from unnest(${slots}::text[]) with ordinality s (slot, n)
    on conflict do nothing returning 1`;
  const given = await tx`
    update chain_payouts c set transfer_id = ${id}, place = r.n::int - 1
    from unnest(${references}::text[]) with ordinality r (reference, n)
    where c.reference = r.reference and c.transfer_id is null and c.refusal is null returning 1`;
  return claimed.length === slots.length && given.length === references.length;
}

export async function insertVersion(
  tx: Tx,
  row: { id: string; transferId: string; batchId: string; unsigned: string; hash: string | null; maxFee: string },
): Promise<void> {
  await tx`
    insert into chain_transfer_versions (id, transfer_id, number, batch_id, unsigned, hash, max_fee)
    select ${row.id}, ${row.transferId}, coalesce(max(number), 0) + 1, ${row.batchId}, ${row.unsigned}, ${row.hash}, ${row.maxFee}
    from chain_transfer_versions where transfer_id = ${row.transferId}`;
}

export interface StoredBatch {
  id: string;
  network: PayingNetwork;
}

export async function findBatch(sql: Queryable, id: string): Promise<StoredBatch | null> {
  const [row] = await sql<StoredBatch[]>`
    select id, network from chain_batches where id = ${id}`;
  return row ?? null;
}

/** Batches of a network that can be signed, oldest first. One whose transfers have all ended needs no signature. */
export async function listUnsignedBatches(sql: Queryable, network: PayingNetwork): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from chain_batches b where network = ${network} and signed_at is null and discarded_at is null
      and (hold_reason is null or accepted_at is not null) and exists (
      select from chain_transfer_versions v join chain_transfers t on t.id = v.transfer_id
      where v.batch_id = b.id and t.ended_at is null)
    order by prepared_at, id`;
  return rows.map(({ id }) => id);
}

const PAYMENTS_OF_TRANSFER = `(
  select coalesce(jsonb_agg(jsonb_build_object('reference', c.reference, 'address', coalesce(w.destination_address, ''),
    'currency', p.currency, 'coins', trim_scale(p.local_amount)::text) order by c.place), '[]')
  from chain_payouts c join payouts p on p.reference = c.reference join withdrawals w on w.id = p.withdrawal_id
  where c.transfer_id = t.id)`;

/** The transactions of a batch, in the order of their slots. */
export function listBatchVersions(sql: Queryable, batchId: string): Promise<SignableTransfer[]> {
  return sql<SignableTransfer[]>`
    select v.id, v.unsigned, ${sql.raw(PAYMENTS_OF_TRANSFER)} as payments
    from chain_transfer_versions v join chain_transfers t on t.id = v.transfer_id
    where v.batch_id = ${batchId}
    order by (select min(lpad(s.slot, 100)) from chain_slots s where s.transfer_id = t.id)`;
}

/** @returns false if the batch was signed or discarded already */
export async function storeSigned(
  tx: Tx,
  batchId: string,
  signed: readonly SignedTransfer[],
  { by, at }: { by: string | null; at: Date },
): Promise<boolean> {
  const rows = await tx`
    update chain_batches set signed_by = ${by}, signed_at = ${at} where id = ${batchId} and signed_at is null
      and discarded_at is null returning 1`;
  if (rows.length === 0) return false;
  for (const { id, hash, raw } of signed) {
    await tx`
      update chain_transfer_versions set hash = ${hash}, raw = ${raw}
      where id = ${id} and batch_id = ${batchId} and raw is null`;
  }
  return true;
}

/** A transfer that has not ended. */
export interface OpenTransfer extends SlotClaim {
  network: PayingNetwork;
  checkedHeight: number;
  checkedHash: string | null;
  minedHeight: number | null;
  /** The number of versions. */
  versions: number;
  /** The signed version with the highest number. */
  signed: { id: string; raw: string; sentAt: Date | null } | null;
  isToSign: boolean;
  /** US dollars. */
  amount: string;
}

type OpenRow = Omit<OpenTransfer, "signed"> & {
  signed: { id: string; raw: string; sentAt: string | null } | null;
};

export async function listOpenTransfers(
  sql: Queryable,
  network: PayingNetwork,
  only: string | null = null,
): Promise<OpenTransfer[]> {
  const rows = await sql<OpenRow[]>`
    select t.id as "transferId", t.network, t.checked_height as "checkedHeight", t.checked_hash as "checkedHash",
      t.mined_height as "minedHeight", ${sql.raw(PAYMENTS_OF_TRANSFER)} as payments,
      (select array_agg(s.slot order by s.place) from chain_slots s where s.transfer_id = t.id) as slots,
      latest.number as versions, latest.unsigned, latest.raw is null as "isToSign",
      (select jsonb_build_object('id', v.id, 'raw', v.raw, 'sentAt', v.sent_at) from chain_transfer_versions v
        where v.transfer_id = t.id and v.raw is not null order by v.number desc limit 1) as signed,
      (select sum(p.amount)::text from chain_payouts c join payouts p on p.reference = c.reference
        where c.transfer_id = t.id) as amount
    from chain_transfers t,
      lateral (select v.* from chain_transfer_versions v join chain_batches b on b.id = v.batch_id
        where v.transfer_id = t.id and b.discarded_at is null order by v.number desc limit 1) latest
    where t.network = ${network} and t.ended_at is null and (${only}::uuid is null or t.id = ${only}::uuid)
    order by (select min(lpad(s.slot, 100)) from chain_slots s where s.transfer_id = t.id)`;
  return rows.map(({ signed, ...row }) => ({
    ...row,
    signed: signed && { ...signed, sentAt: signed.sentAt === null ? null : new Date(signed.sentAt) },
  }));
}

/** A transfer that has not ended; null for any other. */
export async function findOpenTransfer(sql: Queryable, id: string): Promise<OpenTransfer | null> {
  const [row] = await sql<{ network: PayingNetwork }[]>`
    select network from chain_transfers where id = ${id} and ended_at is null`;
  if (!row) return null;
  const [found] = await listOpenTransfers(sql, row.network, id);
  return found ?? null;
}

/** Written before the transaction goes out. */
export async function markSent(sql: Queryable, versionId: string, at: Date): Promise<void> {
  await sql`update chain_transfer_versions set sent_at = coalesce(sent_at, ${at}) where id = ${versionId}`;
}

export async function noteRefusal(sql: Queryable, versionId: string, refusal: string | null): Promise<void> {
  await sql`
    update chain_transfer_versions set refusal = ${refusal}
    where id = ${versionId} and refusal is distinct from ${refusal}`;
}

/** Another process may have searched the same blocks: only one of the two is stored. */
export async function storeSearch(
  sql: Queryable,
  ids: readonly string[],
  from: { height: number; hash: string | null },
  to: { height: number; hash: string },
  uses: readonly SlotUse[],
): Promise<void> {
  const found = JSON.stringify(uses);
  await sql`
    update chain_transfers t set checked_height = ${to.height}, checked_hash = ${to.hash},
      mined_height = case when u.hash is null then t.mined_height else ${to.height} end,
      mined_hash = coalesce(u.hash, t.mined_hash), mined_fee = case when u.hash is null then t.mined_fee else u.fee end,
      mined_paid = coalesce(u.paid, t.mined_paid)
    from unnest(${ids}::uuid[]) e (id)
    left join jsonb_to_recordset(${found}::text::jsonb) u ("transferId" uuid, hash text, fee numeric, paid text[])
      on u."transferId" = e.id
    where t.id = e.id and t.ended_at is null and t.checked_height = ${from.height}
      and t.checked_hash is not distinct from ${from.hash}`;
}

/** After a reorganisation: searches the blocks above `height` again, and forgets what was found in them. */
export async function goBack(
  sql: Queryable,
  ids: readonly string[],
  from: { height: number; hash: string | null },
  height: number,
): Promise<void> {
  await sql`
    update chain_transfers set checked_height = ${height}, checked_hash = null,
      mined_hash = case when mined_height > ${height} then null else mined_hash end,
      mined_fee = case when mined_height > ${height} then null else mined_fee end,
      mined_paid = case when mined_height > ${height} then null else mined_paid end,
      mined_height = case when mined_height > ${height} then null else mined_height end
    where id = any(${ids}::uuid[]) and ended_at is null and checked_height = ${from.height}
      and checked_hash is not distinct from ${from.hash}`;
}

/** The transfer is as deep in the chain as it must be. Its payments can be reported from now on, and again after a crash. */
export async function endTransfer(sql: Queryable, id: string, minedHeight: number, at: Date): Promise<boolean> {
  const rows = await sql`
    update chain_transfers set ended_at = ${at}
    where id = ${id} and ended_at is null and mined_height = ${minedHeight} returning 1`;
  return rows.length > 0;
}

/** Payments whose transfer has ended, or that got none, and whose payouts do not know it yet. */
export function listUnreported(sql: Queryable, network: PayingNetwork): Promise<{ reference: string }[]> {
  return sql<{ reference: string }[]>`
    select c.reference from payouts p join chain_payouts c on c.reference = p.reference
      left join chain_transfers t on t.id = c.transfer_id
    where c.network = ${network} and p.state in ('sent', 'unknown') and (c.refusal is not null or t.ended_at is not null)`;
}

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
