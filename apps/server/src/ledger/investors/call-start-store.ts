import type { StoredKey } from "../idempotency/store.ts";
import type { UserRead } from "../../platform/http/user-read.ts";
import { ALL_BOTS, INVESTOR_COLUMNS, type BotRow, type InvestorRow } from "./store.ts";

/** The data that an investor's call reads with the session. */
export interface CallStartRead {
  row: InvestorRow;
  bots: readonly BotRow[];
  /** The answer stored under the call's Idempotency-Key; null for a new key and without a key. */
  storedKey: StoredKey | null;
}

/** The argument of `callStartRead` for a call with an Idempotency-Key. */
export const toKeyArgument = (call: string, key: string): string => JSON.stringify([call, key]);

/**
 * Reads the investor, all bots, and the answer stored under the call's key. The bots are read once for all calls of a
 * statement.
 */
export const callStartRead: UserRead<CallStartRead> = {
  own: `select json_build_object('row', to_json(i), 'storedKey', (
      select json_build_object('payloadHash', encode(k.payload_hash, 'hex'), 'status', k.status, 'body', k.body)
      from idempotency_keys k
      where k.user_id = u.id and k.call = asked.argument::json ->> 0 and k.key = asked.argument::json ->> 1
        and key_is_kept(k.stored_at)
    )) from (select ${INVESTOR_COLUMNS}) i`,
  common: ALL_BOTS,
  parse: (own: Omit<CallStartRead, "bots">, bots: readonly BotRow[] | null) => ({ ...own, bots: bots ?? [] }),
  isRare: true,
};
