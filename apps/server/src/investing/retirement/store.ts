import type { EvidenceVerdict, MonthlyExcess } from "@wazi/contracts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { readHeadline, type StoredHeadline } from "../evidence/recorded-evidence.ts";

/** SQL text over bots `b`: the day on which a bot retired (YYYY-MM-DD, UTC); null for one that did not. */
export const RETIRED_ON_COLUMN = `(select to_char(j.judged_at at time zone 'UTC', 'YYYY-MM-DD')
  from bot_judgements j where j.bot_id = b.id and j.closes)`;

/**
 * SQL text over bots `b`: true when a live month that counts ended more than 62 days ago and is not judged, because its rate of
 * bills is missing. Such a bot takes no new money until it is: a file that is left out must not keep a bot open.
 */
export const IS_OVERDUE_COLUMN = `coalesce((select not bool_or(j.closes) and exists (
    select from generate_series(max(j.month) + interval '1 month', now() at time zone 'UTC', interval '1 month') as due (month)
    where due.month + interval '1 month' + interval '62 days' < now() at time zone 'UTC' and not exists (
      select from bot_marks m where m.bot_id = b.id and m.on_paper
        and m.at >= due.month at time zone 'UTC' and m.at < (due.month + interval '1 month') at time zone 'UTC'))
  from bot_judgements j where j.bot_id = b.id), false)`;

/** A bot with the newest row of its live months, if it has any. */
export interface JudgedBot {
  id: string;
  name: string;
  last: Judgement | null;
}

/** A row of `bot_judgements`. Figures are decimal strings. */
export interface Judgement {
  botId: string;
  months: number;
  /** The first day of the month, YYYY-MM-DD. */
  month: string;
  recordHash: string;
  curveMean: string;
  curveWidth: string;
  nav: string;
  series: number;
  billReturn: string | null;
  excessSum: string;
  bound: string | null;
  closes: boolean;
}

export function listJudgedBots(sql: Queryable): Promise<JudgedBot[]> {
  return sql<JudgedBot[]>`
    select b.id, b.name, (
      select json_build_object('botId', j.bot_id, 'months', j.months, 'month', j.month::text, 'recordHash', j.record_hash,
        'curveMean', j.curve_mean::text, 'curveWidth', j.curve_width::text, 'nav', j.nav::text, 'series', j.series,
        'billReturn', j.bill_return::text, 'excessSum', j.excess_sum::text, 'bound', j.bound::text, 'closes', j.closes)
      from bot_judgements j where j.bot_id = b.id order by j.months desc limit 1
    ) as last
    from trading_bots b where b.is_active order by b.place`;
}

/** Adds a row, after whatever else happens to its pool. A row that is there already stays. */
export async function insertJudgement(sql: Sql, row: Judgement): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select 1 from pools where bot_id = ${row.botId} for update`;
    await tx`
      insert into bot_judgements
        (bot_id, months, month, record_hash, curve_mean, curve_width, nav, series, bill_return, excess_sum, bound, closes)
      values (${row.botId}, ${row.months}, ${row.month}::date, ${row.recordHash}, ${row.curveMean}, ${row.curveWidth},
        ${row.nav}, ${row.series}, ${row.billReturn}::numeric, ${row.excessSum}, ${row.bound}::numeric, ${row.closes})
      on conflict do nothing`;
  });
}

/** The price at which a unit could be redeemed at a moment. */
export interface PastMark {
  nav: string;
  series: number;
}

/** Finds the last mark before a moment; null without one. */
export async function findMarkBefore(sql: Queryable, botId: string, before: Date): Promise<PastMark | null> {
  const [row] = await sql<PastMark[]>`
    select exit_mark::text as nav, series from bot_marks
    where bot_id = ${botId} and at < ${before} and series is not null order by at desc limit 1`;
  return row ?? null;
}

/** True when no broker could trade all instruments of a bot at some moment of a time, its end not included. */
export async function wasOnPaper(sql: Queryable, botId: string, time: { from: Date; to: Date }): Promise<boolean> {
  const rows = await sql`
    select from bot_marks where bot_id = ${botId} and at >= ${time.from} and at < ${time.to} and on_paper limit 1`;
  return rows.length > 0;
}

/** Lists the last unit prices of series that have ended, in their order. A series without a trade or interest has none. */
export async function listLastNavs(
  sql: Queryable,
  botId: string,
  { from, to }: { from: number; to: number },
): Promise<{ series: number; nav: string }[]> {
  return sql<{ series: number; nav: string }[]>`
    select distinct on (series) series, nav_after::text as nav from (
      select series, nav_after, transaction_id from bot_trades where bot_id = ${botId} and series between ${from} and ${to}
      union all
      select series, nav_after, transaction_id from pool_interest where bot_id = ${botId} and series between ${from} and ${to}
    ) changed order by series, transaction_id desc`;
}

/** The newest record of a bot, as far as its curve depends on it. */
export interface CurveRecord {
  recordHash: string;
  verdict: EvidenceVerdict;
  /** Null in records from before it was kept. */
  monthlyExcess: MonthlyExcess | null;
}

export async function findCurveRecord(sql: Queryable, botName: string): Promise<CurveRecord | null> {
  const [row] = await sql<{ recordHash: string; headline: StoredHeadline; monthlyExcess: MonthlyExcess | null }[]>`
    select record_hash as "recordHash", document -> 'headline' as headline, document -> 'monthlyExcess' as "monthlyExcess"
    from bot_evidence where subject = ${botName} order by recorded_at desc, id desc limit 1`;
  if (row === undefined) return null;
  const { headline, ...record } = row;
  return { ...record, verdict: readHeadline(headline).verdict };
}
