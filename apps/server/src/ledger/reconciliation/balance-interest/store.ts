import type { Tx } from "../../../platform/db/pool.ts";
import { isAfter, LEDGER_START, type LedgerPosition } from "../checkpoints/store.ts";
import { type FoundDifference, MAX_LISTED } from "../difference.ts";

/** The checks of interest on balances since a position of the ledger. Interest of pools has its own. */
export const balanceInterestChecks = {
  "all that the treasury paid beside interest of pools is interest on balances": listTreasuryDifferences,
  "interest on a balance goes to its own profit funds": listMisplacedPostings,
  "a day's sum of rates on balances equals its days": listDaySumDifferences,
  "interest on a balance equals its rate on each day's closing balance": listEarnedDifferences,
} as const;

/** Each entry of the treasury that is not of a pool is one posting, to the cent, and each posting is one such entry. */
function listTreasuryDifferences(tx: Tx, since: LedgerPosition = LEDGER_START): Promise<FoundDifference[]> {
  return tx<FoundDifference[]>`
    with paid as materialized (
      select transaction_id, -amount as moved from ledger_entries e
      where account_id = (select id from ledger_accounts where code = 'external:treasury') and ${isAfter(since, "transaction_id")}
        and not exists (select from pool_interest i where i.transaction_id = e.transaction_id)
    )
    select 'interest of transaction ' || transaction_id as subject, coalesce(b.amount + b.fee, 0)::numeric(20, 2)::text as expected,
      coalesce(p.moved, 0)::numeric(20, 2)::text as actual
    from paid p full join (select * from balance_interest_postings where ${isAfter(since, "transaction_id")}) b using (transaction_id)
    where p.moved is distinct from b.amount + b.fee order by subject limit ${MAX_LISTED}`;
}

function listMisplacedPostings(tx: Tx, since: LedgerPosition = LEDGER_START): Promise<FoundDifference[]> {
  return tx<FoundDifference[]>`
    select 'interest on the balance of user ' || b.user_id || ' until ' || b.last_day as subject, b.amount::text as expected,
      coalesce(e.amount, 0)::numeric(20, 2)::text as actual
    from balance_interest_postings b
    left join ledger_accounts a on a.code = 'user:' || b.user_id || ':profit_funds'
    left join ledger_entries e on e.transaction_id = b.transaction_id and e.account_id = a.id
    where ${isAfter(since, "b.transaction_id")} and e.amount is distinct from b.amount
    order by subject limit ${MAX_LISTED}`;
}

function listDaySumDifferences(tx: Tx): Promise<FoundDifference[]> {
  return tx<FoundDifference[]>`
    select 'rates of ' || day as subject, concat_ws(' ', net, margin_total, before) as expected,
      concat_ws(' ', net_sum, margin_sum, day - 1) as actual
    from (
      select day, net_sum, margin_sum, sum(gross - margin) over days as net, sum(margin) over days as margin_total,
        coalesce(lag(day) over days, day - 1) as before
      from balance_interest_days window days as (order by day)
    ) d where net <> net_sum or margin_total <> margin_sum or before <> day - 1
    order by subject limit ${MAX_LISTED}`;
}

/**
 * Computes what each balance earned from its entries: an entry earns from its day on, until the last settled day of each time in which
 * interest was on. It must be all that was posted, and the rest below a cent. Nobody else was paid any.
 */
function listEarnedDifferences(tx: Tx, since: LedgerPosition = LEDGER_START): Promise<FoundDifference[]> {
  return tx<FoundDifference[]>`
    with asked as materialized (
      select user_id from balance_interest_postings where ${isAfter(since, "transaction_id")}
      union select user_id from balance_interest where ${since.checkpointId}::bigint = 0
      union select user_id from ledger_accounts where earns and ${since.checkpointId}::bigint = 0
    ), times as materialized (
      select c.user_id, c.day as first_day, coalesce(
        (select o.day - 1 from balance_interest_choices o where o.user_id = c.user_id and o.id > c.id order by o.id limit 1),
        (select i.settled_day from balance_interest i where i.user_id = c.user_id)) as last_day
      from asked join balance_interest_choices c using (user_id) where c.is_on
    ), earned as materialized (
      select n.user_id, sum(e.amount * (l.net_sum - s.net_sum)) as net, sum(e.amount * (l.margin_sum - s.margin_sum)) as margin
      from times n
      join balance_interest_days l on l.day = n.last_day
      join ledger_accounts a on a.code in ('user:' || n.user_id || ':deposit_funds', 'user:' || n.user_id || ':profit_funds')
      join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
        and t.posted_at < (n.last_day + 1)::timestamp at time zone 'UTC'
      join balance_interest_days s on s.day = greatest((t.posted_at at time zone 'UTC')::date, n.first_day) - 1
      where n.last_day >= n.first_day group by n.user_id
    ), posted as materialized (
      select user_id, sum(amount) as amount, sum(fee) as fee from asked join balance_interest_postings using (user_id) group by user_id
    )
    select 'interest on the balance of user ' || asked.user_id as subject,
      concat_ws(' ', coalesce(e.net, 0)::numeric(30, 14), coalesce(e.margin, 0)::numeric(30, 14), coalesce(i.is_on, false)) as expected,
      concat_ws(' ', (coalesce(p.amount, 0) + coalesce(i.rest, 0))::numeric(30, 14),
        (coalesce(p.fee, 0) + coalesce(i.margin_rest, 0))::numeric(30, 14), d.earns) as actual
    from asked left join earned e using (user_id) left join posted p using (user_id) left join balance_interest i using (user_id)
    left join ledger_accounts d on d.code = 'user:' || asked.user_id || ':deposit_funds'
    where coalesce(e.net, 0) <> coalesce(p.amount, 0) + coalesce(i.rest, 0)
      or coalesce(e.margin, 0) <> coalesce(p.fee, 0) + coalesce(i.margin_rest, 0)
      or d.earns is distinct from coalesce(i.is_on, false)
    order by subject limit ${MAX_LISTED}`;
}
