import type { BrokerFill } from "@wazi/contracts";
import { divideDown } from "@wazi/domain";
import {
  computeEntryPrice,
  computeExitPrice,
  isGainConverted,
  SCALE,
  type Side,
  toScaled,
  type TradingCosts,
} from "@wazi/trading";
import { absolute, findMoved, type OrderShare, type SharedOrder, shareOut } from "./share-orders.ts";

/** A trade of the bot's record. Quantities are at least 0, in 10^-12. */
export interface RecordedTrade {
  opening: string;
  symbol: string;
  side: Side;
  entryPrice: string;
  openedAt: Date;
  /** The quantity at its close, or now. */
  quantity: bigint;
  /** The quantity that money brought in between its opening and the first order that included it, below 0 when it went out. */
  movedBefore: bigint;
  /** Its closes, also of parts of it, oldest first. */
  exits: readonly { at: Date; price: string; quantity: bigint }[];
}

type Cause = BrokerFill["cause"];

/** A part of an order or of a trade. Quantities and differences are in 10^-12. */
export interface ComparedFill {
  at: Date;
  symbol: string;
  side: Side;
  cause: Cause;
  status: BrokerFill["status"];
  quantity: bigint;
  recordedQuantity: bigint | null;
  recordedAt: Date | null;
  recordedPrice: string | null;
  filledAt: Date | null;
  brokerPrice: string | null;
  difference: bigint | null;
  isShared: boolean;
}

/** A part of a change of a trade's quantity, by its cause. */
interface Piece {
  cause: Cause;
  amount: bigint;
  recordedQuantity: bigint | null;
  at: Date | null;
  price: string | null;
}

/** How much of a trade's opening and closes the orders have covered. */
interface Progress {
  trade: RecordedTrade | undefined;
  entry: bigint;
  entryLeft: bigint;
  exitsLeft: bigint[];
}

/**
 * Puts each part of an order beside the bot's trade that it was for. More of a trade is its opening first, then money that came in. Less of
 * it is what the bot closed, then money that went out. Money that came or went between two orders counts with the close of its trade when both are
 * in one order. The recorded price of money in or out is what the bot's model made of the market's price when the order was decided.
 * @param shares of one bot, oldest first
 * @param costs the model's costs of the symbols
 * @returns in the order of the shares; trades that no order included are last
 */
export function compareFills(given: {
  shares: readonly OrderShare[];
  unmatched: readonly SharedOrder[];
  trades: readonly RecordedTrade[];
  costs: ReadonlyMap<string, TradingCosts>;
  /** The time of the first order of each symbol. Trades that opened before it are not looked for. */
  since: ReadonlyMap<string, Date>;
}): ComparedFill[] {
  const { shares, unmatched, trades, costs, since } = given;
  const known = new Map(trades.map((trade) => [trade.opening, trade]));
  const progress = new Map<string, Progress>();
  const lines = shares.flatMap((share) => {
    const current = progress.get(share.opening) ?? begin(share, known.get(share.opening));
    progress.set(share.opening, current);
    return compareShare(share, current, costs);
  });
  const isExpected = ({ symbol, openedAt, quantity }: RecordedTrade): boolean => {
    const first = since.get(symbol);
    return first !== undefined && openedAt >= first && quantity > 0n;
  };
  const others = trades.filter((trade) => isExpected(trade) && !progress.has(trade.opening));
  return [...lines, ...unmatched.map(toUnmatched), ...others.map(toNotOrdered)];
}

function begin({ from, to }: OrderShare, trade: RecordedTrade | undefined): Progress {
  const first = absolute(to) - (trade?.movedBefore ?? 0n);
  // A trade that is older than the orders that were read has been opened before.
  const entry = from !== 0n || first < 0n ? 0n : minimum(first, absolute(to));
  return { trade, entry, entryLeft: entry, exitsLeft: trade?.exits.map(({ quantity }) => quantity) ?? [] };
}

const minimum = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function compareShare(share: OrderShare, progress: Progress, costs: ReadonlyMap<string, TradingCosts>): ComparedFill[] {
  const { order, from, to, offset, ordered, filled } = share;
  const lines: ComparedFill[] = [];
  if (offset > 0n) {
    const pieces = takePieces(share, progress, offset, costs);
    lines.push(...pieces.map((piece) => toLine(share, piece, { status: "offset", quantity: piece.amount })));
  }
  if (ordered === 0n) return lines;
  const isFilled = order.status === "filled";
  const [amount, total] = isFilled ? [findMoved(share), filled] : [absolute(to - from) - offset, ordered];
  // An order that has filled nothing covers nothing.
  const covered = isFilled ? progress : { ...progress, exitsLeft: [...progress.exitsLeft] };
  const pieces = takePieces(share, covered, amount, costs);
  const weights = amount === 0n ? pieces.map(() => 1n) : pieces.map((piece) => piece.amount);
  const quantities = shareOut(total, weights);
  const status = statuses[order.status];
  return [
    ...lines,
    ...pieces.map((piece, index) => toLine(share, piece, { status, quantity: quantities[index] ?? 0n })),
  ];
}

const statuses: Readonly<Record<SharedOrder["status"], BrokerFill["status"]>> = {
  planned: "waiting",
  sent: "waiting",
  open: "waiting",
  unknown: "unknown",
  filled: "filled",
  rejected: "refused",
  absent: "lost",
};

