import type { Queryable } from "../../platform/db/pool.ts";

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
