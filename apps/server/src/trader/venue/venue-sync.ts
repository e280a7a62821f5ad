import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseNav, parseUnits } from "@wazi/domain";
import { formatScaled, isGainConverted, SCALE, toScaled } from "@wazi/trading";
import type { Sql } from "../../platform/db/pool.ts";
import type { Broker, OrderOutcome, VenueInstrument } from "./broker.ts";
import type { Lease } from "../../platform/jobs/store.ts";
import { findBaseNav, type PoolTrade } from "../loop/open-trade.ts";
import { createShareChecks } from "./share-checks.ts";
import {
  dropPlannedOrder,
  markSent,
  type OrderIntent,
  planOrder,
  type BegunSplit,
  readBegunSplits,
  readHeldQuantities,
  readOurQuantities,
  readLatestOrders,
  readModelPrices,
  readTradingPools,
  recordOrder,
  type StoredOrder,
  type TradingPool,
} from "./store.ts";

/** The interval between two comparisons of the venue's position with the pools' trades. */
const SYNC_INTERVAL_MS = 1_000;
/**
 * When the venue does not know an order this long after it was sent, and its position does not show it either, it never arrived.
 * Longer than any request takes. Counted by the database's clock, because two processes have two clocks, and one of them can be set.
 */
const ABSENT_AFTER_MS = 60_000;
/** After a refusal the difference is ordered again after this time, at most this many times in a row. */
const RETRY_REFUSED_MS = 60_000;
const MAX_REFUSALS_IN_A_ROW = 5;
/** No new trades in a symbol for this long after a refusal, or while the outcome of an order is unknown. */
const HALT_AFTER_REFUSAL_MS = 900_000;
const HALT_IN_DOUBT_MS = 10_000;

type LogMethod = (details: object, message: string) => void;
interface VenueLog {
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}

export interface VenueSyncDeps {
  sql: Sql;
  broker: Broker;
  lease: Lease;
  log: VenueLog;
  now: () => Date;
}

/** Keeps our position at a venue equal to the sum of the pools' open trades. */
export interface VenueSync {
  /** Looks up orders in progress, then orders the differences; at most one order per symbol. */
  sync(): Promise<void>;
  /**
   * True when bots must not open trades in the symbol: it is not listed, an order was refused, an outcome is unknown, or the
   * venue's position is not ours.
   */
  isHalted(symbol: string): boolean;
  /** True when the venue lists all of these symbols. */
  listsAll(symbols: readonly string[]): boolean;
  /** True when the venue has the symbol, and not for selling short. */
  isLongOnly(symbol: string): boolean;
}

/**
 * All pools share one position per symbol. An order is the difference between the sum of the pools' open trades and the
 * sum of our own fills, in whole lots. Its intent is saved before it is sent, and no other order is sent for the symbol
 * until its outcome is known. After a crash the sync continues from the saved orders.
 */
export function createVenueSync(deps: VenueSyncDeps): VenueSync {
  const { sql, broker, log, now } = deps;
  let instruments: Map<string, VenueInstrument> | null = null;
  const haltedUntilMs = new Map<string, number>();
  const refusals = new Map<string, number>();
  const checks = createShareChecks({ broker, now, log, isPositionOurs: (symbol) => isPositionOurs(deps, symbol) });

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
    log.error(
      { symbol, reason: outcome.reason },
      "the venue refused an order; no new trades in this symbol for 15 minutes",
    );
  };

  const mayRetry = ({ symbol, status, settledAt }: StoredOrder): boolean => {
    if (status !== "rejected") return true;
    const sinceMs = now().getTime() - (settledAt?.getTime() ?? 0);
    const isLast = (refusals.get(symbol) ?? 0) >= MAX_REFUSALS_IN_A_ROW;
    return sinceMs >= (isLast ? HALT_AFTER_REFUSAL_MS : RETRY_REFUSED_MS);
  };

  /** @returns the situation when no order is in progress, else null */
  const syncSymbol = async (situation: Situation): Promise<Situation | null> => {
    const { latest, instrument } = situation;
    if (latest && isInProgress(latest)) {
      const outcome = await settleOrder(deps, latest);
      if (outcome && outcome.status !== "open") note(latest.symbol, outcome);
      else halt(latest.symbol, HALT_IN_DOUBT_MS);
      return null;
    }
    if (!situation.isInOneUnit || (latest && !mayRetry(latest))) return situation;
    const intent = decideOrder(broker.name, situation);
    if (!intent || !(await checks.mayOrder(toSymbolState(situation)))) return situation;
    const outcome = await sendOrder(deps, intent);
    if (outcome) note(instrument.symbol, outcome);
    return null;
  };

  return {
    isHalted: (symbol) =>
      instruments?.has(symbol) !== true ||
      checks.isForeign(symbol) ||
      (haltedUntilMs.get(symbol) ?? 0) > now().getTime(),
    listsAll: (symbols) => symbols.every((symbol) => instruments?.has(symbol)),
    isLongOnly: (symbol) => instruments?.get(symbol)?.isLongOnly === true,
    async sync() {
      if (!instruments) {
        instruments = await listInstruments(deps);
        restoreHalts(await readLatestOrders(sql, broker.name), haltedUntilMs);
      }
      const situations = await readSituations(deps, [...instruments.values()]);
      const quiet = (await Promise.all(situations.map(syncSymbol))).filter((each) => each !== null);
      await checks.watch(quiet.map(toSymbolState));
    },
  };
}

