import { DAY_MS } from "@wazi/domain";
import type { Queryable } from "../../../platform/db/pool.ts";
import type { Difference } from "../difference.ts";

/** The part of a broker that the comparison needs. */
export interface VenueFigures {
  readonly name: string;
  /** Our positions at the venue by symbol, as decimal strings; negative when sold short. */
  positions(): Promise<ReadonlyMap<string, string>>;
  find(clientOrderId: string, symbol: string): Promise<VenueOrderState>;
  /** Only of a venue for shares. */
  readonly shareMarket?: { listEvents(since: Date): Promise<readonly { amount: string }[]> };
}

type VenueOrderState =
  | { status: "filled"; price: string; quantity: string }
  | { status: "open" | "rejected" | "unknown" | "not-found" };

/** The gains of the pools and of the venue, in dollars. */
export interface VenueTotals {
  /** The pools' gain in the ledger: the opposite of the account `market`. */
  poolsGained: string;
  /** The gain of the venue's fills after fees, with open positions at the latest price. */
  venueGained: string;
  fees: string;
  /** The cost of the fills above the model's prices. */
  slippage: string;
  /** The dividends, interest and charges of the last 30 days at the venue. Null for a venue without shares. */
  bookings: string | null;
}

export const venueCheckNames: readonly string[] = [
  "the venue's positions equal the sum of our orders",
  "a stored fill equals the venue's fill",
];

const [POSITIONS_AGREE = "", FILLS_AGREE = ""] = venueCheckNames;

/** The running trader may fill an order between two reads, so differences are checked again. */
const MAX_LOOKS = 3;

/** The number of fills of the last day that are checked, latest first. */
const MAX_ASKED = 100;

const BOOKED_DAYS = 30;

/**
 * Compares our orders with a venue's figures. The gains of the pools and of the venue are only reported: they differ by
 * slippage and fees, which the platform bears, and by open trades.
 * @throws Error when the venue cannot be reached
 */
export async function compareWithVenue(
  sql: Queryable,
  venue: VenueFigures,
  readOurs: OurPositionReader = readFillSums,
): Promise<{ differences: Difference[]; totals: VenueTotals }> {
  const differences = [...(await comparePositions(sql, venue, readOurs)), ...(await compareFills(sql, venue))];
  const [totals, bookings] = [
    await readVenueTotals(sql, venue.name, await readOurs(sql, venue.name)),
    await sumBookings(sql, venue),
  ];
  return { differences, totals: { ...totals, bookings } };
}

/** Our position in each symbol at a broker by our own records, splits included. */
export type OurPositionReader = (sql: Queryable, broker: string) => Promise<ReadonlyMap<string, string>>;

async function readFillSums(sql: Queryable, broker: string): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ symbol: string; held: string }[]>`
    select symbol, sum(case when side = 'buy' then filled_quantity else -filled_quantity end)::text as held
    from orders where broker = ${broker} group by symbol`;
  return new Map(rows.map(({ symbol, held }) => [symbol, held]));
}

async function comparePositions(
  sql: Queryable,
  venue: VenueFigures,
  readOurs: OurPositionReader,
): Promise<Difference[]> {
  let differences: Difference[] = [];
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const theirs = [...(await venue.positions())];
    const ours = [...(await readOurs(sql, venue.name))];
    const rows = await sql<Omit<Difference, "check">[]>`
      with ours as (
        select symbol, held from unnest(${ours.map(([symbol]) => symbol)}::text[], ${ours.map(([, held]) => held)}::numeric[])
          as o (symbol, held)
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

/** A venue divides with more places for an average price than are stored. */
async function compareFills(sql: Queryable, venue: VenueFigures): Promise<Difference[]> {
  const fills = await sql<{ id: string; symbol: string }[]>`
    select client_order_id as id, symbol from orders
    where broker = ${venue.name} and status = 'filled' and sent_at > clock_timestamp() - interval '23 hours'
    order by planned_at desc limit ${MAX_ASKED}`;
  const differences: Difference[] = [];
  for (const { id, symbol } of fills) {
    const there = await venue.find(id, symbol);
    if (there.status === "unknown") throw new Error(`${venue.name} could not be asked about order ${id}`);
    const [price, quantity] = there.status === "filled" ? [there.price, there.quantity] : [null, null];
    const rows = await sql<{ expected: string }[]>`
      select filled_quantity || ' at ' || fill_price as expected from orders where client_order_id = ${id}
        and (fill_price, filled_quantity) is distinct from (${price}::numeric(30, 12), ${quantity}::numeric(30, 12))`;
    const actual = there.status === "filled" ? `${there.quantity} at ${there.price}` : there.status;
    for (const { expected } of rows) differences.push({ check: FILLS_AGREE, subject: `order ${id}`, expected, actual });
  }
  return differences;
}

async function sumBookings(sql: Queryable, { shareMarket }: VenueFigures): Promise<string | null> {
  if (!shareMarket) return null;
  const events = await shareMarket.listEvents(new Date(Date.now() - BOOKED_DAYS * DAY_MS));
  const [row] = await sql<{ total: string }[]>`
    select coalesce(sum(amount), 0)::numeric(20, 2)::text as total
    from unnest(${events.map(({ amount }) => amount)}::numeric[]) as t (amount)`;
  return row?.total ?? null;
}

async function readVenueTotals(
  sql: Queryable,
  broker: string,
  ours: ReadonlyMap<string, string>,
): Promise<Omit<VenueTotals, "bookings">> {
  const [totals] = await sql<Omit<VenueTotals, "bookings">[]>`
    with fills as (
      select symbol, coalesce(fee, 0) as fee, coalesce(slippage, 0) as slippage, fill_price,
        case when side = 'buy' then filled_quantity else -filled_quantity end as quantity
      from orders where broker = ${broker} and status = 'filled'
    ), held as (
      select symbol, quantity from unnest(${[...ours.keys()]}::text[], ${[...ours.values()]}::numeric[]) as o (symbol, quantity)
    )
    select (select coalesce(-sum(e.amount), 0)::numeric(20, 2)::text from ledger_entries e
        join ledger_accounts a on a.id = e.account_id where a.code = 'market') as "poolsGained",
      ((select coalesce(sum(-quantity * fill_price - fee), 0) from fills)
        + (select coalesce(sum(h.quantity * p.price), 0) from held h join market_prices p on p.symbol = h.symbol)
      )::numeric(20, 2)::text as "venueGained",
      (select coalesce(sum(fee), 0)::numeric(20, 2)::text from fills) as fees,
      (select coalesce(sum(slippage), 0)::numeric(20, 2)::text from fills) as slippage`;
  if (!totals) throw new Error("The query for the totals returned no row");
  return totals;
}
