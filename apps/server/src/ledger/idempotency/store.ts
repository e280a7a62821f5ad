import type { Queryable } from "../../platform/db/pool.ts";
import { AnsweredElsewhereError, type RequestKey } from "./request-key.ts";
import type { UserRead } from "../../platform/http/user-read.ts";

export interface StoredKey {
  payloadHash: string;
  /** Null when a call of several commits has begun and is not answered. */
  status: number | null;
  body: string | null;
}

/** Text of a query for what is stored under the key of `asked`, whose columns are a user, a call and a key. */
const STORED_KEY = `
  select encode(payload_hash, 'hex') as "payloadHash", status, body from idempotency_keys
  where user_id = asked.owner and call = asked.called and key = asked.under and key_is_kept(stored_at)`;

/** Finds what is stored under the key; null for a key that is new or has expired. */
export async function findKey(sql: Queryable, { userId, call, key }: RequestKey): Promise<StoredKey | null> {
  const rows = await sql<StoredKey[]>`
    select stored.* from (select ${userId}::uuid as owner, ${call}::text as called, ${key}::text as under) asked
    cross join lateral (${sql.raw(STORED_KEY)}) stored`;
  return rows[0] ?? null;
}

/**
 * Stores an answer that did not pass the ledger's door. It never replaces a stored answer.
 * @throws AnsweredElsewhereError when the key has an answer
 */
export async function storeAnswer(sql: Queryable, requestKey: RequestKey, status: number, body: string): Promise<void> {
  const { userId, call, key, payloadHash } = requestKey;
  const [row] = await sql<{ isStored: boolean }[]>`
    select store_answer(${userId}, ${call}, ${key}, ${payloadHash}, ${status}, ${body}) as "isStored"`;
  if (row?.isStored !== true) throw new AnsweredElsewhereError();
}

/**
 * Marks a call of several commits as begun, in its first commit. A call that finds the mark may continue what the other
 * began.
 * @returns true when a call with this key has begun before
 */
export async function beginCall(tx: Queryable, { userId, call, key, payloadHash }: RequestKey): Promise<boolean> {
  const rows = await tx`
    insert into idempotency_keys as k (user_id, call, key, payload_hash)
    values (${userId}, ${call}, ${key}, decode(${payloadHash}, 'hex'))
    on conflict (user_id, call, key) do update
      set payload_hash = excluded.payload_hash, status = null, body = null, stored_at = clock_timestamp()
      where k.stored_at <= keys_expire_before()
    returning key`;
  return rows.length === 0;
}

/** The data that a call reads with its session. */
export interface CallStart<T> {
  read: T;
  /** The answer stored under the call's Idempotency-Key; null for a new key and without a key. */
  storedKey: StoredKey | null;
}

/** The argument of a read that `withStoredKey` returns, with the argument of the read that it adds to. */
export const toStartArgument = (call: string, key: string | undefined, argument: string | null): string =>
  JSON.stringify([call, key ?? null, argument]);

/** For calls that read nothing else with the session. */
const readNothing: UserRead<null> = { own: "select null::json", parse: () => null };

/** Calls that read the same share a statement, so each read has one with the key. */
const withKeys = new WeakMap<UserRead<unknown>, UserRead<CallStart<unknown>>>();

/** Returns the read with what is stored under the call's Idempotency-Key. */
export function withStoredKey<T>(read: UserRead<T> | undefined): UserRead<CallStart<T | null>> {
  const known = withKeys.get(read ?? readNothing);
  if (known) return known as UserRead<CallStart<T | null>>;
  const made = addStoredKey<T | null>(read ?? readNothing);
  withKeys.set(read ?? readNothing, made);
  return made;
}

function addStoredKey<T>(read: UserRead<T>): UserRead<CallStart<T>> {
  return {
    own: `select json_build_object(
      'read', (
        select (${read.own}) from (select asked.argument::json ->> 2 as argument, asked.now, asked.seen_after) asked
      ),
      'storedKey', (
        select row_to_json(stored)
        from (select u.id as owner, asked.argument::json ->> 0 as called, asked.argument::json ->> 1 as under) asked
        cross join lateral (${STORED_KEY}) stored
      ))`,
    ...(read.common === undefined ? {} : { common: read.common }),
    parse: ({ read: own, storedKey }: { read: never; storedKey: StoredKey | null }, common: never) => ({
      read: read.parse(own, common),
      storedKey,
    }),
    isRare: true,
  };
}
