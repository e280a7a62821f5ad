import type { FeedKind, BotMarket, Operations } from "@wazi/contracts";
import { BOT_STATUS_COLUMN } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

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

/** True once the trader has written its first prices. */
export async function hasPrices(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from market_prices limit 1`;
  return rows.length > 0;
}

/** Counts the priced symbols of each feed, with the newest and the oldest price. */
export async function listFeedAges(sql: Queryable): Promise<Operations["feeds"]> {
  const rows = await sql<
    (Omit<Operations["feeds"][number], "newestPriceAt" | "oldestPriceAt"> & {
      newestPriceAt: Date;
      oldestPriceAt: Date;
    })[]
  >`
    select feed, count(*)::int as symbols, max(priced_at) as "newestPriceAt", min(priced_at) as "oldestPriceAt",
      (array_agg(symbol order by priced_at, symbol))[1] as "oldestSymbol"
    from market_prices group by feed order by feed`;
  return rows.map((row) => ({
    ...row,
    newestPriceAt: row.newestPriceAt.toISOString(),
    oldestPriceAt: row.oldestPriceAt.toISOString(),
  }));
}

/** A bot of the catalogue that trades now. */
interface ListedBot {
  id: string;
  name: string;
  market: BotMarket;
}

/** Lists the bots that trade, in catalogue order. */
export function listTradingBots(sql: Queryable): Promise<ListedBot[]> {
  return sql<ListedBot[]>`
    select b.id, b.name, b.market from trading_bots b join pools p on p.bot_id = b.id
    where b.is_active and ${sql.raw(BOT_STATUS_COLUMN)} = 'trading' order by b.place`;
}

/** A symbol that a bot trades and its feed. */
interface BotSymbol {
  botId: string;
  market: BotMarket;
  symbol: string;
  feed: FeedKind;
}

/**
 * Reads when the newest candle of each bot's symbols closed. Replayed candles have past times and are not stored, so for
 * a replay it is the time at which the last one was played.
 */
export async function readLastCandles(sql: Queryable, symbols: readonly BotSymbol[]): Promise<Map<string, Date>> {
  const rows = await sql<{ botId: string; closedAt: Date }[]>`
    select w.bot_id as "botId",
      max(case when m.bar_time is not null then m.priced_at else c.bar_time + interval '1 minute' end) as "closedAt"
    from unnest(${symbols.map(({ botId }) => botId)}::uuid[], ${symbols.map(({ market }) => market)}::text[],
      ${symbols.map(({ symbol }) => symbol)}::text[], ${symbols.map(({ feed }) => feed)}::text[])
      as w (bot_id, market, symbol, feed)
    left join market_prices m on m.market = w.market and m.symbol = w.symbol and m.feed = w.feed
    left join lateral (
      select bar_time from candles where feed = w.feed and symbol = w.symbol and interval = '1m'
      order by bar_time desc limit 1
    ) c on true
    group by w.bot_id having max(coalesce(c.bar_time, m.priced_at)) is not null`;
  return new Map(rows.flatMap(({ botId, closedAt }) => (closedAt === null ? [] : [[botId, closedAt] as const])));
}
