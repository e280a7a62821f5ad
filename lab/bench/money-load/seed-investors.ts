import { createHash } from "node:crypto";
import type { Sql, Tx } from "../../../apps/server/src/platform/db/pool.ts";

/** How far the history goes back. */
const YEAR_DAYS = 365;
const TRADING_DAYS = 90;
/** An even number, so that the last trade of a bot brings its unit price back to 1. */
const TRADES_EACH = 240;
/** Bots that each investor has joined and left, with 1,000.00 in each. */
const LEFT_BOTS = 2;
/** There is a mark for every hour of this many days, and for every five minutes of the last week. */
const MARK_DAYS = 400;
/** Withdrawals of 500.00 that each investor was paid. */
const WITHDRAWALS = 3;

/**
 * Gives investors with positions the rest of a history: bots that they have left, closed trades of all bots with
 * investors, and paid withdrawals. The unit prices end at 1, and the books stay complete.
 */
async function seedHistory(tx: Tx): Promise<void> {
  await tx`update users set created_at = now() - make_interval(days => ${YEAR_DAYS}) where email like 'bench%@example.com'`;
  await seedLeftPositions(tx);
  await tx`update ledger_transactions set posted_at = now() - make_interval(days => ${TRADING_DAYS + 1}) where kind = 'allocation'`;
  await seedTrades(tx);
  await seedMarks(tx);
  await seedExits(tx);
  await seedWithdrawals(tx);
}

async function seedLeftPositions(tx: Tx): Promise<void> {
  await tx`
    create temporary table bench_left on commit drop as
    select gen_random_uuid() as joined_id, gen_random_uuid() as left_id, u.id as user_id, b.id as bot_id
    from (select id, row_number() over (order by id) as n from users where email like 'bench%@example.com') u,
      generate_series(1, ${LEFT_BOTS}) k join trading_bots b on true
    where b.place = 1 + (u.n + k) % ((select count(*) from trading_bots) - 1)`;
  await tx`insert into ledger_transactions (operation_id, kind, actor_id) select joined_id, 'allocation', user_id from bench_left`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from bench_left b join ledger_transactions t on t.operation_id = b.joined_id
    cross join lateral (values ('user:' || b.user_id || ':deposit_funds', -1000.00), ('pool:' || b.bot_id, 1000.00)) m (code, amount)
    join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
      own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
    select t.id, b.user_id, b.bot_id, 'allocation', 1, 0, false, 1, 1000, 1000, 0, 0, 1000, 0
    from bench_left b join ledger_transactions t on t.operation_id = b.joined_id`;
}

/** Each trade moves the unit price from 1 to 1.01 or back, with a gain of exactly that. */
async function seedTrades(tx: Tx): Promise<void> {
  await tx`
    create temporary table bench_trades on commit drop as
    select gen_random_uuid() as operation_id, h.bot_id, h.units, n as sequence, n % 2 = 1 as is_won,
      now() - make_interval(days => ${TRADING_DAYS}) * (1 - n::numeric / ${TRADES_EACH + 1})::float8 as at
    from (select bot_id, sum(units_delta) as units from position_events group by bot_id) h, generate_series(1, ${TRADES_EACH}) n`;
  await tx`insert into ledger_transactions (operation_id, kind, posted_at) select operation_id, 'trade', at from bench_trades order by at`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from bench_trades b join ledger_transactions t on t.operation_id = b.operation_id
    cross join lateral (select round(b.units * case when b.is_won then 0.01 else -0.01 end, 2) as gain) g
    cross join lateral (values ('pool:' || b.bot_id, g.gain), ('market', -g.gain)) m (code, amount)
    join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into bot_trades (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at,
      entry_bar_time, bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, lowest_nav)
    select b.bot_id, 1, b.sequence, 'BENCH', 'buy', 0.5, 100, case when b.is_won then 102 else 98 end,
      b.at - interval '1 hour', b.at, b.at - interval '1 hour', b.at, 'signal', 'simulated',
      case when b.is_won then 1 else 1.01 end, case when b.is_won then 1.01 else 1 end, b.units,
      round(b.units * case when b.is_won then 0.01 else -0.01 end, 2), gen_random_uuid(), t.id, 1
    from bench_trades b join ledger_transactions t on t.operation_id = b.operation_id order by b.at`;
  await tx`
    update pools p set close_sequence = ${TRADES_EACH}, won_trades = ${TRADES_EACH / 2}, version = p.version + ${TRADES_EACH},
      last_close_transaction = b.last, units_at_close = b.units, cash_at_close = b.units
    from (
      select bt.bot_id, bt.units, max(t.id) as last from bench_trades bt
      join ledger_transactions t on t.operation_id = bt.operation_id group by bt.bot_id, bt.units
    ) b where b.bot_id = p.bot_id`;
}

