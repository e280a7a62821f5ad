import type {
  AdminUser,
  AdminUserDetail,
  BackOfficeOverview,
  listUsers,
  QueryOf,
  SystemSettings,
} from "@wazi/contracts";
import type { Person } from "@wazi/contracts";
import { type ActorAndTime, personColumn } from "../../record/api.ts";
import { findQuarantine } from "../../platform/backup/store.ts";
import { allOf, part, type Part, type Queryable, type Tx } from "../../platform/db/pool.ts";
import type { BalanceRow } from "../../ledger/api.ts";
import type { StoredFreeze } from "../../people/api.ts";
import {
  inBothDirections,
  type PlacedRow,
  type Slice,
  type SortKey,
  type TableOrder,
} from "../../platform/paging/table-order.ts";
import { tableRows, type TextSearch } from "../../platform/paging/store.ts";

/**
 * Newest first. Transactions of one investor are posted one after another under a lock on their accounts, so their ids
 * follow their order in time and the balances after each are exact.
 */
export const movementOrder: TableOrder = { keys: [{ sql: "transaction_id", type: "bigint" }], isDescending: true };

interface PlacedMovement extends PlacedRow {
  id: string;
}

/**
 * A slice of the transactions with entries or position changes of an investor. Each account and each position is read from
 * its index, no further than the slice can reach.
 */
export function listMovementPlaces(sql: Queryable, userId: string, slice: Slice): Promise<PlacedMovement[]> {
  return sql<PlacedMovement[]>`
    select transaction_id::text as id, ${slice.place} from (
      select e.transaction_id from ledger_accounts a cross join lateral (
        select transaction_id from ledger_entries where account_id = a.id and ${slice.where}
        order by ${slice.orderBy} limit ${slice.limit}
      ) e where a.user_id = ${userId}
      union
      select v.transaction_id from trading_bots b cross join lateral (
        select transaction_id from position_events where user_id = ${userId} and bot_id = b.id and ${slice.where}
        order by ${slice.orderBy} limit ${slice.limit}
      ) v
    ) movements order by ${slice.orderBy} limit ${slice.limit}`;
}

export async function countMovements(sql: Queryable, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select e.transaction_id from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.user_id = ${userId}
      union select transaction_id from position_events where user_id = ${userId}
    ) movements`;
  return row?.count ?? 0;
}

/** Balances of an investor's accounts after a transaction: the current ones less later changes. */
export function readBalancesAfter(sql: Queryable, userId: string, transactionId: string): Promise<BalanceRow[]> {
  return sql<BalanceRow[]>`
    select split_part(a.code, ':', 3) as account, (a.balance - coalesce((
        select sum(amount) from ledger_entries where account_id = a.id and transaction_id > ${transactionId}::bigint
      ), 0))::numeric(20, 2)::text as amount
    from ledger_accounts a where a.user_id = ${userId}
    union all
    select 'invested', (
      coalesce((select sum(own_deposit + own_profit) from positions where user_id = ${userId}), 0) - coalesce((
        select sum(own_deposit_delta + own_profit_delta) from position_events
        where user_id = ${userId} and transaction_id > ${transactionId}::bigint
      ), 0))::numeric(20, 2)::text`;
}

/** A transaction with all its entries. */
export interface PostedRow {
  id: string;
  actor: Person | null;
  /** The investor's accounts first, then those of the platform. */
  entries: { code: string; amount: string }[];
}

/** All entries of the transactions, and the actor if it was not the user. */
export function readPostings(sql: Queryable, userId: string, transactionIds: readonly string[]): Promise<PostedRow[]> {
  return sql<PostedRow[]>`
    select t.id::text, ${sql.raw(personColumn("nullif(t.actor_id, asked.user_id)", "actor"))}, (
        select coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'amount', e.amount::text)
          order by a.user_id is null, a.id), '[]')
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id
      ) as entries
    from (select ${userId}::uuid as user_id) asked, ledger_transactions t
    where t.id = any(${transactionIds}::bigint[])`;
}

/** Names of all bots, including retired ones. */
export async function readBotNames(sql: Queryable): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`select id, name from trading_bots`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface UserRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  country: string;
  isAdmin: boolean;
  isActive: boolean;
  kycStatus: AdminUser["kycStatus"];
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** Columns of a `UserRow`. */
const USER_COLUMNS = `id, email, first_name as "firstName", last_name as "lastName", phone, country,
  is_admin as "isAdmin", is_active as "isActive", kyc_status as "kycStatus", created_at as "createdAt",
  last_login_at as "lastLoginAt"`;

export async function findUserRow(sql: Queryable, id: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select ${sql.raw(USER_COLUMNS)} from users where id = ${id} and deleted_at is null`;
  return rows[0] ?? null;
}

