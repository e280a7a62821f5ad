import { personColumn, type Person } from "../../record/api.ts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { Coverage, StoredLine } from "./matching.ts";
import type { ClosingBalance, StatementLine } from "./statement-line.ts";

export interface ImportRow {
  id: string;
  account: string;
  kind: "bank" | "mpesa";
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
  const label = kind === "bank" ? "bank" : "M-Pesa";
  throw new AppError(
    "CONFLICT",
    `The ${label} statements have more than ${most.toLocaleString("en-US")} lines. They cannot be compared with our books.`,
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

type DecisionKind = "explain" | "link" | "credit";

/** The fields of a decision besides its difference. */
export interface DecisionContent {
  note: string;
  kind: DecisionKind;
  /** Only for a link. */
  paymentId: string | null;
  /** Only for a credit. */
  accountNumber: string | null;
}

export interface DecisionRow {
  id: string;
  account: string;
  difference: string;
  note: string;
  kind: DecisionKind;
  paymentId: string | null;
  accountNumber: string | null;
  proposer: Person;
  proposedBy: string;
  proposedAt: Date;
  isApproved: boolean;
}

export function listDecisions(sql: Queryable): Promise<DecisionRow[]> {
  return sql<DecisionRow[]>`
    select id, account, difference, note, kind, payment_id as "paymentId", account_number as "accountNumber", ${sql.raw(personColumn("proposed_by", "proposer"))}, proposed_by as "proposedBy",
      proposed_at as "proposedAt", approved_at is not null as "isApproved"
    from statement_decisions where declined_at is null`;
}

/** @returns false if the difference has a decision already, or the payment of a link has another line */
export async function insertDecision(
  tx: Tx,
  row: DecisionContent & { id: string; account: string; difference: string; proposedBy: string; proposedAt: Date },
): Promise<boolean> {
  const rows = await tx`
    insert into statement_decisions (id, account, difference, note, kind, payment_id, account_number, proposed_by, proposed_at)
    values (${row.id}, ${row.account}, ${row.difference}, ${row.note}, ${row.kind}, ${row.paymentId}, ${row.accountNumber},
      ${row.proposedBy}, ${row.proposedAt})
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
    select proposed_by as "proposedBy", approved_at is not null as "isApproved", difference, note, kind,
      payment_id as "paymentId", account_number as "accountNumber"
    from statement_decisions where id::text = ${id} and declined_at is null for update`;
  return row ?? null;
}

export async function approveDecision(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx`update statement_decisions set approved_by = ${by}, approved_at = ${at} where id = ${id} and approved_at is null`;
}

export async function declineDecision(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx`
    update statement_decisions set declined_by = ${by}, declined_at = ${at} where id = ${id} and approved_at is null and declined_at is null`;
}
