import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { Orders } from "../strategies/strategy.ts";
import type { OpenTrade } from "./bot-state.ts";

/** An entry as ordered, with prices of at most 12 places. */
export interface OrderedEntry {
  readonly direction: 1 | -1;
  readonly stopPrice: number | null;
  readonly targetPrice: number | null;
}

/**
 * The pool's side of the orders port. It shows a rule the trade of the bot in the rule's symbol and takes its orders of one
 * bar; `stepBot` then applies them by the pool's rules. The position is 1, −1 or 0.
 */
export class PoolDesk implements Orders {
  position = 0;
  entryMidPrice = NaN;
  barsHeld = 0;
  entry: OrderedEntry | null = null;
  isExitOrdered = false;
  /** The price of the resting buy-stop, `null` to remove it; undefined when it stays as it is. */
  restingPrice: number | null | undefined = undefined;
  /** The new stop of the trade, `null` to remove it; undefined when it stays as it is. */
  movedStop: number | null | undefined = undefined;

  /** Starts a new bar: the bot's trade in the symbol, if it has one, and no orders. */
  openBar(trade: OpenTrade | null, barSequence: number): void {
    this.position = trade === null ? 0 : trade.side === "buy" ? 1 : -1;
    // The price has fallen by the dividends since, so that the gain of the price is measured from there.
    this.entryMidPrice = trade === null ? NaN : roundPrice(trade.midPrice - Number(trade.dividends));
    this.barsHeld = trade === null ? 0 : barSequence - trade.barSequence + 1;
    this.entry = null;
    this.isExitOrdered = false;
    this.restingPrice = undefined;
    this.movedStop = undefined;
  }

  enter(direction: 1 | -1, stopPrice = NaN, targetPrice = NaN): void {
    this.restingPrice = null;
    this.entry = { direction, stopPrice: toLevel(stopPrice), targetPrice: toLevel(targetPrice) };
  }

  exit(): void {
    this.isExitOrdered = this.position !== 0;
  }

  restBuyStop(price: number): void {
    this.restingPrice = toLevel(price);
  }

  moveStop(price: number): void {
    if (this.position !== 0) this.movedStop = toLevel(price);
  }
}

/** Money arithmetic takes prices of at most 12 places. */
function toLevel(price: number): number | null {
  return Number.isNaN(price) ? null : roundPrice(price);
}
