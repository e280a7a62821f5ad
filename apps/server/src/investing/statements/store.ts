import { MAX_STATEMENT_LINES } from "@wazi/contracts";
import { type JsonRow, parseDates, splitLines, type UserRead } from "../../platform/http/user-read.ts";
import { type BalanceRow, type Movement, movementsOf } from "../../ledger/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

type Rows = Record<string, unknown>[];

/** Each list contains at most this many rows, the newest. */
const MAX_ROWS = 10_000;

type OwnRows = Record<
  | "sessions"
  | "deposits"
  | "withdrawals"
  | "positions"
  | "positionEvents"
  | "ledger"
  | "exits"
  | "payoutAddresses"
  | "consents"
  | "mails"
  | "pushDevices"
  | "verifications"
  | "audit",
  Rows
> & { profile: Record<string, unknown> };

/** Reads all rows about a user, without passwords, tokens and document keys. */
export async function readOwnRows(tx: Queryable, userId: string): Promise<OwnRows> {
  const one = async (rows: Promise<{ row: Record<string, unknown> }[]>): Promise<Rows> =>
    (await rows).map(({ row }) => row);
  const [profile = {}] = await one(tx`
    select to_jsonb(u) - array['hashed_password', 'deleted_at', 'search_text'] as row from users u where u.id = ${userId}`);
  return {
    profile,
    sessions: await one(tx`
      select to_jsonb(s) - array['sid_hash', 'user_id'] as row from sessions s where s.user_id = ${userId}
      order by s.created_at desc limit ${MAX_ROWS}`),
    deposits: await one(tx`
      select to_jsonb(d) - array['user_id', 'settled_by', 'version', 'search_text'] as row from deposits d where d.user_id = ${userId}
      order by d.created_at desc limit ${MAX_ROWS}`),
    withdrawals: await one(tx`
      select to_jsonb(w) - array['user_id', 'settled_by', 'version', 'hidden_at', 'hidden_by', 'search_text'] as row from withdrawals w
      where w.user_id = ${userId} order by w.created_at desc limit ${MAX_ROWS}`),
    positions: await one(tx`
      select to_jsonb(p) - array['user_id', 'version'] as row from positions p where p.user_id = ${userId}`),
    positionEvents: await one(tx`
      select to_jsonb(e) - array['user_id'] as row from position_events e where e.user_id = ${userId}
      order by e.transaction_id desc limit ${MAX_ROWS}`),
    ledger: await one(tx`
      select jsonb_build_object('transaction_id', t.id, 'kind', t.kind, 'reason', t.reason, 'posted_at', t.posted_at,
        'account', split_part(a.code, ':', 3), 'amount', e.amount) as row
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = ${userId} order by t.id desc limit ${MAX_ROWS}`),
    exits: await one(tx`
      select to_jsonb(x) - array['user_id', 'version'] as row from exits x where x.user_id = ${userId}
      order by x.requested_at desc limit ${MAX_ROWS}`),
    payoutAddresses: await one(tx`
      select to_jsonb(p) - array['user_id'] as row from payout_addresses p where p.user_id = ${userId}
      order by p.added_at desc limit ${MAX_ROWS}`),
    consents: await one(tx`
      select to_jsonb(c) - array['id', 'user_id'] as row from consents c where c.user_id = ${userId}
      order by c.id desc limit ${MAX_ROWS}`),
    mails: await one(tx`
      select jsonb_build_object('template', m.template, 'created_at', m.created_at, 'sent_at', m.sent_at) as row
      from mail_outbox m where m.user_id = ${userId} order by m.created_at desc limit ${MAX_ROWS}`),
    pushDevices: await one(tx`
      select jsonb_build_object('push_service', split_part(p.endpoint, '/', 3), 'created_at', p.created_at) as row
      from push_subscriptions p where p.user_id = ${userId} order by p.created_at desc limit ${MAX_ROWS}`),
    verifications: await one(tx`
      select to_jsonb(v) - array['user_id', 'reviewed_by', 'front_document', 'back_document'] as row
      from verifications v where v.user_id = ${userId} order by v.created_at desc limit ${MAX_ROWS}`),
    audit: await one(tx`
      select jsonb_build_object('action', l.action, 'subject_type', l.subject_type, 'subject_id', l.subject_id,
        'address', l.address, 'happened_at', l.happened_at) as row
      from audit_log l where l.actor_id = ${userId} order by l.happened_at desc, l.id desc limit ${MAX_ROWS}`),
  };
}

/** A month of an investor, from one snapshot of the ledger. */
export interface MonthParts {
  /** The sums of all entries before the month and before its end, not the stored balances. */
  opening: BalanceRow[];
  closing: BalanceRow[];
  /** The transactions of the month with entries or position changes of the investor, oldest first, up to a limit. */
  movements: Movement[];
  /** Their number without the limit. */
  count: number;
}

