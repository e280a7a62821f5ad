import { part, type Part, raw, type Tx } from "../../../platform/db/pool.ts";
import { isAfter, type LedgerPosition } from "../checkpoints/store.ts";
import { type FoundDifference, MAX_LISTED } from "../difference.ts";

/** The condition that a day is one of some days; true for all days. */
function isOneOf(days: readonly string[] | undefined, column: string): Part {
  return days === undefined ? part`true` : part`${raw(column)} = any(${days}::date[])`;
}

/** The condition that a transaction t was posted on one of some stored days, found by the index on the time. */
function isPostedOn(days: readonly string[] | undefined): Part {
  if (days === undefined) return part`(t.posted_at at time zone 'UTC')::date <= (select max(day) from ledger_days)`;
  return part`
    t.posted_at >= (select min(day)::timestamp at time zone 'UTC' from unnest(${days}::date[]) day)
    and t.posted_at < (select (max(day) + 1)::timestamp at time zone 'UTC' from unnest(${days}::date[]) day)
    and ${isOneOf(days, "(t.posted_at at time zone 'UTC')::date")}`;
}

/** Compares the totals of stored days with their entries: of all days, or of some. */
export function listDayDifferences(tx: Tx, days?: readonly string[]): Promise<FoundDifference[]> {
  // The planner expects a third of all entries and would look up the account of each.
  const accounts =
    days === undefined ? part`(select id, user_id, code from ledger_accounts offset 0)` : part`ledger_accounts`;
  return tx`
    with moved as (
      select (t.posted_at at time zone 'UTC')::date as day,
        case when a.user_id is null then a.code else split_part(a.code, ':', 3) end as kind,
        e.amount < 0 as is_taken, sum(e.amount) as total
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ${accounts} a on a.id = e.account_id
      where ${isPostedOn(days)} group by 1, 2, 3
    ), said as (
      select day, concat_ws(' ',
        coalesce(-sum(total) filter (where kind like 'external:%' and is_taken), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind like 'external:%' and not is_taken), 0)::numeric(20, 2),
        coalesce(-sum(total) filter (where kind = 'market'), 0)::numeric(20, 2),
        coalesce(-sum(total) filter (where kind = 'platform:adjustments'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind = 'platform:profit_share'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind in ('platform:fees', 'platform:losses', 'platform:rounding')), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind in ('deposit_funds', 'profit_funds')), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind = 'withdrawal_hold'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind = 'running_profit'), 0)::numeric(20, 2),
        coalesce(sum(total) filter (where kind like 'pool:%'), 0)::numeric(20, 2)) as figures
      from moved group by day
    ), kept as (
      select day, concat_ws(' ', money_in, money_out, traded, adjusted, platform_income, platform_other, balances, on_hold,
        running_profit, pools) as figures
      from ledger_days where ${isOneOf(days, "day")}
    ), nothing as (
      select rtrim(repeat('0.00 ', 10)) as figures
    )
    select 'day ' || day as subject, coalesce(s.figures, n.figures) as expected, coalesce(k.figures, 'not stored') as actual
    from said s full join kept k using (day) cross join nothing n
    where coalesce(k.figures, 'not stored') <> coalesce(s.figures, n.figures) order by day limit ${MAX_LISTED}`;
}

/** Compares the closing units of all stored days with all position events up to each. */
export function listDayUnitDifferences(tx: Tx): Promise<FoundDifference[]> {
  return tx`
    with changed as (
      select (t.posted_at at time zone 'UTC')::date as day, e.bot_id, sum(e.units_delta) as units
      from position_events e join ledger_transactions t on t.id = e.transaction_id group by 1, 2
    ), both_sides as (
      select day, bot_id, units as change, null::numeric as kept from changed
      union all
      select d.day, p.bot_id, 0, coalesce(k.units, 0) from ledger_days d cross join pools p
      left join ledger_day_pools k on k.day = d.day and k.bot_id = p.bot_id
    )
    select 'pool:' || bot_id || ' on ' || day as subject, said::numeric(40, 12)::text as expected, kept::numeric(40, 12)::text as actual
    from (
      select *, sum(change) over (partition by bot_id order by day, kept is not null) as said from both_sides
    ) s where kept <> said order by 1 limit ${MAX_LISTED}`;
}

