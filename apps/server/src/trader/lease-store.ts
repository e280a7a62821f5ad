import type { Queryable } from "../db/pool.ts";

/** Only who holds it trades; every trade is checked against its token by the door. */
const TRADER_LEASE = "trader";
const LEASE_SECONDS = 10;
/** It is renewed well before it runs out. */
export const RENEW_EVERY_MS = 3_000;

export interface Lease {
  name: string;
  token: string;
}

/**
 * Takes the lease when it is free, has run out or is this holder's own; each taking has a higher token than the one
 * before. `evenIfHeld` is for who knows that the holder is dead: the data folder's lock is ours.
 */
export async function takeLease(sql: Queryable, holder: string, evenIfHeld: boolean): Promise<Lease | null> {
  const [row] = await sql<{ token: string }[]>`
    insert into leases as l (name, holder, token, expires_at)
    values (${TRADER_LEASE}, ${holder}, 1, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set holder = excluded.holder, token = l.token + 1, expires_at = excluded.expires_at
      where l.expires_at < clock_timestamp() or l.holder = excluded.holder or ${evenIfHeld}
    returning token::text`;
  return row ? { name: TRADER_LEASE, token: row.token } : null;
}

/** False when somebody else has taken it. */
export async function renewLease(sql: Queryable, lease: Lease): Promise<boolean> {
  const rows = await sql`
    update leases set expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where name = ${lease.name} and token = ${lease.token} returning name`;
  return rows.length > 0;
}

export async function releaseLease(sql: Queryable, lease: Lease): Promise<void> {
  await sql`update leases set expires_at = clock_timestamp() where name = ${lease.name} and token = ${lease.token}`;
}