/** The argument is the month, as YYYY-MM (UTC). */
export const monthRead: UserRead<MonthParts> = {
  isRare: true,
  own: `with month as materialized (
      select (asked.argument || '-01')::timestamptz as first, (asked.argument || '-01')::timestamptz + interval '1 month' as next
    ), moved as materialized (
      select split_part(a.code, ':', 3) as account, e.amount, t.id, t.posted_at < month.first as is_before, t.posted_at
      from month, ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = u.id and t.posted_at < month.next
      union all
      select 'invested', v.own_deposit_delta + v.own_profit_delta, t.id, t.posted_at < month.first, t.posted_at
      from month, position_events v join ledger_transactions t on t.id = v.transaction_id
      where v.user_id = u.id and t.posted_at < month.next
    ), inside as materialized (
      select id, row_number() over (order by posted_at, id) as place from moved where not is_before group by id, posted_at
    ), given as materialized (
      select id, place from inside where place <= ${MAX_STATEMENT_LINES}
    ), movements as (
      with ${movementsOf("u.id")}
    )
    select json_build_object(
      'opening', (select json_agg(sums) from (
        select account, sum(amount)::text as amount from moved where is_before group by account) sums),
      'closing', (select json_agg(sums) from (select account, sum(amount)::text as amount from moved group by account) sums),
      'movements', (select json_agg(movements order by "postedAt", id::bigint) from movements),
      'count', (select count(*) from inside))`,
  parse: (month: MonthJson | null) => ({
    opening: month?.opening ?? [],
    closing: month?.closing ?? [],
    movements: (month?.movements ?? []).map((row) => parseDates<Movement>(row, ["postedAt"])),
    count: month?.count ?? 0,
  }),
};

interface MonthJson {
  opening: BalanceRow[] | null;
  closing: BalanceRow[] | null;
  movements: JsonRow<Movement>[] | null;
  count: number;
}

export interface MonthCount {
  /** YYYY-MM (UTC). */
  month: string;
  lines: number;
}

/** The number of an investor's transactions in each month, oldest first. */
export const monthsRead: UserRead<MonthCount[]> = {
  own: `select json_agg(json_build_object('month', c.month, 'lines', c.lines)) from (
      select to_char(t.posted_at, 'YYYY-MM') as month, count(*)::int as lines
      from (
        select e.transaction_id from ledger_accounts a join ledger_entries e on e.account_id = a.id
        where a.user_id = u.id
        union select transaction_id from position_events where user_id = u.id
      ) m join ledger_transactions t on t.id = m.transaction_id
      group by 1 order by 1
    ) c`,
  parse: (counts: MonthCount[] | null) => counts ?? [],
};

/** A change of an investor's account. */
interface AccountChange {
  /** Days since 1970-01-01 (UTC). */
  day: number;
  /** The last part of the account's code. */
  account: string;
  /** A decimal string. */
  amount: string;
}

/** Units of a bot that an investor bought or redeemed, with their series and the own money in them. */
interface UnitsChange {
  day: number;
  botId: string;
  units: string;
  series: number;
  ownMoney: string;
}

/** Everything about an investor that a balance history is computed from; units in the order of their transactions. */
export interface HistoryParts {
  signedUpAt: Date;
  accounts: AccountChange[];
  units: UnitsChange[];
  pools: Readonly<Record<string, PoolState>>;
}

/** A bot's pool at the moment of the read. */
export interface PoolState {
  closedTrades: number;
  /** The last market day whose interest is settled; null before the first. */
  interestDay: string | null;
  nav: string;
  series: number;
}

const DAY = "(t.posted_at at time zone 'UTC')::date - date '1970-01-01'";

/** Rows are not summed here: the sum of a day took PostgreSQL longer than all of its rows. */
export const historyRead: UserRead<HistoryParts> = {
  isRare: true,
  own: `select json_build_object('signedUpAt', u.created_at, 'accounts', (
      select string_agg(concat_ws(' ', ${DAY}, split_part(a.code, ':', 3), e.amount), E'\\n')
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = u.id
    ), 'units', (
      select string_agg(concat_ws(' ', ${DAY}, v.bot_id, v.units_delta, v.series,
        v.own_deposit_delta + v.own_profit_delta), E'\\n' order by t.id)
      from position_events v join ledger_transactions t on t.id = v.transaction_id
      where v.user_id = u.id
    ))`,
  common: `select json_object_agg(p.bot_id, json_build_object('closedTrades', p.close_sequence,
      'interestDay', p.interest_day, 'nav', p.nav::text, 'series', p.series))
    from pools p`,
  parse: (
    own: { signedUpAt: string; accounts: string | null; units: string | null },
    pools: HistoryParts["pools"] | null,
  ) => ({
    signedUpAt: new Date(own.signedUpAt),
    accounts: splitLines<[day: string, account: string, amount: string]>(own.accounts).map(
      ([day, account, amount]) => ({ day: Number(day), account, amount }),
    ),
    units: splitLines<[day: string, botId: string, units: string, series: string, ownMoney: string]>(own.units).map(
      ([day, botId, units, series, ownMoney]) => {
        return { day: Number(day), botId, units, series: Number(series), ownMoney };
      },
    ),
    pools: pools ?? {},
  }),
};
