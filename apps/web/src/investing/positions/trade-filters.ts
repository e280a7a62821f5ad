import type { listUserTrades, QueryOf } from "@wazi/contracts";

/** The filters as they appear in the address; empty if not set. Days are YYYY-MM-DD in the reader's time zone. */
export interface TradeFilters {
  bot: string;
  symbol: string;
  side: string;
  outcome: string;
  from: string;
  to: string;
}

export const noFilters: TradeFilters = { bot: "", symbol: "", side: "", outcome: "", from: "", to: "" };
const names = Object.keys(noFilters) as (keyof TradeFilters)[];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The values allowed in an address. Invalid values are ignored. */
const allowed: Readonly<Record<keyof TradeFilters, (value: string) => boolean>> = {
  bot: (value) => uuid.test(value),
  symbol: (value) => value.length <= 40,
  side: (value) => value === "buy" || value === "sell",
  outcome: (value) => value === "won" || value === "lost",
  from: isDay,
  to: isDay,
};

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00`));
}

export function readFilters(search: URLSearchParams): TradeFilters {
  const filters = { ...noFilters };
  for (const name of names) {
    const value = (search.get(name) ?? "").trim();
    if (value !== "" && allowed[name](value)) filters[name] = value;
  }
  return filters;
}

/** The search parameters: only filters that are set. */
export function writeFilters(filters: TradeFilters): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (filters[name] === "" ? [] : [[name, filters[name]]])));
}

export function isFiltered(filters: TradeFilters): boolean {
  return names.some((name) => filters[name] !== "");
}

type Query = Partial<Record<keyof QueryOf<typeof listUserTrades>, string | undefined>>;

/** Converts the filters to the call's query. Days become the first and last moment in the reader's time zone. */
export function toQuery({ bot, symbol, side, outcome, from, to }: TradeFilters): Query {
  const given = (value: string): string | undefined => (value === "" ? undefined : value);
  return {
    botId: given(bot),
    symbol: given(symbol),
    side: given(side),
    outcome: given(outcome),
    from: from === "" ? undefined : new Date(`${from}T00:00:00`).toISOString(),
    to: to === "" ? undefined : new Date(`${to}T23:59:59.999`).toISOString(),
  };
}