/** Takes an amount from what the trade's opening and closes have left, and updates it. The rest is money in or out. */
function takePieces(
  share: OrderShare,
  progress: Progress,
  amount: bigint,
  costs: ReadonlyMap<string, TradingCosts>,
): Piece[] {
  const { trade } = progress;
  if (!trade) return [{ cause: "unmatched", amount, recordedQuantity: null, at: null, price: null }];
  const { symbol, modelPrice, plannedAt } = share.order;
  const isMore = absolute(share.to) > absolute(share.from);
  const pieces = isMore ? takeEntry(trade, progress, amount) : takeExits(trade, progress, amount, share);
  const rest = amount - pieces.reduce((sum, piece) => sum + piece.amount, 0n);
  if (rest === 0n && pieces.length > 0) return pieces;
  const priceOf = isMore ? computeEntryPrice : computeExitPrice;
  const own = costs.get(symbol);
  const price = own === undefined ? null : priceOf(trade.side, modelPrice, own);
  const cause = isMore ? "money-in" : "money-out";
  return [...pieces, { cause, amount: rest, recordedQuantity: rest, at: plannedAt, price }];
}

function takeEntry({ entryPrice, openedAt }: RecordedTrade, progress: Progress, amount: bigint): Piece[] {
  const taken = minimum(progress.entryLeft, amount);
  if (taken === 0n) return [];
  progress.entryLeft -= taken;
  return [{ cause: "opened", amount: taken, recordedQuantity: progress.entry, at: openedAt, price: entryPrice }];
}

function takeExits({ exits }: RecordedTrade, progress: Progress, amount: bigint, share: OrderShare): Piece[] {
  const pieces: Piece[] = [];
  let left = amount;
  for (const [index, { at, price, quantity }] of exits.entries()) {
    if (!share.isClosed && at > share.order.plannedAt) break;
    const isLast = share.isClosed && index === exits.length - 1;
    const taken = isLast ? left : minimum(progress.exitsLeft[index] ?? 0n, left);
    if (taken === 0n && !(isLast && pieces.length === 0)) continue;
    progress.exitsLeft[index] = (progress.exitsLeft[index] ?? 0n) - taken;
    left -= taken;
    pieces.push({ cause: "closed", amount: taken, recordedQuantity: quantity, at, price });
  }
  return pieces;
}

function toLine(
  { order, from, to, isShared }: OrderShare,
  piece: Piece,
  { status, quantity }: Pick<ComparedFill, "status" | "quantity">,
): ComparedFill {
  const side = to > from ? "buy" : "sell";
  const brokerPrice = status === "filled" ? order.fillPrice : null;
  const priced = { symbol: order.symbol, side, quantity, recordedPrice: piece.price, brokerPrice } as const;
  return {
    at: order.plannedAt,
    ...priced,
    cause: piece.cause,
    status,
    recordedQuantity: piece.recordedQuantity,
    recordedAt: piece.at,
    filledAt: status === "filled" ? order.settledAt : null,
    difference: computeDifference(priced),
    isShared,
  };
}

/** Differences have four decimals. */
const DIFFERENCE_STEP = SCALE / 10_000n;

/**
 * The difference in dollars that the broker's price made to the platform: (recorded price − broker's price) × quantity for a purchase, and
 * (broker's price − recorded price) × quantity for a sale, so that it is above 0 when the broker's price was better than the recorded one. The
 * recorded price includes the model's spread and slippage. Fees and commissions are not part of it. For a pair such as USD/JPY, whose
 * quantity is in dollars, it is divided by the broker's price. Rounded down to a hundredth of a cent.
 * @returns in 10^-12; null without both prices
 */
export function computeDifference({
  symbol,
  side,
  quantity,
  recordedPrice,
  brokerPrice,
}: Pick<ComparedFill, "symbol" | "side" | "quantity" | "recordedPrice" | "brokerPrice">): bigint | null {
  if (recordedPrice === null || brokerPrice === null) return null;
  const [recorded, broker] = [toScaled(recordedPrice), toScaled(brokerPrice)];
  const better = side === "buy" ? recorded - broker : broker - recorded;
  const divisor = (isGainConverted(symbol) ? broker : SCALE) * DIFFERENCE_STEP;
  return divideDown(better * quantity, divisor) * DIFFERENCE_STEP;
}

const toUnmatched = (order: SharedOrder): ComparedFill => ({
  at: order.plannedAt,
  symbol: order.symbol,
  side: order.side,
  cause: "unmatched",
  status: "filled",
  quantity: toScaled(order.filledQuantity),
  recordedQuantity: null,
  recordedAt: null,
  recordedPrice: null,
  filledAt: order.settledAt,
  brokerPrice: order.fillPrice,
  difference: null,
  isShared: false,
});

const toNotOrdered = ({ openedAt, symbol, side, quantity, entryPrice }: RecordedTrade): ComparedFill => ({
  at: openedAt,
  symbol,
  side,
  cause: "opened",
  status: "not-ordered",
  quantity: 0n,
  recordedQuantity: quantity,
  recordedAt: openedAt,
  recordedPrice: entryPrice,
  filledAt: null,
  brokerPrice: null,
  difference: null,
  isShared: false,
});
