import { formatScaled, SCALE, type Side, toScaled } from "@wazi/trading";
import { UNITS_COLUMN } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { Lease } from "../../platform/jobs/store.ts";
import { findFirstSession } from "../feeds/live-actions.ts";
import type { PoolTrade } from "../loop/open-trade.ts";

/** The first four states mean that the outcome is not known yet. */
type OrderStatus = "planned" | "sent" | "open" | "unknown" | "filled" | "rejected" | "absent";

export interface StoredOrder {
  clientOrderId: string;
  symbol: string;
  sequence: bigint;
  side: Side;
  quantity: string;
  status: OrderStatus;
  reason: string | null;
  /** The time since it was sent, by the database's clock; null when it was not sent. */
  sentAgeMs: number | null;
  settledAt: Date | null;
}

export interface OrderIntent {
  clientOrderId: string;
  broker: string;
  symbol: string;
  sequence: bigint;
  side: Side;
  quantity: string;
  held: string;
  target: string;
  decision: object;
  modelPrice: string;
}

/** The new state of an order. Only `filled` has a quantity and a price. */
interface OrderChange {
  status: "sent" | "open" | "unknown" | "filled" | "rejected" | "absent";
  filledQuantity?: string;
  fillPrice?: string;
  fee?: string | null;
  reason?: string;
}

/** An open trade, with its pool and that pool's units. */
export interface TradingPool {
  botId: string;
  name: string;
  nav: string;
  units: string;
  trade: PoolTrade;
}

/** The open trades on live prices in symbols that a broker trades. */
export function readTradingPools(sql: Queryable, symbols: readonly string[]): Promise<TradingPool[]> {
  return sql<TradingPool[]>`
    select p.bot_id as "botId", b.name, p.nav::text, o.trade,
      ${sql.raw(UNITS_COLUMN)}
    from pools p join trading_bots b on b.id = p.bot_id
    cross join lateral jsonb_array_elements(p.open_trades) with ordinality o (trade, place)
    where o.trade ->> 'feed' = 'live' and o.trade ->> 'symbol' = any(${symbols})
    order by b.place, o.place`;
}

/** A split of a share whose first session has begun. */
export interface BegunSplit {
  symbol: string;
  ratio: string;
  exTime: number;
  opensAt: Date;
}

/** The splits that the live feed was told (`LiveActions`) and whose first sessions began before `now`, oldest first. */
export async function readBegunSplits(sql: Queryable, now: Date): Promise<BegunSplit[]> {
  const rows = await sql<Omit<BegunSplit, "opensAt">[]>`
    select each ->> 'symbol' as symbol, each ->> 'ratio' as ratio, (each ->> 'exTime')::float8 as "exTime"
    from feed_state f cross join lateral jsonb_array_elements(f.state -> 'actions' -> 'known') each
    where f.name = 'live' and each ->> 'kind' = 'split' order by 3`;
  return rows
    .map((row) => ({ ...row, opensAt: new Date(findFirstSession(row.exTime)) }))
    .filter(({ opensAt }) => opensAt.getTime() <= now.getTime());
}

/** Quantities of shares at brokers have at most so many places. */
const QUANTITY_STEP = SCALE / 10n ** 9n;

/** Our position in each symbol by our own records: the sum of all fills, each times the ratios of the splits since. */
export async function readHeldQuantities(
  sql: Queryable,
  broker: string,
  splits: readonly BegunSplit[],
): Promise<Map<string, string>> {
  const held = await readFillSums(sql, broker, null);
  const before = new Map<string, bigint>();
  const grown = new Map<string, bigint>();
  for (const { symbol, ratio, opensAt } of splits) {
    const until = toScaled((await readFillSums(sql, broker, { symbol, opensAt })).get(symbol) ?? "0");
    const whole = (grown.get(symbol) ?? 0n) + until - (before.get(symbol) ?? 0n);
    const exact = (whole * toScaled(ratio)) / SCALE;
    const half = exact < 0n ? -QUANTITY_STEP / 2n : QUANTITY_STEP / 2n;
    grown.set(symbol, ((exact + half) / QUANTITY_STEP) * QUANTITY_STEP);
    before.set(symbol, until);
  }
  for (const [symbol, quantity] of grown)
    if (held.has(symbol))
      held.set(symbol, formatScaled(quantity + toScaled(held.get(symbol) ?? "0") - (before.get(symbol) ?? 0n)));
  return held;
}

/** Our positions at a moment (`readHeldQuantities`). */
export async function readOurQuantities(sql: Queryable, broker: string, now: Date): Promise<Map<string, string>> {
  return readHeldQuantities(sql, broker, await readBegunSplits(sql, now));
}

