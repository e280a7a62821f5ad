import { type BotFill, type BotWeights, MAX_WEIGHTS } from "@wazi/contracts";
import { divideUp, formatDecimal, SCALE } from "@wazi/domain";
import { toMonth, toScaled } from "@wazi/trading";
import type { PoolTrade } from "../loop/open-trade.ts";
import type { SoldPart } from "./store.ts";
import {
  addUpValues,
  computeGain,
  computePaid,
  computeWeights,
  formatPercent,
  formatShare,
  type HeldTrade,
  THOUSAND_CENTS,
} from "./weights.ts";

/** Closed trades that are read. Those of 60 months of a portfolio are fewer. */
export const MAX_SOLD_PARTS = 600;

/** A trade or a part of one, from its entry to its exit. Times are of the market, epoch ms. */
interface Part extends HeldTrade {
  readonly enteredAt: number;
  readonly exit: { readonly at: number; readonly price: string; readonly navAfter: string } | null;
  /** As a fraction of `baseNav`: of the entry, or of entry and exit when it was closed. */
  readonly cost: bigint | null;
}

/** The trades of one decision. */
interface Change {
  /** The time of its last fill. */
  readonly at: number;
  readonly entered: readonly Part[];
  readonly exited: readonly Part[];
  /** The trades that are open after it. */
  readonly held: readonly Part[];
}

export interface BotChanges {
  history: BotWeights[];
  lastChange: { at: string; fills: BotFill[] } | null;
}

/**
 * Lists what a bot traded at its last decisions, and its weights after each at the prices of its trades: a symbol that was not traded
 * counts at the price of its last trade, and dividends count from the close of their trade. Trades of one month are of one decision when it decides by months.
 * @param sold newest first
 */
export function listChanges(sold: readonly SoldPart[], open: readonly PoolTrade[], isMonthly: boolean): BotChanges {
  const parts = [...[...sold].reverse().map(toSoldPart), ...open.map(toOpenPart)];
  const keyOf = (at: number): number => (isMonthly ? toMonth(at) : at);
  // A trade that closed before the oldest one that was read is not known.
  const since = sold.length < MAX_SOLD_PARTS ? -Infinity : keyOf(sold.at(-1)?.barTime.getTime() ?? 0) + 1;
  const keys = new Set(parts.flatMap(({ enteredAt, exit }) => [enteredAt, ...(exit ? [exit.at] : [])]).map(keyOf));
  const changes = [...keys]
    .filter((key) => key >= since)
    .sort((one, other) => one - other)
    .slice(-MAX_WEIGHTS)
    .map((key) => toChange(parts, key, keyOf));
  const weighed = changes.map((change) => ({ change, ...weighChange(parts, change) }));
  const last = weighed.at(-1);
  return {
    history: weighed.map(({ weights }) => weights),
    lastChange: last === undefined ? null : { at: toIso(last.change.at), fills: toFills(last.change, last.worth) },
  };
}

const toIso = (time: number): string => new Date(time).toISOString();

function toSoldPart({ entryBarTime, barTime, exitPrice, navAfter, cost, ...trade }: SoldPart): Part {
  return {
    ...trade,
    enteredAt: entryBarTime.getTime(),
    exit: { at: barTime.getTime(), price: exitPrice, navAfter },
    cost: cost === null ? null : toScaled(cost),
  };
}

function toOpenPart({ symbol, side, exposure, baseNav, entryPrice, midPrice, barTime, costs }: PoolTrade): Part {
  const entry = toScaled(entryPrice);
  const moved = entry - toScaled(midPrice);
  const paid = divideUp((moved < 0n ? -moved : moved) * toScaled(exposure), entry);
  const commission = divideUp(toScaled(costs.commission) * toScaled(exposure), SCALE);
  return { symbol, side, exposure, baseNav, entryPrice, enteredAt: barTime, exit: null, cost: paid + commission };
}

function toChange(parts: readonly Part[], key: number, keyOf: (at: number) => number): Change {
  const entered = parts.filter(({ enteredAt }) => keyOf(enteredAt) === key);
  const exited = parts.filter(({ exit }) => exit !== null && keyOf(exit.at) === key);
  const held = parts.filter(
    ({ enteredAt, exit }) => keyOf(enteredAt) <= key && (exit === null || keyOf(exit.at) > key),
  );
  const times = [...entered.map(({ enteredAt }) => enteredAt), ...exited.map(({ exit }) => exit?.at ?? 0)];
  return { at: Math.max(...times), entered, exited, held };
}

