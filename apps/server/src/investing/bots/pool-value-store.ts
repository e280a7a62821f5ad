import type { Queryable } from "../../platform/db/pool.ts";

/** The units and unit prices of a bot's pool, as decimal strings. */
export interface PoolValue {
  botId: string;
  /** All units issued and not redeemed. */
  units: string;
  /** The unit price (NAV) from closed trades only. */
  nav: string;
  /** The unit price for a redemption now: from the last mark of the open trade, or the NAV when no trade is open. */
  exitMark: string;
}

/** Reads the units and unit prices of every bot. The cost does not depend on the number of investors. */
export function readPoolValues(sql: Queryable): Promise<PoolValue[]> {
  return sql<PoolValue[]>`
    select p.bot_id as "botId", p.nav::text,
      (p.units_at_close + coalesce((
        select sum(e.units_delta) from position_events e
        where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction), 0))::text as units,
      (case when p.open_trade is null then p.nav else coalesce(m.exit_mark, p.nav) end)::text as "exitMark"
    from pools p left join pool_marks m on m.bot_id = p.bot_id`;
}
