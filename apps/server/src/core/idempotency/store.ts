import type { Queryable } from "../../db/pool.ts";
import type { Claim } from "../ledger/run-money-operation.ts";

/** Keys are kept this long. */
const KEPT_HOURS = 24;
/** A claim whose process died is free again after this; until then the outcome is unknown and the answer is "still running". */
const CLAIM_SECONDS = 30;
/** How many expired keys one clean-up removes. */
const MAX_REMOVED = 1_000;

export interface StoredKey {
  payloadHash: Buffer;
  status: number | null;
  body: string | null;
}

/** Takes the key for this request; false when somebody has it already. */
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

/** Keeps an answer that came about without the door (a refusal); one that is kept already stays. */
export async function storeAnswer(sql: Queryable, claim: Claim, status: number, body: string): Promise<void> {
  await sql`
    update idempotency_keys set status = ${status}, body = ${body}
    where user_id = ${claim.userId} and call = ${claim.call} and key = ${claim.key} and claim = ${claim.claim} and status is null`;
}

/** Frees the key: nothing was done under it, and the next try is a new one. */
export async function releaseClaim(sql: Queryable, claim: Claim): Promise<void> {
  await sql`
    delete from idempotency_keys
    where user_id = ${claim.userId} and call = ${claim.call} and key = ${claim.key} and claim = ${claim.claim} and status is null`;
}

/** Removes keys that are no longer kept; called now and then. */
export async function removeExpiredKeys(sql: Queryable): Promise<number> {
  const rows = await sql`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where claimed_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})
      limit ${MAX_REMOVED}
    ) returning key`;
  return rows.length;
}
