import {
  type BrokerFill,
  type BrokerFills,
  DEFAULT_PAGE_SIZE,
  type FeedKind,
  type getBrokerFills,
  MAX_COMPARED_ORDERS,
  type QueryOf,
} from "@wazi/contracts";
import { divideUp, formatDecimal, SCALE } from "@wazi/domain";
import { type BotConfig, formatScaled, toScaled } from "@wazi/trading";
import { AppError } from "../../platform/base/app-error.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { answerList, type PageKey } from "../../platform/paging/answer-list.ts";
import * as texts from "../../messages/trader.ts";
import { findBroker } from "../venue/broker-settings.ts";
import type { Broker } from "../venue/broker.ts";
import { computeVenueQuantity } from "../venue/venue-sync.ts";
import { type ComparedFill, compareFills, type RecordedTrade } from "./compare-fills.ts";
import { absolute, type OrderShare, type SharedOrder, shareOrders } from "./share-orders.ts";
import {
  type ClosedPart,
  type ComparedPool,
  findComparedPool,
  listClosedParts,
  listOrders,
  sumUnitChanges,
} from "./store.ts";

export interface FillsDeps {
  sql: Queryable;
  brokers: readonly Pick<Broker, "name" | "symbols" | "isPractice">[];
  /** The bot's config with the feed of its prices, as the trader runs it. */
  configOf: (botName: string) => { config: BotConfig; feed: FeedKind };
}

/** More closes than orders of a bot's symbols are rare: parts that were sold together are in one order. */
const MAX_CLOSED_PARTS = 5_000;
/** An order follows an opening within two seconds. After a longer time, money that came or went in between is looked up. */
const FIRST_ORDER_MS = 10_000;

/** A bot's trades beside the fills of its broker. */
interface Comparison extends Omit<BrokerFills, "items" | "nextCursor"> {
  /** Oldest first. */
  fills: readonly ComparedFill[];
}

/** @throws AppError NOT_FOUND no such bot */
export async function compareBotFills(deps: FillsDeps, botId: string): Promise<Comparison> {
  const { sql, brokers, configOf } = deps;
  const pool = await findComparedPool(sql, botId);
  if (!pool) throw new AppError("NOT_FOUND", texts.botNotFound);
  const { config, feed } = configOf(pool.name);
  const costs = new Map(config.instruments.map((each) => [each.symbol, each.costs]));
  const symbols = [...costs.keys()];
  const broker = feed === "live" ? findBroker(brokers, symbols) : undefined;
  // One more than is compared: it shows where the trades begin.
  const orders = broker ? await listOrders(sql, { broker: broker.name, symbols, limit: MAX_COMPARED_ORDERS + 1 }) : [];
  const bySymbol = symbols.map((symbol) => orders.filter((order) => order.symbol === symbol));
  const isCut = (list: readonly SharedOrder[]): boolean => list.length > MAX_COMPARED_ORDERS;
  const shared = bySymbol.map((list) => shareOrders(list, isCut(list)));
  const shares = shared.flatMap((each) => each.shares).filter(({ bot }) => bot === pool.name);
  const since = new Map(bySymbol.flatMap(([first]) => (first ? [[first.symbol, first.plannedAt]] : [])));
  const oldest = [...since.values()].sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
  const trades = oldest === null ? [] : await readTrades(sql, botId, { pool, shares, since: oldest });
  const fills = compareFills({
    shares,
    unmatched: shared.flatMap(({ unmatched }) => unmatched),
    trades,
    costs,
    since,
  });
  return {
    broker: broker ? { isPractice: broker.isPractice === true } : null,
    since: oldest?.toISOString() ?? null,
    isComplete: !bySymbol.some(isCut),
    sum: sumUp(fills, shares),
    fills: fills.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
  };
}

async function readTrades(
  sql: Queryable,
  botId: string,
  { pool, shares, since }: { pool: ComparedPool; shares: readonly OrderShare[]; since: Date },
): Promise<RecordedTrade[]> {
  const closed = (await listClosedParts(sql, botId, since, MAX_CLOSED_PARTS)).reverse();
  const trades = joinParts(pool, closed);
  return Promise.all(
    trades.map(async ({ fullExposure, ...trade }) => {
      const first = shares.find(({ opening }) => opening === trade.opening);
      const isLate = first?.from === 0n && first.order.plannedAt.getTime() - trade.openedAt.getTime() > FIRST_ORDER_MS;
      if (!first || !isLate) return { ...trade, movedBefore: 0n };
      const units = await sumUnitChanges(sql, botId, trade.openedAt, first.order.plannedAt);
      const counted = { ...trade, side: "buy", exposure: formatScaled(fullExposure) } as const;
      return { ...trade, movedBefore: computeVenueQuantity({ nav: pool.nav, units, trade: counted }) };
    }),
  );
}

