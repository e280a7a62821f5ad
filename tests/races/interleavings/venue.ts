import type { BotMarket } from "@wazi/contracts";
import { formatScaled, toScaled } from "@wazi/trading";
import { createSeededRandom, type Random } from "../../../lab/commands/seeding/seeded-random.ts";
import { type Lease, takeLease } from "../../../apps/server/src/platform/jobs/store.ts";
import { isConnectionLost } from "../../../apps/server/src/platform/db/database-errors.ts";
import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import type { Broker, OrderOutcome, VenueOrder } from "../../../apps/server/src/trader/venue/broker.ts";
import { createVenueSync, runVenueSync } from "../../../apps/server/src/trader/venue/venue-sync.ts";
import { silentLog } from "../../harness/silent-log.ts";
import type { Actor } from "./actor.ts";

const ROUNDS = 3;
const ROUNDS_TO_AGREE = 6;
const LOT = "0.000001";
/** The trader's lease in a run belongs to its trades, so its orders have another one. */
const LEASE_NAME = "payouts";

/** The step at which the venue gets an order. */
export const ORDER_ARRIVES = "venue: an order arrives";

export interface OrderWorld {
  owner: Sql;
  actors: { sender: Actor; successor: Actor };
  /** The symbol and the market of the first bot's trades. */
  traded: Pick<VenueOrder, "symbol"> & { market: BotMarket };
  venue: { current: Venue | null };
}

interface PlacedOrder extends VenueOrder {
  isFilled: boolean;
}

type Found = OrderOutcome | { status: "not-found" };

/** A venue that executes each order exactly once. Orders and answers are on their way for as long as the scheduler decides. */
class Venue {
  readonly orders = new Map<string, PlacedOrder>();

  constructor(
    private readonly random: Random,
    private readonly traded: OrderWorld["traded"],
  ) {}

  /** The venue as one process sees it. Null for a process whose calls are answered at once. */
  connect(actor: Actor | null): Broker {
    const { symbol } = this.traded;
    const ask = <T>(label: string, answer: () => T): Promise<T> =>
      actor ? actor.ask("venue", label, answer) : Promise.resolve(answer());
    const answerWith = async <T extends { status: string }>(outcome: T): Promise<T> =>
      ask(`venue: the answer "${outcome.status}"`, () => outcome);
    return {
      name: "stepped",
      symbols: [symbol],
      instruments: () => Promise.resolve([{ symbol, venueSymbol: symbol, lotSize: LOT, leastQuantity: LOT }]),
      place: async (order) => answerWith(await ask(ORDER_ARRIVES, () => this.accept(order, actor !== null))),
      find: async (id) => answerWith(await ask("venue: an order is looked up", () => this.find(id, actor !== null))),
      positions: () => ask("venue: the positions are asked for", () => new Map([[symbol, this.position()]])),
    };
  }

  /** Fills the order, accepts it and fills it later, or fills it while the client does not wait any longer. */
  private accept(order: VenueOrder, mayFail: boolean): OrderOutcome {
    const placed = { ...order, isFilled: true };
    if (this.orders.has(order.clientOrderId)) return { status: "rejected", reason: "the same id again" };
    this.orders.set(order.clientOrderId, placed);
    const chance = mayFail ? this.random.next() : 1;
    if (chance < 0.3) return { status: "unknown", reason: "timed out after accepting" };
    if (chance < 0.55) placed.isFilled = false;
    return describe(placed);
  }

  private find(clientOrderId: string, mayFail: boolean): Found {
    const order = this.orders.get(clientOrderId);
    if (!order) return { status: "not-found" };
    order.isFilled ||= !mayFail || this.random.next() < 0.5;
    if (mayFail && this.random.next() < 0.2) return { status: "unknown", reason: "timed out" };
    return describe(order);
  }

  position(): string {
    const filled = [...this.orders.values()].filter(({ isFilled }) => isFilled);
    const parts = filled.map(({ side, quantity }) => (side === "buy" ? toScaled(quantity) : -toScaled(quantity)));
    return formatScaled(parts.reduce((total, part) => total + part, 0n));
  }
}

const describe = ({ isFilled, quantity }: PlacedOrder): OrderOutcome =>
  isFilled ? { status: "filled", price: "100", quantity, fee: "0" } : { status: "open" };

/** A lease that lasts as long as a run. */
async function takeLongLease(owner: Sql, holder: string): Promise<Lease> {
  const lease = await takeLease(owner, holder, true, LEASE_NAME);
  if (!lease) throw new Error("no lease");
  await owner`update leases set expires_at = 'infinity' where name = ${LEASE_NAME}`;
  return lease;
}

/** Starts two processes that send the orders. The second takes the lease of the first one, which does not know it. */
export async function sendOrders(world: OrderWorld, random: Random, problems: string[]): Promise<Promise<void>[]> {
  const { owner, actors, traded } = world;
  const venue = new Venue(createSeededRandom(Number(random.integer(1, 1_000_000_000))), traded);
  world.venue.current = venue;
  const first = await takeLongLease(owner, "sender");
  const run = (actor: Actor, takeFirst: () => Promise<Lease>) =>
    actor.run(async () => runRounds(actor, venue.connect(actor), await takeFirst(), problems));
  const takeOver = () => actors.successor.ask("venue", "takes the lease", () => takeLongLease(owner, "successor"));
  return [run(actors.sender, () => Promise.resolve(first)), run(actors.successor, takeOver)];
}

/** The trader's loop, for a few rounds. */
async function runRounds(actor: Actor, broker: Broker, lease: Lease, problems: string[]): Promise<void> {
  const stop = new AbortController();
  const log = {
    ...silentLog,
    error: ({ err }: { err?: unknown }) => {
      if (err instanceof Error && !isConnectionLost(err)) problems.push(`${actor.name}: ${err.message}`);
    },
  };
  const sync = createVenueSync({ sql: actor.sql, broker, lease, log, now: () => new Date() });
  let rounds = 0;
  const counted = {
    ...sync,
    async sync() {
      rounds += 1;
      if (rounds === ROUNDS) stop.abort();
      await sync.sync();
    },
  };
  await runVenueSync(counted, log, stop.signal);
}

/** Lets the orders end as they do with time, and compares the venue's position with our records. The trades are closed. */
export async function settleVenue({ owner, venue: { current: venue } }: OrderWorld): Promise<string[]> {
  if (!venue) return [];
  const lease = await takeLongLease(owner, "settling");
  const broker = venue.connect(null);
  const sync = createVenueSync({ sql: owner, broker, lease, log: silentLog, now: () => new Date() });
  for (let round = 0; round < ROUNDS_TO_AGREE; round += 1) {
    await owner`
      update orders set sent_at = sent_at - interval '1 hour', settled_at = settled_at - interval '1 hour'
      where broker = ${broker.name}`;
    await sync.sync();
  }
  const [row] = await owner<{ held: string }[]>`
    select coalesce(sum(case when side = 'buy' then filled_quantity else -filled_quantity end), 0)::text as held
    from orders where broker = ${broker.name}`;
  const orders = await owner`select side, quantity, status, reason from orders order by sequence`;
  await owner`delete from orders where broker = ${broker.name}`;
  const [ours, there] = [toScaled(row?.held ?? "0"), toScaled(venue.position())];
  const seen = () => `${JSON.stringify(orders)} ${JSON.stringify([...venue.orders.values()])}`;
  if (ours !== there)
    return [`the venue's position is ${formatScaled(there)}, and ours ${formatScaled(ours)}: ${seen()}`];
  return ours === 0n ? [] : [`the position is ${formatScaled(ours)} after the last trade: ${seen()}`];
}
