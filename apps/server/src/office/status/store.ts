import { type AdministratorAct, administratorActs, type FeedKind, type PublicStatus } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { ServedMinutes } from "./uptime.ts";

/** The actions in the audit log of each kind. Changes of fees are versions of the logged table instead. */
const actionsOf: Readonly<Record<Exclude<AdministratorAct, "fee-change">, readonly string[]>> = {
  adjustment: ["user.adjust"],
  "late-credit": ["deposit.late-credit"],
  deactivation: ["user.deactivate"],
  freeze: ["user.freeze-account"],
  "freeze-longer": ["user.freeze-longer"],
  "bot-pause": ["bot.pause"],
  "setting-change": ["settings.change", "settings.start"],
  export: ["users.export", "deposits.export", "withdrawals.export", "verifications.export", "audit.export"],
  view: ["user.view", "user.view-movements", "verification.view"],
};

/** Counts the acts of administrators since a time, every kind, also those with none. */
export async function countAdministratorActs(sql: Queryable, since: Date): Promise<PublicStatus["administratorActs"]> {
  const kinds = Object.entries(actionsOf).flatMap(([act, actions]) => actions.map((action) => [act, action] as const));
  const rows = await sql<{ act: string; count: number }[]>`
    select k.act, count(a.id)::int as count
    from unnest(${kinds.map(([act]) => act)}::text[], ${kinds.map(([, action]) => action)}::text[]) k (act, action)
    join audit_log a on a.action = k.action and a.happened_at >= ${since} group by k.act
    union all
    select 'fee-change', count(*)::int from logged_documents d
    where d.kind = 'fees' and d.recorded_at >= ${since}
      and exists (select from logged_documents e where e.kind = 'fees' and e.id < d.id)`;
  return administratorActs.map((act) => ({ act, count: rows.find((row) => row.act === act)?.count ?? 0 }));
}

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

/** Counts of the API's answers, by duration. */
export interface AnswerCounts {
  answers: number;
  /** The answers with a status of 500 or above. */
  serverErrors: number;
  /** One count for each duration step in office/status/answer-times.ts. */
  byStep: number[];
}

/** Sums the counts of all processes since a time. */
export async function sumAnswers(sql: Queryable, since: Date): Promise<AnswerCounts> {
  const [sums] = await sql<AnswerCounts[]>`
    with recent as (select * from heartbeats where minute >= ${since})
    select (select coalesce(sum(answers), 0) from recent)::int as answers,
      (select coalesce(sum(server_errors), 0) from recent)::int as "serverErrors",
      array(
        select sum(count)::int from recent, unnest(answers_by_step) with ordinality as t (count, step)
        group by step order by step
      ) as "byStep"`;
  if (!sums) throw new Error("The query for the sums returned no row");
  return sums;
}

/**
 * Reads what the platform holds and owes, at closed trades: held is −(external accounts + market), owed the investors' balances,
 * holds, granted profit and all units at their closed nav, rounded down to the cent per bot (docs/reference/chart-of-accounts.md).
 * Finished days come from their stored sums.
 */
export async function readCoverage(sql: Queryable): Promise<{ held: string; owed: string }> {
  const [row] = await sql<{ held: string; owed: string }[]>`
    with stored as (
      select max(day) as last_day, coalesce(sum(money_in - money_out + traded), 0) as held from ledger_days
    ), since as (
      select coalesce(-sum(e.amount), 0) as held
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where (a.code = 'market' or a.code like 'external:%')
        and t.posted_at >= coalesce(((select last_day from stored) + 1)::timestamp at time zone 'UTC', '-infinity')
    ), funds as (
      select coalesce(sum(balance), 0) as owed from ledger_accounts where user_id is not null
    ), units as (
      select coalesce(sum(floor((p.units_at_close + flowed.units) * p.nav * 100) / 100), 0) as owed
      from pools p cross join lateral (
        select coalesce(sum(units_delta), 0) as units from position_events
        where bot_id = p.bot_id and transaction_id > p.last_close_transaction
      ) flowed
    )
    select (stored.held + since.held)::numeric(20, 2)::text as held, (funds.owed + units.owed)::numeric(20, 2)::text as owed
    from stored, since, funds, units`;
  if (!row) throw new Error("no coverage");
  return row;
}

/** Sums the adjustments since a time: money given to and taken from investors. */
export async function sumAdjustments(
  sql: Queryable,
  since: Date,
): Promise<{ count: number; given: string; taken: string }> {
  const [row] = await sql<{ count: number; given: string; taken: string }[]>`
    select count(*)::int as count,
      coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::numeric(20, 2)::text as given,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::numeric(20, 2)::text as taken
    from ledger_transactions t
    left join ledger_entries e on e.transaction_id = t.id
      and e.account_id = (select id from ledger_accounts where code = 'platform:adjustments')
    where t.kind = 'adjustment' and t.posted_at >= ${since}`;
  return row ?? { count: 0, given: "0.00", taken: "0.00" };
}

/** When the oldest withdrawal that is not paid yet was requested. */
export async function findOldestUnpaidWithdrawal(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(created_at) as at from withdrawals where status in ('pending', 'processing')`;
  return row?.at ?? null;
}
