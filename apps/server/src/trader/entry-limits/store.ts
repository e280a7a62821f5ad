import type { FeedKind, BotMarket } from "@wazi/contracts";
import { RECORD_AFTER } from "../../investing/api.ts";
import { EXIT_MARK_COLUMN, UNITS_COLUMN } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** A feed's current day: its name, and its start. */
export interface FeedDay {
  feed: FeedKind;
  /** YYYY-MM-DD */
  day: string;
}

/** A pool's figures as decimal strings. */
export interface PoolRiskRow {
  botId: string;
  market: BotMarket;
  units: string;
  nav: string;
  exitMark: string;
  openExposure: string;
}

/** The pools with the marks and the exposure of their open trades. */
export function listPoolRisks(sql: Queryable): Promise<PoolRiskRow[]> {
  return sql<PoolRiskRow[]>`
    select p.bot_id as "botId", b.market, p.nav::text,
      ${sql.raw(UNITS_COLUMN)},
      ${sql.raw(EXIT_MARK_COLUMN)},
      (select coalesce(round(sum((t ->> 'exposure')::numeric * coalesce((t ->> 'baseNav')::numeric, p.nav) / nullif(p.nav, 0)), 12), 0)
        from jsonb_array_elements(p.open_trades) t)::text as "openExposure"
    from pools p join trading_bots b on b.id = p.bot_id left join pool_marks m on m.bot_id = p.bot_id order by b.place`;
}

/** The time of each feed with prices: of its newest bar where bars have a time of their own, otherwise null. */
export function listFeedTimes(sql: Queryable): Promise<{ feed: FeedKind; barTime: Date | null }[]> {
  return sql<{ feed: FeedKind; barTime: Date | null }[]>`
    select feed, max(bar_time) as "barTime" from market_prices group by feed order by feed`;
}

/** The pools' gain of the trades that closed on these days, a decimal string. */
export async function sumDayGains(sql: Queryable, days: readonly FeedDay[]): Promise<string> {
  const [row] = await sql<{ gain: string }[]>`
    select coalesce(sum(t.pool_gain), 0)::numeric(20, 2)::text as gain
    from unnest(${days.map(({ feed }) => feed)}::text[], ${days.map(({ day }) => day)}::date[]) d (feed, day)
    join bot_trades t on t.feed = d.feed
      and t.bar_time >= d.day::timestamp at time zone 'UTC' and t.bar_time < (d.day + 1)::timestamp at time zone 'UTC'
    where t.sequence > ${sql.raw(RECORD_AFTER)}`;
  return row?.gain ?? "0.00";
}

export interface EntryStop extends FeedDay {
  stoppedAt: Date;
  loss: string;
  base: string;
  limitPct: string;
}

/** The entry stops in force on these days. */
export function listEntryStops(sql: Queryable, days: readonly FeedDay[]): Promise<EntryStop[]> {
  return sql<EntryStop[]>`
    select s.feed, s.day::text, s.stopped_at as "stoppedAt", s.loss::text, s.base::text, s.limit_pct::text as "limitPct"
    from unnest(${days.map(({ feed }) => feed)}::text[], ${days.map(({ day }) => day)}::date[]) d (feed, day)
    join entry_stops s on s.feed = d.feed and s.day = d.day order by s.stopped_at`;
}

/** Stops entries on these days. Days that are stopped already keep their row. Returns true when a stop is new. */
export async function saveEntryStops(
  sql: Queryable,
  days: readonly FeedDay[],
  { loss, base, limitPct }: { loss: string; base: string; limitPct: string },
): Promise<boolean> {
  const rows = await sql`
    insert into entry_stops (feed, day, loss, base, limit_pct)
    select feed, day, ${loss}::numeric, ${base}::numeric, ${limitPct}::numeric
    from unnest(${days.map(({ feed }) => feed)}::text[], ${days.map(({ day }) => day)}::date[]) d (feed, day)
    on conflict do nothing returning feed`;
  return rows.length > 0;
}

export interface EntryRefusal {
  botId: string;
  symbol: string;
  barTime: Date;
  reason: "daily-loss" | "market-exposure";
  asked: string;
  allowed: string;
}

/** Records an entry that was refused or reduced. Returns false when it is recorded already. */
export async function saveEntryRefusal(sql: Queryable, refusal: EntryRefusal): Promise<boolean> {
  const { botId, symbol, barTime, reason, asked, allowed } = refusal;
  const rows = await sql`
    insert into entry_refusals (bot_id, symbol, bar_time, reason, asked, allowed)
    values (${botId}, ${symbol}, ${barTime}, ${reason}, ${asked}, ${allowed}) on conflict do nothing returning id`;
  return rows.length > 0;
}

export type RecordedRefusal = EntryRefusal & { id: string; botName: string; market: BotMarket; refusedAt: Date };

/** The newest entries that were refused or reduced since a time, newest first. */
export function listEntryRefusals(sql: Queryable, since: Date, limit: number): Promise<RecordedRefusal[]> {
  return sql<RecordedRefusal[]>`
    select r.id::text, r.bot_id as "botId", b.name as "botName", b.market, r.symbol, r.bar_time as "barTime", r.reason,
      r.asked::text, r.allowed::text, r.refused_at as "refusedAt"
    from entry_refusals r join trading_bots b on b.id = r.bot_id
    where r.refused_at >= ${since} order by r.refused_at desc, r.id desc limit ${limit}`;
}

/** The number of entries refused and reduced since a time. */
export async function countEntryRefusals(sql: Queryable, since: Date): Promise<{ refused: number; reduced: number }> {
  const [row] = await sql<{ refused: number; reduced: number }[]>`
    select count(*) filter (where allowed = 0)::int as refused, count(*) filter (where allowed > 0)::int as reduced
    from entry_refusals where refused_at >= ${since}`;
  return row ?? { refused: 0, reduced: 0 };
}
