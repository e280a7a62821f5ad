import type { BarColumns } from "../bar-columns.ts";
import type { CreateIndicator } from "../indicators/create-indicator.ts";
import { type Json, type Restorable, restoreParts, saveParts } from "../indicators/restorable.ts";
import type { Dividend } from "../simulation/dividend.ts";

/** A numeric parameter of a strategy. The unit is a text for people: bars, average true ranges, … */
export interface ParameterDeclaration {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
}

export type Parameters = Readonly<Record<string, number>>;

export const BARS_UNIT = "bars";
export const FLAG_UNIT = "1 yes, 0 no";

/** Declares a whole number of bars. */
export function declareBarCount(defaultCount: number): ParameterDeclaration {
  return { default: defaultCount, minimum: 1, maximum: 10_000, unit: BARS_UNIT };
}

/** Reads a resolved parameter by name. A missing one is a mistake in the code. */
export function readParameter(parameters: Parameters, name: string): number {
  const value = parameters[name];
  if (value === undefined) throw new Error(`parameter ${name} was not resolved`);
  return value;
}

/**
 * The position of a rule in its symbol, and its orders. A rule gives them on a closed bar; they are live from the next bar's
 * open. Two execution models implement this port: the cash account (`CashAccount`) and the pool of a bot (`PoolDesk`).
 * Prices are mid prices; NaN means none.
 */
export interface Orders {
  /** Above 0 long, below 0 short, 0 flat. The unit is the execution model's own. */
  readonly position: number;
  /** The mid price of the entry; NaN when flat. */
  readonly entryMidPrice: number;
  /** The closed bars of the position, including the entry bar; 0 when flat. */
  readonly barsHeld: number;
  /**
   * A market order, +1 long or −1 short, as large as the execution model allows. It cancels the resting order, and an open
   * position closes at the same open before the order is sized. Stop and target are prices, live from the entry bar.
   */
  enter(direction: 1 | -1, stopPrice?: number, targetPrice?: number): void;
  /** A market order to close the position; no order when flat. */
  exit(): void;
  /** The only resting buy-stop entry. It replaces the one before; NaN removes it. */
  restBuyStop(price: number): void;
  /** The stop-loss of the position. It replaces the one before. */
  moveStop(price: number): void;
}

/** The facts about its symbol that a rule does not see in the bars. */
export interface RuleContext {
  /** The costs of a round trip, as a fraction of the price. */
  readonly roundTripCost: number;
  /** The length of a bar in milliseconds; a bar closes at its time plus this. */
  readonly barMs: number;
  /** The symbol's next declared dividend after this bar; `null` when there is none. */
  readonly nextDividend: Dividend | null;
}

/**
 * A strategy on the bars of one symbol, in motion. It is shown every closed bar once, in order, and reads only the cell `bar`
 * of the columns that it is given: a live feed hands it columns of one row, a backtest a whole series. What it needs of
 * earlier bars it keeps. It uses no clock and no random numbers. `save` gives plain JSON, from which it continues exactly.
 */
export interface Rule extends Restorable {
  /** The index of the bar at which the last indicator gets its first value. Before it, `decide` gives no entry. */
  readonly warmUp: number;
  /** Reads a closed bar. */
  advance(bars: BarColumns, bar: number): void;
  /** Gives orders at the close of the bar that it was last advanced to, after the fills of that bar. */
  decide(bars: BarColumns, bar: number, orders: Orders, context: RuleContext): void;
}

/** A trading rule and its parameters, for every execution model. */
export interface Strategy {
  readonly name: string;
  /** The heading of its chapter in docs/explanation/strategies.md; left out when the strategy was not written for bots. */
  readonly family?: string;
  /** The rule in a few sentences, for people. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  /** Data beside prices without which it is another rule, or none (`findMissingData`). Prices alone when left out. */
  readonly needs?: "dividends" | "volume";
  /**
   * Starts the rule. All parameters are given, within their ranges (`resolveParameters`). A rule that creates its indicators
   * with `indicator` shares them with the other sets of a sweep; by default it has its own.
   */
  createRule(parameters: Parameters, indicator?: CreateIndicator): Rule;
}

/** A strategy that was written for bots. The catalogue says which bots run it; some are run by two, some by none. */
export interface BotStrategy extends Strategy {
  readonly family: string;
}

/** Completes a rule with `save` and `restore`, which keep these parts by name. */
export function buildRule(
  parts: Readonly<Record<string, Restorable>>,
  { warmUp, advance, decide }: Pick<Rule, "warmUp" | "advance" | "decide">,
): Rule {
  return {
    warmUp,
    advance,
    decide,
    save: () => saveParts(parts),
    restore: (saved) => {
      restoreParts(parts, saved);
    },
  };
}

/** Fields of a rule that are plain JSON. Objects within are replaced, never changed. */
export class RuleMemory<Fields extends Readonly<Record<string, Json>>> implements Restorable {
  constructor(public fields: Fields) {}

  save(): Json {
    return { ...this.fields };
  }

  restore(saved: Json): void {
    this.fields = { ...(saved as Fields) };
  }
}

/** A value of a stream and the one before it. */
interface Line {
  readonly previous: number;
  readonly value: number;
}

/** A strict cross: below before, above now, equal at neither bar. */
export function crossesAbove(line: Line, other: Line): boolean {
  return line.previous < other.previous && line.value > other.value;
}
