import { type Person, type RailStatementKind, withdrawalKinds } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { BookedPayment, Coverage, StoredLine } from "./matching.ts";
import type { ClosingBalance, StatementLine } from "./statement-line.ts";
import * as texts from "../../messages/bank.ts";

type BookedRow = Omit<BookedPayment, "references"> & { references: (string | null)[] };

/** Payments that the statements of accounts of this kind should show, in both directions. */
export async function listBookedPayments(sql: Queryable, kind: ImportRow["kind"]): Promise<BookedPayment[]> {
  const isMpesa = kind === "mpesa";
  // One after the other, because the check of the books reads in one transaction.
  const rows = [
    ...(await listPayouts(sql, kind)),
    ...(await listReturns(sql, kind)),
    ...(isMpesa ? await listMpesaPayments(sql) : []),
    ...(await listHandSettled(sql, isMpesa)),
  ];
  return rows.map((row) => ({ ...row, references: row.references.filter((each): each is string => each !== null) }));
}

/** The days of M-Pesa's statements are days in Nairobi. */
const DAY_ZONE: Readonly<Record<ImportRow["kind"], string>> = { bank: "UTC", mpesa: "Africa/Nairobi" };

/** One that was paid by hand is known in US dollars only, so its amount in the statement's currency is not. */
function listPayouts(sql: Queryable, kind: ImportRow["kind"]): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select w.id, false as "isIncoming",
      case when p.state in ('confirmed', 'reversed') and p.rail <> 'manual' then '-' || p.local_amount::text end as amount,
      case when p.rail <> 'manual' then p.currency end as currency,
      array[p.reference, p.provider_id, p.receipt, w.transaction_hash] as references,
      case when w.withdrawal_type = 'mpesa' then p.receipt end as receipt,
      coalesce(p.recipient_name, w.account_name, u.first_name || ' ' || u.last_name) as name,
      (coalesce(p.ended_at, w.settled_at) at time zone ${DAY_ZONE[kind]}::text)::date::text as day,
      case
        when p.fee_amount is not null then jsonb_build_object('amount', p.fee_amount::text, 'currency', p.fee_currency)
        when p.fee is not null then jsonb_build_object('amount', p.fee::text, 'currency', 'USD')
      end as fee
    from withdrawals w join users u on u.id = w.user_id
    left join lateral (
      select * from payouts p where p.withdrawal_id = w.id and p.state in ('confirmed', 'reversed') order by p.attempt desc limit 1
    ) p on true
    where w.withdrawal_type = ${kind} and (w.status = 'completed' or p.state = 'reversed')`;
}

/** Payouts that came back. The money may have come back to another account of ours. */
function listReturns(sql: Queryable, kind: ImportRow["kind"]): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select p.id || ':returned' as id, true as "isIncoming", p.local_amount::text as amount, p.currency,
      array[p.reference, p.provider_id, p.receipt] as references, null as name, true as "isOptional",
      (w.updated_at at time zone ${DAY_ZONE[kind]}::text)::date::text as day
    from payouts p join withdrawals w on w.id = p.withdrawal_id
    where w.withdrawal_type = ${kind} and p.state = 'reversed'`;
}

