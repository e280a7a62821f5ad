import type { Queryable } from "../../platform/db/pool.ts";

/** The time of a month, [from, to) in UTC, as PostgreSQL reads it. Never input from outside. */
export interface MonthRange {
  from: string;
  to: string;
}

export interface ArchivedTable {
  /** True for a file that the archives of earlier versions do not have. */
  isLater?: true;
  /** The file's name, which is the table's with hyphens. */
  name: string;
  /** A query with one JSON text per row. Amounts are decimal strings, so that no reader rounds them. */
  select: (range: MonthRange) => string;
}

const POSTED = ({ from, to }: MonthRange): string =>
  `ledger_transactions t where t.posted_at >= '${from}' and t.posted_at < '${to}'`;

const listNames = (text: string): string[] => text.split(" ").filter((name) => name !== "");

/** Columns as they are, or with their conversion where a reader could round them. */
const columns = (alias: string, plain: string, decimal: string, time: string): string =>
  [
    ...listNames(plain).map((name) => `${alias}.${name}`),
    ...listNames(decimal).map((name) => `${alias}.${name}::text as ${name}`),
    ...listNames(time).map((name) => `log_time(${alias}.${name}) as ${name}`),
  ].join(", ");

const EVENT_COLUMNS = columns(
  "e",
  "transaction_id user_id bot_id kind series close_sequence trade_open",
  "mark units_delta own_deposit_delta own_profit_delta loss_carried_delta value_delta profit_share",
  "happened_at",
);
/** Only in rows with interest: the archives of months before it stay true. */
const EVENT_INTEREST = columns("e", "", "interest_delta interest_paid interest_sum", "");
/** Only in rows of positions that pay above bills. */
const EVENT_BILLS = columns("e", "", "bill_interest_delta below_bills bill_index", "");
/** Only in rows that have it, with all others. */
const EVENT_EXIT = columns("e", "", "exit_mark", "");
const TRADE_INTEREST = columns("b", "", "base_nav interest_sum", "");
const TRADE_COLUMNS = columns(
  "b",
  "id bot_id series sequence symbol side reason feed opening_id transaction_id",
  "exposure entry_price exit_price nav_before nav_after units pool_gain dividends lowest_nav financing spread_cost slippage_cost commission_cost financing_cost",
  "opened_at executed_at entry_bar_time bar_time",
);
const INTEREST_COLUMNS = columns(
  "i",
  "bot_id feed record day source series close_sequence transaction_id",
  "gross margin idle nav_before nav_after units pool_gain fee bill_index_before bill_index_after bill_growth",
  "posted_at",
);
const EXIT_COLUMNS = columns(
  "x",
  "id user_id bot_id kind status ledger_transaction_id version",
  "amount",
  "requested_at settled_at",
);

export const ENTRIES = "ledger-entries";
export const ACCOUNT_SUMS = "account-sums";

/**
 * The files of a month. They hold nothing that erasing an account removes: no reasons of administrators, and of audit
 * entries only the part that stays, with the nonce of its hash in the transparency log. An archive therefore stays true.
 */
export const archivedTables: readonly ArchivedTable[] = [
  {
    name: "ledger-transactions",
    select: (range) => `
      select row_to_json(r) from (
        select t.id, t.operation_id, t.kind, t.actor_id, log_time(t.posted_at) as posted_at from ${POSTED(range)} order by t.id) r`,
  },
  {
    name: ENTRIES,
    select: (range) => `
      select row_to_json(r) from (
        select e.transaction_id, a.code as account, e.amount::text as amount
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transaction_id in (select t.id from ${POSTED(range)}) order by e.transaction_id, e.account_id) r`,
  },
  {
    name: ACCOUNT_SUMS,
    select: (range) => `
      select row_to_json(r) from (
        select a.code as account, count(*) as entries, sum(e.amount)::text as sum
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transaction_id in (select t.id from ${POSTED(range)}) group by a.code order by a.code collate "C") r`,
  },
  {
    name: "position-events",
    select: (range) => `
      select case when e.exit_mark is not null then row_to_json(complete)
        when e.bill_index is not null then row_to_json(above_bills)
        when e.interest_sum = 0 and e.interest_delta = 0 then row_to_json(plain) else row_to_json(earning) end
      from position_events e cross join lateral (select ${EVENT_COLUMNS}) plain
      cross join lateral (select ${EVENT_COLUMNS}, ${EVENT_INTEREST}) earning
      cross join lateral (select ${EVENT_COLUMNS}, ${EVENT_INTEREST}, ${EVENT_BILLS}) above_bills
      cross join lateral (select ${EVENT_COLUMNS}, ${EVENT_INTEREST}, ${EVENT_BILLS}, ${EVENT_EXIT}) complete
      where e.transaction_id in (select t.id from ${POSTED(range)}) order by e.transaction_id, e.user_id, e.bot_id`,
  },
  {
    name: "bot-trades",
    select: (range) => `
      select case when b.base_nav is null then row_to_json(plain) else row_to_json(based) end
      from bot_trades b cross join lateral (select ${TRADE_COLUMNS}) plain
      cross join lateral (select ${TRADE_COLUMNS}, ${TRADE_INTEREST}) based
      where b.transaction_id in (select t.id from ${POSTED(range)}) order by b.id`,
  },
  {
    name: "pool-interest",
    isLater: true,
    select: (range) => `
      select row_to_json(r) from (
        select ${INTEREST_COLUMNS} from pool_interest i
        where i.transaction_id in (select t.id from ${POSTED(range)}) order by i.transaction_id, i.bot_id) r`,
  },
  {
    name: "exits",
    select: ({ from, to }) => `
      select row_to_json(r) from (
        select ${EXIT_COLUMNS} from exits x
        where x.status <> 'pending' and x.settled_at >= '${from}' and x.settled_at < '${to}' order by x.settled_at, x.id) r`,
  },
  {
    name: "audit-log",
    select: ({ from, to }) => `
      select row_to_json(r) from (
        select audit_kept_part(a.id, a.actor_id, a.action, a.subject_type, a.subject_id, a.happened_at, a.before, a.after) as kept,
          encode(n.kept, 'hex') as nonce
        from audit_log a left join audit_nonces n on n.audit_id = a.id
        where a.happened_at >= '${from}' and a.happened_at < '${to}' order by a.id) r`,
  },
];

/** Reads a line of the file of entries. */
export function parseEntry(line: string): { transactionId: number; account: string; amount: string } {
  const {
    transaction_id: transactionId,
    account,
    amount,
  } = JSON.parse(line) as Record<"account" | "amount", string> & {
    transaction_id: number;
  };
  return { transactionId, account, amount };
}

/** Reads a line of the file of sums. */
export const parseAccountSum = (line: string): { account: string; entries: number; sum: string } =>
  JSON.parse(line) as { account: string; entries: number; sum: string };

/** The month of the oldest row, such as 2026-10; null before the first one. */
export async function readFirstMonth(sql: Queryable): Promise<string | null> {
  const [row] = await sql<{ month: string | null }[]>`
    select to_char(least((select min(posted_at) from ledger_transactions), (select min(settled_at) from exits),
      (select min(happened_at) from audit_log)) at time zone 'UTC', 'YYYY-MM') as month`;
  return row?.month ?? null;
}

export async function readMode(sql: Queryable): Promise<string | null> {
  const [row] = await sql<{ mode: string | null }[]>`select mode from system_settings`;
  return row?.mode ?? null;
}
