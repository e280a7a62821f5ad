import { fromHex, hash, toBytes, toHex } from "./bytes.ts";
import { checkLeaves, type LoggedLeaves } from "./log-files.ts";

/** A bot's record as it is downloaded. `since` is the time of its first price, `until` that of the figures. */
export interface BotRecord extends LoggedLeaves, Record<"botId" | "botName" | "feed" | "until", string> {
  since: string | null;
  figures: Record<string, string | number | null>;
}

type TradeField =
  | "sequence"
  | "feed"
  | "navBefore"
  | "navAfter"
  | "lowestNav"
  | "openingId"
  | "openedAt"
  | "executedAt";
type Field = TradeField | "type" | "botId" | "botName" | "reason" | "hash" | "registeredAt" | "afterSequence" | "at";
type Sealed = Record<"opening" | "openingNonce" | "stoppedAt", string | null>;
type Leaf = Record<Field, string> & Sealed & { index: number; series: number };

const NAV = 10n ** 12n;
const DAY_MS = 86_400_000;

const divideDown = (a: bigint, b: bigint): bigint => a / b - (a < 0n && a % b !== 0n ? 1n : 0n);

function parseNav(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(12, "0"));
}

/** A decimal with `places` places, from a whole number of the smallest unit. */
function format(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const percent = (part: bigint, whole: bigint): string => format(divideDown(part * 10_000n, whole), 2);

/** Computes the figures of a record from its closed trades on one feed (docs/reference/product-rules.md). */
export function computeFigures(trades: readonly Leaf[], since: string | null, until: string) {
  let [nav, peak, deepest, gains, losses, won, heldMs] = [NAV, NAV, 0n, 0n, 0n, 0, 0];
  const closes: [number, bigint][] = [];
  for (const trade of trades) {
    const [before, after] = [parseNav(trade.navBefore), parseNav(trade.navAfter)];
    const [lowest, end] = [parseNav(trade.lowestNav), after].map((each) => divideDown(nav * each, before));
    for (const visited of [lowest ?? nav, end ?? nav]) {
      if (visited > peak) peak = visited;
      const fall = divideDown((peak - visited) * NAV, peak);
      if (fall > deepest) deepest = fall;
      nav = visited;
    }
    const result = divideDown((after - before) * NAV, before);
    if (result > 0n) gains += result;
    else losses -= result;
    if (after > before) won += 1;
    heldMs += Date.parse(trade.executedAt) - Date.parse(trade.openedAt);
    closes.push([Math.floor(Date.parse(trade.executedAt) / DAY_MS), nav]);
  }
  const daysAgo = (days: number): string | null => {
    const at = Date.parse(until) - days * DAY_MS;
    if (since === null || Date.parse(since) > at) return null;
    const then = closes.findLast(([day]) => day <= Math.floor(at / DAY_MS))?.[1] ?? NAV;
    return percent(nav - then, then);
  };
  return {
    closedTrades: trades.length,
    nav: format(nav, 12),
    returnPct: percent(nav - NAV, NAV),
    return30DaysPct: daysAgo(30),
    return90DaysPct: daysAgo(90),
    winRatePct: trades.length === 0 ? null : percent(BigInt(won), BigInt(trades.length)),
    maxDrawdownPct: percent(deepest, NAV),
    profitFactor: losses === 0n ? null : format(divideDown(gains * 100n, losses), 2),
    averageHoldingSeconds: trades.length === 0 ? null : Math.round(heldMs / trades.length / 1_000),
  };
}

/**
 * Checks a downloaded record: every leaf is in the signed log, no trade is missing, each opening was logged before its close,
 * the rules were registered before the first trade, and the figures follow from the trades.
 * @returns sentences about what was found
 * @throws Error that says what is wrong
 */
export async function checkRecord(record: BotRecord, key: string): Promise<string[]> {
  const { size } = await checkLeaves(record, key);
  const leaves = record.leaves.map(({ index, leaf }) => ({ ...(JSON.parse(leaf) as Leaf), index }));
  leaves.sort((one, other) => one.index - other.index);
  const trades = leaves.filter(({ type, botId }) => type === "trade" && botId === record.botId);
  checkOrder(trades);
  const sealed = checkOpenings(trades, leaves);
  const registered = leaves.find(({ type, botName }) => type === "registration" && botName === record.botName);
  const first = leaves.find(({ type }) => type === "opening" || type === "trade");
  if (!registered) throw new Error("the record has no registration of its rules");
  if (first && (registered.index > first.index || trades.some(({ openedAt }) => openedAt < registered.registeredAt)))
    throw new Error("the rules were registered after the first trade");
  const own = trades.filter(({ feed }) => feed === record.feed).slice(countEarlier(leaves, trades, record));
  const computed = Object.entries(computeFigures(own, record.since, record.until));
  for (const [name, value] of computed) {
    if (record.figures[name] !== value)
      throw new Error(`${name} is ${value} by the logged trades, and the record says ${record.figures[name]}`);
  }
  const count = (type: string): number => leaves.filter((leaf) => leaf.type === type).length;
  const feedChanges = trades.filter(({ feed }, index) => index > 0 && trades[index - 1]?.feed !== feed).length;
  const breaks = trades.filter(({ reason }) => reason === "series-break").length;
  const pauses = leaves.map(({ at, stoppedAt }) => (stoppedAt ? Date.parse(at) - Date.parse(stoppedAt) : 0));
  return [
    `The log had ${size} leaves. All ${leaves.length} leaves of this record are in it.`,
    `Trades 1 to ${trades.length} are complete; ${own.length} are of this record, on the feed "${record.feed}".`,
    `${sealed} openings with their stops were logged before their trades closed.`,
    `The rules were registered at ${registered.registeredAt}, before the first trade.`,
    `All ${computed.length} figures follow from the logged trades.`,
    `Starts of the trader: ${count("start")}, the longest after ${Math.round(Math.max(0, ...pauses) / 1_000)} s without it.`,
    `Pauses and their ends: ${count("pause")}. Changes of the feed: ${feedChanges}. Closed at a gap in the prices: ${breaks}. Begun anew with another key: ${count("renewal")}.`,
  ];
}

/**
 * Counts the trades before this record on its feed: a replay that starts again begins a new one.
 * @throws Error when another feed begins again, or when the beginning was logged after a later trade
 */
function countEarlier(leaves: readonly Leaf[], trades: readonly Leaf[], { botId, feed }: BotRecord): number {
  const begun = leaves.findLast((leaf) => leaf.type === "record" && leaf.botId === botId && leaf.feed === feed);
  const earlier = trades.filter(({ index }) => index < (begun?.index ?? 0));
  if (begun && (feed !== "replay" || begun.afterSequence !== String(earlier.length)))
    throw new Error("the record does not begin where the log says");
  return earlier.filter((trade) => trade.feed === feed).length;
}

function checkOrder(trades: readonly Leaf[]): void {
  trades.forEach(({ sequence, series, navBefore }, index) => {
    const before = trades[index - 1];
    if (sequence !== String(index + 1)) throw new Error(`trade ${index + 1} is missing`);
    if (parseNav(before?.series === series ? before.navAfter : "1") !== parseNav(navBefore))
      throw new Error(`trade ${sequence} does not continue the record`);
  });
}

/** @returns how many openings were logged in time; trades from before the log have none */
function checkOpenings(trades: readonly Leaf[], leaves: readonly Leaf[]): number {
  const openings = new Map(leaves.filter(({ type }) => type === "opening").map((leaf) => [leaf.openingId, leaf]));
  const sealed = trades.filter(({ opening }) => opening !== null);
  for (const { openingId, opening, openingNonce, index, sequence } of sealed) {
    const logged = openings.get(openingId);
    const expected = toHex(hash(fromHex(openingNonce ?? ""), toBytes(opening ?? "")));
    if (!logged || logged.index > index || logged.hash !== expected)
      throw new Error(`the opening of trade ${sequence} was not logged before its close`);
  }
  return sealed.length;
}
