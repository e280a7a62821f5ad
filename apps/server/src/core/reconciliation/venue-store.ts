import type { Queryable } from "../../db/pool.ts";
import type { Difference } from "./store.ts";

/** What a venue is asked for the comparison; a broker has it. */
export interface VenueFigures {
  readonly name: string;
  /** What it holds for us, by symbol: decimal strings, below 0 when sold short. */
  positions(): Promise<ReadonlyMap<string, string>>;
  find(clientOrderId: string, symbol: string): Promise<VenueOrderState>;
}

type VenueOrderState =
  { status: "filled"; price: string; quantity: string } | { status: "open" | "rejected" | "unknown" | "not-found" };

/** The two sides of what was traded at a venue, in dollars. */
export interface VenueTotals {
  /** What the pools have gained by the ledger: the other side of `market`. */
  poolsGained: string;
  /** What the venue's fills have made, fees off, with what is held at the latest price. */
  venueGained: string;
  fees: string;
  /** What the fills cost beyond the model's prices. */
  slippage: string;
}

export const venueCheckNames: readonly string[] = [
  "the venue holds what our orders add up to",
  "an order's fill is what the venue says",
];
const [POSITIONS_AGREE = "", FILLS_AGREE = ""] = venueCheckNames;

/** Beside a running trader an order may be filled between two questions: what differs is looked at again. */
const MAX_LOOKS = 3;
/** Only so many of the last day's fills are asked about, the latest first. */
const MAX_ASKED = 100;

/**
 * Compares our record of orders with a venue's own figures. The gains of the pools and of the venue are only told: they
 * differ by slippage and fees, which are the platform's, and by trades that are open.
 * @throws Error when the venue can't be asked
 */
export async function compareWithVenue(
  sql: Queryable,
  venue: VenueFigures,
): Promise<{ differences: Difference[]; totals: VenueTotals }> {
  const differences = [...(await comparePositions(sql, venue)), ...(await compareFills(sql, venue))];
  return { differences, totals: await readVenueTotals(sql, venue.name) };
}

async function comparePositions(sql: Queryable, venue: VenueFigures): Promise<Difference[]> {
  let differences: Difference[] = [];
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const theirs = [...(await venue.positions())];
    const rows = await sql<Omit<Difference, "check">[]>`
      with ours as (
        select symbol, sum(case when side = 'buy' then filled_quantity else -filled_quantity end) as held
        from orders where broker = ${venue.name} group by symbol
      ), theirs as (
        select symbol, held from unnest(${theirs.map(([symbol]) => symbol)}::text[], ${theirs.map(([, held]) => held)}::numeric[])
          as t (symbol, held)
      )
      select symbol || ' at ' || ${venue.name} as subject, coalesce(o.held, 0)::text as expected, coalesce(t.held, 0)::text as actual
      from ours o full join theirs t using (symbol) where coalesce(o.held, 0) <> coalesce(t.held, 0) order by symbol`;
    differences = rows.map((row) => ({ check: POSITIONS_AGREE, ...row }));
    if (differences.length === 0) break;
  }
  return differences;
}

async function compareFills(sql: Queryable, venue: VenueFigures): Promise<Difference[]> {
  const fills = await sql<{ id: string; symbol: string }[]>`
    select client_order_id as id, symbol from orders
    where broker = ${venue.name} and status = 'filled' and sent_at > clock_timestamp() - interval '23 hours'
    order by planned_at desc limit ${MAX_ASKED}`;
  const differences: Difference[] = [];
  for (const { id, symbol } of fills) {
    const there = await venue.find(id, symbol);
    if (there.status === "unknown") throw new Error(`${venue.name} can't be asked about order ${id}`);
    const [price, quantity] = there.status === "filled" ? [there.price, there.quantity] : [null, null];
    const rows = await sql<{ expected: string }[]>`
      select filled_quantity || ' at ' || fill_price as expected from orders where client_order_id = ${id}
        and (fill_price, filled_quantity) is distinct from (${price}::numeric, ${quantity}::numeric)`;
    const actual = there.status === "filled" ? `${there.quantity} at ${there.price}` : there.status;
    for (const { expected } of rows) differences.push({ check: FILLS_AGREE, subject: `order ${id}`, expected, actual });
  }
  return differences;
}

async function readVenueTotals(sql: Queryable, broker: string): Promise<VenueTotals> {
  const [totals] = await sql<VenueTotals[]>`
    with fills as (
      select symbol, coalesce(fee, 0) as fee, coalesce(slippage, 0) as slippage, fill_price,
        case when side = 'buy' then filled_quantity else -filled_quantity end as quantity
      from orders where broker = ${broker} and status = 'filled'
    ), held as (
      select symbol, sum(quantity) as quantity from fills group by symbol
    )
    select (select coalesce(-sum(e.amount), 0)::numeric(20, 2)::text from ledger_entries e
        join ledger_accounts a on a.id = e.account_id where a.code = 'market') as "poolsGained",
      ((select coalesce(sum(-quantity * fill_price - fee), 0) from fills)
        + (select coalesce(sum(h.quantity * p.price), 0) from held h join market_prices p on p.symbol = h.symbol)
      )::numeric(20, 2)::text as "venueGained",
      (select coalesce(sum(fee), 0)::numeric(20, 2)::text from fills) as fees,
      (select coalesce(sum(slippage), 0)::numeric(20, 2)::text from fills) as slippage`;
  if (!totals) throw new Error("no totals");
  return totals;
}
