import type { Market } from "@wazi/contracts";
import { cents, nav as toNav, parseCents, parseNav, parseUnits, units as toUnits, type PoolState } from "@wazi/domain";
import type { Queryable } from "../db/pool.ts";
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

/** The units and cash of a pool now: those after the last close, plus the flows since. */
export async function readPoolState(sql: Queryable, botId: string): Promise<PoolState> {
  const [row] = await sql<{ nav: string; units: string; cash: string; flows: string }[]>`
    select p.nav::text,
      (p.units_at_close + coalesce((
        select sum(e.units_delta) from position_events e
        where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction), 0))::text as units,
      (select count(*) from position_events e
        where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction)::text as flows,
      (p.cash_at_close + coalesce((
        select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.code = 'pool:' || p.bot_id and e.transaction_id > p.last_close_transaction), 0))::text as cash
    from pools p where p.bot_id = ${botId}`;
  if (!row) throw new Error(`No pool ${botId}`);
  return {
    nav: toNav(parseNav(row.nav)),
    units: toUnits(parseUnits(row.units)),
    cash: cents(parseCents(row.cash)),
    flowsSinceClose: Number(row.flows),
  };
}

export async function isPosted(sql: Queryable, operationId: string): Promise<boolean> {
  const rows = await sql`select from ledger_transactions where operation_id = ${operationId}`;
  return rows.length > 0;
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
