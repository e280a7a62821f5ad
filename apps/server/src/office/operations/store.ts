import type { Operations } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

/** Finds the lease of the trader process; null if no process ever held it. */
export async function findTraderLease(sql: Queryable): Promise<Operations["lease"]> {
  const [lease] = await sql<{ holder: string; token: string; expiresAt: Date; isAlive: boolean }[]>`
    select holder, token::text, expires_at as "expiresAt", expires_at > clock_timestamp() as "isAlive" from leases
    where name = 'trader'`;
  return lease ? { ...lease, expiresAt: lease.expiresAt.toISOString() } : null;
}

/** Counts the priced symbols of each feed, with the newest and the oldest price. */
export async function listFeedAges(sql: Queryable): Promise<Operations["feeds"]> {
  const rows = await sql<
    (Omit<Operations["feeds"][number], "newestPriceAt" | "oldestPriceAt"> & {
      newestPriceAt: Date;
      oldestPriceAt: Date;
    })[]
  >`
    select feed, count(*)::int as symbols, max(priced_at) as "newestPriceAt", min(priced_at) as "oldestPriceAt",
      (array_agg(symbol order by priced_at, symbol))[1] as "oldestSymbol"
    from market_prices group by feed order by feed`;
  return rows.map((row) => ({
    ...row,
    newestPriceAt: row.newestPriceAt.toISOString(),
    oldestPriceAt: row.oldestPriceAt.toISOString(),
  }));
}

/** Lists feed issues, latest first. */
export async function listFeedIssues(sql: Queryable, limit: number): Promise<Operations["feedTroubles"]> {
  const rows = await sql<
    { feed: string; symbol: string | null; kind: string; message: string; count: number; firstAt: Date; lastAt: Date }[]
  >`
    select feed, nullif(symbol, '') as symbol, kind, message, happened::int as count, first_at as "firstAt", last_at as "lastAt"
    from feed_troubles order by last_at desc, feed, symbol, kind limit ${limit}`;
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.toISOString(), lastAt: row.lastAt.toISOString() }));
}

/** Counts the open entries of each queue and finds the oldest. Each count uses a partial index. */
export async function listQueues(sql: Queryable): Promise<Operations["queues"]> {
  const rows = await sql<{ name: string; count: number; oldestAt: Date | null }[]>`
    select 'deposits' as name, count(*)::int as count, min(created_at) as "oldestAt" from deposits where status = 'pending'
    union all
    select 'withdrawals', count(*)::int, min(created_at) from withdrawals where status in ('pending', 'processing')
    union all
    select 'verifications', count(*)::int, min(created_at) from verifications where status = 'pending'
    union all
    select 'exits', count(*)::int, min(requested_at) from exits where status = 'pending'
    union all
    select 'mail', count(*)::int, min(created_at) from mail_outbox where sent_at is null and failed_at is null
    union all
    select 'orders', count(*)::int, min(planned_at) from orders where status in ('planned', 'sent', 'open', 'unknown')
    union all
    select 'payment-reviews', count(*)::int, min(seen_at) from deposit_payments where status = 'review'
    union all
    select 'mpesa-reports', count(*)::int, min(received_at) from mpesa_events where problem is not null and decided_by is null
    union all
    select 'payouts-unknown', count(*)::int, min(sent_at) from payouts where state = 'unknown'
    union all
    select 'payout-reviews', count(*)::int, min(found_at) from payout_reviews where decided_at is null
    union all
    -- As they were when the statements were last compared.
    select 'statement-differences', coalesce(max(differences), 0)::int, max(oldest_on::timestamp at time zone 'UTC')
    from statement_comparisons`;
  return rows.map(({ oldestAt, ...row }) => ({ ...row, oldestAt: oldestAt && oldestAt.toISOString() }));
}