/** The sum of the fills in each symbol, or of those in one before a moment. */
async function readFillSums(
  sql: Queryable,
  broker: string,
  part: { symbol: string; opensAt: Date } | null,
): Promise<Map<string, string>> {
  const [only, before] = [part?.symbol ?? null, part?.opensAt ?? null];
  const rows = await sql<{ symbol: string; held: string }[]>`
    select symbol, sum(case when side = 'buy' then filled_quantity else -filled_quantity end)::text as held
    from orders where broker = ${broker} and (${only}::text is null or symbol = ${only})
      and (${before}::timestamptz is null or settled_at < ${before}) group by symbol`;
  return new Map(rows.map(({ symbol, held }) => [symbol, held]));
}

/** The latest order of each symbol. */
export async function readLatestOrders(sql: Queryable, broker: string): Promise<Map<string, StoredOrder>> {
  const rows = await sql<StoredOrder[]>`
    select distinct on (symbol) client_order_id as "clientOrderId", symbol, sequence, side, quantity::text, status, reason,
      (extract(epoch from clock_timestamp() - sent_at) * 1000)::float8 as "sentAgeMs", settled_at as "settledAt"
    from orders where broker = ${broker} order by symbol, sequence desc`;
  return new Map(rows.map((order) => [order.symbol, order]));
}

/** The latest price of each symbol. */
export async function readModelPrices(sql: Queryable, symbols: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ symbol: string; price: string }[]>`
    select symbol, price::text from market_prices where symbol = any(${symbols})`;
  return new Map(rows.map(({ symbol, price }) => [symbol, price]));
}

/** Saves the intent. Returns false when the lease is no longer ours, or another order of the symbol is in progress. */
export async function planOrder(sql: Queryable, intent: OrderIntent, lease: Lease): Promise<boolean> {
  const { clientOrderId, broker, symbol, sequence, side, quantity, held, target, decision, modelPrice } = intent;
  const rows = await sql`
    insert into orders (client_order_id, broker, symbol, sequence, side, quantity, held, target, decision, model_price, status)
    select ${clientOrderId}, ${broker}, ${symbol}, ${sequence.toString()}::bigint, ${side}, ${quantity}::numeric,
      ${held}::numeric, ${target}::numeric, ${JSON.stringify(decision)}::text::jsonb, ${modelPrice}::numeric, 'planned'
    where exists (select from leases l where l.name = ${lease.name} and l.token = ${lease.token} and l.expires_at > clock_timestamp())
    on conflict do nothing returning client_order_id`;
  return rows.length > 0;
}

/** Marks an order as sent, just before sending it. Returns false when it was marked before, or the lease is no longer ours. */
export async function markSent(sql: Queryable, clientOrderId: string, lease: Lease): Promise<boolean> {
  const rows = await sql`
    update orders set status = 'sent', sent_at = clock_timestamp()
    where client_order_id = ${clientOrderId} and status = 'planned'
      and exists (select from leases l where l.name = ${lease.name} and l.token = ${lease.token} and l.expires_at > clock_timestamp())
    returning client_order_id`;
  return rows.length > 0;
}

/** Saves the new state of an order. A finished order does not change. */
export async function recordOrder(sql: Queryable, clientOrderId: string, change: OrderChange): Promise<void> {
  const { status, filledQuantity = "0", fillPrice = null, fee = null, reason = null } = change;
  const isSettled = status === "filled" || status === "rejected" || status === "absent";
  await sql`
    update orders set status = ${status}, filled_quantity = ${filledQuantity}::numeric, fill_price = ${fillPrice}::numeric,
      fee = ${fee}::numeric, reason = ${reason}, settled_at = case when ${isSettled} then clock_timestamp() end
    where client_order_id = ${clientOrderId} and status in ('planned', 'sent', 'open', 'unknown')`;
}

/** A filled order whose fee is not known yet. */
interface FillWithoutFee {
  clientOrderId: string;
  symbol: string;
  /** The time since it was settled, by the database's clock. */
  ageMs: number;
}

/** The latest fills of the last 23 hours without a fee, newest first. */
export async function readFillsWithoutFee(sql: Queryable, broker: string, limit: number): Promise<FillWithoutFee[]> {
  return sql<FillWithoutFee[]>`
    select client_order_id as "clientOrderId", symbol,
      (extract(epoch from clock_timestamp() - settled_at) * 1000)::float8 as "ageMs"
    from orders where broker = ${broker} and status = 'filled' and fee is null
      and settled_at > clock_timestamp() - interval '23 hours'
    order by settled_at desc limit ${limit}`;
}

/** Saves the fee of a fill that has none. A saved fee does not change. */
export async function recordFee(sql: Queryable, clientOrderId: string, fee: string): Promise<void> {
  await sql`
    update orders set fee = ${fee}::numeric
    where client_order_id = ${clientOrderId} and status = 'filled' and fee is null`;
}

/**
 * Ends an order that was saved and never sent. It changes nothing when another process is sending it at this moment, and an
 * order that it has ended is not sent.
 */
export async function dropPlannedOrder(sql: Queryable, clientOrderId: string, reason: string): Promise<void> {
  await sql`
    update orders set status = 'absent', reason = ${reason}, settled_at = clock_timestamp()
    where client_order_id = ${clientOrderId} and status = 'planned'`;
}
