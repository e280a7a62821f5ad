import type { Sql, Tx } from "../../../apps/server/src/platform/db/pool.ts";
import { planBackOffice, type PlanSize } from "./plan.ts";
import type { Plan } from "./plan-rows.ts";
import { formatJsonRows } from "../../../apps/server/src/platform/db/table-rows.ts";
import type { OpenBot } from "./plan-account.ts";
import { type SeedRow, seedTables } from "./seed-table-store.ts";

/** The most rows of one statement. */
const BATCH_SIZE = 5_000;

async function inBatches<T extends keyof typeof seedTables>(
  table: T,
  rows: readonly SeedRow<T>[],
  write: (json: string) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await write(formatJsonRows(seedTables[table], rows.slice(start, start + BATCH_SIZE)));
  }
}

/**
 * Writes a plan in one transaction. It needs the database's owner, because posting times are in the past. The constraints
 * of the tables (entries sum to zero, no account is overdrawn) apply here too.
 */
async function writePlan(sql: Sql, plan: Plan, hashedPassword: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await lockPools(tx, [...new Set(plan.positions.map(({ botId }) => botId))]);
    await writePeople(tx, plan, hashedPassword);
    await writeLedger(tx, plan);
    await writeRequests(tx, plan);
    await writePositions(tx, plan);
    await writeAudit(tx, plan);
    await tx`update users set is_active = false where id = any(${plan.deactivated}::uuid[])`;
    // The daily sums are computed again, with the new transactions.
    await tx`delete from ledger_day_pools`;
    await tx`delete from ledger_days`;
  });
  // Autovacuum would do this later. The first queries need the statistics now.
  await sql.unsafe("vacuum analyze");
}

