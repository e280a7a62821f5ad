import { type Side, toScaled } from "@wazi/trading";

/** An order as stored, with the trades that it was for. */
export interface SharedOrder {
  clientOrderId: string;
  symbol: string;
  side: Side;
  status: "planned" | "sent" | "open" | "unknown" | "filled" | "rejected" | "absent";
  quantity: string;
  filledQuantity: string;
  fillPrice: string | null;
  fee: string | null;
  modelPrice: string;
  plannedAt: Date;
  settledAt: Date | null;
  /** The quantity of each open trade when it was decided, below 0 when sold short. */
  decision: readonly { bot: string; opening: string; quantity: string }[];
}

/** A trade's part of an order. Quantities are at least 0, in 10^-12. */
export interface OrderShare {
  order: SharedOrder;
  opening: string;
  bot: string;
  /** The quantity that the trade has at the venue before and after, if the order is filled in full. Below 0 when sold short. */
  from: bigint;
  to: bigint;
  /** True when the trade was not open any more when the order was decided. */
  isClosed: boolean;
  /** Needed in the opposite direction by other trades, and so not ordered. */
  offset: bigint;
  ordered: bigint;
  filled: bigint;
  /** In 10^-12 dollars; null when it is not known. */
  fee: bigint | null;
  /** True when the order was for several trades. */
  isShared: boolean;
}

export interface SharedOrders {
  shares: OrderShare[];
  /** Fills that no change of a trade explains. */
  unmatched: SharedOrder[];
}

/**
 * Shares the orders of one symbol among the trades they were for. A trade needs the change of its quantity since the last order that was
 * filled. What trades need in the direction of the order and what others need against it cancel out, by quantity; the fill is then shared among the
 * trades in its direction by what they needed. What rounding to lots left out of a full fill is not carried to later orders.
 * @param orders oldest first
 * @param isCut true when there are earlier ones: the first is then only where the trades begin
 */
export function shareOrders(orders: readonly SharedOrder[], isCut: boolean): SharedOrders {
  const held = new Map<string, Held>();
  const result: SharedOrders = { shares: [], unmatched: [] };
  for (const [index, order] of orders.entries()) {
    const needs = listNeeds(order, held);
    if (index === 0 && isCut) {
      for (const { opening, bot, to } of needs) held.set(opening, { bot, quantity: to });
      continue;
    }
    const shares = shareOrder(order, needs);
    result.shares.push(...shares);
    if (order.status === "filled" && shares.every(({ ordered }) => ordered === 0n)) result.unmatched.push(order);
    for (const share of shares) {
      const quantity = findQuantityAfter(share);
      if (quantity === 0n) held.delete(share.opening);
      else held.set(share.opening, { bot: share.bot, quantity });
    }
  }
  return result;
}

interface Held {
  bot: string;
  quantity: bigint;
}

type Need = Pick<OrderShare, "opening" | "bot" | "from" | "to" | "isClosed">;

function listNeeds({ decision }: SharedOrder, held: ReadonlyMap<string, Held>): Need[] {
  const wanted = decision.map(({ bot, opening, quantity }): Need => {
    return { opening, bot, from: held.get(opening)?.quantity ?? 0n, to: toScaled(quantity), isClosed: false };
  });
  const closed = [...held].filter(([opening]) => decision.every((part) => part.opening !== opening));
  const ended = closed.map(([opening, { bot, quantity }]): Need => {
    return { opening, bot, from: quantity, to: 0n, isClosed: true };
  });
  return [...wanted, ...ended];
}

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

function shareOrder(order: SharedOrder, needs: readonly Need[]): OrderShare[] {
  const changes = needs.filter(({ from, to }) => from !== to);
  const isAlong = ({ from, to }: Need): boolean => to > from === (order.side === "buy");
  const sizesOf = (list: readonly Need[]): bigint[] => list.map(({ from, to }) => absolute(to - from));
  const [along, against] = [changes.filter(isAlong), changes.filter((each) => !isAlong(each))];
  const [sizes, oppositeSizes] = [sizesOf(along), sizesOf(against)];
  const [needed, opposite] = [sum(sizes), sum(oppositeSizes)];
  const offset = needed < opposite ? needed : opposite;
  const [offsets, oppositeOffsets] = [shareOut(offset, sizes), shareOut(offset, oppositeSizes)];
  const ordered = shareOut(toScaled(order.quantity), sizes);
  const filled = shareOut(toScaled(order.filledQuantity), sizes);
  const fees = order.fee === null ? null : shareOut(toScaled(order.fee), sizes);
  const none = { order, ordered: 0n, filled: 0n, fee: 0n, isShared: false };
  return [
    ...against.map((need, index): OrderShare => ({ ...none, ...need, offset: oppositeOffsets[index] ?? 0n })),
    ...along.map((need, index): OrderShare => {
      const [part = 0n, own = 0n, fill = 0n] = [offsets[index], ordered[index], filled[index]];
      const fee = fees?.[index] ?? (fees === null ? null : 0n);
      return { order, ...need, offset: part, ordered: own, filled: fill, fee, isShared: along.length > 1 };
    }),
  ];
}

/** Divides a total by weights into whole parts whose sum is exactly the total. All are 0 when the weights are. */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = sum(weights);
  if (all === 0n) return weights.map(() => 0n);
  let [before, given] = [0n, 0n];
  return weights.map((weight) => {
    before += weight;
    const upTo = (total * before) / all;
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** The part of what a trade needed that an order filled: all of it after a full fill, also what rounding to lots left out. */
export function findMoved({ order, from, to, offset, ordered }: OrderShare): bigint {
  if (ordered === 0n) return 0n;
  return ((absolute(to - from) - offset) * toScaled(order.filledQuantity)) / toScaled(order.quantity);
}

function findQuantityAfter(share: OrderShare): bigint {
  const { from, to, offset } = share;
  const moved = offset + findMoved(share);
  return to > from ? from + moved : from - moved;
}
