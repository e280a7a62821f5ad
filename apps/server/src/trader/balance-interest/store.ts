import type { Queryable, Tx } from "../../platform/db/pool.ts";

/** The lock of functions/balance-interest.sql. */
const DAYS_LOCK = 7_234_117_018n;

/** A day's rates and their sums, as decimal strings. */
export interface RateDay {
  /** YYYY-MM-DD */
  day: string;
  source: string;
  gross: string;
  margin: string;
  netSum: string;
  marginSum: string;
}

/** Another process waits, so that each sum goes on from the day before. */
export async function lockRateDays(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${DAYS_LOCK.toString()}::bigint)`;
}

export async function findLastRateDay(sql: Queryable): Promise<RateDay | undefined> {
  const [row] = await sql<RateDay[]>`
    select day::text, source, gross::text, margin::text, net_sum::text as "netSum", margin_sum::text as "marginSum"
    from balance_interest_days order by day desc limit 1`;
  return row;
}

export async function insertRateDays(tx: Tx, days: readonly RateDay[]): Promise<void> {
  await tx`
    insert into balance_interest_days (day, source, gross, margin, net_sum, margin_sum)
    select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ source }) => source)}::text[],
      ${days.map(({ gross }) => gross)}::numeric[], ${days.map(({ margin }) => margin)}::numeric[],
      ${days.map(({ netSum }) => netSum)}::numeric[], ${days.map(({ marginSum }) => marginSum)}::numeric[])`;
}

/** Lists investors with interest turned on whose days until `settled` are not all posted, in the order of their ids. */
export async function listDueInvestors(
  sql: Queryable,
  { settled, after, limit }: { settled: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id as "userId" from balance_interest
    where is_on and settled_day < ${settled}::date and user_id > ${after}::uuid order by user_id limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

/** An investor's interest as it is stored, with the sum of the rates until the last day before `today`. */
interface InterestRow {
  isOn: boolean;
  firstDay: string | null;
  balance: string;
  rest: string;
  from: string;
  to: string;
  posted: string;
  hasDeposit: boolean;
  hasPracticeMoney: boolean;
}

/** @param practiceId the id that the investor's deposit of practice money has */
export async function readInterestRow(
  sql: Queryable,
  userId: string,
  { today, practiceId }: { today: string; practiceId: string },
): Promise<InterestRow> {
  const [row] = await sql<InterestRow[]>`
    select coalesce(i.is_on, false) as "isOn",
      (select c.day::text from balance_interest_choices c where c.user_id = u.id and i.is_on order by c.id desc limit 1) as "firstDay",
      (select sum(a.balance)::text from ledger_accounts a
        where a.code in ('user:' || u.id || ':deposit_funds', 'user:' || u.id || ':profit_funds')) as balance,
      coalesce(i.rest, 0)::text as rest, coalesce(i.net_sum, 0)::text as from,
      greatest(i.net_sum, (select d.net_sum from balance_interest_days d where d.day < ${today}::date order by d.day desc limit 1), 0)::text as to,
      (select coalesce(sum(p.amount), 0)::numeric(20, 2)::text from balance_interest_postings p where p.user_id = u.id) as posted,
      exists (select from deposits d where d.user_id = u.id and d.status = 'completed') as "hasDeposit",
      exists (select from deposits d where d.id = ${practiceId}) as "hasPracticeMoney"
    from users u left join balance_interest i on i.user_id = u.id where u.id = ${userId}`;
  if (!row) throw new Error(`No user ${userId}`);
  return row;
}
