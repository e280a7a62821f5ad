import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";

/** The symbols of each bot. */
const SYMBOLS = 4;

/**
 * Creates trades of all bots, in turns, and one investor who bought and sold all units of every bot again and again, at
 * equal distances: `segments` changes of units in all. Checks of single rows are left out.
 * @returns the investor's id
 */
export async function seedTrades(sql: Sql, options: { trades: number; segments: number }): Promise<string> {
  const { trades, segments } = options;
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    const [posted] = await tx<{ id: bigint }[]>`
      insert into ledger_transactions (operation_id, kind) values (gen_random_uuid(), 'trade') returning id`;
    await tx`
      insert into bot_trades (bot_id, series, sequence, symbol, side, exposure, entry_price, exit_price, opened_at, executed_at,
        entry_bar_time, bar_time, reason, feed, nav_before, nav_after, units, pool_gain, opening_id, transaction_id, lowest_nav)
      select b.id, 1, 1 + n / b.count, 'S' || (n / b.count) % ${SYMBOLS}, case when n % 3 = 0 then 'sell' else 'buy' end, 0.5, 100, 101,
        t.at, t.at, t.at, t.at, 'signal', 'simulated', 1, case when n % 5 < 3 then 1.01 else 0.99 end, 0, 0,
        lpad(to_hex(n), 32, '0')::uuid, ${posted!.id}, 0.99
      from generate_series(0, ${trades - 1}) n
      join (select id, place, count(*) over () as count from trading_bots) b on b.place = n % b.count
      cross join lateral (select now() - make_interval(mins => ${trades}::integer - n) as at) t order by n`;
    await tx`update pools p set close_sequence = (select max(sequence) from bot_trades t where t.bot_id = p.bot_id)`;
    const [user] = await tx<{ id: string }[]>`
      insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
      values ('trader@example.com', 'x', 'Bench', 'Bench', '+254700000000', 'Kenya', 'trader') returning id`;
    await tx`
      insert into ledger_transactions (operation_id, kind, actor_id)
      select gen_random_uuid(), case when n % 2 = 0 then 'allocation' else 'deactivation' end, ${user!.id}::uuid
      from generate_series(0, ${segments - 1}) n`;
    await tx`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
        own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
      select ${posted!.id}::bigint + 1 + n, ${user!.id}::uuid, b.id, case when f.is_bought then 'allocation' else 'deactivation' end, 1,
        (n / b.count) * ${Math.floor(trades / segments)}::bigint, false, 1, case when f.is_bought then 100 else -100 end, 0, 0, 0, 0, 0
      from generate_series(0, ${segments - 1}) n
      join (select id, place, count(*) over () as count from trading_bots) b on b.place = n % b.count
      cross join lateral (select (n / b.count) % 2 = 0 as is_bought) f`;
    return user!.id;
  });
}
