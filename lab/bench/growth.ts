import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readManifest } from "../../apps/server/src/ledger/archive/archive-format.ts";
import { writeArchive } from "../../apps/server/src/ledger/archive/write-archive.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import { readNumber, roundTo } from "./money-load/options.ts";
import { withDatabase } from "./serving/with-database.ts";

/**
 * Measures what a million operations add to the database, with all indexes, and to the archive: allocations, each a ledger
 * transaction with two entries, a position event and an audit entry with its leaf in the transparency log.
 */
const OPERATIONS = readNumber("operations", 100_000);
const INVESTORS = 1_000;
const BATCH = 5_000;

/** A table with those that grow with it. */
const TABLES: Record<string, readonly string[]> = {
  "ledger transactions": ["ledger_transactions"],
  "ledger entries": ["ledger_entries"],
  "position events": ["position_events"],
  "audit entries": ["audit_log", "audit_nonces", "log_outbox"],
};

async function seedInvestors(sql: Sql): Promise<void> {
  await sql`
    insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
    select 'bench' || n || '@example.com', 'x', 'Bench', 'Bench', '+254700000000', 'Kenya', 'bench' || n
    from generate_series(1, ${INVESTORS}) n`;
  await sql`select open_user_accounts(id) from users`;
}

/** Rows of many investors and bots in turns, as they come in use. Checks of single rows are left out. */
async function addOperations(sql: Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table added on commit drop as
      select gen_random_uuid() as operation_id, u.id as user_id, b.id as bot_id
      from generate_series(1, ${count}::int) n
      join (select id, row_number() over (order by id) as place, count(*) over () as count from users) u
        on u.place = 1 + (n * 7919) % u.count
      join (select id, place, count(*) over () as count from trading_bots) b on b.place = n % b.count`;
    await tx`insert into ledger_transactions (operation_id, kind, actor_id) select operation_id, 'allocation', user_id from added`;
    await tx`
      insert into ledger_entries (transaction_id, account_id, amount)
      select t.id, a.id, m.amount from added d join ledger_transactions t on t.operation_id = d.operation_id
      cross join lateral (values ('user:' || d.user_id || ':deposit_funds', -123.45), ('pool:' || d.bot_id, 123.45)) m (code, amount)
      join ledger_accounts a on a.code = m.code`;
    await tx`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark, units_delta,
        own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share)
      select t.id, d.user_id, d.bot_id, 'allocation', 1, 1234, false, 1.012345678901, 121.944789012345, 123.45, 0, 0, 123.45, 0
      from added d join ledger_transactions t on t.operation_id = d.operation_id`;
    await tx`set local session_replication_role = origin`;
    await tx`
      insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address)
      select user_id, 'position.activate', 'position', user_id || ':' || bot_id, null, '{"amount": "123.45", "sharePct": 80}', '192.0.2.1'
      from added`;
  });
}

async function readBytes(sql: Sql): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {};
  for (const [name, tables] of Object.entries(TABLES)) {
    const [row] = await sql<{ bytes: number }[]>`
      select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${tables}::text[]) name`;
    bytes[name] = row?.bytes ?? NaN;
  }
  return bytes;
}

/** Bytes per operation are megabytes per million operations. */
const perMillion = (bytes: number): number => roundTo(bytes / OPERATIONS, 0);

const result = await withDatabase(async ({ sql, url }) => {
  await seedInvestors(sql);
  const before = await readBytes(sql);
  for (let done = 0; done < OPERATIONS; done += BATCH) await addOperations(sql, Math.min(BATCH, OPERATIONS - done));
  const after = await readBytes(sql);
  const grown = Object.entries(after).map(([name, bytes]) => [name, perMillion(bytes - (before[name] ?? 0))] as const);
  const target = mkdtempSync(join(tmpdir(), "wazi-growth-"));
  try {
    const ahead = new Date(Date.now() + 40 * 86_400_000);
    const [month] = await writeArchive({ url, waziVersion: "bench", now: () => new Date() }, target, ahead);
    const { archive } = readManifest(month?.folder ?? "");
    const files = archive.files.map(({ name, bytes }) => [`archived ${name}`, perMillion(bytes)] as const);
    return {
      name: "growth",
      value: grown.reduce((sum, [, megabytes]) => sum + megabytes, 0),
      unit: "MB in the database per million operations",
      archived: files.reduce((sum, [, megabytes]) => sum + megabytes, 0),
      ...Object.fromEntries([...grown, ...files]),
    };
  } finally {
    rmSync(target, { recursive: true });
  }
});
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
