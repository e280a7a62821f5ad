import { DAILY_LIMIT, type Outcome } from "./calls.ts";
import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";

const ACCEPTED = 202;

/** Checks the rules that hold after a run, whatever its order. Returns those that are broken. */
export async function findBrokenRules(sql: Sql, userId: string, outcomes: readonly Outcome[]): Promise<string[]> {
  const broken: string[] = [];
  const wrong = await sql<{ what: string }[]>`
    select a.code || ' is ' || a.balance || ' and not the sum of its entries' as what from ledger_accounts a
    where a.user_id = ${userId}
      and a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id)
    union all
    select 'the hold is not the pending withdrawals' from ledger_accounts a
    where a.code = 'user:' || ${userId}::text || ':withdrawal_hold'
      and a.balance <> (select coalesce(sum(w.amount), 0) from withdrawals w where w.user_id = ${userId} and w.status = 'pending')
    union all
    select 'a position is not the sum of its events' from positions p cross join lateral (
      select sum(units_delta) as units, sum(own_deposit_delta) as deposit, sum(own_profit_delta) as profit
      from position_events f where f.user_id = p.user_id and f.bot_id = p.bot_id) f
    where p.user_id = ${userId} and (p.units, p.own_deposit, p.own_profit) is distinct from (f.units, f.deposit, f.profit)
    union all
    select 'more than the daily limit was requested' from withdrawals w
    where w.user_id = ${userId} and w.status <> 'rejected' having sum(w.amount) > ${Number(DAILY_LIMIT) / 100}
    union all
    select 'two withdrawals are pending' from withdrawals w
    where w.user_id = ${userId} and w.status = 'pending' having count(*) > 1`;
  broken.push(...wrong.map(({ what }) => what));
  const counts = await sql<{ kind: string; count: number }[]>`
    select t.kind, count(distinct t.id)::int as count
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id where a.user_id = ${userId} group by t.kind`;
  const kinds = [
    "withdrawal-hold",
    "allocation",
    "deactivation",
    "investment-transfer",
    "withdrawal-paid",
    "withdrawal-returned",
  ];
  for (const kind of kinds) {
    const countKeys = (status: (given: number) => boolean): number =>
      new Set(
        outcomes
          .filter((each) => each.kind === kind && each.status !== null && status(each.status))
          .map(({ key }) => key),
      ).size;
    const settled = countKeys((status) => status !== ACCEPTED);
    // A call of which a part waits for a price has up to two transactions: that of the parts that were settled at once, and
    // that of the part in the bot of the feed, when a price comes.
    const waiting = countKeys((status) => status === ACCEPTED);
    const found = counts.find((each) => each.kind === kind)?.count ?? 0;
    if (found < settled || found > settled + 2 * waiting)
      broken.push(`${kind}: ${settled} acknowledged and ${waiting} waiting, ${found} posted`);
  }
  return broken;
}
