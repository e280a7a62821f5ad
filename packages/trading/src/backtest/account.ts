import type { BarColumns } from "./bar-columns.ts";
import { TradeLog } from "./trade-log.ts";

/** What trading costs and how large orders are. Every fraction is of 1, not per cent. */
export interface AccountSettings {
  /** What the account starts with, in the quote currency. */
  readonly cash: number;
  /** Fraction of size × price, paid at entry and again at exit. */
  readonly commission: number;
  /** Fraction of the open that a market entry pays on top (long) or gets less (short); exits pay none. */
  readonly spread: number;
  /** Sizes are whole multiples of this many units. */
  readonly fractionalUnit: number;
}

/** What a strategy may ask of its account. Whatever is asked on a bar is live from the next bar's open on. */
export interface Orders {
  /** Units held: above 0 long, below 0 short, 0 flat. */
  readonly position: number;
  /**
   * A market order for all equity, +1 long or −1 short: resting orders are cancelled, what is held is closed at the same open before
   * it is sized. Stop and target are prices, live from the entry bar on; NaN is none.
   */
  enter(direction: 1 | -1, stopPrice?: number, targetPrice?: number): void;
  /** A market order to close what is held; nothing when flat. */
  exit(): void;
  /** The one resting buy-stop entry for all equity, in place of the one before; NaN is none. */
  restBuyStop(price: number): void;
  /** The stop-loss of what is held, in place of the one before. */
  moveStop(price: number): void;
}

/**
 * One cash account that trades one symbol, at most one position at a time. `match` must be called for each bar in turn, before
 * the strategy decides on it. A price that is NaN compares false with everything: no such order.
 */
export class Account implements Orders {
  position = 0;
  readonly trades = new TradeLog();
  private cash: number;
  private entryPrice = 0;
  private entryBar = -1;
  private entryFee = 0;
  private stopPrice = NaN;
  private targetPrice = NaN;
  /** Whether what is held has a stop or a target: where it has none, the bar's shadows need not be looked at. */
  private isBracketed = false;
  private exitOrdered = false;
  private entryOrdered: 0 | 1 | -1 = 0;
  private orderedStop = NaN;
  private orderedTarget = NaN;
  private restingBuyStop = NaN;

  constructor(
    private readonly bars: BarColumns,
    private readonly settings: AccountSettings,
  ) {
    this.cash = settings.cash;
  }

  enter(direction: 1 | -1, stopPrice = NaN, targetPrice = NaN): void {
    this.restingBuyStop = NaN;
    this.exitOrdered = this.position !== 0;
    this.entryOrdered = direction;
    this.orderedStop = stopPrice;
    this.orderedTarget = targetPrice;
  }

  exit(): void {
    this.exitOrdered = this.position !== 0;
  }

  restBuyStop(price: number): void {
    this.restingBuyStop = price;
  }

  moveStop(price: number): void {
    if (this.position === 0) return;
    this.stopPrice = price;
    this.isBracketed = true;
  }

  /** Fills what is live against the bar: closing orders first, then the bracket held, then entries and their own bracket. */
  match(bar: number): void {
    if (this.exitOrdered) this.close(bar, this.bars.open[bar] as number);
    else if (this.isBracketed) this.matchBracket(bar);
    if (this.entryOrdered !== 0) this.fillMarketEntry(bar);
    else if (this.restingBuyStop <= (this.bars.high[bar] as number)) this.fillBuyStop(bar);
  }

  /** Cash and what is held, at the bar's close. */
  equityAt(bar: number): number {
    return this.cash + this.position * ((this.bars.close[bar] as number) - this.entryPrice);
  }

  /** Closes what is held at this price, and with it its bracket. */
  close(bar: number, price: number): void {
    this.exitOrdered = false;
    const size = this.position;
    if (size === 0) return;
    const gain = size * (price - this.entryPrice);
    const exitFee = this.feeOf(size, price);
    this.cash += gain - exitFee;
    this.trades.add(size, this.entryBar, bar, this.entryPrice, price, gain - this.entryFee - exitFee);
    this.position = 0;
    this.stopPrice = NaN;
    this.targetPrice = NaN;
    this.isBracketed = false;
  }

  /** Both in one bar: the stop, the worse of the two. A gap beyond a level fills at the open. */
  private matchBracket(bar: number): void {
    const open = this.bars.open[bar] as number;
    const high = this.bars.high[bar] as number;
    const low = this.bars.low[bar] as number;
    const { stopPrice, targetPrice } = this;
    if (this.position > 0) {
      if (low <= stopPrice) this.close(bar, open < stopPrice ? open : stopPrice);
      else if (high >= targetPrice) this.close(bar, open > targetPrice ? open : targetPrice);
    } else {
      if (high >= stopPrice) this.close(bar, open > stopPrice ? open : stopPrice);
      else if (low <= targetPrice) this.close(bar, open < targetPrice ? open : targetPrice);
    }
  }

  private fillMarketEntry(bar: number): void {
    const direction = this.entryOrdered;
    this.entryOrdered = 0;
    this.open(bar, direction, this.bars.open[bar] as number);
    if (this.position === 0) return;
    this.stopPrice = this.orderedStop;
    this.targetPrice = this.orderedTarget;
    this.isBracketed = !(Number.isNaN(this.stopPrice) && Number.isNaN(this.targetPrice));
    if (this.isBracketed) this.matchBracket(bar);
  }

  /** Held already: the order stays where it is until the strategy takes it away. */
  private fillBuyStop(bar: number): void {
    if (this.position !== 0) return;
    const open = this.bars.open[bar] as number;
    const price = open > this.restingBuyStop ? open : this.restingBuyStop;
    this.restingBuyStop = NaN;
    this.open(bar, 1, price);
  }

  /** All equity, in whole multiples of the fractional unit; zero units: no order. `price` is before the spread. */
  private open(bar: number, direction: number, price: number): void {
    const { spread, commission, fractionalUnit } = this.settings;
    const entryPrice = price * (1 + direction * spread);
    const unitCost = (entryPrice + price * commission) * fractionalUnit;
    if (!(unitCost > 0 && this.cash > 0)) return;
    const units = divideWhole(this.cash, unitCost) * fractionalUnit;
    if (units === 0) return;
    this.position = direction * units;
    this.entryPrice = entryPrice;
    this.entryBar = bar;
    this.entryFee = this.feeOf(units, entryPrice);
    this.cash -= this.entryFee;
  }

  private feeOf(size: number, price: number): number {
    return Math.abs(size) * price * this.settings.commission;
  }
}

/** How often the divisor goes whole into the dividend, both above 0. */
function divideWhole(dividend: number, divisor: number): number {
  const quotient = dividend / divisor;
  const whole = Math.floor(quotient);
  // Only a quotient that came out whole can have been rounded up to it; the remainder, which is exact, tells.
  return whole === quotient ? Math.round((dividend - (dividend % divisor)) / divisor) : whole;
}
