import type { Queryable, Sql } from "../../db/pool.ts";
import { gatherReads } from "../gather.ts";
import type { StoredKey } from "../idempotency/store.ts";
import { SESSION_COLUMNS, type SessionLookup, type SessionRow } from "../identity/store.ts";
import { ALL_BOTS, INVESTOR_COLUMNS, type BotRow, type FirstRead, type InvestorRow } from "./store.ts";

/** What an investor's call needs of the database, read in one statement. */
export interface CallStart {
  session: SessionRow;
  investor: FirstRead;
  /** What is stored under the call's Idempotency-Key; null for a new key, and undefined without a key. */
  storedKey: StoredKey | null | undefined;
}

interface AskedStart {
  lookup: SessionLookup;
  /** The call's Idempotency-Key; null without one. */
  key: { call: string; key: string } | null;
}

export type CallStartReader = (asked: AskedStart) => Promise<CallStart | undefined>;

/**
 * Returns a function that reads the session, its investor, and the answer stored under the call's key. Calls that arrive
 * while others are read share the next statement, which reads the bots once for all of them.
 */
export function createCallStartReader(sql: Sql): CallStartReader {
  return gatherReads((asked: readonly AskedStart[]) => readCallStarts(sql.byKey, asked));
}

interface CallStartRow extends SessionRow, InvestorRow {
  bots: BotRow[] | null;
  storedKey: StoredKey | null;
}

async function readCallStarts(sql: Queryable, asked: readonly AskedStart[]): Promise<(CallStart | undefined)[]> {
  const readAt = performance.now();
  const rows = await sql<CallStartRow[]>`
    select started.*, case when asked.n = 1 then (${sql.raw(ALL_BOTS)}) end as bots
    from unnest(
        ${asked.map(({ lookup }) => lookup.sidHash)}::bytea[], ${asked.map(({ lookup }) => lookup.now)}::timestamptz[],
        ${asked.map(({ lookup }) => lookup.seenAfter)}::timestamptz[], ${asked.map(({ key }) => key?.call ?? null)}::text[],
        ${asked.map(({ key }) => key?.key ?? null)}::text[]
      ) with ordinality asked (sid_hash, now, seen_after, call, key, n)
    left join lateral (
      select ${sql.raw(SESSION_COLUMNS)}, ${sql.raw(INVESTOR_COLUMNS)}, (
          select json_build_object('payloadHash', encode(k.payload_hash, 'hex'), 'status', k.status, 'body', k.body)
          from idempotency_keys k
          where k.user_id = u.id and k.call = asked.call and k.key = asked.key and k.stored_at > keys_expire_before()
        ) as "storedKey"
      from sessions s join users u on u.id = s.user_id
      where s.sid_hash = asked.sid_hash and s.expires_at > asked.now and s.last_seen_at > asked.seen_after
        and u.deleted_at is null
    ) started on true
    order by asked.n`;
  const bots = rows[0]?.bots ?? [];
  return rows.map((row, index) => {
    if (row.userId === null) return undefined;
    return {
      session: row,
      investor: { row, bots, readAt },
      storedKey: asked[index]?.key ? row.storedKey : undefined,
    };
  });
}
