import { isGainConverted } from "../pricing/quote-currency.ts";
import { divideUp, formatScaled, SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";

/** The kinds of costs of a trade, as a value of each. */
export interface CostsByKind<Value> {
  readonly spread: Value;
  readonly slippage: Value;
  readonly commission: Value;
  /** Below 0 when the trade received more than it paid. */
  readonly financing: Value;
}

/** The input for the costs of a closed trade. `entryMidPrice` and `midPrice` are the mid prices of its fills. */
export interface CostedTrade {
  readonly symbol: string;
  readonly exposure: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly entryMidPrice: number;
  readonly midPrice: number;
  readonly financing: string;
  readonly costs: TradingCosts;
}

/**
 * The costs of a closed trade by kind, each as a fraction of the nav before it: a decimal string of 12 places, rounded up.
 * The trade holds `nav × exposure / entry price` units, so that
 * - spread = exposure × half spread × (entry mid + exit mid) / entry price, and slippage in the same way;
 * - commission = exposure × commission × (1 + exit price / entry price);
 * - financing = exposure × financing per unit / entry price.
 *
 * The trade of a pair such as USD/JPY holds `nav × exposure` dollars, and yen are worth their dollars at the exit price:
 * spread = exposure × half spread × 2 × entry mid / exit price, commission = exposure × commission × 2, financing = exposure
 * × financing per unit / exit price.
 *
 * The nav's factor plus all four is the factor of the same units filled at the mid prices without fees, to within the
 * rounding of each figure.
 */
export function computeTradeCosts(trade: CostedTrade): CostsByKind<string> {
  const { costs } = trade;
  const exposure = toScaled(trade.exposure);
  const { unit, mids, fills } = toCostedPrices(trade);
  // exposure × rate × price is scaled three times; dividing by unit × scale leaves one.
  const share = (rate: number, price: bigint) =>
    formatScaled(divideUp(exposure * toScaled(rate) * price, SCALE * unit));
  return {
    spread: share(costs.halfSpread, mids),
    slippage: share(costs.slippage, mids),
    commission: share(costs.commission, fills),
    financing: formatScaled(divideUp(exposure * toScaled(trade.financing), unit)),
  };
}

/** The prices that costs are fractions of, and the price that they are divided by, in the quote currency. */
function toCostedPrices({ symbol, entryPrice, exitPrice, entryMidPrice, midPrice }: CostedTrade) {
  const [entry, exit, entryMid] = [toScaled(entryPrice), toScaled(exitPrice), toScaled(entryMidPrice)];
  if (!isGainConverted(symbol)) return { unit: entry, mids: entryMid + toScaled(midPrice), fills: entry + exit };
  const unit = exit > 0n ? exit : 1n;
  return { unit, mids: 2n * entryMid, fills: 2n * unit };
}

/** A closed trade with its costs, and the factor of the nav. */
export interface TradeWithCosts {
  readonly factor: string;
  readonly costs: CostsByKind<string>;
}

/** The costs of several trades, and the result of an amount that was in all of them. */
export interface CostTotal {
  /** Fractions of the nav before each trade, summed: decimal strings of 12 places. */
  readonly fractions: CostsByKind<string>;
  /** In the unit of the amount, rounded up. */
  readonly cash: CostsByKind<bigint>;
  /** The gain or loss of the amount after the costs, rounded down. */
  readonly result: bigint;
}

/**
 * Sums the costs of a bot's trades, oldest first. `amount` (in any whole unit, such as cents) is in the bot from the first to
 * the last: it pays its share of each trade's costs at its value then, and its value moves by each trade's factor, which
 * includes them. A factor below 0 leaves nothing.
 */
export function sumTradeCosts(trades: readonly TradeWithCosts[], amount: bigint): CostTotal {
  const fractions = { spread: 0n, slippage: 0n, commission: 0n, financing: 0n };
  const cash = { ...fractions };
  let worth = amount * SCALE;
  for (const { factor, costs } of trades) {
    for (const kind of ["spread", "slippage", "commission", "financing"] as const) {
      const fraction = toScaled(costs[kind]);
      fractions[kind] += fraction;
      cash[kind] += divideUp(worth * fraction, SCALE);
    }
    const moved = toScaled(factor);
    worth = moved > 0n ? (worth * moved) / SCALE : 0n;
  }
  return {
    fractions: mapCosts(fractions, formatScaled),
    cash: mapCosts(cash, (scaled) => divideUp(scaled, SCALE)),
    result: worth / SCALE - amount,
  };
}

function mapCosts<From, To>(costs: CostsByKind<From>, convert: (value: From) => To): CostsByKind<To> {
  const { spread, slippage, commission, financing } = costs;
  return {
    spread: convert(spread),
    slippage: convert(slippage),
    commission: convert(commission),
    financing: convert(financing),
  };
}
