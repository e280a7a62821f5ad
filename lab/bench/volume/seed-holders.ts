import type { Sql, Tx } from "../../../apps/server/src/platform/db/pool.ts";

/** The units of each position, and the money in it. */
const UNITS = 100;

/**
 * Creates investors, each with a position of 100.00 in every one of the bots, bought before the bots' last close. Checks
 * of single rows are left out, and rows come in the order of their keys, because there may be millions.
 */
export async function seedHolders(
  sql: Sql,
  { investors, botIds, withAccounts }: { investors: number; botIds: readonly string[]; withAccounts: boolean },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    await tx`set local work_mem = '256MB'`;
    await tx`create temporary table holders on commit drop as
      select user_id, 'holder' || lpad((row_number() over (order by user_id))::text, 8, '0') as name
      from (select gen_random_uuid() as user_id from generate_series(1, ${investors})) u order by user_id`;
    await tx`
      insert into users (id, email, hashed_password, first_name, last_name, phone, country, referral_code)
      select user_id, name || '@example.com', 'x', name, 'Bench', '+254700000000', 'Kenya', name from holders`;
    if (withAccounts) {
      await tx`
        insert into ledger_accounts (code, user_id, balance)
        select 'user:' || user_id || ':' || kind, user_id, 0
        from holders, unnest(array['deposit_funds', 'profit_funds', 'running_profit', 'withdrawal_hold']) kind`;
    }
    for (const botId of botIds) await seedPositions(tx, botId);
  });
  await sql.unsafe("analyze");
  await sql.unsafe("checkpoint");
}

async function seedPositions(tx: Tx, botId: string): Promise<void> {
  await tx`create temporary table bought on commit drop as select user_id, gen_random_uuid() as operation_id from holders`;
  await tx`insert into ledger_transactions (operation_id, kind, actor_id) select operation_id, 'allocation', user_id from bought order by operation_id`;
  await tx`create temporary table posted on commit drop as
    select t.id, b.user_id from bought b join ledger_transactions t on t.operation_id = b.operation_id order by b.user_id`;
  await tx`
    insert into ledger_entries (transaction_id, account_id, amount)
    select t.id, a.id, m.amount from (select id from posted order by id) t
    cross join lateral (values ('external:crypto', -${UNITS}::numeric), (${`pool:${botId}`}, ${UNITS}::numeric)) m (code, amount)
    join ledger_accounts a on a.code = m.code`;
  await tx`
    insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active, activated_at, version)
    select user_id, ${botId}::uuid, ${UNITS}::numeric, ${UNITS}::numeric, 0, 0, 90, true, now(), 1 from posted`;
  await tx`
    insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
      own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
    select id, user_id, ${botId}::uuid, 'allocation', 1, 0, false, 1, ${UNITS}::numeric, ${UNITS}::numeric, 0, 0, ${UNITS}::numeric, 0
    from posted`;
  await tx`
    update pools set units_at_close = h.count * ${UNITS}::numeric, cash_at_close = h.count * ${UNITS}::numeric,
      last_close_transaction = h.last
    from (select count(*), max(id) as last from posted) h where bot_id = ${botId}`;
  await tx`drop table bought, posted`;
}
