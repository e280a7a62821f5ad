import type { Queryable } from "../db/pool.ts";

/** The state of the process that trades, by the database's clock. */
export interface TraderState {
  /** The process that holds the lease; null if no process ever held it. */
  holder: string | null;
  isAlive: boolean;
  /** Null without prices. */
  newestPriceAgeSeconds: number | null;
  /** When the clock reaches the newest price and the end of the bots' last bars, if these are ahead: the clock was set back. */
  waitsUntil: Date | null;
}

/** A price may be ahead of the clock by this much, because two clocks are never equal. */
const CLOCK_TOLERANCE_SECONDS = 2;

export async function readTraderState(sql: Queryable): Promise<TraderState> {
  const [row] = await sql<TraderState[]>`
    select l.holder, coalesce(l.expires_at > clock_timestamp(), false) as "isAlive",
      extract(epoch from clock_timestamp() - p.newest)::float8 as "newestPriceAgeSeconds",
      case when greatest(p.newest, b.ended) > clock_timestamp() + make_interval(secs => ${CLOCK_TOLERANCE_SECONDS})
        then greatest(p.newest, b.ended) end as "waitsUntil"
    from (select max(priced_at) as newest from market_prices where bar_time is null) p
    cross join (
      select to_timestamp(max(case when jsonb_typeof(s.value -> 'barTime') = 'number' then (s.value -> 'barTime')::float8 end) / 1000)
        + interval '1 minute' as ended
      from bot_engines e
      cross join lateral jsonb_each(case when jsonb_typeof(e.state -> 'symbols') = 'object' then e.state -> 'symbols' end) s
      where exists (select from market_prices m where m.symbol = s.key and m.bar_time is null)
    ) b
    left join leases l on l.name = 'trader'`;
  return row ?? { holder: null, isAlive: false, newestPriceAgeSeconds: null, waitsUntil: null };
}

/** True when the database takes no writes: a standby, or one that was set to read-only. */
export async function isReadOnly(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`;
  return row?.isReadOnly ?? true;
}