/** The price of a unit goes from 1 to 1.01 and back each day. */
async function seedMarks(tx: Tx): Promise<void> {
  await tx`
    insert into bot_marks (bot_id, at, exit_mark)
    select bot_id, at, 1 + 0.005 * (1 - cos(extract(epoch from at)::float8 / 86400 * 2 * pi()))
    from pools, (
      select generate_series(date_trunc('hour', now()) - make_interval(days => ${MARK_DAYS}),
        date_trunc('hour', now()) - interval '7 days', interval '1 hour') as at
      union select generate_series(date_trunc('hour', now()) - interval '7 days', now(), interval '5 minutes')
    ) times`;
}

/** The investors leave the second kind of bots at a unit price of 1, by an exit that had to wait. */
async function seedExits(tx: Tx): Promise<void> {
  await tx`
    insert into ledger_transactions (operation_id, kind, actor_id, posted_at)
    select left_id, 'deactivation', user_id, now() - interval '1 hour' from bench_left`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from bench_left b join ledger_transactions t on t.operation_id = b.left_id
    cross join lateral (values ('pool:' || b.bot_id, -1000.00), ('user:' || b.user_id || ':deposit_funds', 1000.00)) m (code, amount)
    join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
      own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
    select t.id, b.user_id, b.bot_id, 'deactivation', 1, ${TRADES_EACH}, false, 1, -1000, -1000, 0, 0, -1000, 0
    from bench_left b join ledger_transactions t on t.operation_id = b.left_id`;
  await tx`
    insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version)
    select user_id, bot_id, 0, 0, 0, 0, 90, false, now(), 2 from bench_left`;
  await tx`
    insert into exits (id, user_id, bot_id, kind, amount, status, requested_at, settled_at, ledger_transaction_id, version)
    select b.left_id, b.user_id, b.bot_id, 'deactivation', null, 'settled', t.posted_at, t.posted_at, t.id, 2
    from bench_left b join ledger_transactions t on t.operation_id = b.left_id`;
}

async function seedWithdrawals(tx: Tx): Promise<void> {
  await tx`
    create temporary table bench_withdrawals on commit drop as
    select gen_random_uuid() as held_id, gen_random_uuid() as paid_id, u.id as user_id, now() - make_interval(days => n * 20) as at
    from users u, generate_series(1, ${WITHDRAWALS}) n where u.email like 'bench%@example.com'`;
  await tx`
    insert into ledger_transactions (operation_id, kind, actor_id, posted_at)
    select held_id, 'withdrawal-hold', user_id, at from bench_withdrawals
    union all select paid_id, 'withdrawal-paid', null, at + interval '1 hour' from bench_withdrawals`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from bench_withdrawals b
    cross join lateral (values
      (b.held_id, 'user:' || b.user_id || ':deposit_funds', -500.00), (b.held_id, 'user:' || b.user_id || ':withdrawal_hold', 500.00),
      (b.paid_id, 'user:' || b.user_id || ':withdrawal_hold', -500.00), (b.paid_id, 'external:mpesa', 500.00)
    ) m (operation_id, code, amount)
    join ledger_transactions t on t.operation_id = m.operation_id join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, country, phone_number, status,
      settled_at, created_at, updated_at, version)
    select held_id, user_id, 500, 500, 0, 'mpesa', 'Kenya', '+254700000000', 'completed', at + interval '1 hour', at, at, 2
    from bench_withdrawals`;
}

export interface SeededInvestor {
  id: string;
  /** The value of the session cookie. */
  token: string;
}

/** The money of each investor: so many deposits of 100,000.00, and 100,000.00 in so many bots. */
const DEPOSITS = 12;
const POSITIONS = 1;
const SESSION_DAYS = 6;

