import type { BarColumns } from "../bar-columns.ts";
import type { Orders } from "../strategies/strategy.ts";
import { TradeLog } from "./trade-log.ts";

/** Trading costs and order sizes. Fractions are of 1, not per cent. */
export interface AccountSettings {
  /** The cash at the start, in the quote currency. */
  readonly cash: number;
  /** Fraction of size × price, paid at entry and again at exit. */
  readonly commission: number;
  /** Fraction of the open that an entry pays more (long) or gets less (short). Exits pay no spread. */
  readonly spread: number;
  /** Sizes are whole multiples of this many units. */
  readonly fractionalUnit: number;
}

/**
 * The cash account: an execution model with the rules of the public reference engine (docs/reference/backtest.md), in floats. It trades
 * one symbol, with at most one position at a time. Call `match` for each bar in order, before the strategy decides on it. A
 * NaN price means no order, because it compares false with everything.
 */
export class CashAccount implements Orders {
  /** In units. */
  position = 0;
  /** The price of the entry before the spread, less the dividends since; NaN when flat. */
  entryMidPrice = NaN;
  private cash: number;
  private bar = -1;
  private entryPrice = 0;
  private entryBar = -1;
  private entryFee = 0;
  /** The dividends that the position has received, or paid when short. */
  private dividends = 0;
  private stopPrice = NaN;
  private targetPrice = NaN;
  /** True when the position has a stop or a target. Without one, high and low of the bar do not matter. */
  private isBracketed = false;
  private exitOrdered = false;
  private entryOrdered: 0 | 1 | -1 = 0;
  private orderedStop = NaN;
  private orderedTarget = NaN;
  private restingBuyStop = NaN;
  /** True when a bar can fill something: an order, or the bracket. On most bars nothing can. */
  private awaitsFill = false;

  constructor(
    private readonly bars: BarColumns,
    private readonly settings: AccountSettings,
    private readonly trades = new TradeLog(),
  ) {
    this.cash = settings.cash;
  }

  get barsHeld(): number {
    return this.position === 0 ? 0 : this.bar - this.entryBar + 1;
  }

  enter(direction: 1 | -1, stopPrice = NaN, targetPrice = NaN): void {
    this.restingBuyStop = NaN;
    this.exitOrdered = this.position !== 0;
    this.entryOrdered = direction;
    this.orderedStop = stopPrice;
    this.orderedTarget = targetPrice;
    this.awaitsFill = true;
  }

  exit(): void {
    this.exitOrdered = this.position !== 0;
    this.awaitsFill = true;
  }

  restBuyStop(price: number): void {
    this.restingBuyStop = price;
    this.awaitsFill = true;
  }

  moveStop(price: number): void {
    if (this.position === 0) return;
    this.stopPrice = price;
    this.isBracketed = true;
    this.awaitsFill = true;
  }

  /** Fills live orders on the bar: closing orders first, then the position's bracket, then entries and their bracket. */
  match(bar: number): void {
    this.bar = bar;
    if (this.awaitsFill) this.fillOrders(bar);
  }

  /** Apart from `match`, which is small enough to be inlined into the loop over all bars. */
  private fillOrders(bar: number): void {
    if (this.exitOrdered) this.close(bar, this.bars.open[bar] as number);
    else if (this.isBracketed) this.matchBracket(bar);
    if (this.entryOrdered !== 0) this.fillMarketEntry(bar);
    else if (this.restingBuyStop <= (this.bars.high[bar] as number)) this.fillBuyStop(bar);
    this.awaitsFill = this.isBracketed || !Number.isNaN(this.restingBuyStop);
  }

  /**
   * Pays a dividend per unit before the first bar without it: to a long, by a short. The price falls by it, so the levels of
   * the position and of waiting orders fall too.
   */
  takeDividend(amount: number): void {
    this.cash += this.position * amount;
    this.dividends += this.position * amount;
    this.entryMidPrice -= amount;
    this.stopPrice -= amount;
    this.targetPrice -= amount;
    this.orderedStop -= amount;
    this.orderedTarget -= amount;
    this.restingBuyStop -= amount;
  }

  /** Cash plus the position's value at the bar's close. */
  equityAt(bar: number): number {
    return this.cash + this.position * ((this.bars.close[bar] as number) - this.entryPrice);
  }

  /** Closes the position at this price and removes its bracket. */
  close(bar: number, price: number): void {
    this.exitOrdered = false;
    const size = this.position;
    if (size === 0) return;
    const gain = size * (price - this.entryPrice);
    const exitFee = this.feeOf(size, price);
    this.cash += gain - exitFee;
    this.trades.add(size, this.entryBar, bar, this.entryPrice, price, gain + this.dividends - this.entryFee - exitFee);
    this.position = 0;
    this.dividends = 0;
    this.entryMidPrice = NaN;
    this.stopPrice = NaN;
    this.targetPrice = NaN;
    this.isBracketed = false;
  }

  /** When a bar reaches both levels, the stop counts, because it is worse. A gap beyond a level fills at the open. */
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

  /** While a position is open, the order rests until the strategy removes it. */
  private fillBuyStop(bar: number): void {
    if (this.position !== 0) return;
    const open = this.bars.open[bar] as number;
    const price = open > this.restingBuyStop ? open : this.restingBuyStop;
    this.restingBuyStop = NaN;
    this.open(bar, 1, price);
  }

  /** Opens a position for all equity, in whole multiples of the fractional unit. `price` is before the spread. */
  private open(bar: number, direction: number, price: number): void {
    const { spread, commission, fractionalUnit } = this.settings;
    const entryPrice = price * (1 + direction * spread);
    const unitCost = (entryPrice + price * commission) * fractionalUnit;
    if (!(unitCost > 0 && this.cash > 0)) return;
    const units = divideWhole(this.cash, unitCost) * fractionalUnit;
    if (units === 0) return;
    this.position = direction * units;
    this.entryPrice = entryPrice;
    this.entryMidPrice = price;
    this.entryBar = bar;
    this.entryFee = this.feeOf(units, entryPrice);
    this.cash -= this.entryFee;
  }

  private feeOf(size: number, price: number): number {
    return Math.abs(size) * price * this.settings.commission;
  }
}

/** Divides two numbers above 0 and drops the fraction. */
function divideWhole(dividend: number, divisor: number): number {
  const quotient = dividend / divisor;
  const whole = Math.floor(quotient);
  // A whole quotient may have been rounded up. The remainder is exact and corrects it.
  return whole === quotient ? Math.round((dividend - (dividend % divisor)) / divisor) : whole;
}
