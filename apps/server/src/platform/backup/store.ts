import { readMigration } from "../db/migrate.ts";
import type { Queryable } from "../db/pool.ts";

/** The name of the database of a drill, in single use. */
export const DRILL_DATABASE = "wazi_drill";
/** A database with another comment is not removed. */
const MARK = "restore drill of Wazi, removed at its end";

/** True when there is a database of that name that no drill has made. */
export async function hasForeignDrillDatabase(sql: Queryable): Promise<boolean> {
  const rows = await sql`
    select from pg_database d where datname = ${DRILL_DATABASE} and shobj_description(d.oid, 'pg_database') is distinct from ${MARK}`;
  return rows.length > 0;
}

export async function createDrillDatabase(sql: Queryable): Promise<void> {
  await sql.unsafe(`create database ${DRILL_DATABASE} template template0 encoding 'UTF8'`);
  await sql.unsafe(`comment on database ${DRILL_DATABASE} is '${MARK}'`);
}

export async function dropDrillDatabase(sql: Queryable): Promise<void> {
  await sql.unsafe(`drop database if exists ${DRILL_DATABASE} with (force)`);
}

/** A table with the columns that are copied: all but those that the database computes. Names are quoted. */
export interface CopiedTable {
  name: string;
  columns: string;
  isPartitioned: boolean;
}

/** For the sorting of an index or a foreign key's check, of which one is made at a time. */
const BUILD_MEMORY = "256MB";

/** Schema bookkeeping is written by the migrations, not copied. */
const NOT_COPIED = ["schema_migrations"];

/** Partitions are copied with their table: their rows find their places when they are loaded. */
export function listCopiedTables(sql: Queryable): Promise<CopiedTable[]> {
  return sql<CopiedTable[]>`
    select quote_ident(c.relname) as name, c.relkind = 'p' as "isPartitioned",
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${NOT_COPIED}::text[])
    group by c.relname, c.relkind order by c.relname`;
}

export interface SequenceValue {
  name: string;
  /** Null for a sequence that was never used. */
  lastValue: string | null;
}

export function listSequences(sql: Queryable): Promise<SequenceValue[]> {
  return sql<SequenceValue[]>`
    select quote_ident(sequencename) as name, last_value::text as "lastValue" from pg_sequences
    where schemaname = 'public' order by sequencename`;
}

/** The migrations that have been run, in order. */
export function listMigrations(sql: Queryable): Promise<{ name: string; checksum: string }[]> {
  return sql<{ name: string; checksum: string }[]>`
    select name, checksum from schema_migrations where name not like 'functions/%' order by name`;
}

export async function readServer(sql: Queryable): Promise<{ version: string; mode: string | null }> {
  const [row] = await sql<{ version: string; mode: string | null }[]>`
    select current_setting('server_version') as version, (select mode from system_settings) as mode`;
  return row ?? { version: "", mode: null };
}

/** The ids of all stored identity documents. */
export async function listAllDocuments(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select front_document as id from verifications
    union select back_document from verifications where back_document is not null order by 1`;
  return rows.map(({ id }) => id);
}

interface TableIndex {
  /** Quoted. */
  table: string;
  /** The statement that creates it. Of a unique one it checks every row. */
  add: string;
}

/** The indexes and keys that a transaction drops before it loads tables, and creates again before it ends. */
export interface Dropped {
  indexes: TableIndex[];
  /** Statements; each checks every row. */
  foreignKeys: string[];
}

/**
 * Prepares the tables for loading, as their owner: without triggers, because rows are loaded as they were, without foreign
 * keys, because tables come in any order, without the rows that migrations insert, and without indexes, because one that
 * is written after the rows takes a fraction of the time. Those of partitioned tables stay.
 */
export async function prepareLoading(sql: Queryable, tables: readonly CopiedTable[]): Promise<Dropped> {
  await sql.unsafe(`set local maintenance_work_mem = '${BUILD_MEMORY}'`);
  const keys = await sql<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`;
  // Those of primary keys and of other constraints come and go with their constraint.
  const indexes = await sql<(TableIndex & { drop: string })[]>`
    select quote_ident(t.relname) as table,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', t.oid::regclass, c.conname) end as drop,
      case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', t.oid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as add
    from pg_index i join pg_class t on t.oid = i.indrelid
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition
      and t.relname <> all (${NOT_COPIED}::text[])
    order by i.indexrelid`;
  for (const { drop } of [...keys, ...indexes]) await sql.unsafe(drop);
  for (const { name } of tables) await sql.unsafe(`alter table ${name} disable trigger user`);
  await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  return { indexes, foreignKeys: keys.map(({ add }) => add) };
}

/** Creates the indexes of a table again, when its rows are there. */
export async function addIndexes(sql: Queryable, table: string, { indexes }: Dropped): Promise<void> {
  for (const index of indexes) if (index.table === table) await sql.unsafe(index.add);
}

