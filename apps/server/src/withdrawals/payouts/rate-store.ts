import { findLocalRate } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** Units of a currency for one US dollar, and when that was so. */
export interface PayoutRate {
  /** US dollars for one unit of a coin, or units of a currency for one US dollar. */
  price: string;
  isPerUnit: boolean;
  at: Date;
}

const dollarCoins: ReadonlySet<string> = new Set(["USD", "USDT", "USDC"]);

/** The latest price of a coin or rate of a currency; null if there is none. */
export async function findPayoutRate(sql: Queryable, currency: string, now: Date): Promise<PayoutRate | null> {
  if (dollarCoins.has(currency)) return { price: "1", isPerUnit: true, at: now };
  const local = await findLocalRate(sql, currency);
  if (local) return { price: local.rate, isPerUnit: false, at: local.setAt };
  const [row] = await sql<{ price: string; at: Date }[]>`
    select price::text, priced_at as at from market_prices where market = 'crypto' and symbol = ${`${currency}/USD`}`;
  return row ? { price: row.price, isPerUnit: true, at: row.at } : null;
}
