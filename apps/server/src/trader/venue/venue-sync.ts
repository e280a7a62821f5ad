import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseNav, parseUnits } from "@wazi/domain";
import { formatScaled, SCALE, toScaled } from "@wazi/trading";
import type { Sql } from "../../db/pool.ts";
import type { Broker, OrderOutcome, VenueInstrument } from "./broker.ts";
import type { Lease } from "../lease-store.ts";
import {
  markSent,
  planOrder,
  readHeldQuantities,
  readLatestOrders,
  readModelPrices,
  readTradingPools,
  recordOrder,
  type OrderIntent,
  type StoredOrder,
  type TradingPool,
} from "./order-store.ts";

/** How often the venue's position is compared with the pools'. */
const SYNC_INTERVAL_MS = 1_000;
/** An order that the venue does not have this long after it was sent never arrived. Longer than any answer takes. */
const ABSENT_AFTER_MS = 60_000;
/** After a refusal the difference is tried again as a new order, this long after and this often in a row. */
const RETRY_REFUSED_MS = 60_000;
const MAX_REFUSALS_IN_A_ROW = 5;
/** New trades of a symbol wait this long after a refusal, and after each question that left an order in doubt. */
const HALT_AFTER_REFUSAL_MS = 900_000;
const HALT_IN_DOUBT_MS = 10_000;

type Say = (details: object, message: string) => void;
interface VenueLog {
  info: Say;
  warn: Say;
  error: Say;
}

export interface VenueSyncDeps {
  sql: Sql;
  broker: Broker;
  lease: Lease;
  log: VenueLog;
  now: () => Date;
}

/** Keeps what we hold at a venue at what the pools' open trades amount to. */
export interface VenueSync {
  /** Settles what is under way, then sends what is missing; one order a symbol at most. */
  keep(): Promise<void>;
  /** True while no bot should open a new trade in the symbol: the venue has not said that it lists it, or is in doubt. */
  isHalted(symbol: string): boolean;
}

/**
 * One position a symbol for all pools together, whoever invests: an order is the difference between what the pools' open
 * trades amount to and what our own fills add up to, in whole lots. Its intent is in the database before it is sent, and
 * nothing more is sent for the symbol until it is known what became of it. Whatever was cut short is taken up from there.
 */
export function createVenueSync(deps: VenueSyncDeps): VenueSync {
  const { sql, broker, log, now } = deps;
  let instruments: Map<string, VenueInstrument> | null = null;
  const haltedUntilMs = new Map<string, number>();
  const refusals = new Map<string, number>();

  const halt = (symbol: string, forMs: number): void => {
    const untilMs = now().getTime() + forMs;
    haltedUntilMs.set(symbol, Math.max(untilMs, haltedUntilMs.get(symbol) ?? 0));
  };

  const note = (symbol: string, outcome: OrderOutcome | { status: "absent" }): void => {
    if (outcome.status === "filled") {
      refusals.delete(symbol);
      haltedUntilMs.delete(symbol);
    }
    if (outcome.status !== "rejected") return;
    refusals.set(symbol, (refusals.get(symbol) ?? 0) + 1);
    halt(symbol, HALT_AFTER_REFUSAL_MS);
    log.error({ symbol, reason: outcome.reason }, "the venue refused an order: no new trades in this symbol for now");
  };

  const mayRetry = ({ symbol, status, settledAt }: StoredOrder): boolean => {
    if (status !== "rejected") return true;
    const sinceMs = now().getTime() - (settledAt?.getTime() ?? 0);
    const isLast = (refusals.get(symbol) ?? 0) >= MAX_REFUSALS_IN_A_ROW;
    return sinceMs >= (isLast ? HALT_AFTER_REFUSAL_MS : RETRY_REFUSED_MS);
  };

  const syncSymbol = async (situation: Situation): Promise<void> => {
    const { latest, instrument } = situation;
    if (latest && isUnderWay(latest)) {
      const became = await settleOrder(deps, latest);
      if (became && became.status !== "open") note(latest.symbol, became);
      else halt(latest.symbol, HALT_IN_DOUBT_MS);
      return;
    }
    if (latest && !mayRetry(latest)) return;
    const intent = decideOrder(broker.name, situation);
    if (!intent) return;
    const outcome = await sendOrder(deps, intent);
    if (outcome) note(instrument.symbol, outcome);
  };

  return {
    isHalted: (symbol) => instruments?.has(symbol) !== true || (haltedUntilMs.get(symbol) ?? 0) > now().getTime(),
    async keep() {
      if (!instruments) {
        instruments = await listInstruments(deps);
        restoreHalts(await readLatestOrders(sql, broker.name), haltedUntilMs);
      }
      const symbols = [...instruments.keys()];
      const [pools, held, latest, prices] = await Promise.all([
        readTradingPools(sql, broker.markets),
        readHeldQuantities(sql, broker.name),
        readLatestOrders(sql, broker.name),
        readModelPrices(sql, symbols),
      ]);
      await Promise.all(
        [...instruments.values()].map((instrument) =>
          syncSymbol({
            instrument,
            pools: pools.filter(({ trade }) => trade.symbol === instrument.symbol),
            held: toScaled(held.get(instrument.symbol) ?? "0"),
            latest: latest.get(instrument.symbol),
            modelPrice: prices.get(instrument.symbol),
          }),
        ),
      );
    },
  };
}

