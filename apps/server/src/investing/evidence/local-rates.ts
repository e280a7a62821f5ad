import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LocalCurrency, localCurrencies } from "@wazi/contracts";
import { type LocalRates, parseLocalBills, parseLocalExchange } from "@wazi/trading";

/** In the names of files. */
const countries: Readonly<Record<LocalCurrency, string>> = {
  KES: "ke",
  NGN: "ng",
  GHS: "gh",
  ZAR: "za",
  TZS: "tz",
  UGX: "ug",
};

interface FileNames {
  readonly currency: LocalCurrency;
  readonly bills: string;
  readonly exchange: string;
}

const pairs = localCurrencies.map((currency): FileNames => {
  const [bills, exchange] = [
    `rate_${countries[currency]}_tbill_91d_monthly.csv`,
    `fx_usd_${currency.toLowerCase()}_monthly.csv`,
  ];
  return { currency, bills, exchange };
});

export type CurrencyRates = LocalRates & { readonly currency: LocalCurrency };

/**
 * Reads the operator's rates: for each currency a file of bills and one of exchange rates.
 * @throws Error naming the file, its line, and what is wrong
 */
export function readLocalRates(folder: string): CurrencyRates[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  const unknown = files.find((name) => !pairs.some(({ bills, exchange }) => name === bills || name === exchange));
  if (unknown !== undefined) throw new Error(`${unknown} is not one of the files`);
  const given = pairs.filter(({ bills, exchange }) => files.includes(bills) || files.includes(exchange));
  if (given.length === 0) throw new Error(`${folder} has none of the files`);
  return given.map(({ currency, bills, exchange }) => {
    const read = (name: string, beside: string): string => {
      if (!files.includes(name)) throw new Error(`${beside} is there without ${name}`);
      return readFileSync(join(folder, name), "utf8");
    };
    return {
      currency,
      bills: parseLocalBills(read(bills, exchange), bills),
      exchange: parseLocalExchange(read(exchange, bills), exchange, currency),
    };
  });
}
