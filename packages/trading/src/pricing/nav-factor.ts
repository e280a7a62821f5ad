import type { Side } from "./fill-price.ts";
import { divideDown, divideUp, SCALE, toScaled } from "./scaled-decimal.ts";

/**
 * The terms of an open trade: `exposure` is the traded fraction of the nav (0 to 1), `entryPrice` the price of the fill,
 * `dividends` the dividends and `financing` the financing paid per unit since entry ("0" when left out; financing below 0
 * was received). All are decimal strings of at most 12 places.
 */
export interface TradeTerms {
  readonly side: Side;
  readonly exposure: string;
  readonly entryPrice: string;
  readonly dividends?: string;
  readonly financing?: string;
}

/**
 * The factor of the bot's nav when the trade closes at `exitPrice`, after both commissions:
 * `1 + exposure × side × ((exit + dividends)/entry − 1) − exposure × financing/entry − exposure × commission × (1 +
 * exit/entry)`. A long receives dividends, a short pays them to the lender. Exact except for one rounding **down** at the end. Scaled by 10^12; can be
 * negative (the ledger applies the floor at 0). With the current closing price it gives the exit mark.
 */
export function computeCloseFactor(trade: TradeTerms, exitPrice: number | string, commission: number | string): bigint {
  const exposure = toScaled(trade.exposure);
  const entry = toScaled(trade.entryPrice);
  const exit = toScaled(exitPrice);
  const held = toDirection(trade.side) * (exit + parseDividends(trade) - entry) - parseFinancing(trade);
  const gain = exposure * held * SCALE;
  const fees = exposure * toScaled(commission) * (entry + exit);
  return divideDown(SCALE * SCALE * entry + gain - fees, SCALE * entry);
}

/**
 * The factor of the closed nav for an investor who joins now. `entryPriceNow` is the price at which the trade could be
 * entered now: `1 + exposure × side × ((entryPriceNow + dividends)/entry − 1) − exposure × financing/entry`, before fees.
 * Dividends so far belong to the earlier investors, so the new one pays for them; financing so far was theirs to pay. Exact except for one rounding **up** at the end. Scaled by 10^12. Never
 * below the exit mark at the same mid price.
 */
export function computeEntryFactor(trade: TradeTerms, entryPriceNow: number | string): bigint {
  const exposure = toScaled(trade.exposure);
  const entry = toScaled(trade.entryPrice);
  const held = toDirection(trade.side) * (toScaled(entryPriceNow) + parseDividends(trade) - entry);
  const gain = exposure * (held - parseFinancing(trade));
  return divideUp(SCALE * entry + gain, entry);
}

function parseDividends({ dividends = "0" }: TradeTerms): bigint {
  return toScaled(dividends);
}

function parseFinancing({ financing = "0" }: TradeTerms): bigint {
  return toScaled(financing);
}

function toDirection(side: Side): bigint {
  return side === "buy" ? 1n : -1n;
}