export async function finishLoading(
  sql: Queryable,
  {
    tables,
    dropped,
    sequences,
  }: { tables: readonly CopiedTable[]; dropped: Dropped; sequences: readonly SequenceValue[] },
): Promise<void> {
  for (const { name, lastValue } of sequences)
    if (lastValue !== null) await sql`select setval(${name}::regclass, ${lastValue}::bigint)`;
  for (const { name } of tables) await sql.unsafe(`alter table ${name} enable trigger user`);
  for (const each of dropped.foreignKeys) await sql.unsafe(each);
}

/** Gives the planner the figures of all tables that were loaded. */
export async function analyzeTables(sql: Queryable): Promise<void> {
  await sql.unsafe("analyze");
}

/** True when an installation has used the database. */
export async function hasUsers(sql: Queryable): Promise<boolean> {
  const [schema] = await sql<{ found: boolean }[]>`select to_regclass('public.users') is not null as found`;
  if (schema?.found !== true) return false;
  const rows = await sql`select from users limit 1`;
  return rows.length > 0;
}

/**
 * Ends what must not be continued by a copy: the lease of the process that traded, sessions with their proofs and push messages,
 * links in mails, and mails and payments that were not sent yet. The original may have sent them since. Mails are given up, and an
 * administrator can send them again and approve payments again. The copy has no backup yet.
 */
export async function endCopiedState(sql: Queryable): Promise<void> {
  for (const table of ENDED_TABLES) await sql.unsafe(`delete from ${table}`);
  await sql`delete from account_links where used_at is null`;
  await sql`
    update mail_outbox set failed_at = clock_timestamp(), last_error = 'restored from a backup'
    where sent_at is null and failed_at is null`;
  await sql`
    with ended as (
      update payouts set state = 'cancelled', ended_at = clock_timestamp(), version = version + 1, reason = ${RESTORED}
      where state = 'approved' returning withdrawal_id)
    update withdrawals w set status = 'pending', version = w.version + 1
    from ended e where w.id = e.withdrawal_id and w.status = 'processing'`;
  await sql`update chain_payouts set refusal = ${RESTORED} where transfer_id is null and refusal is null`;
}

const ENDED_TABLES = [
  ...["leases", "push_outbox", "push_subscriptions", "verified_copies"],
  ...["sessions", "passkey_challenges"],
];
const RESTORED = "Restored from a backup. It may have been paid since: look at the records of the rail.";

/**
 * Stops payouts until an administrator has compared the books (docs/how-to/operator/back-up-and-restore.md). The rows of an older
 * version get the table in the same transaction, so that they are never there without it.
 */
export async function beginQuarantine(sql: Queryable, stateOf: Date): Promise<void> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('public.restores') is not null as "isThere"`;
  if (table?.isThere !== true) await sql.unsafe(readMigration("0026-quarantine.sql"));
  await sql`insert into restores (state_of) values (${stateOf})`;
}

export interface Quarantine {
  restoredAt: Date;
  /** The moment whose state the database has. */
  stateOf: Date;
}

/** The newest restore whose quarantine has not ended; null without one. */
export async function findQuarantine(sql: Queryable): Promise<Quarantine | null> {
  const [row] = await sql<Quarantine[]>`
    select restored_at as "restoredAt", state_of as "stateOf" from restores where ended_at is null
    order by restored_at desc limit 1`;
  return row ?? null;
}

export async function endQuarantine(
  tx: Queryable,
  { by, note, findings }: { by: string; note: string; findings: readonly string[] },
): Promise<void> {
  await tx`
    update restores set ended_at = clock_timestamp(), ended_by = ${by}, note = ${note}, findings = ${[...findings]}::text[]
    where ended_at is null`;
}

export type CopyKind = "backup" | "archive" | "drill";

interface VerifiedCopy {
  kind: CopyKind;
  /** The newest verified copy has everything until then; null before the first success. */
  completeUntil: Date | null;
  verifiedAt: Date | null;
  /** When the last attempt failed; null when it succeeded. */
  failedAt: Date | null;
}

export async function saveVerifiedCopy(sql: Queryable, kind: CopyKind, completeUntil: Date): Promise<void> {
  await sql`
    insert into verified_copies as c (kind, complete_until, verified_at) values (${kind}, ${completeUntil}, now())
    on conflict (kind) do update
    set complete_until = excluded.complete_until, verified_at = excluded.verified_at, failed_at = null`;
}

/** Records an attempt that failed. What was verified before stays. */
export async function saveFailedCopy(sql: Queryable, kind: CopyKind): Promise<void> {
  await sql`
    insert into verified_copies as c (kind, failed_at) values (${kind}, now())
    on conflict (kind) do update set failed_at = excluded.failed_at`;
}

export function listVerifiedCopies(sql: Queryable): Promise<VerifiedCopy[]> {
  return sql<VerifiedCopy[]>`
    select kind, complete_until as "completeUntil", verified_at as "verifiedAt", failed_at as "failedAt"
    from verified_copies order by kind`;
}
