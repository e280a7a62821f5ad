import { createBarColumns } from "../bar-columns.ts";
import type { Order } from "../bot/bot-fixtures.ts";
import type { Candle } from "../candle.ts";
import type { Json } from "../indicators/restorable.ts";
import type { Side } from "../pricing/fill-price.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import type { Orders, Parameters, RuleContext, Strategy } from "./strategy.ts";

/** Fixtures for the tests of the strategies. */

/** A bar given by its close has a range of one unit up and down, and no volume. */
export type BarSketch = number | Pick<Candle, "close" | "volume">;

export interface PositionView {
  readonly side: Side;
  readonly entryMidPrice: number;
  readonly barsHeld: number;
}

type Circumstances = Partial<Pick<RuleContext, "nextDividend">> & { readonly position?: PositionView | null };

/** Writes down the orders of a rule, with a position that it is told. */
export class RecordingOrders implements Orders {
  position = 0;
  entryMidPrice = NaN;
  barsHeld = 0;
  given: Order[] = [];

  hold(position: PositionView | null): void {
    this.position = position === null ? 0 : position.side === "buy" ? 1 : -1;
    this.entryMidPrice = position?.entryMidPrice ?? NaN;
    this.barsHeld = position?.barsHeld ?? 0;
    this.given = [];
  }

  enter(direction: 1 | -1, stopPrice?: number, targetPrice?: number): void {
    this.given.push({
      kind: "enter",
      side: direction === 1 ? "buy" : "sell",
      ...(stopPrice === undefined ? {} : { stopPrice }),
      ...(targetPrice === undefined ? {} : { targetPrice }),
    });
  }

  exit(): void {
    if (this.position !== 0) this.given.push({ kind: "close" });
  }

  restBuyStop(price: number): void {
    this.given.push({ kind: "rest", price });
  }

  moveStop(price: number): void {
    if (this.position !== 0) this.given.push({ kind: "move-stop", price });
  }
}

/** The strategy's order on each bar of `barMs`. Its rule is stored and restored between bars. */
export function runStrategy(
  strategy: Strategy,
  given: Parameters,
  bars: readonly BarSketch[],
  circumstances: (bar: number) => Circumstances = () => ({}),
  barMs = 60_000,
): (Order | undefined)[] {
  const parameters = resolveParameters(strategy, given);
  const row = createBarColumns(1);
  const orders = new RecordingOrders();
  let rule = strategy.createRule(parameters);
  return bars.map((bar, index) => {
    const { close, volume } = typeof bar === "number" ? { close: bar, volume: 0 } : bar;
    const cells = { time: index * barMs, open: close, high: close + 1, low: close - 1, close, volume };
    for (const [name, cell] of Object.entries(cells)) row[name as keyof typeof cells][0] = cell;
    const { position = null, nextDividend = null } = circumstances(index);
    rule.advance(row, 0);
    orders.hold(position);
    rule.decide(row, 0, orders, { roundTripCost: 0.001, barMs, nextDividend });
    const saved = JSON.stringify(rule.save());
    rule = strategy.createRule(parameters);
    rule.restore(JSON.parse(saved) as Json);
    return orders.given[0];
  });
}

/** Circumstances with a trade that has lasted `barsHeld` bars, on every bar. */
export function holding(side: PositionView["side"], barsHeld = 2): () => { position: PositionView } {
  return () => ({ position: { side, entryMidPrice: 100, barsHeld } });
}