interface JoinedTrade extends Omit<RecordedTrade, "movedBefore"> {
  baseNav: string;
  /** The sum over its parts. */
  fullExposure: bigint;
}

/** The trades with their closes. @param closed oldest first */
function joinParts(pool: ComparedPool, closed: readonly ClosedPart[]): JoinedTrade[] {
  const { nav, units, openTrades } = pool;
  const open = openTrades
    .filter(({ feed }) => feed === "live")
    .map((trade) => ({ ...trade, opening: trade.id, openedAt: new Date(trade.openedAt), units, exit: null }));
  const parts = [...closed.map((part) => ({ ...part, exit: part })), ...open];
  const trades = new Map<string, JoinedTrade>();
  for (const { exit, ...part } of parts) {
    const quantity = absolute(computeVenueQuantity({ nav, units: part.units, trade: part }));
    const before = trades.get(part.opening);
    const exits = exit === null ? [] : [{ at: exit.executedAt, price: exit.exitPrice, quantity }];
    trades.set(part.opening, {
      opening: part.opening,
      symbol: part.symbol,
      side: part.side,
      baseNav: part.baseNav,
      entryPrice: part.entryPrice,
      openedAt: part.openedAt,
      fullExposure: (before?.fullExposure ?? 0n) + toScaled(part.exposure),
      quantity: (before?.quantity ?? 0n) + quantity,
      exits: [...(before?.exits ?? []), ...exits],
    });
  }
  return [...trades.values()];
}

const CENT = SCALE / 100n;

function sumUp(fills: readonly ComparedFill[], shares: readonly OrderShare[]): BrokerFills["sum"] {
  const compared = fills.flatMap(({ difference }) => difference ?? []);
  const filled = shares.filter(({ filled }) => filled > 0n);
  const fees = filled.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n);
  return {
    difference: formatDifference(compared.reduce((sum, difference) => sum + difference, 0n)),
    fills: compared.length,
    fees: formatDecimal(divideUp(fees, CENT), 2),
    fillsWithoutFee: filled.filter(({ fee }) => fee === null).length,
  };
}

const DIFFERENCE_PLACES = 4;
/** Differences and their sums are whole hundredths of a cent. */
const formatDifference = (difference: bigint): string =>
  formatDecimal(difference / 10n ** BigInt(12 - DIFFERENCE_PLACES), DIFFERENCE_PLACES);

/** One page of a comparison, newest first. */
export async function pageFills(
  { fills, ...rest }: Comparison,
  botId: string,
  query: QueryOf<typeof getBrokerFills>,
): Promise<BrokerFills> {
  const rows = numberFills(fills);
  const page = await answerList({
    list: `fills of ${botId}`,
    query: { ...query, limit: query.limit ?? DEFAULT_PAGE_SIZE },
    readRows: (after, limit) => Promise.resolve(rows.filter((row) => isAfter(row, after)).slice(0, limit)),
    toItems: (shown) => shown.map(({ id, pageAt, fill }) => toItem(`${pageAt} ${id}`, fill)),
  });
  if (Array.isArray(page)) throw new Error("a list with a limit answers a page");
  return { ...rest, items: page.items, nextCursor: page.nextCursor };
}

interface NumberedFill {
  id: string;
  pageAt: string;
  fill: ComparedFill;
}

/** Newest first, with a number among those of one time. */
function numberFills(fills: readonly ComparedFill[]): NumberedFill[] {
  const rows: NumberedFill[] = [];
  for (const fill of fills) {
    const pageAt = fill.at.toISOString().replace("Z", "000Z");
    const last = rows.at(-1);
    rows.push({ id: last?.pageAt === pageAt ? String(Number(last.id) + 1) : "0", pageAt, fill });
  }
  return rows.reverse();
}

const isAfter = ({ pageAt, id }: NumberedFill, { at, id: afterId }: PageKey): boolean =>
  at === "infinity" || pageAt < at || (pageAt === at && BigInt(id) < BigInt(afterId));

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

function toItem(id: string, fill: ComparedFill): BrokerFill {
  const { at: _at, quantity, recordedQuantity, recordedAt, filledAt, difference, ...rest } = fill;
  return {
    id,
    ...rest,
    quantity: formatScaled(quantity),
    recordedQuantity: recordedQuantity === null ? null : formatScaled(recordedQuantity),
    recordedAt: toIso(recordedAt),
    filledAt: toIso(filledAt),
    difference: difference === null ? null : formatDifference(difference),
  };
}
