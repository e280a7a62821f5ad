import type { FeedKind } from "@wazi/contracts";
import type { AnswerCounts } from "./answer-store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { ServedMinutes } from "./uptime.ts";

/** Adds a process's answers to the row of a minute. The row itself means that the minute was served. */
export async function saveHeartbeat(sql: Queryable, minute: Date, counts: AnswerCounts): Promise<void> {
  await sql`
    insert into heartbeats as h (minute, answers, server_errors, answers_by_step)
    values (${minute}, ${counts.answers}, ${counts.serverErrors}, ${counts.byStep}::integer[])
    on conflict (minute) do update set
      answers = h.answers + excluded.answers, server_errors = h.server_errors + excluded.server_errors,
      answers_by_step = (
        select array_agg(before + added order by step)
        from unnest(h.answers_by_step, excluded.answers_by_step) with ordinality as t (before, added, step)
      )`;
}

/** Compacts the minutes before `day` (UTC midnight) into one row per day. */
export async function compactMinutesBefore(sql: Queryable, day: Date): Promise<void> {
  await sql`
    with folded as (
      delete from heartbeats where minute < ${day} returning minute, answers, server_errors
    )
    insert into heartbeat_days as d (day, first_minute, served_minutes, answers, server_errors)
    select (minute at time zone 'UTC')::date, min(minute), count(*), sum(answers), sum(server_errors)
    from folded group by 1
    on conflict (day) do update set
      first_minute = least(d.first_minute, excluded.first_minute), served_minutes = d.served_minutes + excluded.served_minutes,
      answers = d.answers + excluded.answers, server_errors = d.server_errors + excluded.server_errors`;
}

export async function hasHeartbeat(sql: Queryable, minute: Date): Promise<boolean> {
  const rows = await sql`select from heartbeats where minute = ${minute}`;
  return rows.length > 0;
}

/** Counts the minutes served before `end`. */
export async function countServedMinutes(sql: Queryable, end: Date): Promise<ServedMinutes> {
  const [counts] = await sql<Omit<ServedMinutes, "days">[]>`
    with old as (
      select min(first_minute) as first, coalesce(sum(served_minutes), 0) as minutes from heartbeat_days
    ), kept as (
      select min(minute) as first, count(*) as minutes,
        count(*) filter (where minute >= ${end}::timestamptz - interval '24 hours') as day,
        count(*) filter (where minute >= ${end}::timestamptz - interval '720 hours') as month,
        count(*) filter (where minute >= ${end}::timestamptz - interval '2160 hours') as quarter
      from heartbeats where minute < ${end}
    )
    select least(old.first, kept.first) as first, (old.minutes + kept.minutes)::int as "sinceFirst", day::int as "last24Hours",
      month::int as "last30Days", quarter::int as "last90Days"
    from old, kept`;
  if (!counts) throw new Error("no counts");
  const days = await sql<{ day: string; minutes: number }[]>`
    select (minute at time zone 'UTC')::date as day, count(*)::int as minutes from heartbeats
    where minute >= ${end}::timestamptz - interval '31 days' and minute < ${end} group by 1 order by 1`;
  return { ...counts, days };
}

export function listFeeds(sql: Queryable): Promise<{ feed: FeedKind; symbols: number; newestPriceAt: Date }[]> {
  return sql<{ feed: FeedKind; symbols: number; newestPriceAt: Date }[]>`
    select feed, count(*)::int as symbols, max(priced_at) as "newestPriceAt" from market_prices group by feed order by feed`;
}

export interface SimulatedFeedRow {
  startedAt: Date;
  endedAt: Date | null;
  commitment: string;
  /** Null while the feed runs. */
  seed: string | null;
}

/** The newest simulated feeds, newest first. The seed of a running feed is never read. */
export function listSimulatedFeeds(sql: Queryable, limit: number): Promise<SimulatedFeedRow[]> {
  return sql<SimulatedFeedRow[]>`
    select started_at as "startedAt", ended_at as "endedAt", commitment, case when ended_at is not null then seed end as seed
    from simulated_feeds order by id desc limit ${limit}`;
}

/** Counts the symbols of each feed with each kind of issue since a time. */
export function countFeedIssues(
  sql: Queryable,
  since: Date,
): Promise<{ feed: string; kind: string; symbols: number }[]> {
  return sql<{ feed: string; kind: string; symbols: number }[]>`
    select feed, kind, count(*)::int as symbols from feed_troubles where last_at >= ${since} group by feed, kind
    order by feed, kind`;
}

export interface ProcessingRow {
  /** Finished and waiting. */
  cases: number;
  waiting: number;
  medianSeconds: number;
  p90Seconds: number;
}

/**
 * Measures the newest credited deposits from request to credit, without late payments. Pending ones do not count: most wait
 * for the investor's payment.
 */
export function readDepositTimes(sql: Queryable, limit: number): Promise<ProcessingRow[]> {
  return sql<ProcessingRow[]>`
    select ${sql.raw(PERCENTILES)} from (
      select extract(epoch from settled_at - created_at) as seconds, false as waits from deposits
      where status = 'completed' and late_for is null and settled_at is not null order by created_at desc limit ${limit}
    ) t`;
}

/** Measures the newest paid withdrawals from request to payout, and those that still wait. */
export function readWithdrawalTimes(sql: Queryable, limit: number): Promise<ProcessingRow[]> {
  return sql<ProcessingRow[]>`
    select ${sql.raw(PERCENTILES)} from (
      select extract(epoch from coalesce(settled_at, clock_timestamp()) - created_at) as seconds,
        status in ('pending', 'processing') as waits
      from withdrawals where (status = 'completed' and settled_at is not null) or status in ('pending', 'processing')
      order by created_at desc limit ${limit}
    ) t`;
}

/** Measures the newest verifications from submission to review, and those that still wait. */
export function readVerificationTimes(sql: Queryable, limit: number): Promise<ProcessingRow[]> {
  return sql<ProcessingRow[]>`
    select ${sql.raw(PERCENTILES)} from (
      select extract(epoch from coalesce(reviewed_at, clock_timestamp()) - created_at) as seconds, status = 'pending' as waits
      from verifications where reviewed_at is not null or status = 'pending' order by created_at desc limit ${limit}
    ) t`;
}

const PERCENTILES = `count(*)::int as cases, count(*) filter (where waits)::int as waiting,
  coalesce(round(percentile_cont(0.5) within group (order by greatest(seconds, 0))::numeric), 0)::int as "medianSeconds",
  coalesce(round(percentile_cont(0.9) within group (order by greatest(seconds, 0))::numeric), 0)::int as "p90Seconds"`;