/** The price of a symbol at its last trade up to a time. */
function findTradedPrice(parts: readonly Part[], symbol: string, until: number): string | null {
  let found: { at: number; price: string } | null = null;
  for (const part of parts) {
    if (part.symbol !== symbol) continue;
    const fills = [{ at: part.enteredAt, price: part.entryPrice }, ...(part.exit ? [part.exit] : [])];
    for (const each of fills) if (each.at <= until && each.at >= (found?.at ?? -Infinity)) found = each;
  }
  return found?.price ?? null;
}

/** The unit price of closed trades after a change. An opening tells it too, unless a trade closed at the same time. */
function findNavAfter({ at, entered, exited }: Change): bigint {
  const closed = exited.findLast(({ exit }) => exit?.at === at);
  if (closed?.exit) return toScaled(closed.exit.navAfter);
  return toScaled(entered.find(({ enteredAt }) => enteredAt === at)?.baseNav ?? "0");
}

function weighChange(parts: readonly Part[], change: Change): { weights: BotWeights; worth: bigint } {
  const paid = change.held.reduce((sum, part) => sum + computePaid(part), 0n);
  const values = change.held.map((part) => {
    const price = findTradedPrice(parts, part.symbol, change.at) ?? part.entryPrice;
    const { symbol, side } = part;
    return { symbol, side, value: computePaid(part) + computeGain(part, price, 0) };
  });
  const sums = addUpValues(values);
  const cash = findNavAfter(change) - paid;
  const weights = computeWeights(
    sums.map(({ value }) => value),
    cash,
  );
  const worth = sums.reduce((sum, { value }) => sum + value, cash);
  return {
    worth,
    weights: {
      at: toIso(change.at),
      cashPct: formatPercent(weights.cash),
      parts: sums.map(({ symbol, side }, index) => {
        return { symbol, side, weightPct: formatPercent(weights.parts[index] ?? 0n) };
      }),
    },
  };
}

interface PlainFill {
  readonly symbol: string;
  readonly kind: BotFill["kind"];
  readonly price: string;
  readonly value: bigint;
  /** In units of the nav, scaled by 10^12. */
  readonly cost: bigint | null;
}

/** The closes first, then the entries; parts that were traded at one price count as one. */
function toFills({ entered, exited }: Change, worth: bigint): BotFill[] {
  const fills = new Map<string, PlainFill>();
  const add = (fill: PlainFill): void => {
    const key = `${fill.kind} ${fill.symbol} ${fill.price}`;
    const known = fills.get(key);
    const cost = known === undefined ? fill.cost : addCosts(known.cost, fill.cost);
    fills.set(key, { ...fill, cost, value: fill.value + (known?.value ?? 0n) });
  };
  for (const part of exited) {
    const { symbol, side, exit } = part;
    if (exit === null) continue;
    const value = computePaid(part) + computeGain(part, exit.price, 0);
    const kind = side === "buy" ? "sold" : "bought-back";
    add({ symbol, kind, price: exit.price, value, cost: toNavUnits(part) });
  }
  for (const part of entered) {
    const { symbol, side, entryPrice: price, exit } = part;
    // The cost of a trade that has closed already is with its close.
    const cost = exit === null ? toNavUnits(part) : 0n;
    add({ symbol, kind: side === "buy" ? "bought" : "sold-short", price, value: computePaid(part), cost });
  }
  const whole = worth > 0n ? worth : 1n;
  return [...fills.values()].map(({ symbol, kind, price, value, cost }) => ({
    symbol,
    kind,
    price,
    partPct: formatShare(value, whole),
    costPerThousand: cost === null ? null : formatDecimal(divideUp(cost * THOUSAND_CENTS, whole), 2),
  }));
}

const toNavUnits = ({ cost, baseNav }: Part): bigint | null =>
  cost === null ? null : divideUp(cost * toScaled(baseNav), SCALE);

const addCosts = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || other === null ? null : one + other;