/** The instruments of the venue by our symbols. They are logged once, because the venue's names differ from ours. */
async function listInstruments({ broker, log }: VenueSyncDeps): Promise<Map<string, VenueInstrument>> {
  const listed = await broker.instruments();
  const names = Object.fromEntries(listed.map(({ symbol, venueSymbol }) => [symbol, venueSymbol]));
  log.info({ broker: broker.name, symbols: names }, "orders are sent to the venue");
  if (listed.length === 0)
    log.error({ broker: broker.name }, "the venue lists no symbol that bots trade; no trades are opened");
  const missing = broker.symbols.filter((symbol) => names[symbol] === undefined);
  if (missing.length > 0)
    log.warn(
      { broker: broker.name, symbols: missing },
      "the venue does not list these symbols; bots with one of them open no trades",
    );
  return new Map(listed.map((each) => [each.symbol, each]));
}

/** Runs until aborted. After a failure of the venue or the database it tries again. */
export async function runVenueSync(sync: VenueSync, log: VenueSyncDeps["log"], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sync.sync().catch((error: unknown) => {
      log.error({ err: error }, "syncing the venue's position failed; it is tried again");
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
  /** True when trades and fills are both from before a split, or both after it. */
  isInOneUnit: boolean;
}

async function readSituations(
  { sql, broker, now }: VenueSyncDeps,
  instruments: readonly VenueInstrument[],
): Promise<Situation[]> {
  const symbols = instruments.map(({ symbol }) => symbol);
  // Before the fills: another process may settle an order between the two, and its fill must not be missing.
  const latest = await readLatestOrders(sql, broker.name);
  const splits = await readBegunSplits(sql, now());
  const [pools, held, prices] = await Promise.all([
    readTradingPools(sql, symbols),
    readHeldQuantities(sql, broker.name, splits),
    readModelPrices(sql, symbols),
  ]);
  return instruments.map((instrument) => ({
    instrument,
    pools: pools.filter(({ trade }) => trade.symbol === instrument.symbol),
    held: toScaled(held.get(instrument.symbol) ?? "0"),
    latest: latest.get(instrument.symbol),
    modelPrice: prices.get(instrument.symbol),
    isInOneUnit: pools.every(({ trade }) => trade.symbol !== instrument.symbol || hasItsSplits(trade, splits)),
  }));
}

/** False for a trade that has not taken a split that our fills have taken, or the other way around: for moments at the opening. */
function hasItsSplits({ symbol, barTime, lastSplit }: TradingPool["trade"], splits: readonly BegunSplit[]): boolean {
  const own = splits.filter((split) => split.symbol === symbol && split.opensAt.getTime() > barTime);
  return own.at(-1)?.exTime === lastSplit;
}

const toSymbolState = ({ instrument: { symbol }, held, latest }: Situation) => ({
  symbol,
  settledAt: latest?.settledAt ?? null,
  isHeld: held !== 0n,
});

const isInProgress = ({ status }: StoredOrder): boolean => ["planned", "sent", "open", "unknown"].includes(status);

function restoreHalts(latest: ReadonlyMap<string, StoredOrder>, haltedUntilMs: Map<string, number>): void {
  for (const { symbol, status, settledAt } of latest.values()) {
    if (status === "rejected" && settledAt) haltedUntilMs.set(symbol, settledAt.getTime() + HALT_AFTER_REFUSAL_MS);
  }
}

/**
 * The quantity of a pool's trade at a venue, below 0 when sold short. It gives the pool's gain or loss, before costs. A pair
 * such as USD/JPY is counted in dollars already. Interest since it opened buys nothing more.
 */
export function computeVenueQuantity({
  nav,
  units,
  trade,
}: Pick<TradingPool, "nav" | "units"> & {
  trade: Pick<PoolTrade, "symbol" | "side" | "exposure" | "baseNav" | "entryPrice">;
}): bigint {
  const value = (parseUnits(units) * findBaseNav(trade, parseNav(nav))) / SCALE;
  const unitPrice = isGainConverted(trade.symbol) ? SCALE : toScaled(trade.entryPrice);
  const quantity = (value * toScaled(trade.exposure)) / unitPrice;
  return trade.side === "buy" ? quantity : -quantity;
}

/** The order that brings our position to the pools' total, in whole lots; null when it is below the smallest order. */
function decideOrder(broker: string, { instrument, pools, held, latest, modelPrice }: Situation): OrderIntent | null {
  const { symbol } = instrument;
  const lot = toScaled(instrument.lotSize);
  const parts = pools.map((pool) => ({ bot: pool.name, opening: pool.trade.id, quantity: computeVenueQuantity(pool) }));
  const sum = parts.reduce((total, { quantity }) => total + quantity, 0n);
  const wanted = instrument.isLongOnly === true && sum < 0n ? 0n : sum;
  // Rounded towards zero, so that it is never more than the pools' total.
  const target = (wanted / lot) * lot;
  const difference = target - held;
  const size = difference < 0n ? -difference : difference;
  if (size === 0n || size < toScaled(instrument.leastQuantity) || modelPrice === undefined) return null;
  const sequence = (latest?.sequence ?? 0n) + 1n;
  const openings = parts.map(({ opening }) => opening);
  const decision = [broker, symbol, String(sequence), String(held), String(target), ...openings];
  return {
    // 32 letters and digits, the limit of the strictest venue.
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

/** Saves the intent, sends the order, saves the outcome. Returns null when another process orders this symbol. */
async function sendOrder({ sql, broker, lease }: VenueSyncDeps, intent: OrderIntent): Promise<OrderOutcome | null> {
  const { clientOrderId, symbol, side, quantity } = intent;
  if (!(await planOrder(sql, intent, lease))) return null;
  if (!(await markSent(sql, clientOrderId, lease))) return null;
  const outcome = await broker.place({ clientOrderId, symbol, side, quantity });
  await record(sql, clientOrderId, outcome);
  return outcome;
}

/** Asks the venue for the outcome of an order and saves it. Returns null while it is unknown. */
async function settleOrder(
  { sql, broker, log, now }: VenueSyncDeps,
  order: StoredOrder,
): Promise<OrderOutcome | { status: "absent" } | null> {
  const { clientOrderId, symbol, sentAgeMs } = order;
  const found = await broker.find(clientOrderId, symbol);
  if (found.status === "not-found") {
    // An order that was never sent cannot arrive later; a sent one still can.
    if (sentAgeMs === null) {
      await dropPlannedOrder(sql, clientOrderId, "it was never sent");
      return null;
    }
    if (sentAgeMs < ABSENT_AFTER_MS) return null;
    if (!(await isPositionOurs({ sql, broker, now }, symbol))) {
      log.error(
        { symbol, clientOrderId },
        "the venue does not have this order, but its position is not the sum of our fills; no order is sent until it is found",
      );
      return null;
    }
    log.warn({ symbol, clientOrderId }, "the venue does not have this order; a new one is decided");
    await recordOrder(sql, clientOrderId, { status: "absent", reason: "the venue does not have this order" });
    return { status: "absent" };
  }
  if (found.status === "unknown") {
    log.warn({ symbol, clientOrderId, reason: found.reason }, "the venue did not answer about an order");
    return null;
  }
  await record(sql, clientOrderId, found);
  return found;
}

/** False when the venue has executed something that we have no fill of, such as an order that it cannot find. */
async function isPositionOurs(
  { sql, broker, now }: Pick<VenueSyncDeps, "sql" | "broker" | "now">,
  symbol: string,
): Promise<boolean> {
  const [there, ours] = await Promise.all([broker.positions(), readOurQuantities(sql, broker.name, now())]);
  return toScaled(there.get(symbol) ?? "0") === toScaled(ours.get(symbol) ?? "0");
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
