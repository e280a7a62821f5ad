import { openRateSource } from "../../apps/server/src/trader/interest/cash-interest.ts";
import { storeRateDays } from "../../apps/server/src/trader/balance-interest/store-rate-days.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { changeHistory } from "./change-history.ts";
import type { TestApp } from "./test-app.ts";

/** 3.5 % a year for balances. */
export const BALANCE_RATE = { kind: "fixed", ratePct: 4, marginPct: 0.5 } as const;

/**
 * Lets days pass for the interest on balances: all that happened is moved back by as many days, and the rates of the days since are
 * stored.
 * @param isStored false where no process stored the rates meanwhile
 */
export async function passDays({ sql, database }: TestApp, days: number, isStored = true): Promise<void> {
  const owner = openPool(database.url, { max: 1, role: null });
  await changeHistory(owner, async (tx) => {
    for (const [table, column] of [
      ["ledger_transactions", "posted_at"],
      ["balance_interest_choices", "chosen_at"],
    ]) {
      await tx.unsafe(`update ${table} set ${column} = ${column} - make_interval(days => ${days})`);
    }
    // The id names the day.
    await tx`update ledger_transactions set operation_id = gen_random_uuid() where kind = 'balance-interest'`;
    await tx`update balance_interest_choices set day = day - ${days}::int`;
    await tx`update balance_interest set settled_day = settled_day - ${days}::int, posted_day = posted_day - ${days}::int`;
    await tx`update balance_interest_postings set first_day = first_day - ${days}::int, last_day = last_day - ${days}::int`;
    // Each day at once, without two rows of one day in between.
    await tx`create temporary table moved on commit drop as select * from balance_interest_days`;
    await tx`delete from balance_interest_days`;
    await tx`
      insert into balance_interest_days
      select day - ${days}::int, source, gross, margin, net_sum, margin_sum from moved`;
  });
  await owner.end();
  if (isStored) await storeRateDays({ sql, now: () => new Date() }, openRateSource(BALANCE_RATE));
}
