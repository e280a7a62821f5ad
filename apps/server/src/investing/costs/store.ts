import { type BotMarket, type FeedKind, MAX_ENTRIES } from "@wazi/contracts";
import { parseDates, type JsonRow, type UserRead } from "../../platform/http/user-read.ts";
import { type BotUnitFlow, heldUnitsRead, parseFlows } from "../positions/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** The place of a sum that has no end: no bot closes as many trades. */
const NO_END = "9223372036854775807";

export interface CostedBot {
  id: string;
  name: string;
  market: BotMarket;
}

export async function findBot(sql: Queryable, botId: string): Promise<CostedBot | undefined> {
  const [bot] = await sql<CostedBot[]>`select id, name, market from trading_bots where id = ${botId} and is_active`;
  return bot;
}

/** The costs of a bot's trades in one series of units. Sums of fractions have 12 decimals, products with the nav 24. */
export interface SeriesCosts {
  trades: number;
  openedAt: Date;
  /** The unit price before the first and after the last of the trades. */
  firstNav: string;
  lastNav: string;
  /** Spread, slippage, commission, financing. */
  fractions: [string, string, string, string];
  navTimesFractions: [string, string, string, string];
}

/** Sums the costs of a bot's trades on a feed that closed after a moment, by series, oldest first. */
export function sumBotCosts(sql: Queryable, botId: string, feed: FeedKind, after: Date): Promise<SeriesCosts[]> {
  return sql<SeriesCosts[]>`
    select count(*)::int as trades, min(opened_at) as "openedAt",
      (array_agg(nav_before order by sequence))[1]::text as "firstNav",
      (array_agg(nav_after order by sequence desc))[1]::text as "lastNav",
      array[sum(spread_cost)::text, sum(slippage_cost)::text, sum(commission_cost)::text, sum(financing_cost)::text]
        as fractions,
      array[sum(base * spread_cost)::text, sum(base * slippage_cost)::text, sum(base * commission_cost)::text,
        sum(base * financing_cost)::text] as "navTimesFractions"
    from bot_trades cross join lateral (select coalesce(base_nav, nav_before) as base) opened
    where bot_id = ${botId} and executed_at > ${after} and feed = ${feed} and spread_cost is not null
    group by series order by series`;
}

interface HeldBotRow extends CostedBot {
  isActive: boolean;
  since: Date;
  profitShare: string;
  /** With 12 decimals. */
  interest: string;
}

/** The input for an investor's costs, besides the bots' trades. */
export interface CostParts {
  /** The bots in which the investor has ever held units, in the order of the catalogue. */
  held: HeldBotRow[];
  flows: BotUnitFlow[];
}

export const costsRead: UserRead<CostParts> = {
  isRare: true,
  own: `select json_build_object('held', (select json_agg(held order by held.place) from (
      select b.id, b.name, b.market, b.place, p.is_active as "isActive", min(e.happened_at) as since,
        sum(e.profit_share)::text as "profitShare",
        (p.interest + trunc(p.units * (k.interest_sum - p.interest_sum), 12) - sum(e.interest_delta))::text as interest
      from position_events e
      join trading_bots b on b.id = e.bot_id
      join positions p on p.user_id = e.user_id and p.bot_id = e.bot_id
      join pools k on k.bot_id = e.bot_id
      where e.user_id = u.id
      group by b.id, p.user_id, p.bot_id, k.bot_id) held), 'flows', (${heldUnitsRead.own}))`,
  parse: ({ held, flows }: { held: JsonRow<HeldBotRow>[] | null; flows: string | null }) => ({
    held: (held ?? []).map((row) => parseDates<HeldBotRow>(row, ["since"])),
    flows: parseFlows(flows),
  }),
};

/** The sums of a range of a bot's closed trades, per unit: 24 decimals for costs, 12 for the unit price. */
export interface RangeSums {
  trades: number;
  tradesWithoutCosts: number;
  /** Spread, slippage, commission, financing. */
  costs: [string, string, string, string];
  /** The sum of the changes of the unit price, and the last unit price. */
  change: string;
  lastNav: string;
  /** The pool's sum of interest per unit at the last close. */
  lastInterestSum: string;
}

/** Sums the trades of each range, in the order of the ranges. */
export function sumRanges(
  sql: Queryable,
  ranges: readonly { botId: string; after: bigint; until: bigint | null }[],
): Promise<RangeSums[]> {
  return sql<RangeSums[]>`
    select s.trades, s.without as "tradesWithoutCosts", s.costs, s.change, s.last_nav as "lastNav",
      s.last_interest_sum as "lastInterestSum"
    from unnest(${ranges.map(({ botId }) => botId)}::uuid[], ${ranges.map(({ after }) => after.toString())}::bigint[],
      ${ranges.map(({ until }) => until?.toString() ?? NO_END)}::bigint[]) with ordinality r (bot_id, after, until, place)
    cross join lateral (
      select count(*)::int as trades, (count(*) filter (where t.spread_cost is null))::int as without,
        array[coalesce(sum(base * t.spread_cost), 0)::text, coalesce(sum(base * t.slippage_cost), 0)::text,
          coalesce(sum(base * t.commission_cost), 0)::text, coalesce(sum(base * t.financing_cost), 0)::text] as costs,
        coalesce(sum(t.nav_after - t.nav_before), 0)::text as change, coalesce(max(t.nav_after), 0)::text as last_nav,
        coalesce(max(t.interest_sum), 0)::text as last_interest_sum
      from bot_trades t cross join lateral (select coalesce(t.base_nav, t.nav_before) as base) opened where t.bot_id = r.bot_id and t.sequence > r.after and t.sequence <= r.until
    ) s
    order by r.place`;
}

export interface EntryRow {
  at: Date;
  amount: string;
  units: string;
  unitPrice: string;
  tradeOpen: boolean;
  exitMark: string | null;
}

/** Lists the last purchases of units since the position was opened, oldest first; none when it is closed. */
export async function listEntries(sql: Queryable, userId: string, botId: string): Promise<EntryRow[]> {
  const rows = await sql<EntryRow[]>`
    with events as (
      select e.*, sum(e.units_delta) over (order by e.transaction_id) as held
      from position_events e where e.user_id = ${userId} and e.bot_id = ${botId}
    )
    select happened_at as at, (own_deposit_delta + own_profit_delta)::text as amount, units_delta::text as units,
      mark::text as "unitPrice", trade_open as "tradeOpen", exit_mark::text as "exitMark"
    from events
    where kind = 'allocation' and transaction_id > coalesce((select max(transaction_id) from events where held = 0), 0)
    order by transaction_id desc limit ${MAX_ENTRIES}`;
  return rows.reverse();
}
