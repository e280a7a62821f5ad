import type { Market } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";

/**
 * When a position is charged:
 * - `wednesday` and `friday`: at 17:00 in New York from Monday to Friday, a day each time, and three days on the named day,
 *   for the weekend.
 * - `8-hours`: at 00:00, 08:00 and 16:00 UTC every day, a third of a day each time.
 */
export const financingSchedules = ["wednesday", "friday", "8-hours"] as const;
export type FinancingSchedule = (typeof financingSchedules)[number];

/**
 * The price of holding a position. A rate is a fraction of the position's value for a year of `yearDays` days, above 0 when
 * that side pays and below 0 when it receives.
 */
export interface Financing {
  readonly schedule: FinancingSchedule;
  readonly longRate: number;
  readonly shortRate: number;
  readonly yearDays: 360 | 365;
}

/**
 * The overnight rates of central banks, as fractions of a year, in June 2026 (docs/reference/figures/interest-rates.csv has the
 * sources). They stand for the rates at which positions in a currency are rolled over.
 */
export const cashRates: Readonly<Record<string, number>> = {
  USD: 0.03625,
  EUR: 0.0225,
  GBP: 0.0375,
  JPY: 0.01,
  AUD: 0.0385,
  CHF: 0,
};

/** A broker's mark-up on forex and spot metals, and on CFDs of other commodities. */
export const FOREX_MARKUP = 0.008;
export const CFD_MARKUP = 0.025;
/** The funding of perpetual futures, at their interest component of 0.01 % per 8 hours, for 365 days. */
export const CRYPTO_FUNDING = 0.1095;
/** Borrowing a large share or fund, which is easy to borrow. */
export const STOCK_BORROW = 0.0025;

/** Gold and silver are financed like currencies. */
const metalPattern = /^(?:GOLD|SILVER|XAU|XAG)/;
const pairPattern = /^([A-Z]{3})\/?([A-Z]{3})$/;

/**
 * The financing of a symbol. Only forex credits a side, because brokers publish both of its rates. Elsewhere a side that may
 * receive something is counted as 0. Bots do not borrow, so a bought share costs nothing to hold. An index is held
 * through a fund that pays its dividends, and costs what a share costs.
 */
export function getSymbolFinancing(market: Market, symbol: string): Financing {
  const { USD: dollar = 0 } = cashRates;
  switch (market) {
    case "forex":
      return getForexFinancing(symbol);
    case "crypto":
      return { schedule: "8-hours", longRate: CRYPTO_FUNDING, shortRate: 0, yearDays: 365 };
    case "stocks":
    case "indices":
    case "portfolio":
      return { schedule: "friday", longRate: 0, shortRate: STOCK_BORROW, yearDays: 360 };
    case "commodities":
      return metalPattern.test(symbol)
        ? { schedule: "wednesday", longRate: roundPrice(dollar + FOREX_MARKUP), shortRate: 0, yearDays: 360 }
        : { schedule: "friday", longRate: CFD_MARKUP, shortRate: CFD_MARKUP, yearDays: 360 };
  }
}

/** A long pays the quote currency's rate and gets the base currency's; a currency without a known rate counts as equal. */
function getForexFinancing(symbol: string): Financing {
  const [, base = "", quote = ""] = pairPattern.exec(symbol) ?? [];
  const [baseRate, quoteRate] = [cashRates[base], cashRates[quote]];
  const difference = baseRate === undefined || quoteRate === undefined ? 0 : quoteRate - baseRate;
  return {
    schedule: "wednesday",
    longRate: roundPrice(FOREX_MARKUP + difference),
    shortRate: roundPrice(FOREX_MARKUP - difference),
    yearDays: 360,
  };
}

/** The currencies whose short rates of the past are known: the Treasury bill, month by month. */
const RECORDED_RATES: readonly string[] = ["USD"];

/** The currencies of these pairs whose short rates of the past are not known, in alphabetical order. */
export function findCurrenciesWithoutRates(symbols: readonly string[]): readonly string[] {
  const currencies = symbols.flatMap((symbol) => pairPattern.exec(symbol)?.slice(1) ?? []);
  return [...new Set(currencies)].filter((currency) => !RECORDED_RATES.includes(currency)).sort();
}
