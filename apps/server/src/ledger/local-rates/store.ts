import type { LocalCurrency } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

/** A rate: units of the currency for one US dollar, as a decimal string. */
export interface LocalRate {
  currency: LocalCurrency;
  rate: string;
  /** Where it comes from, in the words of the administrator. */
  source: string;
  setAt: Date;
}

/** The latest rate of a currency; null if none was ever set. The caller decides how old it may be. */
export async function findLocalRate(sql: Queryable, currency: string): Promise<LocalRate | null> {
  const [row] = await sql<LocalRate[]>`
    select currency, rate::text, source, set_at as "setAt" from local_rates where currency = ${currency}
    order by id desc limit 1`;
  return row ?? null;
}

/** The latest rate of the currency of a user's country; null for another country, and without a rate. */
export async function findOwnLocalRate(sql: Queryable, userId: string): Promise<LocalRate | null> {
  const [row] = await sql<LocalRate[]>`
    select r.currency, trim_scale(r.rate)::text as rate, r.source, r.set_at as "setAt"
    from users u cross join lateral local_rate_of_country(u.country) r where u.id = ${userId}`;
  return row ?? null;
}

/** The latest rate of each currency that has one. */
export function listLocalRates(sql: Queryable): Promise<LocalRate[]> {
  return sql<LocalRate[]>`
    select distinct on (currency) currency, rate::text, source, set_at as "setAt" from local_rates order by currency, id desc`;
}

export async function insertLocalRate(sql: Queryable, row: LocalRate & { setBy: string | null }): Promise<void> {
  await sql`
    insert into local_rates (currency, rate, source, set_by, set_at)
    values (${row.currency}, ${row.rate}, ${row.source}, ${row.setBy}, ${row.setAt})`;
}
