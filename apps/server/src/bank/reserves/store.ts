import type { RailStatementKind } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

/** An address with the newest message that its key signed. */
export interface SignedAddress {
  network: "ERC20" | "TRC20" | "BTC" | "LTC";
  address: string;
  /** The date in the message. */
  signedOn: string;
  signature: string;
}

/** Records a signed message. @returns false when there is one of that day already */
export async function insertSignature(sql: Queryable, row: SignedAddress): Promise<boolean> {
  const rows = await sql`
    insert into reserve_signatures (network, address, signed_on, signature)
    values (${row.network}, ${row.address}, ${row.signedOn}::date, ${row.signature})
    on conflict (network, address, signed_on) do nothing returning 1 as one`;
  return rows.length > 0;
}

/** The newest signature of each address up to a day, by network and address. */
export function listSignedAddresses(sql: Queryable, day: string): Promise<SignedAddress[]> {
  return sql<SignedAddress[]>`
    select distinct on (network, address) network, address, signed_on::text as "signedOn", signature from reserve_signatures
    where signed_on <= ${day}::date order by network, address, signed_on desc`;
}

/** The closing balance of an account, from the newest statement up to a day. */
export interface AccountStatement {
  kind: RailStatementKind | "broker";
  account: string;
  currency: string;
  /** Decimal. */
  amount: string;
  asOf: string;
  /** SHA-256 of the statement's file, in hexadecimal. */
  file: string;
}

/** Records a broker's statement. @returns false when the file's balance in this currency is recorded already */
export async function insertBrokerStatement(sql: Queryable, row: Omit<AccountStatement, "kind">): Promise<boolean> {
  const rows = await sql`
    insert into reserve_statements (account, currency, amount, as_of, file)
    values (${row.account}, ${row.currency}, ${row.amount}::numeric, ${row.asOf}::date, ${row.file})
    on conflict (file, currency) do nothing returning 1 as one`;
  return rows.length > 0;
}

/** The newest statement of each account and currency up to a day: imported ones of banks and M-Pesa, and the broker's. */
export function listAccountStatements(sql: Queryable, day: string): Promise<AccountStatement[]> {
  return sql<AccountStatement[]>`
    select distinct on (account, currency) kind, account, currency, amount, "asOf", file from (
      select kind, account, closing_currency as currency, trim_scale(closing_balance)::text as amount, closing_on::text as "asOf",
        encode(digest, 'hex') as file, imported_at as recorded_at
      from statement_imports where closing_on <= ${day}::date
      union all
      select 'broker', account, currency, trim_scale(amount)::text, as_of::text, file, recorded_at
      from reserve_statements where as_of <= ${day}::date
    ) s order by account, currency, "asOf" desc, recorded_at desc`;
}

/** A day with its logged liabilities, and without reserves; null when there is none. `owed` is in cents. */
export async function findOpenDay(sql: Queryable, day: string): Promise<{ day: string; owed: bigint } | null> {
  const [row] = await sql<{ day: string; owed: bigint }[]>`
    select l.day::text as day, l.total as owed from liability_days l
    where l.day = ${day}::date and not exists (select from reserve_days r where r.day = l.day)`;
  return row ?? null;
}

/** Records a day's reserves. A trigger logs them in the same commit. */
export async function insertReserveDay(sql: Queryable, day: string, document: object): Promise<void> {
  await sql`
    insert into reserve_days (day, document) values (${day}::date, ${JSON.stringify(document)}::text::jsonb)
    on conflict (day) do nothing`;
}

/** The newest day whose reserves are in the log, at or after a place; null before the first. */
export async function findLoggedReserveDay(sql: Queryable, size: number, from: number): Promise<string | null> {
  const [row] = await sql<{ day: string }[]>`
    select subject as day from log_leaves l join reserve_days r on r.day::text = l.subject
    where l.kind = 'reserves' and l.position >= ${from}::bigint and l.position < ${size}::bigint order by r.day desc limit 1`;
  return row?.day ?? null;
}
