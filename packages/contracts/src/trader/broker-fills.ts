import * as z from "zod/mini";
import { amount, decimal } from "../amount.ts";
import { defineCall } from "../call.ts";
import { tradeSides } from "../lists.ts";
import { listQuery } from "../paging.ts";

/**
 * A part of an order, beside the trade of the bot that it was for. An order is for all bots that trade the symbol: each has its part of the
 * fill by the quantity that it needed.
 */
const brokerFill = z.object({
  id: z.string(),
  symbol: z.string(),
  /** The side of the order: a sale also closes a trade that was bought. */
  side: z.enum(tradeSides),
  /**
   * The cause: a trade that opened or closed, also in part; money that came in or went out while it was open. `unmatched` belongs to no
   * trade that is known.
   */
  cause: z.enum(["opened", "closed", "money-in", "money-out", "unmatched"]),
  /**
   * `filled` has a price of the broker. `offset`: another bot needed the opposite, so that this part was not ordered. `waiting`: the order has
   * not ended. `unknown`: the broker has not answered. `refused`, `lost`: no part was executed. `not-ordered`: no order has included this trade.
   */
  status: z.enum(["filled", "offset", "waiting", "unknown", "refused", "lost", "not-ordered"]),
  /** This part in coins or shares. 0 when no order included the trade. */
  quantity: decimal,
  /** The quantity that the bot's record has for the cause, before it is rounded to whole lots; null when unmatched. */
  recordedQuantity: z.nullable(decimal),
  /** When it was recorded; for money in or out, when the order was decided. Null when unmatched. */
  recordedAt: z.nullable(z.iso.datetime()),
  /** The price in the bot's record, with the spread and slippage that it counts; null when unmatched. */
  recordedPrice: z.nullable(decimal),
  filledAt: z.nullable(z.iso.datetime()),
  brokerPrice: z.nullable(decimal),
  /** In dollars, four decimals; above 0 when the broker's price was better. Null without both prices. */
  difference: z.nullable(decimal),
  /** True when the order was also for other trades. */
  isShared: z.boolean(),
});
export type BrokerFill = z.infer<typeof brokerFill>;

const brokerFills = z.object({
  /** Null when no broker has all instruments of the bot: its trades are on paper. */
  broker: z.nullable(z.object({ isPractice: z.boolean() })),
  /** The time of the oldest order that was compared; null before the first. */
  since: z.nullable(z.iso.datetime()),
  /** False when there are earlier orders, which are not part of the sum. */
  isComplete: z.boolean(),
  sum: z.object({
    /** The sum of `difference` over all pages. */
    difference: decimal,
    /** The fills that it has. */
    fills: z.int(),
    /** The bot's part of the broker's fees that are known, in dollars, rounded up. They are not part of the difference. */
    fees: amount,
    /** The fills whose fee the broker has not reported. */
    fillsWithoutFee: z.int(),
  }),
  /** Newest first. */
  items: z.array(brokerFill),
  nextCursor: z.nullable(z.string()),
});
export type BrokerFills = z.infer<typeof brokerFills>;

/** The newest orders of a symbol that are compared. */
export const MAX_COMPARED_ORDERS = 500;

export const getBrokerFills = defineCall({
  method: "GET",
  path: "/api/bots/:id/fills",
  summary: "Compare a bot's trades with what the broker filled",
  permission: "public",
  params: z.object({ id: z.string() }),
  query: listQuery({}),
  answers: { 200: brokerFills },
});
