import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** The network of M-Pesa's deposits and the counter of their references. */
export const NETWORK = "MPESA";

/** The stored part of an M-Pesa report. Figures are decimal strings. */
export interface MpesaEvent {
  kind: "push" | "confirmation" | "pull";
  transactionId: string | null;
  checkoutRequestId: string | null;
  shortCode: string | null;
  reference: string | null;
  amount: string | null;
  resultCode: string | null;
  paidAt: Date | null;
}

export interface StoredEvent extends MpesaEvent {
  id: string;
  receivedAt: Date;
}

export interface MpesaPush {
  depositId: string;
  userId: string;
  reference: string;
  amount: string;
  status: "requested" | "sent" | "unknown" | "failed" | "paid";
}

/** Stores a report once; the same one that comes again changes nothing. */
export async function insertEvent(sql: Queryable, event: MpesaEvent): Promise<void> {
  await sql`
    insert into mpesa_events (kind, transaction_id, checkout_request_id, short_code, reference, amount, result_code, paid_at)
    values (${event.kind}, ${event.transactionId}, ${event.checkoutRequestId}, ${event.shortCode}, ${event.reference},
      ${event.amount}, ${event.resultCode}, ${event.paidAt})
    on conflict do nothing`;
}

/** Events that were not handled yet, oldest first. */
export function listOpenEvents(sql: Queryable, limit: number): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    select id::text, kind, transaction_id as "transactionId", checkout_request_id as "checkoutRequestId",
      short_code as "shortCode", reference, amount::text, result_code as "resultCode", paid_at as "paidAt",
      received_at as "receivedAt"
    from mpesa_events where handled_at is null order by id limit ${limit}`;
}

/** When the oldest report that was not handled yet came; null without one. */
export async function findOldestOpenReport(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ receivedAt: Date }[]>`
    select received_at as "receivedAt" from mpesa_events where handled_at is null order by id limit 1`;
  return row?.receivedAt ?? null;
}

/** A report with a problem that nobody decided on yet, locked until the end of the transaction; null otherwise. */
export async function lockUnmatched(tx: Tx, id: string): Promise<(StoredEvent & { problem: string }) | null> {
  const [row] = await tx<(StoredEvent & { problem: string })[]>`
    select id::text, kind, transaction_id as "transactionId", checkout_request_id as "checkoutRequestId",
      short_code as "shortCode", reference, amount::text, result_code as "resultCode", paid_at as "paidAt",
      received_at as "receivedAt", problem
    from mpesa_events where id::text = ${id} and problem is not null and decided_by is null for no key update`;
  return row ?? null;
}

export async function decideEvent(tx: Tx, id: string, administratorId: string): Promise<void> {
  await tx`update mpesa_events set decided_by = ${administratorId} where id::text = ${id}`;
}

/** Closes reports with a problem whose payment was decided elsewhere. */
export async function decideReportsOf(tx: Tx, receipt: string, administratorId: string): Promise<void> {
  await tx`
    update mpesa_events set decided_by = ${administratorId}
    where transaction_id = ${receipt} and problem is not null and decided_by is null`;
}

export async function closeEvent(sql: Queryable, id: string, problem: string | null): Promise<void> {
  await sql`
    update mpesa_events set handled_at = clock_timestamp(), problem = ${problem} where id = ${id} and handled_at is null`;
}

/** The investor's own reference: what they type as account number at a paybill. */
interface ReferenceRead {
  own: string | null;
  /** The index of the next new reference. */
  next: number;
}

export async function readReferences(sql: Queryable, userId: string): Promise<ReferenceRead> {
  const [row] = await sql<{ own: string | null; next: string | null }[]>`
    select (
      select wallet_address from deposit_addresses where user_id = ${userId} and network = ${NETWORK}
      order by address_index desc limit 1
    ) as own, (select next_index::text from deposit_address_counters where path = ${NETWORK}) as next`;
  return { own: row?.own ?? null, next: Number(row?.next ?? 0) };
}

export async function insertPush(
  sql: Queryable,
  push: { depositId: string; phoneNumber: string; amount: string },
): Promise<void> {
  await sql`
    insert into mpesa_pushes (deposit_id, phone_number, amount, status, updated_at)
    values (${push.depositId}, ${push.phoneNumber}, ${push.amount}, 'requested', clock_timestamp())`;
}

/** Records how the request ended. A call-back may have come before the acknowledgement: what it said stays. */
export async function updatePush(
  sql: Queryable,
  depositId: string,
  {
    status,
    checkoutRequestId,
    reason,
  }: { status: MpesaPush["status"]; checkoutRequestId: string | null; reason: string | null },
): Promise<void> {
  await sql`
    update mpesa_pushes set
      checkout_request_id = coalesce(checkout_request_id, ${checkoutRequestId}),
      status = case when status in ('paid', 'failed') then status else ${status} end,
      reason = coalesce(${reason}, reason), updated_at = clock_timestamp()
    where deposit_id = ${depositId}`;
}

/** Remembers the first receipt that is reported for a prompt. @returns that receipt */
export async function claimPush(sql: Queryable, depositId: string, receipt: string): Promise<string> {
  const [row] = await sql<{ receipt: string }[]>`
    update mpesa_pushes set receipt = coalesce(receipt, ${receipt}) where deposit_id = ${depositId} returning receipt`;
  return row?.receipt ?? receipt;
}

export async function findPush(sql: Queryable, checkoutRequestId: string): Promise<MpesaPush | null> {
  const [row] = await sql<MpesaPush[]>`
    select p.deposit_id as "depositId", d.user_id as "userId", d.wallet_address as reference, p.amount::text, p.status
    from mpesa_pushes p join deposits d on d.id = p.deposit_id where p.checkout_request_id = ${checkoutRequestId}`;
  return row ?? null;
}

/** The latest time up to which missed payments were asked for. */
export async function readPulledUpTo(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ readAt: Date }[]>`
    select read_at as "readAt" from chain_cursors where network = ${NETWORK}`;
  return row?.readAt ?? null;
}

export async function savePulledUpTo(sql: Queryable, at: Date): Promise<void> {
  await sql`
    insert into chain_cursors (network, height, hash, read_at) values (${NETWORK}, 0, '', ${at})
    on conflict (network) do update set read_at = excluded.read_at`;
}