/** Payments that M-Pesa reported, whether they were credited or not: all of them came in. */
function listMpesaPayments(sql: Queryable): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select p.id, true as "isIncoming", trim_scale(p.coins)::text as amount, p.currency, array[p.transaction_hash] as references,
      p.transaction_hash as receipt, p.wallet_address as "accountNumber", u.first_name || ' ' || u.last_name as name,
      (p.seen_at at time zone 'Africa/Nairobi')::date::text as day,
      case
        when p.status = 'review' and p.review_reason <> 'vanished' then 'It waits for a decision on the Deposits page.'
        when p.status = 'seen' then 'It waits for a rate.'
      end as "waitsFor"
    from deposit_payments p join users u on u.id = p.user_id where p.network = 'MPESA' and p.status <> 'dropped'`;
}

/**
 * Deposits that an administrator completed by hand. A bank's statement may show one that has its reference; M-Pesa's should
 * show one with its reference or its amount.
 */
function listHandSettled(sql: Queryable, isMpesa: boolean): Promise<BookedRow[]> {
  return sql<BookedRow[]>`
    select d.id, true as "isIncoming", array[d.transaction_hash] as references, u.first_name || ' ' || u.last_name as name,
      case when not ${isMpesa}::boolean then coalesce(d.received_amount, d.amount)::text
        when d.received_amount is null then trim_scale(d.crypto_amount)::text end as amount,
      case when ${isMpesa}::boolean then 'KES' else 'USD' end as currency,
      case when ${isMpesa}::boolean then d.wallet_address end as "accountNumber",
      (d.settled_at at time zone 'Africa/Nairobi')::date::text as day, not ${isMpesa}::boolean as "isOptional"
    from deposits d join users u on u.id = d.user_id
    where (d.network = 'MPESA') = ${isMpesa}::boolean and d.status = 'completed' and d.settled_by is not null
      and (${isMpesa}::boolean or d.transaction_hash is not null)
      and not exists (select from deposit_payments p where p.credited_deposit_id = d.id)`;
}

/** Names of payments for administrators to choose from, by id. */
export async function describePayments(sql: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; label: string }[]>`
    select w.id::text, 'Payout of $' || w.amount || ' to ' || u.first_name || ' ' || u.last_name || ', ' || coalesce(w.settled_at, w.updated_at)::date as label
    from withdrawals w join users u on u.id = w.user_id where w.id::text = any(${ids}::text[])
    union all
    select p.id || ':returned', 'Return of the payout of $' || p.amount || ' to ' || u.first_name || ' ' || u.last_name
    from payouts p join withdrawals w on w.id = p.withdrawal_id join users u on u.id = w.user_id
    where p.id || ':returned' = any(${ids}::text[])
    union all
    select p.id::text, 'Deposit of ' || trim_scale(p.coins) || ' ' || coalesce(p.currency, '') || ' by ' || u.first_name || ' ' || u.last_name
      || ', ' || p.seen_at::date || ', ' || p.transaction_hash
    from deposit_payments p join users u on u.id = p.user_id where p.id::text = any(${ids}::text[])
    union all
    select d.id::text, 'Deposit of $' || coalesce(d.received_amount, d.amount) || ' by ' || u.first_name || ' ' || u.last_name
      || ', ' || d.settled_at::date
    from deposits d join users u on u.id = d.user_id where d.id::text = any(${ids}::text[])`;
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/** A booking of charges; figures are decimal strings. */
export interface ChargeRow {
  id: string;
  account: string;
  kind: ImportRow["kind"];
  month: string;
  currency: string;
  localAmount: string;
  rate: string;
  rateAt: Date;
  /** In US dollars. */
  amount: string;
  note: string;
  status: "pending" | "booked" | "declined";
  proposedBy: string;
  proposedAt: Date;
  version: string;
}

export interface ListedCharge extends ChargeRow {
  proposer: Person;
  lines: number;
}

const COLUMNS = `c.id, c.account, c.kind, c.month, c.currency, c.local_amount::text as "localAmount", c.rate::text, c.rate_at as "rateAt",
  c.amount::text, c.note, c.status, c.proposed_by as "proposedBy", c.proposed_at as "proposedAt", c.version::text,
  (select count(*)::int from statement_charge_lines l where l.charge_id = c.id) as lines, ${personColumn("c.proposed_by", "proposer")}`;

export async function findCharge(sql: Queryable, id: string): Promise<ListedCharge | null> {
  const [row] = await sql<ListedCharge[]>`
    select ${sql.raw(COLUMNS)} from statement_charges c where c.id::text = ${id}`;
  return row ?? null;
}

export function listPendingCharges(sql: Queryable): Promise<ListedCharge[]> {
  return sql<ListedCharge[]>`
    select ${sql.raw(COLUMNS)} from statement_charges c where c.status = 'pending' order by c.month, c.account, c.id`;
}

/** Lines that are booked as charges, or wait for it. */
export async function listChargeLines(sql: Queryable): Promise<Set<string>> {
  const rows = await sql<{ lineId: string }[]>`select line_id as "lineId" from statement_charge_lines where is_open`;
  return new Set(rows.map(({ lineId }) => lineId));
}

/** @returns false if one of the lines is booked, or proposed, already. The caller's transaction must then be rolled back. */
export async function insertCharge(tx: Tx, row: ChargeRow, lineIds: readonly string[]): Promise<boolean> {
  await tx`
    insert into statement_charges (id, account, kind, month, currency, local_amount, rate, rate_at, amount, note, status,
      proposed_by, proposed_at, version)
    values (${row.id}, ${row.account}, ${row.kind}, ${row.month}, ${row.currency}, ${row.localAmount}::numeric, ${row.rate}::numeric,
      ${row.rateAt}, ${row.amount}::numeric, ${row.note}, ${row.status}, ${row.proposedBy}, ${row.proposedAt}, ${row.version}::bigint)`;
  const rows = await tx`
    insert into statement_charge_lines (charge_id, line_id) select ${row.id}::uuid, id from unnest(${lineIds}::uuid[]) l (id)
    on conflict (line_id) where is_open do nothing returning 1`;
  return rows.length === lineIds.length;
}

const MAX_BOOKED = 100;

/** The booked charges, by account and month, the latest month first. */
export function listBookedCharges(
  sql: Queryable,
): Promise<{ account: string; month: string; lines: number; amount: string }[]> {
  return sql<{ account: string; month: string; lines: number; amount: string }[]>`
    select c.account, c.month, sum((select count(*) from statement_charge_lines l where l.charge_id = c.id))::int as lines,
      sum(c.amount)::numeric(14, 2)::text as amount
    from statement_charges c where c.status = 'booked' group by c.account, c.month order by c.month desc, c.account limit ${MAX_BOOKED}`;
}

export interface ImportRow {
  id: string;
  account: string;
  kind: RailStatementKind;
  format: "camt053" | "csv" | "mpesa" | "mt940";
  fileName: string;
  /** SHA-256 in hexadecimal. */
  digest: string;
  lines: number;
  closing: ClosingBalance | null;
  /** Which payments the account's statements show. */
  shows: Coverage["shows"];
  importedBy: string;
  importedAt: Date;
}

/** @returns false if the same file was imported before */
export async function insertImport(tx: Tx, row: ImportRow): Promise<boolean> {
  const rows = await tx`
    insert into statement_imports (id, account, kind, format, file_name, digest, lines, closing_balance, closing_currency,
      closing_on, shows, imported_by, imported_at)
    values (${row.id}, ${row.account}, ${row.kind}, ${row.format}, ${row.fileName}, decode(${row.digest}, 'hex'), ${row.lines},
      ${row.closing?.amount ?? null}::numeric, ${row.closing?.currency ?? null}, ${row.closing?.day ?? null}::date,
      ${row.shows}, ${row.importedBy}, ${row.importedAt})
    on conflict (digest) do nothing returning 1`;
  return rows.length > 0;
}

/** One account is imported at a time. @returns its kind, if it has statements already */
export async function lockAccount(tx: Tx, account: string): Promise<ImportRow["kind"] | null> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`statement:${account}`}, 0))`;
  const [row] = await tx<{ kind: ImportRow["kind"] }[]>`
    select kind from statement_imports where account = ${account} limit 1`;
  return row?.kind ?? null;
}

