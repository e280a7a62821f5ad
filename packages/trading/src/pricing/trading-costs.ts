import type { Market } from "../candle.ts";
import type { Financing } from "../costs/financing-rates.ts";

/**
 * The costs of a fill, each as a fraction of the price (or of the notional): `halfSpread` from mid to bid or ask,
 * `slippage` in addition, `commission` per side. All are decimals of at most 12 places. `financing` is the price of holding
 * the position; none when left out.
 */
export interface TradingCosts {
  readonly halfSpread: number;
  readonly slippage: number;
  readonly commission: number;
  readonly financing?: Financing;
}

/**
 * The costs of a fill in a market, for symbols without better figures; never zero.
 * - forex: a median spread of 1.4 pip on EUR/USD (Oanda, hourly bid and ask 2014 to 2018) is 0.6 of 1/10,000 a side;
 *   commission as of a low-cost broker, USD 2 per 100,000 a side.
 * - crypto: bots go short, so perpetual futures: 4 of 1/10,000 taker fee; a thin book beyond the first pair.
 * - stocks: half a cent to one cent of spread on a large share of 100, and half a cent of commission a share.
 * - commodities: a median spread of USD 0.30 on gold at 1,300 (Oanda, 2014 to 2019).
 * - indices: about one point of spread on 10,000, as of the funds through which they are held.
 * - portfolio: one to two cents of spread on a fund of 100, slippage and commission of a large share.
 */
export const tradingCosts: Readonly<Record<Market, TradingCosts>> = {
  forex: { halfSpread: 0.00006, slippage: 0.00001, commission: 0.00002 },
  crypto: { halfSpread: 0.0001, slippage: 0.0001, commission: 0.0004 },
  stocks: { halfSpread: 0.0001, slippage: 0.00005, commission: 0.00005 },
  commodities: { halfSpread: 0.00012, slippage: 0.00005, commission: 0.00002 },
  indices: { halfSpread: 0.00005, slippage: 0.00003, commission: 0.00002 },
  portfolio: { halfSpread: 0.0001, slippage: 0.00005, commission: 0.00005 },
};

/** Spread, slippage and commission of one entry and one exit, as a fraction of the notional. */
export function computeRoundTripCost(costs: TradingCosts): number {
  return 2 * (costs.halfSpread + costs.slippage + costs.commission);
}
