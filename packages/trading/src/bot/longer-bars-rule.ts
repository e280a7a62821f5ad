import { type BarColumns, createBarColumns, writeBar } from "../bar-columns.ts";
import type { Candle } from "../candle.ts";
import type { Json } from "../indicators/restorable.ts";
import type { Orders, Rule, RuleContext } from "../strategies/strategy.ts";

/**
 * Lets a rule decide on bars longer than those of the feed, so that it trades less often; stops and targets are still
 * checked on every bar of the feed. A long bar holds the bars from one multiple of its length since 1970 (UTC) to the next,
 * and closes with the last of them. When that one is missing, the long bar closes with the first bar after it: the rule
 * learns from it, but gives no orders, because its close is no longer the price.
 */
export class LongerBarsRule implements Rule {
  readonly warmUp: number;
  private forming: Candle | null = null;
  /** True when the bar that was advanced last has closed a long bar. */
  private isDue = false;
  private readonly row = createBarColumns(1);

  constructor(
    private readonly rule: Rule,
    private readonly barMs: number,
    private readonly longBarMs: number,
  ) {
    this.warmUp = rule.warmUp;
  }

  advance(bars: BarColumns, bar: number): void {
    const time = bars.time[bar] as number;
    const start = time - (time % this.longBarMs);
    if (this.forming !== null && this.forming.time !== start) this.closeLongBar(this.forming);
    const forming = extendLongBar(this.forming, start, bars, bar);
    this.forming = forming;
    this.isDue = time + this.barMs >= start + this.longBarMs;
    if (this.isDue) this.closeLongBar(forming);
  }

  decide(_bars: BarColumns, _bar: number, orders: Orders, context: RuleContext): void {
    if (!this.isDue) return;
    const barsHeld = Math.ceil((orders.barsHeld * this.barMs) / this.longBarMs);
    this.rule.decide(this.row, 0, showBarsHeld(orders, barsHeld), { ...context, barMs: this.longBarMs });
  }

  save(): Json {
    return { forming: this.forming === null ? null : { ...this.forming }, rule: this.rule.save() };
  }

  restore(saved: Json): void {
    const { forming, rule } = saved as { readonly forming: Candle | null; readonly rule: Json };
    this.forming = forming;
    this.isDue = false;
    this.rule.restore(rule);
  }

  private closeLongBar(bar: Candle): void {
    writeBar(this.row, 0, bar);
    this.rule.advance(this.row, 0);
    this.forming = null;
  }
}

function extendLongBar(forming: Candle | null, start: number, bars: BarColumns, bar: number): Candle {
  const high = bars.high[bar] as number;
  const low = bars.low[bar] as number;
  const close = bars.close[bar] as number;
  const volume = bars.volume[bar] as number;
  if (forming === null) return { time: start, open: bars.open[bar] as number, high, low, close, volume };
  return {
    time: start,
    open: forming.open,
    high: Math.max(forming.high, high),
    low: Math.min(forming.low, low),
    close,
    volume: forming.volume + volume,
  };
}

/** The same orders, with the age of the position in long bars. */
function showBarsHeld(orders: Orders, barsHeld: number): Orders {
  return {
    position: orders.position,
    entryMidPrice: orders.entryMidPrice,
    barsHeld,
    enter: (direction, stopPrice, targetPrice) => {
      orders.enter(direction, stopPrice, targetPrice);
    },
    exit: () => {
      orders.exit();
    },
    restBuyStop: (price) => {
      orders.restBuyStop(price);
    },
    moveStop: (price) => {
      orders.moveStop(price);
    },
  };
}