/**
 * Locks a user against changes and new requests until the transaction ends
 * (platform/db/functions/closed-users.sql).
 */
export async function lockUserRow(tx: Queryable, id: string): Promise<UserRow | null> {
  const rows = await tx<UserRow[]>`
    select ${tx.raw(USER_COLUMNS)} from users where id = ${id} and deleted_at is null for update`;
  return rows[0] ?? null;
}

export async function updateKycStatus(tx: Queryable, id: string, kycStatus: AdminUser["kycStatus"]): Promise<void> {
  await tx`update users set kyc_status = ${kycStatus}, updated_at = now() where id = ${id}`;
}

/** The last decision of an administrator on a user's KYC status, directly or on documents; null without one. */
export async function findLastKycDecision(
  tx: Queryable,
  userId: string,
): Promise<(ActorAndTime & { kycStatus: AdminUser["kycStatus"] }) | null> {
  const rows = await tx<(ActorAndTime & { kycStatus: AdminUser["kycStatus"] })[]>`
    select ${tx.raw(personColumn("actor_id", "person"))}, happened_at as at,
      coalesce(after ->> 'kycStatus', after ->> 'status') as "kycStatus"
    from audit_log
    where (action = 'user.set-kyc-status' and subject_id = ${userId})
      or (action = 'verification.review' and subject_id in (select id::text from verifications where user_id = ${userId}))
    order by happened_at desc, id desc limit 1`;
  return rows[0] ?? null;
}

/** Rejects approved documents, so that the user can submit new ones. */
export async function withdrawApproval(tx: Queryable, userId: string, adminId: string): Promise<void> {
  await tx`
    update verifications set status = 'rejected', rejection_reason = 'Approval withdrawn by an administrator',
      reviewed_by = ${adminId}, reviewed_at = now(), updated_at = now()
    where user_id = ${userId} and status = 'approved'`;
}

/** The reason is shown to the user while they are deactivated. */
export async function updateActive(
  tx: Queryable,
  id: string,
  isActive: boolean,
  deactivationReason: string | null,
): Promise<void> {
  await tx`
    update users set is_active = ${isActive}, deactivation_reason = ${deactivationReason}, updated_at = now()
    where id = ${id}`;
}

