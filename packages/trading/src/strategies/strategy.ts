import type { Candle } from "../candle.ts";
import type { Side } from "../pricing/fill-price.ts";
import type { Dividend } from "../simulation/dividend.ts";

/** One number that a strategy can be tuned by. The unit is a word for people: bars, multiples of the ATR, … */
export interface ParameterDeclaration {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
}

export type Parameters = Readonly<Record<string, number>>;

/**
 * What a strategy asks for on a closed candle; it is filled at the open of a later one. An entry always has a stop.
 * Stop and target are prices: a buy's stop lies below the close decided on and its target above, a sell's the other
 * way round. An entry while the symbol is held closes what is held at the same open.
 */
export type Order =
  | { readonly kind: "enter"; readonly side: Side; readonly stopPrice: number; readonly targetPrice?: number }
  | { readonly kind: "close" };

/** The bot's trade in the candle's symbol. `barsHeld` counts closed bars since entry, the entry bar included. */
export interface PositionView {
  readonly side: Side;
  readonly entryMidPrice: number;
  readonly barsHeld: number;
}

export interface StrategyContext {
  readonly parameters: Parameters;
  /** `null` when the bot holds nothing in this symbol. */
  readonly position: PositionView | null;
  /** What a round trip costs, as a fraction of the price. */
  readonly roundTripCost: number;
  /** The length of the candle, in milliseconds: it closes that long after its `time`. */
  readonly barMs: number;
  /** The symbol's next declared dividend after this candle; `null` where none is. */
  readonly nextDividend: Dividend | null;
}

export interface Decision<State> {
  readonly state: State;
  readonly order?: Order | undefined;
}

/**
 * A trading rule. It sees closed candles of one symbol, one at a time, and nothing else; its state is plain JSON, so
 * that it can be kept after every bar and taken up again bit for bit. It has no clock and no randomness.
 */
export interface Strategy<State = unknown> {
  readonly name: string;
  /** The strategy word of the bot catalogue that it belongs to. */
  readonly family: string;
  /** The rule in a sentence or two, for people. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  initialState(parameters: Parameters): State;
  onCandle(state: State, candle: Candle, context: StrategyContext): Decision<State>;
}

/** Every parameter of the strategy: the given ones, else the defaults. Throws on an unknown or out-of-range one. */
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

/** A resolved parameter by name; a missing one is a mistake in the code. */
export function readParameter(parameters: Parameters, name: string): number {
  const value = parameters[name];
  if (value === undefined) throw new Error(`parameter ${name} was not resolved`);
  return value;
}