const tokenOf = (index: number): string => createHash("sha256").update(`bench session ${index}`).digest("base64url");

/**
 * Creates investors with a session, a year of deposits, and positions in bots from the second on. The first bot has no
 * investors. With a full history they have closed trades, exits and withdrawals too. The books are complete: reconciliation
 * finds no difference.
 */
export async function seedInvestors(
  sql: Sql,
  count: number,
  { hasFullHistory }: { hasFullHistory: boolean },
): Promise<SeededInvestor[]> {
  return sql.begin(async (tx) => {
    // Checks of single rows are left out; the reconciliation at the end of the bench checks the whole.
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    const users = await tx<{ id: string }[]>`
      insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
      select 'bench' || n || '@example.com', 'x', 'Bench', 'Bench', '+254700000000', 'Kenya', 'bench' || n
      from generate_series(1, ${count}) n returning id`;
    await tx`select open_user_accounts(id) from users where email like 'bench%@example.com'`;
    await seedDeposits(tx);
    await seedPositions(tx);
    if (hasFullHistory) await seedHistory(tx);
    await tx`
      update ledger_accounts a set balance = moved.total
      from (select account_id, sum(amount) as total from ledger_entries group by account_id) moved
      where a.id = moved.account_id and a.user_id is not null`;
    const investors = users.map(({ id }, index) => ({ id, token: tokenOf(index) }));
    await tx`
      insert into sessions (sid_hash, user_id, created_at, last_seen_at, expires_at, ip, user_agent)
      select sha256(token::bytea), id, now(), now(), now() + make_interval(days => ${SESSION_DAYS}), '127.0.0.1', 'bench'
      from unnest(${investors.map(({ token }) => token)}::text[], ${users.map(({ id }) => id)}::uuid[]) as s (token, id)`;
    return investors;
  });
}

async function seedDeposits(tx: Tx): Promise<void> {
  await tx`
    create temporary table bench_deposits on commit drop as
    select gen_random_uuid() as operation_id, u.id as user_id, now() - make_interval(days => n * 30) as at
    from users u, generate_series(1, ${DEPOSITS}) n where u.email like 'bench%@example.com'`;
  await tx`insert into ledger_transactions (operation_id, kind, posted_at) select operation_id, 'deposit', at from bench_deposits order by at`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from bench_deposits b join ledger_transactions t on t.operation_id = b.operation_id
    cross join lateral (values ('external:crypto', -100000.00), ('user:' || b.user_id || ':deposit_funds', 100000.00)) m (code, amount)
    join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate, status,
      settled_at, ledger_transaction_id, created_at, updated_at, version)
    select t.operation_id, b.user_id, 100000.00, 'USDT', 'TRC20', t.operation_id, true, 100000, 1, 'completed', b.at, t.id, b.at, b.at, 2
    from bench_deposits b join ledger_transactions t on t.operation_id = b.operation_id`;
}

async function seedPositions(tx: Tx): Promise<void> {
  await tx`
    create temporary table bench_positions on commit drop as
    select gen_random_uuid() as operation_id, u.id as user_id, b.id as bot_id
    from (select id, row_number() over (order by id) as n from users where email like 'bench%@example.com') u,
      generate_series(0, ${POSITIONS - 1}) k join trading_bots b on true
    where b.place = 1 + (u.n + k) % ((select count(*) from trading_bots) - 1)`;
  await tx`insert into ledger_transactions (operation_id, kind, actor_id) select operation_id, 'allocation', user_id from bench_positions`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from bench_positions b join ledger_transactions t on t.operation_id = b.operation_id
    cross join lateral (values ('user:' || b.user_id || ':deposit_funds', -100000.00), ('pool:' || b.bot_id, 100000.00)) m (code, amount)
    join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version)
    select user_id, bot_id, 100000, 100000, 0, 0, 90, true, now(), 1 from bench_positions`;
  await tx`
    insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
      own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
    select t.id, b.user_id, b.bot_id, 'allocation', 1, 0, false, 1, 100000, 100000, 0, 0, 100000, 0
    from bench_positions b join ledger_transactions t on t.operation_id = b.operation_id`;
}