/** Takes the pools' locks in the same order as the ledger's door. */
async function lockPools(tx: Tx, botIds: readonly string[]): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('pool:' || id, 0) as key from unnest(${botIds}::text[]) id order by 1
    ) keys`;
}

async function writePeople(tx: Tx, { people, submissions }: Plan, hashedPassword: string): Promise<void> {
  await inBatches(
    "users",
    people,
    (json) => tx`
      insert into users (id, email, hashed_password, first_name, last_name, phone, country, birthday, preferred_market,
        risk_tolerance, referral_code, marketing_opt_in, kyc_status, is_active, last_login_at, created_at, updated_at)
      select id, email, ${hashedPassword}, first_name, last_name, phone, country, birthday, preferred_market,
        risk_tolerance, referral_code, marketing_opt_in, kyc_status, is_active, last_login_at, created_at, created_at
      from jsonb_populate_recordset(null::users, ${json}::text::jsonb)`,
  );
  await tx`
    select open_user_accounts(id) from unnest(${people.map(({ id }) => id)}::uuid[]) with ordinality as u (id, place)
    order by place`;
  await inBatches(
    "submissions",
    submissions,
    (json) => tx`
      insert into verifications (id, user_id, document_type, document_number, front_document, back_document, status,
        rejection_reason, reviewed_by, reviewed_at, created_at, updated_at)
      select id, user_id, document_type, document_number, front_document, back_document, status, rejection_reason,
        case when reviewed_at is not null then
          (select u.id from users u where u.is_admin and u.deleted_at is null order by u.created_at limit 1) end,
        reviewed_at, created_at, coalesce(reviewed_at, created_at)
      from jsonb_populate_recordset(null::verifications, ${json}::text::jsonb)`,
  );
}

/** Writes transactions in order of time: a later transaction has a higher id, as in normal operation. */
async function writeLedger(tx: Tx, { transactions }: Plan): Promise<void> {
  await inBatches("transactions", transactions, async (json) => {
    await tx`
      insert into ledger_transactions (operation_id, kind, actor_id, posted_at)
      select (t ->> 'operation_id')::uuid, t ->> 'kind', (t ->> 'actor_id')::uuid, (t ->> 'posted_at')::timestamptz
      from jsonb_array_elements(${json}::text::jsonb) with ordinality as rows (t, place) order by place`;
    await tx`
      insert into ledger_entries (transaction_id, account_id, amount)
      select posted.id, account.id, (e ->> 'amount')::numeric
      from jsonb_array_elements(${json}::text::jsonb) t cross join jsonb_array_elements(t -> 'entries') e
      join ledger_transactions posted on posted.operation_id = (t ->> 'operation_id')::uuid
      join ledger_accounts account on account.code = e ->> 'code'
      order by posted.id`;
    await tx`
      update ledger_accounts a set balance = a.balance + moved.total
      from (
        select e ->> 'code' as code, sum((e ->> 'amount')::numeric) as total
        from jsonb_array_elements(${json}::text::jsonb) t cross join jsonb_array_elements(t -> 'entries') e group by 1
      ) moved
      where a.code = moved.code and a.user_id is not null`;
  });
}

async function writeRequests(tx: Tx, { deposits, withdrawals }: Plan): Promise<void> {
  await inBatches(
    "deposits",
    deposits,
    (json) => tx`
      insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate,
        received_amount, transaction_hash, status, settled_by, settled_at, late_for, ledger_transaction_id, created_at, updated_at, version)
      select d.id, d.user_id, d.amount, d.currency, d.network, d.wallet_address, d.is_test_address, d.crypto_amount, d.rate,
        d.received_amount, d.transaction_hash, d.status, d.settled_by, d.settled_at, d.late_for, posted.id, d.created_at, d.updated_at, d.version
      from jsonb_array_elements(${json}::text::jsonb) row_
      cross join jsonb_populate_record(null::deposits, row_) d
      left join ledger_transactions posted on posted.operation_id = (row_ ->> 'operation_id')::uuid`,
  );
  await inBatches(
    "withdrawals",
    withdrawals,
    (json) => tx`
      insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network,
        destination_address, country, bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by,
        settled_at, hidden_at, hidden_by, created_at, updated_at, version)
      select id, user_id, amount, from_deposit, from_profit, withdrawal_type, currency, network, destination_address,
        country, bank_name, account_name, phone_number, transaction_hash, notes, status, settled_by, settled_at, hidden_at,
        hidden_by, created_at, updated_at, version
      from jsonb_populate_recordset(null::withdrawals, ${json}::text::jsonb)`,
  );
}

async function writePositions(tx: Tx, { positions }: Plan): Promise<void> {
  await inBatches("positions", positions, async (json) => {
    await tx`
      insert into positions (user_id, bot_id, units, own_deposit, own_profit, loss_carried, user_share_pct, is_active,
        activated_at, version)
      select user_id, bot_id, units, own_deposit, 0, 0, user_share_pct, true, activated_at, 1
      from jsonb_populate_recordset(null::positions, ${json}::text::jsonb)`;
    await tx`
      insert into position_events (transaction_id, user_id, bot_id, kind, series, close_sequence, trade_open, mark,
        units_delta, own_deposit_delta, own_profit_delta, loss_carried_delta, value_delta, profit_share, happened_at)
      select posted.id, held.user_id, held.bot_id, 'allocation', pool.series, pool.close_sequence, false,
        (row_ ->> 'mark')::numeric, held.units, held.own_deposit, 0, 0, held.own_deposit, 0, held.activated_at
      from jsonb_array_elements(${json}::text::jsonb) row_
      cross join jsonb_populate_record(null::positions, row_) held
      join pools pool on pool.bot_id = held.bot_id
      join ledger_transactions posted on posted.operation_id = (row_ ->> 'operation_id')::uuid`;
  });
}

async function writeAudit(tx: Tx, { audit }: Plan): Promise<void> {
  await inBatches(
    "audit",
    audit,
    (json) => tx`
      insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address, happened_at)
      select a.actor_id, a.action, a.subject_type, a.subject_id, a.before, a.after, a.address, a.happened_at
      from jsonb_array_elements(${json}::text::jsonb) with ordinality as rows (row_, place)
      cross join jsonb_populate_record(null::audit_log, row_) a order by place`,
  );
}

/** The mode and users of the database, its first administrator, and whether a user has this referral code. */
async function findSeedTarget(
  sql: Sql,
  referralCode: string,
): Promise<{ mode: string | null; users: number; admin: string | null; seeded: boolean }> {
  const [found] = await sql<{ mode: string | null; users: number; admin: string | null; seeded: boolean }[]>`
    select (select mode from system_settings) as mode,
      (select count(*)::int from users where not is_admin) as users,
      (select id from users where is_admin and deleted_at is null order by created_at limit 1) as admin,
      exists (select from users where referral_code = ${referralCode}) as seeded`;
  if (!found) throw new Error("a statement without a from clause has a row");
  return found;
}

/** Lists the bots that accept new allocations, with their unit prices. */
function listOpenBots(sql: Sql): Promise<OpenBot[]> {
  return sql<OpenBot[]>`
    select b.id, p.nav::text as nav from trading_bots b join pools p on p.bot_id = b.id
    where p.status = 'trading' and not p.frozen and p.open_trade is null order by b.place`;
}

/** Thrown when a database must not get made-up people; the message says why. */
export class SeedRefusedError extends Error {}

export interface SeedOptions extends PlanSize {
  seed: number;
  now: Date;
  /** The hash of the password that every made-up user gets. */
  hashedPassword: string;
  /** Accept a database that already has users. */
  allowExistingUsers: boolean;
}

export const defaultSize: PlanSize = { users: 10_000, deposits: 50_000, withdrawals: 50_000 };

/**
 * Fills a database with one year of a platform, for benches, screenshots and demos: investors, documents without images,
 * deposits, withdrawals, positions, their ledger entries and audit log. Reconciliation finds no difference afterwards.
 * @param sql connected as the database's owner
 * @throws SeedRefusedError in live mode, when users exist already, when there is no administrator, and when this seed was
 * used before
 */
export async function seedBackOffice(sql: Sql, options: SeedOptions): Promise<void> {
  const { seed, now, hashedPassword, allowExistingUsers: besideOthers } = options;
  const found = await findSeedTarget(sql, `SEED${seed}N1`);
  if (found.mode === "live") {
    throw new SeedRefusedError(
      "This is a live database with real money (WAZI_MODE=live). Made-up people are only for demo databases.",
    );
  }
  if (found.seeded) throw new SeedRefusedError(`Seed ${seed} was used before. Choose another seed.`);
  if (found.users > 0 && !besideOthers) {
    throw new SeedRefusedError(
      `This database already has users (${found.users}). To add made-up people anyway, use --allow-existing-users.`,
    );
  }
  if (found.admin === null) throw new SeedRefusedError("This database has no administrator. Start Wazi on it once.");
  const bots = await listOpenBots(sql);
  const plan = planBackOffice(options, { seed, now, adminId: found.admin, bots });
  await writePlan(sql, plan, hashedPassword);
}