/** What the venue lists, by the product's symbols; said once, for names differ. */
async function listInstruments({ broker, log }: VenueSyncDeps): Promise<Map<string, VenueInstrument>> {
  const listed = await broker.instruments();
  const names = Object.fromEntries(listed.map(({ symbol, venueSymbol }) => [symbol, venueSymbol]));
  log.info({ broker: broker.name, symbols: names }, "orders go to the venue");
  if (listed.length === 0)
    log.error({ broker: broker.name }, "the venue lists no perpetual contract that bots trade: nothing is opened");
  return new Map(listed.map((each) => [each.symbol, each]));
}

/** Keeps on until told to stop; a venue or a database that can't be asked is asked again. */
export async function runVenueSync(keeper: VenueSync, log: VenueSyncDeps["log"], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await keeper.keep().catch((error: unknown) => {
      log.error({ err: error }, "the venue's position could not be kept; it is tried again");
    });
    await sleep(SYNC_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

interface Situation {
  instrument: VenueInstrument;
  /** The open trades in the symbol. */
  pools: readonly TradingPool[];
  held: bigint;
  latest: StoredOrder | undefined;
  modelPrice: string | undefined;
}

const isUnderWay = ({ status }: StoredOrder): boolean => ["planned", "sent", "open", "unknown"].includes(status);

function restoreHalts(latest: ReadonlyMap<string, StoredOrder>, haltedUntilMs: Map<string, number>): void {
  for (const { symbol, status, settledAt } of latest.values()) {
    if (status === "rejected" && settledAt) haltedUntilMs.set(symbol, settledAt.getTime() + HALT_AFTER_REFUSAL_MS);
  }
}

/** What a pool's trade amounts to at a venue: below 0 when it sells. Gains and losses then are the pool's, before costs. */
export function computeVenueQuantity({ nav, units, trade }: Pick<TradingPool, "nav" | "units" | "trade">): bigint {
  const value = (parseUnits(units) * parseNav(nav)) / SCALE;
  const quantity = (value * toScaled(trade.exposure)) / toScaled(trade.entryPrice);
  return trade.side === "buy" ? quantity : -quantity;
}

/** The order that brings what is held to what the pools hold, in whole lots; null when that is less than one can order. */
function decideOrder(broker: string, { instrument, pools, held, latest, modelPrice }: Situation): OrderIntent | null {
  const { symbol } = instrument;
  const lot = toScaled(instrument.lotSize);
  const parts = pools.map((pool) => ({ bot: pool.name, opening: pool.trade.id, quantity: computeVenueQuantity(pool) }));
  const wanted = parts.reduce((total, { quantity }) => total + quantity, 0n);
  // Towards zero: never more than the pools hold.
  const target = (wanted / lot) * lot;
  const difference = target - held;
  const size = difference < 0n ? -difference : difference;
  if (size === 0n || size < toScaled(instrument.leastQuantity) || modelPrice === undefined) return null;
  const sequence = (latest?.sequence ?? 0n) + 1n;
  const openings = parts.map(({ opening }) => opening);
  const decision = [broker, symbol, String(sequence), String(held), String(target), ...openings];
  return {
    // 32 letters and digits: what the strictest venue takes.
    clientOrderId: createHash("sha256").update(decision.join("\n")).digest("hex").slice(0, 32),
    broker,
    symbol,
    sequence,
    side: difference > 0n ? "buy" : "sell",
    quantity: formatScaled(size),
    held: formatScaled(held),
    target: formatScaled(target),
    decision: parts.map(({ quantity, ...part }) => ({ ...part, quantity: formatScaled(quantity) })),
    modelPrice,
  };
}

/** Writes the intent, sends it, writes the answer. Null when somebody else sends for this symbol. */
async function sendOrder({ sql, broker, lease }: VenueSyncDeps, intent: OrderIntent): Promise<OrderOutcome | null> {
  const { clientOrderId, symbol, side, quantity } = intent;
  if (!(await planOrder(sql, intent, lease))) return null;
  if (!(await markSent(sql, clientOrderId, lease))) return null;
  const outcome = await broker.place({ clientOrderId, symbol, side, quantity });
  await record(sql, clientOrderId, outcome);
  return outcome;
}

/** Asks the venue what became of an order, and writes it down; null while it is not known. */
async function settleOrder(
  { sql, broker, now, log }: VenueSyncDeps,
  order: StoredOrder,
): Promise<OrderOutcome | { status: "absent" } | null> {
  const { clientOrderId, symbol, sentAt } = order;
  const found = await broker.find(clientOrderId, symbol);
  if (found.status === "not-found") {
    // What was never sent can't arrive any more; what was sent may still be on its way.
    if (sentAt && now().getTime() - sentAt.getTime() < ABSENT_AFTER_MS) return null;
    log.warn({ symbol, clientOrderId }, "the venue does not have this order: it is decided anew");
    await recordOrder(sql, clientOrderId, { status: "absent", reason: "the venue does not have it" });
    return { status: "absent" };
  }
  if (found.status === "unknown") {
    log.warn({ symbol, clientOrderId, reason: found.reason }, "the venue can't be asked about an order");
    return null;
  }
  await record(sql, clientOrderId, found);
  return found;
}

async function record(sql: Sql, clientOrderId: string, outcome: OrderOutcome): Promise<void> {
  switch (outcome.status) {
    case "filled": {
      const { price: fillPrice, quantity: filledQuantity, fee } = outcome;
      await recordOrder(sql, clientOrderId, { status: "filled", filledQuantity, fillPrice, fee });
      return;
    }
    case "open":
      await recordOrder(sql, clientOrderId, { status: "open" });
      return;
    default:
      await recordOrder(sql, clientOrderId, { status: outcome.status, reason: outcome.reason });
  }
}
