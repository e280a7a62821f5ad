import type { Queryable } from "../../db/pool.ts";
import type { Claim } from "../ledger/run-money-operation.ts";

/** Keys expire after this time. */
const KEPT_HOURS = 24;
/**
 * A claim of a crashed process expires after this time. Until then its outcome is unknown, and retries get "still
 * running".
 */
const CLAIM_SECONDS = 30;
/** The most expired keys that one clean-up removes. */
const MAX_REMOVED = 1_000;

export interface StoredKey {
  payloadHash: Buffer;
  status: number | null;
  body: string | null;
}

/** Takes the key for this request; false when another request holds it. */
export async function takeClaim(sql: Queryable, claim: Claim, payloadHash: Buffer): Promise<boolean> {
  const rows = await sql`
    insert into idempotency_keys as k (user_id, call, key, payload_hash, claim)
    values (${claim.userId}, ${claim.call}, ${claim.key}, ${payloadHash}, ${claim.claim})
    on conflict (user_id, call, key) do update
      set payload_hash = excluded.payload_hash, claim = excluded.claim, claimed_at = clock_timestamp(), status = null, body = null
      where k.claimed_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})
        or (k.status is null and k.payload_hash = excluded.payload_hash
          and k.claimed_at < clock_timestamp() - make_interval(secs => ${CLAIM_SECONDS}))
    returning key`;
  return rows.length > 0;
}

export async function findKey(sql: Queryable, claim: Claim): Promise<StoredKey | null> {
  const rows = await sql<StoredKey[]>`
    select payload_hash as "payloadHash", status, body from idempotency_keys
    where user_id = ${claim.userId} and call = ${claim.call} and key = ${claim.key}`;
  return rows[0] ?? null;
}

/** Stores a response that did not pass the ledger's door (a refusal). It never replaces a stored response. */
export async function storeAnswer(sql: Queryable, claim: Claim, status: number, body: string): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, body = ${body}
    where user_id = ${claim.userId} and call = ${claim.call} and key = ${claim.key} and claim = ${claim.claim} and status is null`;
}

/** Releases the key. Nothing was done with it, so the next attempt starts fresh. */
export async function releaseClaim(sql: Queryable, claim: Claim): Promise<void> {
  await sql`
    delete from idempotency_keys
    where user_id = ${claim.userId} and call = ${claim.call} and key = ${claim.key} and claim = ${claim.claim} and status is null`;
}

/** Removes expired keys; called periodically. */
export async function removeExpiredKeys(sql: Queryable): Promise<number> {
  const rows = await sql`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where claimed_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})
      limit ${MAX_REMOVED}
    ) returning key`;
  return rows.length;
}
