import type { Queryable } from "../../db/pool.ts";
import type { StoredKey } from "../idempotency/store.ts";
import { SESSION_COLUMNS, type SessionLookup, type SessionRow } from "../identity/store.ts";
import { SNAPSHOT_COLUMNS, type FirstRead, type SnapshotRow } from "./store.ts";

/** What an investor's call needs of the database, read in one statement. */
export interface CallStart {
  session: SessionRow;
  investor: FirstRead;
  /** What is stored under the call's Idempotency-Key; null for a new key, and undefined without a key. */
  storedKey: StoredKey | null | undefined;
}

/** Reads the session, its investor, and the answer stored under the call's key. */
export async function readCallStart(
  sql: Queryable,
  { sidHash, now, seenAfter }: SessionLookup,
  asked: { call: string; key: string } | null,
): Promise<CallStart | undefined> {
  const readAt = performance.now();
  const [row] = await sql<(SessionRow & SnapshotRow & { storedKey: StoredKey | null })[]>`
    select ${sql.raw(SESSION_COLUMNS)}, ${sql.raw(SNAPSHOT_COLUMNS)}, (
        select json_build_object('payloadHash', encode(k.payload_hash, 'hex'), 'status', k.status, 'body', k.body)
        from idempotency_keys k
        where k.user_id = u.id and k.call = ${asked?.call ?? null} and k.key = ${asked?.key ?? null}
          and k.stored_at > keys_expire_before()
      ) as "storedKey"
    from sessions s join users u on u.id = s.user_id
    where s.sid_hash = ${sidHash} and s.expires_at > ${now} and s.last_seen_at > ${seenAfter} and u.deleted_at is null`;
  return row && { session: row, investor: { row, readAt }, storedKey: asked ? row.storedKey : undefined };
}
