import { DAY_MS } from "@wazi/contracts";
import { type InterestArrival, parseAccrual } from "@wazi/domain";
import type { Queryable, Tx } from "../../../platform/db/pool.ts";

/** Text of the interest that a pool got on a day, over `pool_interest i`, in US dollars: that of its units, and the operator's margin. */
export const GIVEN_INTEREST = "trunc(i.units * (i.nav_after - i.nav_before), 12) + i.fee";

/** One at a time: an arrival, or the fixing of a day, until the end of the transaction. */
export async function lockInterestDays(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('interest-days', 0))`;
}

/** All interest that has arrived. There are some lines a month. */
export async function listArrivals(sql: Queryable): Promise<InterestArrival[]> {
  const rows = await sql<{ amount: string; days: number; firstDay: string }[]>`
    select amount::text, days, first_day::text as "firstDay" from interest_arrivals order by first_day, decision_id`;
  return rows.map(({ amount, days, firstDay }) => {
    return { amount: parseAccrual(amount), days, firstDay: Date.parse(firstDay) / DAY_MS };
  });
}

/**
 * Keeps a line that was approved as interest. It is spread from the day after the approval, and after every day whose sum is fixed:
 * a clock may have been ahead. The caller has the lock of the days.
 * @returns false if the line is not money in, in US dollars
 */
export async function insertArrival(
  tx: Tx,
  { decisionId, lineId, at }: { decisionId: string; lineId: string; at: Date },
): Promise<boolean> {
  const rows = await tx`
    insert into interest_arrivals (decision_id, line_id, amount, days, first_day)
    select d.id, l.id, l.amount, d.paid_until - d.paid_from + 1,
      greatest((${at}::timestamptz at time zone 'UTC')::date, (select max(day) from interest_days)) + 1
    from statement_decisions d, statement_lines l
    where d.id = ${decisionId}::uuid and l.id = ${lineId}::uuid and l.amount > 0 and l.currency = 'USD'
    returning 1`;
  return rows.length > 0;
}
