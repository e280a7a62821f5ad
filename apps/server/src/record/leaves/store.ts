import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { parseKey } from "@wazi/proofs";
import type { RenewalLeaf } from "@wazi/proofs/renewals";

/** Only one process at a time gives leaves their places and signs. */
const LOG_LOCK = 7_234_117_077n;

/** Takes the log's lock until the end of the transaction. @returns false when another process has it */
export async function lockLog(tx: Queryable): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(${LOG_LOCK.toString()}::bigint) as locked`;
  return row?.locked ?? false;
}

/** The number of leaves that have a place. */
export async function countLeaves(sql: Queryable): Promise<number> {
  const [row] = await sql<{ size: bigint }[]>`select coalesce(max(position) + 1, 0) as size from log_leaves`;
  return Number(row?.size ?? 0n);
}

/** Gives waiting leaves the next places, oldest first. @returns their texts in order */
export async function takeLeaves(tx: Queryable, size: number, most: number): Promise<string[]> {
  const rows = await tx<{ leaf_text: string }[]>`
    select leaf_text from take_log_leaves(${size}::bigint, ${most}::integer) order by at_position`;
  return rows.map(({ leaf_text }) => leaf_text);
}

/** The hashes of a tile so far, 32 bytes each; empty when it has none. */
export async function readHashes(sql: Queryable, level: number, number: number): Promise<Uint8Array> {
  const [row] = await sql<{ hashes: Buffer }[]>`
    select hashes from log_tiles where level = ${level}::smallint and number = ${number}::bigint`;
  return row ? new Uint8Array(row.hashes) : new Uint8Array();
}

export interface TileRow {
  level: number;
  number: number;
  hashes: Uint8Array;
}

export async function saveTiles(tx: Queryable, tiles: readonly TileRow[]): Promise<void> {
  await tx`
    insert into log_tiles (level, number, hashes)
    select * from unnest(${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ number }) => number)}::bigint[],
      ${tiles.map(({ hashes }) => Buffer.from(hashes))}::bytea[])
    on conflict (level, number) do update set hashes = excluded.hashes`;
}

/** The leaves from `start` to before `end`, in order. */
export async function readLeaves(sql: Queryable, start: number, end: number): Promise<string[]> {
  const rows = await sql<{ leaf: string }[]>`
    select leaf from log_leaves where position >= ${start}::bigint and position < ${end}::bigint order by position`;
  return rows.map(({ leaf }) => leaf);
}

export interface LogState {
  /** In the form of signed notes. */
  publicKey: string;
  /** The newest signed checkpoint; null before the first. */
  checkpoint: string | null;
  signedAt: Date | null;
  /** Why the log has stopped; null while it runs. */
  stopped: string | null;
}

export async function readLogState(sql: Queryable): Promise<LogState | null> {
  const [row] = await sql<LogState[]>`
    select public_key as "publicKey", checkpoint, signed_at as "signedAt", stopped from log_state`;
  return row ?? null;
}

/** Records the log's key at its first start. @returns the key that is recorded */
export async function recordPublicKey(sql: Queryable, publicKey: string): Promise<string> {
  await sql`insert into log_state (public_key) values (${publicKey}) on conflict (id) do nothing`;
  return (await readLogState(sql))?.publicKey ?? publicKey;
}

export async function saveCheckpoint(sql: Queryable, checkpoint: string): Promise<void> {
  await sql`update log_state set checkpoint = ${checkpoint}, signed_at = clock_timestamp(), stopped = null`;
}

/** Replaces the log's key. The log has no checkpoint until the new key signs one. */
export async function replacePublicKey(tx: Queryable, publicKey: string): Promise<void> {
  await tx`update log_state set public_key = ${publicKey}, checkpoint = null, signed_at = null, stopped = null`;
}

export async function saveStopped(sql: Queryable, reason: string): Promise<void> {
  await sql`update log_state set stopped = ${reason}`;
}

/** Adds a leaf that no row of another table stands for. It has no personal data. */
export async function appendLeaf(tx: Queryable, kind: string, subject: string | null, document: object): Promise<void> {
  await tx`select append_log_leaf(${kind}, ${subject}::text, ${JSON.stringify(document)}::text::jsonb)`;
}

/** Records what applies to everybody, unless it is the newest version already. Processes that start together record it once. */
export async function recordDocument(
  sql: Sql,
  kind: "fees" | "terms" | "release" | "bots",
  document: object,
): Promise<void> {
  const text = JSON.stringify(document);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('logged-documents', 0))`;
    await tx`
      insert into logged_documents (kind, document)
      select ${kind}, ${text}::text::jsonb
      where ${text}::text::jsonb is distinct from
        (select d.document from logged_documents d where d.kind = ${kind} order by d.id desc limit 1)`;
  });
}

export interface PlacedLeaf {
  position: number;
  kind: string;
  leaf: string;
}

/** The leaves of some kinds about a subject, oldest first. */
export async function listLeavesAbout(
  sql: Queryable,
  subject: string,
  kinds: readonly string[],
  size: number,
): Promise<PlacedLeaf[]> {
  const rows = await sql<{ position: bigint; kind: string; leaf: string }[]>`
    select position, kind, leaf from log_leaves
    where subject = ${subject} and kind = any(${kinds}::text[]) and position < ${size}::bigint order by position`;
  return rows.map(({ position, ...row }) => ({ position: Number(position), ...row }));
}

/** The newest leaf of a kind without a subject, among the first `size` leaves. */
export async function findNewestLeaf(sql: Queryable, kind: string, size: number): Promise<PlacedLeaf | undefined> {
  const [row] = await sql<{ position: bigint; kind: string; leaf: string }[]>`
    select position, kind, leaf from log_leaves
    where subject is null and kind = ${kind} and position < ${size}::bigint order by position desc limit 1`;
  return row && { ...row, position: Number(row.position) };
}

/** A leaf that says that the log was begun anew, with its place. */
export interface RenewalRow extends RenewalLeaf {
  position: number;
}

/** Where the log was begun anew with another key, oldest first. @param size leaves after it are left out */
export async function listRenewals(sql: Queryable, size?: number): Promise<RenewalRow[]> {
  const leaves = await listLeavesAbout(sql, "log", ["renewal"], size ?? (await countLeaves(sql)));
  return leaves.map(({ position, leaf }) => ({ ...(JSON.parse(leaf) as RenewalLeaf), position }));
}

/** The name of the log in its checkpoints, which changes with its key; null before its first start. */
export async function readLogName(sql: Queryable): Promise<string | null> {
  const state = await readLogState(sql);
  return state && parseKey(state.publicKey).name;
}