/** @returns how many lines were new */
export async function insertLines(
  tx: Tx,
  importId: string,
  account: string,
  lines: readonly (StatementLine & { id: string; fingerprint: string })[],
): Promise<number> {
  const rows = await tx`
    insert into statement_lines (id, import_id, account, number, booked_on, amount, currency, external_id, text, name, is_charge, fingerprint)
    select id, ${importId}::uuid, ${account}, number, "bookedOn", amount, currency, "externalId", text, name, "isCharge", fingerprint
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) l (id uuid, number int, "bookedOn" date, amount numeric,
      currency text, "externalId" text, text text, name text, "isCharge" boolean, fingerprint text)
    on conflict (account, fingerprint) do nothing returning 1`;
  return rows.length;
}

export interface AccountRow extends Coverage {
  kind: ImportRow["kind"];
}

export function listAccounts(sql: Queryable): Promise<AccountRow[]> {
  return sql<AccountRow[]>`
    select i.account, i.kind, min(l.booked_on)::text as "from", max(l.booked_on)::text as "to",
      (array_agg(i.shows order by i.imported_at desc))[1] as shows
    from statement_imports i join statement_lines l on l.import_id = i.id group by i.account, i.kind order by i.account`;
}

const MAX_COMPARED = 200_000;

/**
 * All lines of accounts of a kind, by account and day.
 * @throws AppError CONFLICT more lines than can be compared: without some of them, differences would be invented or missed
 */
