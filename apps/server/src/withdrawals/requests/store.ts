import {
  type AdminRole,
  type listAllWithdrawals,
  listStoredForms,
  type LocalAmount,
  type PayoutAddress,
  type PayoutRailName,
  type Person,
  type QueryOf,
  type RecipientCheck,
  type SharedTrace,
  type SystemSettings,
  type Withdrawal,
  WITHDRAWAL_DECISION_MS,
  type WithdrawalPayout,
} from "@wazi/contracts";
import { matchesPerson, personColumn } from "../../record/api.ts";
import {
  buildJsonRow,
  COUNTED_PEOPLE,
  listSelectColumns,
  type RateHoldJson,
  type RowFor,
  toRateHold,
  withdrawalRateHold,
} from "../../ledger/api.ts";
import { type JsonRow, parseDates, type UserRead } from "../../platform/http/user-read.ts";
import { type StoredHold, toWithdrawalHold } from "../../people/api.ts";
import { allOf, part, type Part, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { type Destination, removeEscapes } from "./destination.ts";
import { buildRequestOrders, type PlacedRow } from "../../platform/paging/table-order.ts";
import { listWaitingFirst, tableRows, type TextSearch } from "../../platform/paging/store.ts";

/** The fields that a name depends on, in one text. SQL has the same in RECIPIENT. */
const toKey = ({ withdrawalType, country, bankName, destinationAddress, phoneNumber }: Destination): string =>
  [withdrawalType, country, bankName, destinationAddress, phoneNumber].map((part) => part ?? "").join("|");

/** A column for withdrawals: the name that was shown for its destination; null if none was. */
const RECIPIENT = `(select jsonb_build_object('holderName', c.holder_name, 'isOtherName', c.is_other_name)
  from recipient_checks c where c.user_id = withdrawals.user_id and c.holder_name is not null
    and c.destination_key = concat_ws('|', withdrawals.withdrawal_type, coalesce(withdrawals.country, ''),
      coalesce(withdrawals.bank_name, ''), coalesce(withdrawals.destination_address, ''),
      coalesce(withdrawals.phone_number, ''))) as recipient`;

export async function storeRecipientCheck(
  sql: Queryable,
  userId: string,
  destination: Destination,
  { holderName, isOtherName }: RecipientCheck,
  at: Date,
): Promise<void> {
  await sql`
    insert into recipient_checks (user_id, destination_key, holder_name, is_other_name, checked_at)
    values (${userId}, ${toKey(destination)}, ${holderName}, ${isOtherName}, ${at})
    on conflict (user_id, destination_key) do update
      set holder_name = excluded.holder_name, is_other_name = excluded.is_other_name, checked_at = excluded.checked_at`;
}

/** A row of the table; figures are decimal strings. */
export type WithdrawalRow = RowFor<"withdrawals">;

const MAX_LISTED = 50;

const COLUMNS = listSelectColumns("withdrawals");
/** The hold of a pending withdrawal, and since when it waits for a decision. */
const HOLD = `case when status = 'pending' then withdrawal_hold(withdrawals.user_id, clock_timestamp()) end as hold,
  case when status = 'pending' then withdrawal_waits_since(withdrawals.user_id, withdrawals.created_at) end as "waitsSince"`;

/** The latest payment over a rail, as JSON: times are texts. */
const PAYOUT = `(select ${buildJsonRow("payouts", "p")} from payouts p where p.withdrawal_id = withdrawals.id
  order by p.attempt desc limit 1) as payout`;

/** The amount in the investor's local currency, and the hold of one whose rate has moved, as JSON. */
const LOCAL = `(
    select json_build_object('currency', l.currency, 'amount', l.amount::text, 'rate', trim_scale(l.rate)::text,
      'source', l.source, 'rateAt', to_char(l.rate_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from withdrawal_local_amounts l where l.withdrawal_id = withdrawals.id
  ) as local, ${withdrawalRateHold("withdrawals")}`;

export type PayoutJson = JsonRow<RowFor<"payouts">>;

/** A withdrawal with its hold, if it is pending and held, and its latest payment over a rail. */
export interface HeldWithdrawalRow extends WithdrawalRow {
  hold: StoredHold | null;
  /** The request or the end of its last hold; null once it is decided. */
  waitsSince: Date | null;
  payout: PayoutJson | null;
  /** The administrators, and those among them who decide on withdrawals. Only in the investor's own list. */
  people?: { administrators: number; deciders: number } | null;
  local?: LocalAmount | null;
  rateHold?: RateHoldJson | null;
}

/** A user's newest withdrawals. */
export const userWithdrawals: UserRead<HeldWithdrawalRow[]> = {
  own: `
    select json_agg(w) from (
      select ${COLUMNS}, ${HOLD}, ${PAYOUT}, ${LOCAL}, case when status = 'pending' then ${COUNTED_PEOPLE} end as people
      from withdrawals where user_id = u.id
      order by created_at desc, id desc limit ${MAX_LISTED}
    ) w`,
  parse: (rows: JsonRow<HeldWithdrawalRow>[] | null) =>
    (rows ?? []).map((row) =>
      parseDates<HeldWithdrawalRow>(row, ["createdAt", "updatedAt", "settledAt", "hiddenAt", "waitsSince"]),
    ),
};

/** A new request under a hold waits for a decision from its end on. */
export const readWaitsSince = (at: Date, hold: StoredHold | null): Date => (hold ? new Date(hold.endsAt) : at);

/** Reads whether an investor has an unpaid withdrawal, and what would hold a new one. */
export async function readBeforeWithdrawal(
  sql: Queryable,
  userId: string,
  at: Date,
): Promise<{ isPending: boolean; hold: StoredHold | null }> {
  const [row] = await sql<{ isPending: boolean; hold: StoredHold | null }[]>`
    select withdrawal_hold(${userId}, ${at}) as hold, exists (
      select from withdrawals where user_id = ${userId} and status in ('pending', 'processing')
    ) as "isPending"`;
  return row ?? { isPending: false, hold: null };
}

/** Sums what an investor asked to withdraw since a time, rejected requests left out; and the first of those requests. */
export async function sumWithdrawn(
  sql: Queryable,
  userId: string,
  since: Date,
): Promise<{ amount: string; latestAt: Date | null }> {
  const [row] = await sql<{ amount: string; latestAt: Date | null }[]>`
    select withdrawn_between(${userId}, ${since}, 'infinity')::text as amount,
      (select max(created_at) from withdrawals
        where user_id = ${userId} and status <> 'rejected' and created_at > ${since}) as "latestAt"`;
  return row ?? { amount: "0", latestAt: null };
}

export async function readSystemSettings(sql: Queryable): Promise<SystemSettings> {
  const [row] = await sql<{ gas_fee_address: string | null; gas_fee_amount: string }[]>`
    select gas_fee_address, gas_fee_amount from system_settings`;
  return { gasFeeAddress: row?.gas_fee_address ?? "", gasFeeAmount: row?.gas_fee_amount ?? "500 TRX" };
}

export function toWithdrawal(row: HeldWithdrawalRow): Withdrawal {
  return {
    id: row.id,
    userId: row.userId,
    amount: row.amount,
    withdrawalType: row.withdrawalType,
    currency: row.currency,
    network: row.network,
    destinationAddress: row.destinationAddress,
    country: row.country,
    bankName: row.bankName,
    accountName: row.accountName,
    phoneNumber: row.phoneNumber,
    transactionHash: row.transactionHash,
    notes: row.notes,
    status: row.status,
    isCancelled: isCancelled(row),
    hold: row.status === "pending" ? toWithdrawalHold(row.hold) : null,
    decideBy: findDecisionTime(row)?.toISOString() ?? null,
    payout: row.payout && toWithdrawalPayout(row.payout),
    ...(row.local ? { local: row.local } : {}),
    ...(row.rateHold ? { rateHold: toRateHold(row.rateHold) } : {}),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

const findDecisionTime = ({ status, payout, waitsSince }: HeldWithdrawalRow): Date | null =>
  status === "pending" && payout?.state !== "approved" && waitsSince
    ? new Date(waitsSince.getTime() + WITHDRAWAL_DECISION_MS)
    : null;

/** A row as the statements read it. */
export const toPayoutJson = (row: RowFor<"payouts">): PayoutJson => JSON.parse(JSON.stringify(row)) as PayoutJson;

function toWithdrawalPayout(row: PayoutJson): WithdrawalPayout {
  return {
    id: row.id,
    rail: row.rail as PayoutRailName,
    state: row.state,
    attempt: row.attempt,
    currency: row.currency,
    localAmount: row.localAmount,
    rate: row.rate,
    rateAt: new Date(row.rateAt).toISOString(),
    recipientName: row.recipientName,
    sentAt: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
    fee: row.fee,
    feeAmount: row.feeAmount,
    feeCurrency: row.feeCurrency,
  };
}

/** True if the investor ended it. */
export const isCancelled = ({ settledBy, userId }: WithdrawalRow): boolean => settledBy === userId;

export interface OwnedWithdrawalRow extends HeldWithdrawalRow {
  owner: Person;
  settler: Person | null;
  hider: Person | null;
  /** The account holder's name that the investor saw; null if none was shown. */
  recipient: { holderName: string; isOtherName: boolean } | null;
  /** The amount that the investor asked for in the 24 hours up to this request, itself included. */
  dayAmount: string;
  /** The rate in force of its local currency, while it is pending. */
  rateNow: string | null;
}

const RATE_NOW = `(select trim_scale(r.rate)::text from withdrawal_local_amounts l cross join lateral local_rate_in_force(l.currency) r
  where l.withdrawal_id = withdrawals.id and withdrawals.status = 'pending' and withdrawal_type <> 'crypto') as "rateNow"`;

const DAY_AMOUNT = `withdrawn_between(withdrawals.user_id, withdrawals.created_at - interval '24 hours', withdrawals.created_at)::text
  as "dayAmount"`;

/** Columns of an `OwnedWithdrawalRow`. */
const OWNED_COLUMNS = `${COLUMNS}, ${HOLD}, ${PAYOUT}, ${LOCAL}, ${DAY_AMOUNT}, ${RATE_NOW}, ${RECIPIENT}, ${personColumn("user_id", "owner")},
  ${personColumn("settled_by", "settler")}, ${personColumn("hidden_by", "hider")}`;

/** @param options.includesHidden true for its owner, who still sees a withdrawal that an administrator deleted */
export async function findWithdrawalWithOwner(
  sql: Queryable,
  id: string,
  { includesHidden = false } = {},
): Promise<OwnedWithdrawalRow | null> {
  const rows = await sql<OwnedWithdrawalRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from withdrawals where id = ${id} and (${includesHidden} or hidden_at is null)`;
  return rows[0] ?? null;
}

/** An administrator's confirmation that a withdrawal may be paid out. */
export interface ConfirmationRow {
  withdrawalId: string;
  confirmedBy: string;
  confirmer: Person;
  /** The confirmer's current role; null if no longer an administrator. */
  confirmerRole: AdminRole | null;
  amount: string;
  destination: string;
  confirmedAt: Date;
  /** From when the confirmer counts as a second person for acts of the one who looks, and for others'. Null: not at all. */
  decidesFrom: Date | null;
  eligibleFrom: Date | null;
  /** Traces that the confirmer shares with other administrators, while the withdrawal is pending. */
  shared: SharedTrace[];
}

const IS_UNUSED = part`not exists (
  select from payouts p where p.withdrawal_id = c.withdrawal_id and p.approved_at >= c.confirmed_at
    and (p.state = 'unknown' or (p.state = 'failed' and p.reason_code = 'not-paid'))
)`;

/**
 * The confirmations of these withdrawals, latest first, without those that are used up: one covers one payment. Of a payment whose
 * result is unknown, or that a person has declared unpaid, the money may have left, so that another one needs another confirmation.
 * @param viewerId the administrator who looks, and may pay them
 */
export function listConfirmations(
  sql: Queryable,
  withdrawalIds: readonly string[],
  viewerId: string,
): Promise<ConfirmationRow[]> {
  return sql<ConfirmationRow[]>`
    select c.withdrawal_id as "withdrawalId", c.confirmed_by as "confirmedBy", c.amount::text, c.destination,
      c.confirmed_at as "confirmedAt",
      ${sql.raw(personColumn("c.confirmed_by", "confirmer"))},
      (select case when u.is_admin and u.deleted_at is null then u.admin_role end from users u where u.id = c.confirmed_by)
        as "confirmerRole", may_decide_from(c.confirmed_by, ${viewerId}::uuid) as "decidesFrom",
      eligible_from(c.confirmed_by) as "eligibleFrom",
      case when exists (select from withdrawals w where w.id = c.withdrawal_id and w.status = 'pending')
        then shared_traces(array[c.confirmed_by], now() - interval '30 days') else '[]' end as shared
    from withdrawal_confirmations c where c.withdrawal_id = any(${withdrawalIds}::uuid[]) and ${IS_UNUSED} order by c.id desc`;
}

export async function insertConfirmation(
  tx: Tx,
  row: Pick<ConfirmationRow, "withdrawalId" | "confirmedBy" | "amount" | "destination" | "confirmedAt">,
): Promise<void> {
  await tx`
    insert into withdrawal_confirmations (withdrawal_id, confirmed_by, amount, destination, confirmed_at)
    values (${row.withdrawalId}, ${row.confirmedBy}, ${row.amount}, ${row.destination}, ${row.confirmedAt})`;
}

/**
 * Locks a withdrawal until the transaction ends, so that it cannot be changed or confirmed by others. This keeps the lock
 * order of the ledger's door: a settlement already holds the owner's accounts here, and this transaction never waits for them.
 */
export async function lockWithdrawal(tx: Tx, id: string): Promise<void> {
  await tx`select from withdrawals where id = ${id} for no key update`;
}

/** Locks the account of a withdrawal's investor as the ledger's door does, so that no act on the withdrawal is posted meanwhile. */
export async function lockOwnerOf(tx: Tx, id: string): Promise<void> {
  await tx`
    select from ledger_accounts where code = (select 'user:' || user_id || ':deposit_funds' from withdrawals where id = ${id})
    for no key update`;
}

/** Sums the waiting withdrawals of an investor that nobody has confirmed who counts as a second person for this administrator. */
export async function sumUnconfirmed(
  tx: Tx,
  { investorId, adminId }: { investorId: string; adminId: string },
): Promise<string> {
  const [row] = await tx<{ amount: string }[]>`
    select coalesce(sum(w.amount), 0)::text as amount from withdrawals w
    where w.user_id = ${investorId} and w.status = 'pending' and w.hidden_at is null and not exists (
      select from withdrawal_confirmations c where c.withdrawal_id = w.id and c.amount = w.amount
        and may_decide_with(c.confirmed_by, ${adminId}, now()) and ${IS_UNUSED}
    )`;
  return row?.amount ?? "0";
}

/** A saved destination. */
export interface PayoutAddressRow extends Destination {
  id: string;
  /** One line, the same for equal destinations. */
  destination: string;
  addedAt: Date;
  usableFrom: Date;
}

/** Lists a user's saved destinations, newest first. Their number is limited when they are added. */
export function listPayoutAddresses(sql: Queryable, userId: string): Promise<PayoutAddressRow[]> {
  return sql<PayoutAddressRow[]>`
    select id, withdrawal_type as "withdrawalType", currency, network, destination_address as "destinationAddress", country,
      bank_name as "bankName", account_name as "accountName", phone_number as "phoneNumber", destination,
      added_at as "addedAt", usable_from as "usableFrom"
    from payout_addresses where user_id = ${userId} order by added_at desc, id`;
}

/**
 * The destinations that a deactivated user was paid to or saved before the deactivation. One that still waits in the address book is
 * among them.
 */
export function listEarlierDestinations(sql: Queryable, userId: string): Promise<Destination[]> {
  const columns =
    sql.raw(`withdrawal_type as "withdrawalType", currency, network, destination_address as "destinationAddress",
    country, bank_name as "bankName", account_name as "accountName", phone_number as "phoneNumber"`);
  return sql<Destination[]>`
    with closed as (
      select max(happened_at) as at from audit_log where subject_id = ${userId} and action = 'user.deactivate'
    )
    select ${columns} from withdrawals, closed
    where user_id = ${userId} and status = 'completed' and created_at <= coalesce(closed.at, now())
    union
    select ${columns} from payout_addresses, closed where user_id = ${userId} and added_at <= coalesce(closed.at, now())`;
}

/** As many of those who share a destination are told of another one. */
const MAX_TOLD = 10;

/** Locks the user's address book until the transaction ends. */
export async function lockAddressBook(tx: Tx, userId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payout-addresses:${userId}`}, 0))`;
}

/** @returns the destination as mails show it: with the last four characters of the account only */
export async function insertPayoutAddress(tx: Tx, userId: string, row: PayoutAddressRow): Promise<string> {
  const rows = await tx<{ short: string }[]>`
    insert into payout_addresses (id, user_id, withdrawal_type, currency, network, destination_address, country, bank_name,
      account_name, phone_number, destination, added_at, usable_from)
    values (${row.id}, ${userId}, ${row.withdrawalType}, ${row.currency}, ${row.network}, ${row.destinationAddress},
      ${row.country}, ${row.bankName}, ${row.accountName}, ${row.phoneNumber}, ${row.destination}, ${row.addedAt},
      ${row.usableFrom})
    returning ${tx.raw(SHORT_DESTINATION)} as short`;
  return rows[0]?.short ?? "";
}

/**
 * The other users who have saved the account, wallet or phone of a destination, the newest first. The name of a bank can be written in
 * many ways, so it does not count. Until the transaction ends, nobody else saves it.
 */
export async function lockSharedDestination(tx: Tx, userId: string, row: PayoutAddressRow): Promise<string[]> {
  const account = (row.phoneNumber ?? row.destinationAddress ?? "").toLowerCase();
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payout-account:${account}`}, 0))`;
  const rows = await tx<{ userId: string }[]>`
    select user_id as "userId" from payout_addresses
    where lower(coalesce(phone_number, destination_address)) = ${account} and user_id <> ${userId}
      and withdrawal_type = ${row.withdrawalType} and country is not distinct from ${row.country}
    group by user_id order by max(added_at) desc limit ${MAX_TOLD}`;
  return rows.map((each) => each.userId);
}

/** @returns the destination as mails show it; undefined if the user has no such destination */
export async function deletePayoutAddress(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const rows = await tx<{ short: string }[]>`
    delete from payout_addresses where user_id = ${userId} and id = ${id} returning ${tx.raw(SHORT_DESTINATION)} as short`;
  return rows[0]?.short;
}

const SHORT_DESTINATION =
  "short_destination(withdrawal_type, currency, network, bank_name, destination_address, phone_number)";

export function toPayoutAddress({ addedAt, usableFrom, ...row }: PayoutAddressRow): PayoutAddress {
  return { ...row, addedAt: addedAt.toISOString(), usableFrom: usableFrom.toISOString() };
}

type WithdrawalFilters = Omit<QueryOf<typeof listAllWithdrawals>, "limit" | "cursor" | "sort">;
export type ListedWithdrawalRow = OwnedWithdrawalRow & PlacedRow;

const IS_WAITING = "withdrawals.status in ('pending', 'processing')";
export const withdrawalOrders = buildRequestOrders("withdrawals", IS_WAITING);

/** Administrators do not see what they deleted themselves, unless they ask for it. */
function toFilterCondition(
  viewerId: string,
  { status, withdrawalType, hidden, user, from, to }: WithdrawalFilters,
): Part {
  return allOf([
    hidden === "only" ? part`hidden_at is not null` : part`hidden_by is distinct from ${viewerId}::uuid`,
    status && part`status = ${status}`,
    withdrawalType && part`withdrawal_type = ${withdrawalType}`,
    user && part`user_id = ${user}::uuid`,
    from && part`created_at >= ${from}::timestamptz`,
    to && part`created_at < ${to}::timestamptz`,
  ]);
}

/** Matches the owner's name and e-mail address, the destination as shown, the transaction hash and the id. */
function toSearch({ search }: WithdrawalFilters): TextSearch | undefined {
  if (!search) return undefined;
  // The search may be copied from a destination as shown, with escapes or a local phone number, or typed.
  const forms = [...new Set([search, removeEscapes(search), ...listStoredForms(search)])];
  return {
    find: (most) => part`find_withdrawals(${search}, ${forms}::text[], ${most})`,
    condition: forms.reduce(
      (either, form) => part`${either} or strpos(withdrawals.search_text, search_form(${form})) > 0`,
      matchesPerson("withdrawals.user_id", search),
    ),
  };
}

export const queryWithdrawalRows = (sql: Queryable, viewerId: string, filters: WithdrawalFilters) =>
  tableRows<ListedWithdrawalRow>(sql, {
    table: "withdrawals",
    columns: OWNED_COLUMNS,
    filtered: toFilterCondition(viewerId, filters),
    searched: toSearch(filters),
  });

/** The list without parameters: open withdrawals first, then the newest. */
export function listWithdrawalsWaitingFirst(
  sql: Queryable,
  viewerId: string,
  limit: number,
): Promise<ListedWithdrawalRow[]> {
  const listed = part`hidden_by is distinct from ${viewerId}::uuid`;
  const rows = { table: "withdrawals", columns: OWNED_COLUMNS, waits: IS_WAITING, listed };
  return listWaitingFirst<ListedWithdrawalRow>(sql, rows, limit);
}
