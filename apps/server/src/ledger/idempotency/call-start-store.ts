import type { UserRead } from "../../platform/http/user-read.ts";
import { STORED_KEY, type StoredKey } from "./store.ts";

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
