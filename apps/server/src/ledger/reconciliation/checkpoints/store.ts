import { part, type Part, raw, type Tx } from "../../../platform/db/pool.ts";
import type { FoundDifference } from "../difference.ts";

/** A position in the ledger: what is committed is either before it or after it. */
export interface LedgerPosition {
  /** The id of the checkpoint with its sums; "0" for the beginning of the ledger, where all sums are 0. */
  checkpointId: string;
  /** Null at the beginning of the ledger. */
  takenAt: Date | null;
  lastTransaction: string;
  /** The last stored day, or null. */
  lastDay: string | null;
  /** The committed transactions with an id up to the last one that are after the position. */
  lateIds: readonly string[];
}

export const LEDGER_START: LedgerPosition = {
  checkpointId: "0",
  takenAt: null,
  lastTransaction: "0",
  lastDay: null,
  lateIds: [],
};

/** The condition that a transaction is after a position. The column is its id. */
export function isAfter({ lastTransaction, lateIds }: LedgerPosition, column: string): Part {
  const isLater = part`${raw(column)} > ${lastTransaction}::bigint`;
  // The second condition would keep PostgreSQL from a plain range of the index.
  return lateIds.length === 0 ? isLater : part`(${isLater} or ${raw(column)} = any(${lateIds}::bigint[]))`;
}

/** The sums of the entries after a position. */
export interface MovedSince {
  /** The sums of all investors' accounts, and of their deposits. */
  investors: string;
  deposits: string;
  /** The accounts without a balance, and the sum of each. */
  accountIds: readonly string[];
  accountTotals: readonly string[];
}

/** Entries of a transaction sum to zero, as another check finds: the platform's few accounts moved by the opposite. */
export async function sumMovedSince(tx: Tx, since: LedgerPosition): Promise<MovedSince> {
  const [moved] = await tx<MovedSince[]>`
    with moved as materialized (
      select e.account_id, sum(e.amount) as total, coalesce(sum(e.amount) filter (where t.kind = 'deposit'), 0) as deposits
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id is null and ${isAfter(since, "e.transaction_id")} group by e.account_id
    )
    select coalesce(-sum(total), 0)::text as investors, coalesce(-sum(deposits), 0)::text as deposits,
      coalesce(array_agg(account_id::text), '{}') as "accountIds", coalesce(array_agg(total::text), '{}') as "accountTotals"
    from moved`;
  if (!moved) throw new Error("The query for the sums returned no row");
  return moved;
}

/** The rows account_id and total of the accounts without a balance. */
export function selectMovedAccounts({ accountIds, accountTotals }: MovedSince): Part {
  return part`select * from unnest(${accountIds}::bigint[], ${accountTotals}::numeric[]) m (account_id, total)`;
}

/** Sums the events that fit a condition on e, for each bot, whose events are found by its index. */
export function sumEvents(condition: Part): Part {
  return part`
    select e.bot_id, sum(e.units_delta) as units, sum(e.own_deposit_delta) as own_deposit,
      sum(e.own_profit_delta) as own_profit, sum(e.loss_carried_delta) as loss_carried
    from pools p join position_events e on e.bot_id = p.bot_id where ${condition} group by e.bot_id`;
}

/** Selects the nav after the last trade or interest of a pool p in its series: nothing before the first. */
export function selectLastNav(): Part {
  return part`
    select nav_after from (
      (select nav_after, transaction_id from bot_trades where bot_id = p.bot_id and series = p.series
        order by sequence desc limit 1)
      union all
      (select nav_after, transaction_id from pool_interest
        where bot_id = p.bot_id and series = p.series and close_sequence = p.close_sequence
        order by transaction_id desc limit 1)
    ) changed order by transaction_id desc limit 1`;
}

/** Dollars: each time a position is written, its interest is rounded down to the twelfth place. */
export const INTEREST_ROUNDING = "0.000001";

/** Sums what the units of a position p earned from event to event, and what the events took. */
export function sumEarnedInterest(): Part {
  return part`
    select coalesce(sum(interest_delta + trunc(units * rise, 12)), 0) as earned from (
      select interest_delta, sum(units_delta) over (order by transaction_id) as units,
        coalesce(lead(interest_sum) over (order by transaction_id), p.interest_sum) - interest_sum as rise
      from position_events where user_id = p.user_id and bot_id = p.bot_id
    ) changed`;
}

/**
 * Computes what bills would have earned for a position p that pays above them: all that came in and went out, own money and
 * earnings, each grown with their index since, less the own money.
 */