export async function hasActivePositions(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from positions where user_id = ${userId} and is_active limit 1`;
  return rows.length > 0;
}

interface OverviewRow {
  users: number;
  deposits: number;
  oldest_deposit: Date | null;
  withdrawals: number;
  oldest_withdrawal: Date | null;
  verifications: number;
  oldest_verification: Date | null;
  adjustments: number;
  oldest_adjustment: Date | null;
}

export async function readOverview(sql: Queryable, now: Date): Promise<BackOfficeOverview> {
  const [row] = await sql<OverviewRow[]>`
    select (select count(*)::int from users where not is_admin and deleted_at is null) as users,
      d.count as deposits, d.oldest as oldest_deposit, w.count as withdrawals, w.oldest as oldest_withdrawal,
      v.count as verifications, v.oldest as oldest_verification,
      a.count as adjustments, a.oldest as oldest_adjustment
    from (select count(*)::int as count, min(created_at) as oldest from deposits where status = 'pending') d,
      (select count(*)::int as count, min(created_at) as oldest from withdrawals
        where status in ('pending', 'processing')) w,
      (select count(*)::int as count, min(created_at) as oldest from verifications where status = 'pending') v,
      (select count(*)::int as count, min(asked_at) as oldest from adjustments
        where status = 'pending' and expires_at > ${now}) a`;
  if (!row) throw new Error("no overview");
  const quarantine = await findQuarantine(sql);
  const waiting = (count: number, oldest: Date | null) => ({ count, oldestAt: oldest?.toISOString() ?? null });
  return {
    users: row.users,
    deposits: waiting(row.deposits, row.oldest_deposit),
    withdrawals: waiting(row.withdrawals, row.oldest_withdrawal),
    verifications: waiting(row.verifications, row.oldest_verification),
    adjustments: waiting(row.adjustments, row.oldest_adjustment),
    quarantine: quarantine && {
      restoredAt: quarantine.restoredAt.toISOString(),
      stateOf: quarantine.stateOf.toISOString(),
    },
  };
}

/** Reads the settings and locks them until the transaction ends. */
export async function lockSystemSettings(tx: Tx): Promise<SystemSettings> {
  const [row] = await tx<{ address: string | null; amount: string }[]>`
    select gas_fee_address as address, gas_fee_amount as amount from system_settings for update`;
  return { gasFeeAddress: row?.address ?? "", gasFeeAmount: row?.amount ?? "" };
}

export async function updateSystemSettings(tx: Tx, { gasFeeAddress, gasFeeAmount }: SystemSettings): Promise<void> {
  await tx`
    update system_settings
    set gas_fee_address = ${gasFeeAddress}, gas_fee_amount = ${gasFeeAmount}, updated_at = now()`;
}

type Detail = AdminUserDetail;

/** Times inside of JSON are texts in UTC, to the microsecond. */
export interface UserDetailRow {
  frozenAt: Date | null;
  freeze: StoredFreeze | null;
  freezer: Person | null;
  birthday: string | null;
  preferredMarket: Detail["profile"]["preferredMarket"];
  riskTolerance: Detail["profile"]["riskTolerance"];
  marketingOptIn: boolean;
  hasSecondFactor: boolean;
  deposit: Detail["pendingItems"]["deposit"];
  withdrawal: Detail["pendingItems"]["withdrawal"];
  verification: Detail["verification"];
}

/**
 * Reads a user's data other than money, without the password hash and the content of documents.
 * @throws Error unknown user; rows are never deleted
 */
export async function readUserDetail(sql: Queryable, userId: string): Promise<UserDetailRow> {
  const [row] = await sql<UserDetailRow[]>`
    select u.frozen_at as "frozenAt", f.freeze, ${sql.raw(personColumn("(f.freeze ->> 'frozenBy')::uuid", "freezer"))}, u.birthday, u.preferred_market as "preferredMarket", u.risk_tolerance as "riskTolerance",
      u.marketing_opt_in as "marketingOptIn", u.has_second_factor as "hasSecondFactor",
      (select jsonb_build_object('id', d.id, 'amount', d.amount::text, 'createdAt', d.created_at)
        from deposits d where d.user_id = u.id and d.status = 'pending') as deposit,
      (select jsonb_build_object('id', w.id, 'amount', w.amount::text, 'status', w.status, 'createdAt', w.created_at)
        from withdrawals w where w.user_id = u.id and w.status in ('pending', 'processing')) as withdrawal,
      (select to_jsonb(latest) from (
        select v.id, v.document_type as "documentType", v.status, v.rejection_reason as "rejectionReason",
          v.created_at as "createdAt", v.reviewed_at as "reviewedAt", ${sql.raw(personColumn("v.reviewed_by", '"reviewedBy"'))}
        from verifications v where v.user_id = u.id order by v.created_at desc, v.id desc limit 1
      ) latest) as verification
    from users u cross join lateral (select account_freeze(u.id, clock_timestamp()) as freeze) f where u.id = ${userId}`;
  if (!row) throw new Error(`No user ${userId}`);
  return row;
}

interface DeactivationRow {
  at: Date;
  reason: string | null;
  by: Person | null;
}

/** The user's last deactivation, or null. */
export async function findDeactivation(sql: Queryable, userId: string): Promise<DeactivationRow | null> {
  const rows = await sql<DeactivationRow[]>`
    select happened_at as at, after ->> 'reason' as reason, ${sql.raw(personColumn("actor_id", "by"))}
    from audit_log where subject_id = ${userId} and action = 'user.deactivate'
    order by happened_at desc, id desc limit 1`;
  return rows[0] ?? null;
}

type Query = QueryOf<typeof listUsers>;

type UserFilters = Omit<Query, "limit" | "cursor" | "sort">;
export type ListedUserRow = UserRow & PlacedRow & { hasPendingVerification: boolean };

/** Sums both kinds of funds for all users at once, because an index on balances would slow down every posting. */
const WITH_BALANCE = `join (
    select user_id as holder_id, sum(balance) filter (where split_part(code, ':', 3) in ('deposit_funds', 'profit_funds')) as held
    from ledger_accounts where user_id is not null group by user_id
  ) funds on holder_id = users.id`;
const WITH_INVESTED = `left join (
    select user_id as investor_id, sum(own_deposit + own_profit) as invested
    from positions where is_active group by user_id
  ) investments on investor_id = users.id`;

const ordersBy = <const Sort extends string>(sort: Sort, key: SortKey, join?: string) =>
  inBothDirections("users", sort, [key], join);
/** Users who have never signed in come last in either direction. */
const bySignIn = (never: string) =>
  ordersBy("lastLoginAt", { sql: `coalesce(users.last_login_at, '${never}'::timestamptz)`, type: "timestamptz" });

export const userOrders: Readonly<Record<NonNullable<Query["sort"]>, TableOrder>> = {
  ...ordersBy("name", { sql: "users.search_text", type: "text" }),
  ...ordersBy("createdAt", { sql: "users.created_at", type: "timestamptz" }),
  ...ordersBy("balance", { sql: "funds.held", type: "numeric" }, WITH_BALANCE),
  ...ordersBy("totalInvested", { sql: "coalesce(investments.invested, 0)", type: "numeric" }, WITH_INVESTED),
  lastLoginAt: bySignIn("infinity").lastLoginAt,
  "-lastLoginAt": bySignIn("-infinity")["-lastLoginAt"],
};

/** Never matches administrators and deleted users. */
function toFilterCondition({ status, kycStatus }: UserFilters): Part {
  return allOf([
    part`not is_admin and deleted_at is null`,
    status && part`is_active = ${status === "active"}`,
    kycStatus && part`kyc_status = ${kycStatus}`,
  ]);
}

const toSearch = ({ search }: UserFilters): TextSearch | undefined =>
  search
    ? {
        find: (most) => part`find_investors(${search}, ${most})`,
        condition: part`strpos(search_text || ' ' || lower(phone || ' ' || country), lower(${search})) > 0`,
      }
    : undefined;

const HAS_PENDING_VERIFICATION = `exists (
    select from verifications where user_id = users.id and status = 'pending'
  ) as "hasPendingVerification"`;

export const queryInvestorRows = (sql: Queryable, filters: UserFilters) =>
  tableRows<ListedUserRow>(sql, {
    table: "users",
    columns: `${USER_COLUMNS}, ${HAS_PENDING_VERIFICATION}`,
    filtered: toFilterCondition(filters),
    searched: toSearch(filters),
  });
