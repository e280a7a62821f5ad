import type { Market } from "@wazi/contracts";
import { cents, nav as toNav, parseCents, parseNav, parseUnits, units as toUnits, type PoolState } from "@wazi/domain";
import type { Queryable, Sql } from "../../platform/db/pool.ts";
import type { PoolTrade } from "./open-trade.ts";

/** A pool as the trader reads and writes it. */
export interface TraderPool {
  botId: string;
  name: string;
  market: Market;
  status: "trading" | "halted" | "winding-up";
  /** Why the pool is halted or winding up, as a sentence. */
  haltReason: string | null;
  series: number;
  nav: string;
  unitsAtClose: string;
  cashAtClose: string;
  closeSequence: string;
  wonTrades: string;
  version: string;
  frozen: boolean;
  openTrade: PoolTrade | null;
}

const POOL_COLUMNS = `p.bot_id as "botId", b.name, b.market, p.status, p.halt_reason as "haltReason", p.series, p.nav::text,
  p.units_at_close::text as "unitsAtClose", p.cash_at_close::text as "cashAtClose",
  p.close_sequence::text as "closeSequence", p.won_trades::text as "wonTrades", p.version::text, p.frozen, p.open_trade as "openTrade"`;

export function readPools(sql: Queryable): Promise<TraderPool[]> {
  return sql<TraderPool[]>`
    select ${sql.raw(POOL_COLUMNS)} from pools p join trading_bots b on b.id = p.bot_id order by b.place`;
}

export async function readPool(sql: Queryable, botId: string): Promise<TraderPool> {
  const [pool] = await sql<TraderPool[]>`
    select ${sql.raw(POOL_COLUMNS)} from pools p join trading_bots b on b.id = p.bot_id where p.bot_id = ${botId}`;
  if (!pool) throw new Error(`No pool ${botId}`);
  return pool;
}

/** A pool with its units and cash now: those after the last close, plus the flows since. */
export interface ClosingPool {
  pool: TraderPool;
  state: PoolState;
  /** The entries of the pool since its last close. A flow adds events and entries, so that the door sees it by their counts. */
  entriesSinceClose: number;
  /** True when the operation that was asked for is already posted. */
  isPosted: boolean;
}

interface ClosingPoolRow extends TraderPool {
  units: string;
  flows: string;
  cash: string;
  entries: string;
  isPosted: boolean;
}

/** Reads in one statement what the close of a trade is decided on. */
export async function readClosingPool(sql: Sql, botId: string, operationId: string): Promise<ClosingPool> {
  const [row] = await sql.byKey<ClosingPoolRow[]>`
    select ${sql.raw(POOL_COLUMNS)}, f.flows::text, (p.units_at_close + f.units)::text as units,
      c.entries::text, (p.cash_at_close + c.amount)::text as cash,
      exists (select from ledger_transactions t where t.operation_id = ${operationId}) as "isPosted"
    from pools p join trading_bots b on b.id = p.bot_id
    cross join lateral (
      select count(*) as flows, coalesce(sum(e.units_delta), 0) as units from position_events e
      where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction
    ) f
    cross join lateral (
      select count(*) as entries, coalesce(sum(e.amount), 0) as amount from ledger_entries e
      where e.account_id = (select a.id from ledger_accounts a where a.code = 'pool:' || p.bot_id)
        and e.transaction_id > p.last_close_transaction
    ) c
    where p.bot_id = ${botId}`;
  if (!row) throw new Error(`No pool ${botId}`);
  const { units, flows, cash, entries, isPosted, ...pool } = row;
  return {
    pool,
    state: {
      nav: toNav(parseNav(row.nav)),
      units: toUnits(parseUnits(units)),
      cash: cents(parseCents(cash)),
      flowsSinceClose: Number(flows),
    },
    entriesSinceClose: Number(entries),
    isPosted,
  };
}

export async function isOpeningRecorded(sql: Queryable, openingId: string): Promise<boolean> {
  const rows = await sql`select from bot_trades where opening_id = ${openingId}`;
  return rows.length > 0;
}

/** The first investors with an active position in a bot, at most `limit`. */
export async function listHolders(sql: Queryable, botId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select user_id from positions where bot_id = ${botId} and is_active order by user_id limit ${limit}`;
  return rows.map(({ user_id }) => user_id);
}

/** Unfreezes pools whose close a crash interrupted. The bar that caused the close is played again and closes the trade. */
export async function unfreezePools(sql: Queryable): Promise<void> {
  await sql`update pools set frozen = false, version = version + 1 where frozen`;
}
