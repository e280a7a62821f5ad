import type { Side } from "./fill-price.ts";
import { divideDown, divideUp, SCALE, toScaled } from "./scaled-decimal.ts";

/**
 * What a factor needs of an open trade: `exposure` is the traded fraction of the nav (0 to 1), `entryPrice` the fill,
 * `dividends` what one unit has paid since ("0" where it is left out). All are decimal strings of at most 12 places.
 */
export interface TradeTerms {
  readonly side: Side;
  readonly exposure: string;
  readonly entryPrice: string;
  readonly dividends?: string;
}

/**
 * What the bot's nav is multiplied by when the trade closes at `exitPrice`, both commissions paid:
 * `1 + exposure × side × ((exit + dividends)/entry − 1) − exposure × commission × (1 + exit/entry)`: a long is paid the
 * dividends of its holding, a short owes them to whom it borrowed from.
 * Exact but for one rounding **down** at the end. Scaled by 10^12; can be negative (the floor at 0 is the ledger's).
 * With the price at which the trade could be closed now it is the exit mark.
 */
export function computeCloseFactor(trade: TradeTerms, exitPrice: number | string, commission: number | string): bigint {
  const exposure = toScaled(trade.exposure);
  const entry = toScaled(trade.entryPrice);
  const exit = toScaled(exitPrice);
  const gain = toDirection(trade.side) * exposure * (exit + parseDividends(trade) - entry) * SCALE;
  const fees = exposure * toScaled(commission) * (entry + exit);
  return divideDown(SCALE * SCALE * entry + gain - fees, SCALE * entry);
}

/**
 * What closed nav is multiplied by for an investor who joins now, `entryPriceNow` being the price at which the trade
 * could be entered now: `1 + exposure × side × ((entryPriceNow + dividends)/entry − 1)`, before fees: what was paid
 * belongs to who was in, so the joiner pays for it. Exact but for one rounding **up** at the end. Scaled by 10^12. Never
 * below the exit mark at the same mid price.
 */
export function computeEntryFactor(trade: TradeTerms, entryPriceNow: number | string): bigint {
  const exposure = toScaled(trade.exposure);
  const entry = toScaled(trade.entryPrice);
  const gain = toDirection(trade.side) * exposure * (toScaled(entryPriceNow) + parseDividends(trade) - entry);
  return divideUp(SCALE * entry + gain, entry);
}

function parseDividends({ dividends = "0" }: TradeTerms): bigint {
  return toScaled(dividends);
}

function toDirection(side: Side): bigint {
  return side === "buy" ? 1n : -1n;
}
