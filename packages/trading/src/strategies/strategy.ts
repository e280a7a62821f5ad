import type { Candle } from "../candle.ts";
import type { Side } from "../pricing/fill-price.ts";
import type { Dividend } from "../simulation/dividend.ts";

/** A numeric parameter of a strategy. The unit is a text for people: bars, average true ranges, … */
export interface ParameterDeclaration {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
}

export type Parameters = Readonly<Record<string, number>>;

/**
 * An order of a strategy on a closed candle. It fills at the open of a later candle. An entry always has a stop. Stop and
 * target are prices: a buy has its stop below the close and its target above, a sell the other way round. An entry while a
 * trade is open in the symbol closes that trade at the same open.
 */
export type Order =
  | { readonly kind: "enter"; readonly side: Side; readonly stopPrice: number; readonly targetPrice?: number }
  | { readonly kind: "close" };

/** The bot's trade in the candle's symbol. `barsHeld` counts closed bars since entry, including the entry bar. */
export interface PositionView {
  readonly side: Side;
  readonly entryMidPrice: number;
  readonly barsHeld: number;
}

export interface StrategyContext {
  readonly parameters: Parameters;
  /** `null` when the bot has no trade in this symbol. */
  readonly position: PositionView | null;
  /** The costs of a round trip, as a fraction of the price. */
  readonly roundTripCost: number;
  /** The length of the candle in milliseconds; it closes at `time` plus this. */
  readonly barMs: number;
  /** The symbol's next declared dividend after this candle; `null` when there is none. */
  readonly nextDividend: Dividend | null;
}

export interface Decision<State> {
  readonly state: State;
  readonly order?: Order | undefined;
}

/**
 * A trading rule. It sees only closed candles of one symbol, one at a time. Its state is plain JSON, so that it can be stored
 * after every bar and restored exactly. It uses no clock and no random numbers.
 */
export interface Strategy<State = unknown> {
  readonly name: string;
  /** The strategy name in the bot catalogue. */
  readonly family: string;
  /** The rule in a few sentences, for people. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  initialState(parameters: Parameters): State;
  onCandle(state: State, candle: Candle, context: StrategyContext): Decision<State>;
}

/**
 * Gives every parameter of the strategy: the given value or the default.
 * @throws RangeError for an unknown parameter or a value out of range
 */
export function resolveParameters(strategy: Strategy, given: Parameters = {}): Parameters {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(strategy.parameters, name));
  if (unknown !== undefined) throw new RangeError(`${strategy.name} has no parameter ${unknown}`);
  const entries = Object.entries(strategy.parameters).map(([name, declared]): [string, number] => {
    const value = given[name] ?? declared.default;
    if (!(value >= declared.minimum && value <= declared.maximum)) {
      throw new RangeError(`${name} of ${strategy.name} is ${value}, not ${declared.minimum} to ${declared.maximum}`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Reads a resolved parameter by name. A missing one is a mistake in the code. */
export function readParameter(parameters: Parameters, name: string): number {
  const value = parameters[name];
  if (value === undefined) throw new Error(`parameter ${name} was not resolved`);
  return value;
}
