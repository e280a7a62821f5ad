import { depositNetworks } from "@wazi/contracts";
import type { UserRead } from "../../platform/http/user-read.ts";
import type { GivenAddress } from "./store.ts";

/** A currency's newest price in dollars; times are texts. */
export interface PriceRow {
  symbol: string;
  price: string;
  pricedAt: string;
}

/** The data of a decision about a new deposit. Networks have no entry where there is nothing. */
export interface DepositStart {
  isPending: boolean;
  hasCompleted: boolean;
  /** For each network, the investor's newest address to which nothing has been credited. */
  unused: Record<string, GivenAddress>;
  /** For each network, the index of the next new address. */
  nextIndexes: Record<string, number>;
  prices: readonly PriceRow[];
}

const PRICED = Object.keys(depositNetworks).map((currency) => `${currency}/USD`);

/** Text of a query for the prices of the currencies of deposits, as one JSON array. */
export const DEPOSIT_PRICES = `select coalesce(json_agg(json_build_object('symbol', symbol, 'price', price::text, 'pricedAt', priced_at)), '[]')
  from market_prices where market = 'crypto' and symbol in (${PRICED.map((symbol) => `'${symbol}'`).join(", ")})`;

/** The data of a decision about a new deposit of the user. */
export const depositStart: UserRead<DepositStart> = {
  own: `select json_build_object(
    'isPending', exists (select from deposits d where d.user_id = u.id and d.status = 'pending'),
    'hasCompleted', exists (select from deposits d where d.user_id = u.id and d.status = 'completed'),
    'unused', (
      select coalesce(json_object_agg(given.network, json_build_object('index', given.address_index, 'walletAddress', given.wallet_address)), '{}')
      from (
        select distinct on (a.network) a.network, a.address_index, a.wallet_address from deposit_addresses a
        where a.user_id = u.id and a.address_index is not null and not exists (
          select from deposits d
          where d.network = a.network and d.wallet_address = a.wallet_address and d.status = 'completed'
        )
        order by a.network, a.address_index desc
      ) given
    ))`,
  common: `select json_build_object(
    'nextIndexes', (select coalesce(json_object_agg(path, next_index), '{}') from deposit_address_counters),
    'prices', (${DEPOSIT_PRICES}))`,
  parse: (
    own: Omit<DepositStart, "nextIndexes" | "prices">,
    common: Pick<DepositStart, "nextIndexes" | "prices">,
  ): DepositStart => ({ ...own, ...common }),
};

/** US dollars per coin: 1 for dollar coins, else the price; null if there is none since `since`. */
export function computeRate(prices: readonly PriceRow[], currency: string, since: Date): string | null {
  if (currency === "USDT" || currency === "USDC") return "1.00000000";
  const found = prices.find(({ symbol }) => symbol === `${currency}/USD`);
  return found && new Date(found.pricedAt) > since ? found.price : null;
}
