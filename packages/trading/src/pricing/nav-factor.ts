import type { Side } from "./fill-price.ts";
import { isGainConverted } from "./quote-currency.ts";
import { divideDown, divideUp, SCALE, toScaled } from "./scaled-decimal.ts";

/**
 * The terms of an open trade: `exposure` is the traded fraction of the nav (0 to 1), `entryPrice` the price of the fill,
 * `dividends` the dividends and `financing` the financing paid per unit since entry ("0" when left out; financing below 0
 * was received), in the quote currency of `symbol`. All are decimal strings of at most 12 places.
 */
export interface TradeTerms {
  readonly symbol: string;
  readonly side: Side;
  readonly exposure: string;
  readonly entryPrice: string;
  readonly dividends?: string;
  readonly financing?: string;
}

/**
 * The factor of the bot's nav when the trade closes at `exitPrice`, after both commissions:
 * `1 + exposure × side × ((exit + dividends)/entry − 1) − exposure × financing/entry − exposure × commission × (1 +
 * exit/entry)`. A long receives dividends, a short pays them to the lender.
 *
 * The trade of a pair such as USD/JPY holds dollars, and what it gains is in yen (`isGainConverted`). At the closing price
 * this is `1 + exposure × (side × (exit + dividends − entry) − financing)/exit − exposure × 2 × commission`.
 *
 * Exact except for one rounding **down** at the end. Scaled by 10^12; can be negative (the ledger applies the floor at 0).
 * With the current closing price it gives the exit mark.
 */
export function computeCloseFactor(trade: TradeTerms, exitPrice: number | string, commission: number | string): bigint {
  const exposure = toScaled(trade.exposure);
  const exit = toScaled(exitPrice);
  const unit = computeUnitPrice(trade, exit);
  const gain = exposure * computeGain(trade, exit) * SCALE;
  // Each side's commission is on the value at its own price: with yen, that is the same number of dollars both times.
  const traded = isGainConverted(trade.symbol) ? 2n * unit : unit + exit;
  const fees = exposure * toScaled(commission) * traded;
  return divideDown(SCALE * SCALE * unit + gain - fees, SCALE * unit);
}

/**
 * The factor of the closed nav for an investor who joins now. `entryPriceNow` is the price at which the trade could be
 * entered now: `1 + exposure × side × ((entryPriceNow + dividends)/entry − 1) − exposure × financing/entry`, before fees;
 * of a pair such as USD/JPY, the gain divided by `entryPriceNow`. Dividends so far belong to the earlier investors, so the
 * new one pays for them; financing so far was theirs to pay. Exact except for one rounding **up** at the end. Scaled by
 * 10^12. Never below the exit mark at the same mid price.
 */
export function computeEntryFactor(trade: TradeTerms, entryPriceNow: number | string): bigint {
  const exposure = toScaled(trade.exposure);
  const now = toScaled(entryPriceNow);
  const unit = computeUnitPrice(trade, now);
  return divideUp(SCALE * unit + exposure * computeGain(trade, now), unit);
}

/** The gain per unit in the quote currency, before commissions. */
function computeGain({ side, entryPrice, dividends = "0", financing = "0" }: TradeTerms, price: bigint): bigint {
  const direction = side === "buy" ? 1n : -1n;
  return direction * (price + toScaled(dividends) - toScaled(entryPrice)) - toScaled(financing);
}

/** The price in the quote currency of what one dollar of exposure holds: the entry price, or now for a gain that is converted. */
function computeUnitPrice({ symbol, entryPrice }: TradeTerms, price: bigint): bigint {
  if (!isGainConverted(symbol)) return toScaled(entryPrice);
  // A price that rounds to 0 counts as the least one, because nothing can be divided by 0.
  return price > 0n ? price : 1n;
}
