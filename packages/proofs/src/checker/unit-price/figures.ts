type TradeField =
  | "sequence"
  | "feed"
  | "navBefore"
  | "navAfter"
  | "lowestNav"
  | "exposure"
  | "openingId"
  | "openedAt"
  | "executedAt";
type InterestField = "day" | "closeSequence" | "gross" | "margin" | "idle";
type Field =
  | TradeField
  | InterestField
  | "type"
  | "botId"
  | "botName"
  | "reason"
  | "hash"
  | "registeredAt"
  | "afterSequence"
  | "at";
type Sealed = Record<"opening" | "openingNonce" | "stoppedAt", string | null>;
/** A leaf of a record; each type has some of the fields. Trades up to version 0.3 have no `returnPct`. */
export type Leaf = Record<Field, string> &
  Sealed & { index: number; series: number; record: number; returnPct?: string | null };

/** 1 as a unit price, in 10^-12. */
export const NAV = 10n ** 12n;
const DAY_MS = 86_400_000;

export const divideDown = (a: bigint, b: bigint): bigint => a / b - (a < 0n && a % b !== 0n ? 1n : 0n);

export function parseNav(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(12, "0"));
}

/** A decimal with `places` places, from a whole number of the smallest unit. */
export function format(value: bigint, places: number): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export const isTrade = ({ type }: Leaf): boolean => type === "trade";

const percent = (part: bigint, whole: bigint): string => format(divideDown(part * 10_000n, whole), 2);

/** Computes the figures of a record from its closed trades and interest on one feed (docs/reference/product-rules.md). */
export function computeFigures(changes: readonly Leaf[], since: string | null, until: string) {
  let [nav, peak, deepest, gains, losses, won, heldMs] = [NAV, NAV, 0n, 0n, 0n, 0, 0];
  const closes: [number, bigint][] = [];
  const trades = changes.filter(isTrade);
  for (const trade of changes) {
    const [before, after] = [parseNav(trade.navBefore), parseNav(trade.navAfter)];
    const lowestNav = isTrade(trade) ? parseNav(trade.lowestNav) : after;
    const [lowest, end] = [lowestNav, after].map((each) => divideDown(nav * each, before));
    for (const visited of [lowest ?? nav, end ?? nav]) {
      if (visited > peak) peak = visited;
      const fall = divideDown((peak - visited) * NAV, peak);
      if (fall > deepest) deepest = fall;
      nav = visited;
    }
    closes.push([Math.floor(Date.parse(isTrade(trade) ? trade.executedAt : trade.at) / DAY_MS), nav]);
    if (!isTrade(trade)) continue;
    const result = divideDown((after - before) * NAV, before);
    if (result > 0n) gains += result;
    else losses -= result;
    if (after > before) won += 1;
    heldMs += Date.parse(trade.executedAt) - Date.parse(trade.openedAt);
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
