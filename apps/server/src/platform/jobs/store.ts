import type { Queryable } from "../db/pool.ts";

/** Work that only one process does at a time. The ledger's door checks the token of every trade and of every payout that is sent. */
type LeaseName = "trader" | "payouts" | `chain-${string}`;
const LEASE_SECONDS = 8;
/** Renewed well before it expires. */
export const RENEW_EVERY_MS = 3_000;

export interface Lease {
  name: LeaseName;
  token: string;
}

/**
 * Takes the lease when it is free, expired or already ours, or ends later than any lease can, because the clock was set back. Each time the token rises. Pass `evenIfHeld` only when the
 * holder is known to be dead, because this process has the lock of the data folder.
 */
export async function takeLease(
  sql: Queryable,
  holder: string,
  evenIfHeld: boolean,
  name: LeaseName = "trader",
): Promise<Lease | null> {
  const [row] = await sql<{ token: string }[]>`
    insert into leases as l (name, holder, token, expires_at)
    values (${name}, ${holder}, 1, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set holder = excluded.holder, token = l.token + 1, expires_at = excluded.expires_at
      where l.expires_at < clock_timestamp() or l.holder = excluded.holder or ${evenIfHeld}
        or l.expires_at > clock_timestamp() + make_interval(secs => ${2 * LEASE_SECONDS})
    returning token::text`;
  return row ? { name, token: row.token } : null;
}

/** Returns false when another process has taken the lease. */
export async function renewLease(sql: Queryable, lease: Lease): Promise<boolean> {
  const rows = await sql`
    update leases set expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where name = ${lease.name} and token = ${lease.token} returning name`;
  return rows.length > 0;
}

/** Renews the lease while `work` runs, which may take longer than a lease lasts. */
export async function keepLease<T>(sql: Queryable, lease: Lease, work: () => Promise<T>): Promise<T> {
  // The next renewal finds out if another process has taken it.
  const renewing = setInterval(() => void renewLease(sql, lease).catch(() => false), RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

export async function releaseLease(sql: Queryable, lease: Lease): Promise<void> {
  await sql`update leases set expires_at = clock_timestamp() where name = ${lease.name} and token = ${lease.token}`;
}