export function sumBillInterest(): Part {
  return part`
    select coalesce(p.bill_index * sum((own_deposit_delta + own_profit_delta + bill_interest_delta) / bill_index), 0)
      - p.own_deposit - p.own_profit as earned
    from position_events where user_id = p.user_id and bot_id = p.bot_id and bill_index is not null`;
}

/** The position of the latest checkpoint, or null if there is none. */
export async function findLatestCheckpoint(tx: Tx): Promise<LedgerPosition | null> {
  const [row] = await tx<(Omit<LedgerPosition, "takenAt" | "lateIds"> & { takenAt: Date })[]>`
    select id::text as "checkpointId", taken_at as "takenAt", last_transaction::text as "lastTransaction", last_day as "lastDay"
    from ledger_checkpoints order by id desc limit 1`;
  return row ? { ...row, lateIds: await listLateIds(tx, row.checkpointId) } : null;
}

/** Each range is looked up in the index, because the planner cannot know how small they are. */
async function listLateIds(tx: Tx, checkpointId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select t.id::text as id from ledger_checkpoints c cross join unnest(c.open_ids) r
    cross join lateral (
      select id from ledger_transactions where id >= lower(r) and id < upper(r) order by id offset 0
    ) t where c.id = ${checkpointId}::bigint`;
  return rows.map(({ id }) => id);
}

/** Counts the transactions after a position by their ids, so that those that were rolled back count too. */
export async function countLedgerTransactions(tx: Tx, since: LedgerPosition): Promise<number> {
  const [row] = await tx<{ last: string }[]>`select coalesce(max(id), 0)::text as last from ledger_transactions`;
  return Number(row?.last ?? 0) - Number(since.lastTransaction) + since.lateIds.length;
}

/**
 * Stores a checkpoint of all that the transaction sees: the sums of an earlier position with those of what has come since,
 * both of which must have been compared. The transaction must be a snapshot, so that all sums are of the same moment. The
 * checkpoint has the time of its begin, so that what was not seen yet is later.
 */
export async function insertCheckpoint(tx: Tx, from: LedgerPosition, moved: MovedSince): Promise<void> {
  const [row] = await tx<{ id: string }[]>`
    with gaps as (
      select coalesce(range_agg(int8range(before + 1, id)), '{}') as ids from (
        select id, lag(id, 1, ${from.lastTransaction}::bigint) over (order by id) as before
        from ledger_transactions where id > ${from.lastTransaction}::bigint
      ) g where id > before + 1
    ), late as (
      select coalesce(range_agg(int8range(id, id, '[]')), '{}') as ids from unnest(${from.lateIds}::bigint[]) id
    )
    insert into ledger_checkpoints (taken_at, last_transaction, open_ids, last_day, investor_total, deposit_total)
    select now(), coalesce((select max(id) from ledger_transactions), 0),
      coalesce(c.open_ids, '{}') - late.ids + gaps.ids, (select max(day) from ledger_days),
      coalesce(c.investor_total, 0) + ${moved.investors}::numeric,
      coalesce(c.deposit_total, 0) + ${moved.deposits}::numeric
    from gaps cross join late left join ledger_checkpoints c on c.id = ${from.checkpointId}::bigint
    returning id::text as id`;
  if (!row) throw new Error("The checkpoint was not stored");
  await tx`
    insert into ledger_checkpoint_accounts (checkpoint_id, account_id, total)
    select ${row.id}::bigint, a.id, coalesce(c.total, 0) + coalesce(moved.total, 0)
    from ledger_accounts a
    left join ledger_checkpoint_accounts c on c.checkpoint_id = ${from.checkpointId}::bigint and c.account_id = a.id
    left join (${selectMovedAccounts(moved)}) moved on moved.account_id = a.id
    where a.user_id is null`;
  await tx`
    insert into ledger_checkpoint_pools
      (checkpoint_id, bot_id, units, own_deposit, own_profit, loss_carried, closed_trades, won_trades)
    select ${row.id}::bigint, p.bot_id, coalesce(c.units, 0) + coalesce(moved.units, 0),
      coalesce(c.own_deposit, 0) + coalesce(moved.own_deposit, 0), coalesce(c.own_profit, 0) + coalesce(moved.own_profit, 0),
      coalesce(c.loss_carried, 0) + coalesce(moved.loss_carried, 0), coalesce(c.closed_trades, 0) + traded.closed,
      coalesce(c.won_trades, 0) + traded.won
    from pools p
    left join ledger_checkpoint_pools c on c.checkpoint_id = ${from.checkpointId}::bigint and c.bot_id = p.bot_id
    left join (${sumEvents(isAfter(from, "e.transaction_id"))}) moved on moved.bot_id = p.bot_id
    cross join lateral (
      select count(*) as closed, count(*) filter (where nav_after > nav_before) as won
      from bot_trades t where t.bot_id = p.bot_id and t.sequence > coalesce(c.closed_trades, 0)
    ) traded`;
}

/** Removes all checkpoints, of which one cannot be trusted. */
export async function deleteCheckpoints(tx: Tx): Promise<void> {
  await tx`delete from ledger_checkpoints`;
}

/** Sums the entries of the accounts without a balance. */
function sumAccounts(condition: ReturnType<typeof isAfter>) {
  return part`
    select e.account_id, sum(e.amount) as total from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.user_id is null where ${condition} group by e.account_id`;
}

export const CHECKPOINT_CHECK = "a checkpoint equals the entries before it";

/** Computes the sums of a checkpoint again, from the first entry on, and names each that differs. */
export async function listCheckpointDifferences(tx: Tx, position: LedgerPosition): Promise<FoundDifference[]> {
  const isBefore = part`not (${isAfter(position, "e.transaction_id")})`;
  const { checkpointId } = position;
  return [
    ...(await tx<FoundDifference[]>`
      select 'checkpoint of ' || c.taken_at || ': ' || coalesce(f.name, '') as subject, f.expected, f.actual
      from ledger_checkpoints c cross join (
        select coalesce(sum(e.amount), 0) as total, coalesce(sum(e.amount) filter (where t.kind = 'deposit'), 0) as deposits
        from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
        where a.user_id is not null and ${isBefore}
      ) moved cross join (
        select coalesce(max(id), 0) as last from ledger_transactions where id = ${position.lastTransaction}::bigint
      ) t cross join lateral (
        select coalesce(range_agg(int8range(before + 1, id)), '{}') as ids from (
          select id, lag(id, 1, 0::bigint) over (order by id) as before from ledger_transactions where id <= c.last_transaction
        ) g where id > before + 1
      ) gaps cross join lateral (values
        ('investors', moved.total::numeric(20, 2)::text, c.investor_total::text),
        ('deposits', moved.deposits::numeric(20, 2)::text, c.deposit_total::text),
        ('last transaction', t.last::text, c.last_transaction::text),
        ('open ids', (gaps.ids + c.open_ids)::text, c.open_ids::text),
        ('last day', least(c.last_day, (select max(day) from ledger_days), (c.taken_at at time zone 'UTC')::date)::text, c.last_day::text),
        ('time', least(c.taken_at, now())::text, c.taken_at::text)
      ) f (name, expected, actual)
      where c.id = ${checkpointId}::bigint and f.expected <> f.actual`),
    ...(await tx<FoundDifference[]>`
      select 'checkpoint of ' || c.taken_at || ': ' || a.code as subject, coalesce(moved.total, 0)::numeric(20, 2)::text as expected,
        coalesce(s.total, 0)::numeric(20, 2)::text as actual
      from ledger_checkpoints c cross join ledger_accounts a
      left join ledger_checkpoint_accounts s on s.checkpoint_id = c.id and s.account_id = a.id
      left join (${sumAccounts(isBefore)}) moved on moved.account_id = a.id
      where c.id = ${checkpointId}::bigint and a.user_id is null and coalesce(moved.total, 0) <> coalesce(s.total, 0) order by a.code`),
    ...(await tx<FoundDifference[]>`
      select 'checkpoint of ' || c.taken_at || ': pool:' || p.bot_id as subject, f.expected, f.actual
      from ledger_checkpoints c cross join pools p
      left join ledger_checkpoint_pools s on s.checkpoint_id = c.id and s.bot_id = p.bot_id
      left join (${sumEvents(isBefore)}) moved on moved.bot_id = p.bot_id
      cross join lateral (
        select count(*) as closed, count(*) filter (where nav_after > nav_before) as won
        from bot_trades e where e.bot_id = p.bot_id and ${isBefore}
      ) traded
      cross join lateral (values (
        concat_ws(' ', coalesce(moved.units, 0)::numeric(40, 12), coalesce(moved.own_deposit, 0)::numeric(20, 2),
          coalesce(moved.own_profit, 0)::numeric(20, 2), coalesce(moved.loss_carried, 0)::numeric(20, 2), traded.closed, traded.won),
        concat_ws(' ', coalesce(s.units, 0)::numeric(40, 12), coalesce(s.own_deposit, 0)::numeric(20, 2),
          coalesce(s.own_profit, 0)::numeric(20, 2), coalesce(s.loss_carried, 0)::numeric(20, 2), coalesce(s.closed_trades, 0), coalesce(s.won_trades, 0))
      )) f (expected, actual)
      where c.id = ${checkpointId}::bigint and f.expected <> f.actual order by 1`),
  ];
}