export async function listLines(
  sql: Queryable,
  kind: ImportRow["kind"],
  most: number = MAX_COMPARED,
): Promise<StoredLine[]> {
  const lines = await sql<StoredLine[]>`
    select l.id, l.account, i.file_name as file, l.number, l.booked_on::text as "bookedOn", l.amount::text, l.currency,
      l.external_id as "externalId", l.text, l.name, l.is_charge as "isCharge"
    from statement_lines l join statement_imports i on i.id = l.import_id
    where i.kind = ${kind} order by l.account, l.booked_on, i.imported_at, l.number, l.id limit ${most + 1}`;
  if (lines.length <= most) return lines;
  throw new AppError(
    "CONFLICT",
    texts.statementsTooLong({ kind: withdrawalKinds[kind].label, most: most.toLocaleString("en-US") }),
  );
}

/** The receipt and amount of a line; null without one. */
export async function findReceipt(
  sql: Queryable,
  lineId: string,
): Promise<{ receipt: string | null; amount: string } | null> {
  const [row] = await sql<{ receipt: string | null; amount: string }[]>`
    select external_id as receipt, trim_scale(amount)::text as amount from statement_lines where id::text = ${lineId}`;
  return row ?? null;
}

type DecisionKind = "explain" | "link" | "credit" | "interest";

/** The fields of a decision besides its difference. */
export interface DecisionContent {
  note: string;
  kind: DecisionKind;
  /** Only for a link. */
  paymentId: string | null;
  /** Only for a credit. */
  accountNumber: string | null;
  /** Only for interest: the first and last day that it was paid for (YYYY-MM-DD). */
  paidFrom: string | null;
  paidUntil: string | null;
}

const CONTENT = `note, kind, payment_id as "paymentId", account_number as "accountNumber", paid_from::text as "paidFrom",
  paid_until::text as "paidUntil"`;

export interface DecisionRow extends DecisionContent {
  id: string;
  account: string;
  difference: string;
  proposer: Person;
  proposedBy: string;
  proposedAt: Date;
  isApproved: boolean;
}

export function listDecisions(sql: Queryable): Promise<DecisionRow[]> {
  return sql<DecisionRow[]>`
    select id, account, difference, ${sql.raw(CONTENT)}, ${sql.raw(personColumn("proposed_by", "proposer"))}, proposed_by as "proposedBy",
      proposed_at as "proposedAt", approved_at is not null as "isApproved"
    from statement_decisions where declined_at is null`;
}

/** @returns false if the difference has a decision already, or the payment of a link has another line */
export async function insertDecision(
  tx: Tx,
  row: DecisionContent & { id: string; account: string; difference: string; proposedBy: string; proposedAt: Date },
): Promise<boolean> {
  const rows = await tx`
    insert into statement_decisions
      (id, account, difference, note, kind, payment_id, account_number, paid_from, paid_until, proposed_by, proposed_at)
    values (${row.id}, ${row.account}, ${row.difference}, ${row.note}, ${row.kind}, ${row.paymentId}, ${row.accountNumber},
      ${row.paidFrom}::date, ${row.paidUntil}::date, ${row.proposedBy}, ${row.proposedAt})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export interface StoredDecision extends DecisionContent {
  proposedBy: string;
  isApproved: boolean;
  difference: string;
}

/** A decision, locked until the end of the transaction; null without one. */
export async function lockDecision(tx: Tx, id: string): Promise<StoredDecision | null> {
  const [row] = await tx<StoredDecision[]>`
    select proposed_by as "proposedBy", approved_at is not null as "isApproved", difference, ${tx.raw(CONTENT)} from statement_decisions where id::text = ${id} and declined_at is null for update`;
  return row ?? null;
}

export async function approveDecision(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx`update statement_decisions set approved_by = ${by}, approved_at = ${at} where id = ${id} and approved_at is null`;
}

export async function declineDecision(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx`
    update statement_decisions set declined_by = ${by}, declined_at = ${at} where id = ${id} and approved_at is null and declined_at is null`;
}

/** Keeps the result of a comparison of the statements with our books. @param oldestDay YYYY-MM-DD; null without differences */
export async function saveComparison(
  sql: Queryable,
  { differences, oldestDay, at }: { differences: number; oldestDay: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into statement_comparisons (differences, oldest_on, compared_at) values (${differences}, ${oldestDay}::date, ${at})
    on conflict (only_one) do update set
      differences = excluded.differences, oldest_on = excluded.oldest_on, compared_at = excluded.compared_at
    where statement_comparisons.compared_at <= excluded.compared_at`;
}

/** When the statements were last compared with our books; null if never. */
export async function findComparedAt(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`select compared_at as at from statement_comparisons`;
  return row?.at ?? null;
}
