import { createHash } from "node:crypto";
import type { Sql, Tx } from "../../../apps/server/src/platform/db/pool.ts";
import { seedHistory } from "./seed-history.ts";

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
