import type { Queryable, Sql } from "../db/pool.ts";

/** The row of `feed_state` that says that an operator has accepted the clock. */
const ACCEPTED = "clock";

/**
 * Asks the trader to go on at the clock's time after the clock was set back. Its lease ends, so the process that trades
 * starts again from the database, and no trade of its old session is recorded.
 */
export async function acceptClock(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into feed_state (name, state) values (${ACCEPTED}, '{}')
      on conflict (name) do update set saved_at = clock_timestamp()`;
    await tx`update leases set token = token + 1, expires_at = clock_timestamp() where name = 'trader'`;
  });
}

export async function isClockAccepted(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from feed_state where name = ${ACCEPTED}`;
  return rows.length > 0;
}

/** Removes prices, marks and bars of real-time feeds with a later time than the clock's. New ones replace them. */
export async function forgetLaterPrices(sql: Queryable): Promise<void> {
  await sql`delete from candles where feed <> 'replay' and bar_time > clock_timestamp() and symbol in
    (select symbol from market_prices where bar_time is null)`;
  await sql`update pool_marks set usable = false where bar_time is null and priced_at > clock_timestamp()`;
  await sql`delete from market_prices where bar_time is null and priced_at > clock_timestamp()`;
}

/** The bots have started again at the clock's time. */
export async function endAcceptedClock(sql: Queryable): Promise<void> {
  await sql`delete from feed_state where name = ${ACCEPTED}`;
}
