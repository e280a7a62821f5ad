import type { Queryable } from "../../platform/db/pool.ts";
import type { Movement } from "./movement.ts";

/**
 * Text of the end of a query for ledger transactions as movements of one investor, in the order of its part
 * `given (id, place)`, which comes before. Transactions that did not change the investor's accounts or positions are left out.
 * @param userId SQL of the investor's id
 */
export const movementsOf = (userId: string): string => `
    amounts as (
      select e.transaction_id, jsonb_object_agg(split_part(a.code, ':', 3), e.amount::text) as amounts
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.user_id = ${userId} and e.transaction_id = any((select array_agg(id) from given)::bigint[]) group by 1
    ), parts as (
      select v.transaction_id, jsonb_agg(jsonb_build_object('botId', b.id, 'botName', b.name,
        'ownDeposit', v.own_deposit_delta::text, 'ownProfit', v.own_profit_delta::text,
        'value', v.value_delta::text, 'profitShare', v.profit_share::text,
        'interest', v.interest_paid::text, 'belowBills', v.below_bills::text) order by b.place) as parts
      from position_events v join trading_bots b on b.id = v.bot_id
      where v.user_id = ${userId} and v.transaction_id = any((select array_agg(id) from given)::bigint[]) group by 1
    )
    select t.id::text, t.kind, t.actor_id as "actorId", t.reason, t.posted_at as "postedAt", m.amounts, p.parts,
      d.currency, d.network, d.late_for is not null as "isLate"
    from given join ledger_transactions t on t.id = given.id
    left join amounts m on m.transaction_id = t.id
    left join parts p on p.transaction_id = t.id
    left join lateral (
      select currency, network, late_for from deposits
      where user_id = ${userId} and ledger_transaction_id = t.id limit 1
    ) d on t.kind = 'deposit'
    where m.transaction_id is not null or p.transaction_id is not null
    order by given.place`;

const MOVEMENTS = movementsOf("(select id from owner)");

/** Reads ledger transactions as movements of one investor, in the order of the ids given. */
export function readMovements(tx: Queryable, userId: string, transactionIds: readonly string[]): Promise<Movement[]> {
  return tx<Movement[]>`
    with owner as materialized (select ${userId}::uuid as id), given as materialized (
      select id, place from unnest(${transactionIds}::bigint[]) with ordinality as given (id, place)
    ), ${tx.raw(MOVEMENTS)}`;
}
