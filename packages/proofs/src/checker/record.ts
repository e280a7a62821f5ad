import { fromHex, hash, toBytes, toHex } from "./bytes.ts";
import { checkLeaves, type LoggedLeaves } from "./log-files.ts";
import { checkOrder } from "./unit-price/check-order.ts";
import { computeFigures, isTrade, type Leaf, parseNav } from "./unit-price/figures.ts";

/** A bot's record as it is downloaded. `since` is the time of its first price, `until` that of the figures. */
export interface BotRecord extends LoggedLeaves, Record<"botId" | "botName" | "feed" | "until", string> {
  since: string | null;
  figures: Record<string, string | number | null>;
}

/**
 * Checks a downloaded record: every leaf is in the signed log, no trade is missing, each opening was logged before its close and
 * not more of it was sold than was opened,
 * the rules were registered before the first trade, and the figures follow from the trades.
 * @returns sentences about what was found
 * @throws Error that says what is wrong
 */
export async function checkRecord(record: BotRecord, key: string): Promise<string[]> {
  const { size } = await checkLeaves(record, key);
  const leaves = record.leaves.map(({ index, leaf }) => ({ ...(JSON.parse(leaf) as Leaf), index }));
  leaves.sort((one, other) => one.index - other.index);
  const changes = leaves.filter(
    ({ type, botId }) => (type === "trade" || type === "interest") && botId === record.botId,
  );
  const trades = changes.filter(isTrade);
  checkOrder(changes);
  const sealed = checkOpenings(trades, leaves);
  const registered = leaves.find(({ type, botName }) => type === "registration" && botName === record.botName);
  const first = leaves.find(({ type }) => type === "opening" || type === "trade");
  if (!registered) throw new Error("the record has no registration of its rules");
  if (first && (registered.index > first.index || trades.some(({ openedAt }) => openedAt < registered.registeredAt)))
    throw new Error("the rules were registered after the first trade");
  const begun = findBeginning(leaves, trades, record);
  const ownChanges = changes.filter(({ feed, index }) => feed === record.feed && index > begun);
  const own = ownChanges.filter(isTrade);
  const interest = ownChanges.length - own.length;
  const computed = Object.entries(computeFigures(ownChanges, record.since, record.until));
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
    ...(interest === 0
      ? []
      : [`Interest of ${interest} days is in the record, each by its logged rate and idle cash.`]),
    `${sealed} openings with their stops were logged before their trades closed.`,
    `The rules were registered at ${registered.registeredAt}, before the first trade.`,
    `All ${computed.length} figures follow from the logged trades${interest === 0 ? "" : " and interest"}.`,
    `Starts of the trader: ${count("start")}, the longest after ${Math.round(Math.max(0, ...pauses) / 1_000)} s without it.`,
    `Pauses and their ends: ${count("pause")}. Changes of the feed: ${feedChanges}. Closed at a gap in the prices: ${breaks}. Begun anew with another key: ${count("renewal")}.`,
  ];
}

/**
 * Finds the place in the log after which this record begins: a replay that starts again begins a new one. −1 for the first.
 * @throws Error when another feed begins again, or when the beginning was logged after a later trade
 */
function findBeginning(leaves: readonly Leaf[], trades: readonly Leaf[], { botId, feed }: BotRecord): number {
  const begun = leaves.findLast((leaf) => leaf.type === "record" && leaf.botId === botId && leaf.feed === feed);
  const earlier = trades.filter(({ index }) => index < (begun?.index ?? 0));
  if (begun && (feed !== "replay" || begun.afterSequence !== String(earlier.length)))
    throw new Error("the record does not begin where the log says");
  return begun?.index ?? -1;
}

/**
 * A trade can close in parts.
 * @returns how many openings were logged in time; trades from before the log have none
 */
function checkOpenings(trades: readonly Leaf[], leaves: readonly Leaf[]): number {
  const openings = new Map(leaves.filter(({ type }) => type === "opening").map((leaf) => [leaf.openingId, leaf]));
  const sealed = trades.filter(({ opening }) => opening !== null);
  const parts = new Map<string, bigint>();
  for (const { openingId, opening, openingNonce, index, sequence, exposure } of sealed) {
    const logged = openings.get(openingId);
    const expected = toHex(hash(fromHex(openingNonce ?? ""), toBytes(opening ?? "")));
    if (!logged || logged.index > index || logged.hash !== expected)
      throw new Error(`the opening of trade ${sequence} was not logged before its close`);
    const closed = (parts.get(openingId) ?? 0n) + parseNav(exposure);
    parts.set(openingId, closed);
    if (closed > parseNav((JSON.parse(opening ?? "") as Leaf).exposure))
      throw new Error(`trade ${sequence} closes more than was opened`);
  }
  return parts.size;
}