/** Compares the closing navs of stored days with the trades: of all days, or of some. */
export function listDayNavDifferences(tx: Tx, days?: readonly string[]): Promise<FoundDifference[]> {
  return tx`
    select 'pool:' || p.bot_id || ' on ' || d.day as subject,
      coalesce(t.nav_after, 1)::numeric(30, 12)::text as expected, coalesce(k.nav, 1)::numeric(30, 12)::text as actual
    from ledger_days d cross join pools p
    left join ledger_day_pools k on k.day = d.day and k.bot_id = p.bot_id
    left join lateral (
      select nav_after from (
        (select t.nav_after, t.transaction_id from bot_trades t join ledger_transactions l on l.id = t.transaction_id
          where t.bot_id = p.bot_id and t.executed_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 minute'
            and l.posted_at < (d.day + 1)::timestamp at time zone 'UTC'
          order by t.executed_at desc limit 1)
        union all
        (select i.nav_after, i.transaction_id from pool_interest i join ledger_transactions l on l.id = i.transaction_id
          where i.bot_id = p.bot_id and i.posted_at < (d.day + 1)::timestamp at time zone 'UTC' + interval '1 minute'
            and l.posted_at < (d.day + 1)::timestamp at time zone 'UTC'
          order by i.posted_at desc limit 1)
      ) changed order by transaction_id desc limit 1
    ) t on true
    where ${isOneOf(days, "d.day")} and coalesce(t.nav_after, 1) <> coalesce(k.nav, 1) order by 1 limit ${MAX_LISTED}`;
}

/** Lists the stored days that a comparison since a position has to look at: new ones, and those with a later entry. */
export async function listDaysSince(tx: Tx, since: LedgerPosition): Promise<string[]> {
  const rows = await tx<{ day: string }[]>`
    select day from ledger_days where day > coalesce(${since.lastDay}::date, '-infinity')
    union
    select (t.posted_at at time zone 'UTC')::date from ledger_transactions t
    where ${isAfter(since, "t.id")} and (t.posted_at at time zone 'UTC')::date <= (select max(day) from ledger_days)
    order by day`;
  return rows.map(({ day }) => day);
}

/** Compares the closing units of some stored days with those of the day before and the events of the day. */
export function listUnitDifferencesOn(tx: Tx, days: readonly string[]): Promise<FoundDifference[]> {
  return tx`
    with bounds as materialized (
      select min(id) as first, max(id) as last from ledger_transactions t where ${isPostedOn(days)}
    ), changed as materialized (
      select (t.posted_at at time zone 'UTC')::date as day, e.bot_id, sum(e.units_delta) as units
      from bounds b cross join pools p
      join position_events e on e.bot_id = p.bot_id and e.transaction_id between b.first and b.last
      join ledger_transactions t on t.id = e.transaction_id and ${isPostedOn(days)} group by 1, 2
    )
    select 'pool:' || p.bot_id || ' on ' || d.day as subject,
      (coalesce(before.units, 0) + coalesce(c.units, 0))::numeric(40, 12)::text as expected,
      coalesce(k.units, 0)::numeric(40, 12)::text as actual
    from ledger_days d cross join pools p
    left join ledger_day_pools k on k.day = d.day and k.bot_id = p.bot_id
    left join ledger_day_pools before on before.day = d.day - 1 and before.bot_id = p.bot_id
    left join changed c on c.day = d.day and c.bot_id = p.bot_id
    where ${isOneOf(days, "d.day")} and coalesce(before.units, 0) + coalesce(c.units, 0) <> coalesce(k.units, 0)
    order by 1 limit ${MAX_LISTED}`;
}
