import {
  type AdminDeposit,
  type Deposit,
  DEPOSIT_WINDOW_MS,
  depositNetworks,
  type DepositPayment,
  type listAllDeposits,
  type Person,
  type QueryOf,
} from "@wazi/contracts";
import { matchesPerson, personColumn } from "../../record/api.ts";
import {
  ALONE_SUMS,
  type AloneSums,
  DEPOSIT_RATE_HOLD,
  listSelectColumns,
  type RateHoldJson,
  type RowFor,
  toRateHold,
} from "../../ledger/api.ts";
import { type JsonRow, parseDates, type UserRead } from "../../platform/http/user-read.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";
import type { DepositNetwork } from "../addresses/configured-addresses.ts";
import { buildRequestOrders, type PlacedRow } from "../../platform/paging/table-order.ts";
import { listWaitingFirst, tableRows, type TextSearch } from "../../platform/paging/store.ts";

const NETWORKS: readonly DepositNetwork[] = ["BTC", "LTC", "ERC20", "TRC20"];

/** Returns the stored keys; the first time, it makes and stores them. Safe if two processes start at the same time. */
export async function ensureDepositKeys(
  sql: Queryable,
  make: () => Record<DepositNetwork, string>,
): Promise<Record<DepositNetwork, string>> {
  const stored = await readDepositKeys(sql);
  if (NETWORKS.every((network) => stored[network] !== undefined)) return stored as Record<DepositNetwork, string>;
  // Deriving keys takes a tenth of a second, so it is done only when they are needed.
  const made = make();
  const rows = Object.entries(made).map(([network, extended_public_key]) => ({
    network,
    extended_public_key,
    is_test: true,
  }));
  await sql`
    insert into deposit_keys select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as k (network text, extended_public_key text, is_test boolean)
    on conflict do nothing`;
  return { ...made, ...(await readDepositKeys(sql)) };
}

/** The keys that a demo made for itself, for the record of a start. In live mode the keys are settings. */
export async function listDepositKeys(sql: Queryable): Promise<{ name: string; value: string }[]> {
  const keys = Object.entries(await readDepositKeys(sql));
  return keys.map(([network, value]) => ({ name: `deposit key ${network}`, value }));
}

async function readDepositKeys(sql: Queryable): Promise<Partial<Record<DepositNetwork, string>>> {
  const rows = await sql<{ network: DepositNetwork; extended_public_key: string }[]>`
    select network, extended_public_key from deposit_keys`;
  return Object.fromEntries(rows.map((row) => [row.network, row.extended_public_key]));
}

/** Sets the platform's gas wallet to a new address, once. */
export async function ensureGasWallet(sql: Queryable, makeAddress: () => Promise<string>): Promise<void> {
  const [settings] = await sql<{ gas_fee_address: string | null }[]>`select gas_fee_address from system_settings`;
  if (settings?.gas_fee_address) return;
  await sql`update system_settings set gas_fee_address = ${await makeAddress()} where gas_fee_address is null`;
}

/** A currency's newest price in dollars; times are texts. */
interface PriceRow {
  symbol: string;
  price: string;
  pricedAt: string;
}

/** The data of a decision about a new deposit. Networks have no entry where there is nothing. */
export interface DepositStart {
  isPending: boolean;
  hasCompleted: boolean;
  /** For each network, the investor's newest address to which nothing has been credited. */
  unused: Record<string, GivenAddress>;
  /** For each network, the index of the next new address. */
  nextIndexes: Record<string, number>;
  prices: readonly PriceRow[];
}

const PRICED = Object.keys(depositNetworks).map((currency) => `${currency}/USD`);

/** Text of a query for the prices of the currencies of deposits, as one JSON array. */
const DEPOSIT_PRICES = `select coalesce(json_agg(json_build_object('symbol', symbol, 'price', price::text, 'pricedAt', priced_at)), '[]')
  from market_prices where market = 'crypto' and symbol in (${PRICED.map((symbol) => `'${symbol}'`).join(", ")})`;

/** The data of a decision about a new deposit of the user. */
export const depositStart: UserRead<DepositStart> = {
  own: `select json_build_object(
    'isPending', exists (select from deposits d where d.user_id = u.id and d.status = 'pending'),
    'hasCompleted', exists (select from deposits d where d.user_id = u.id and d.status = 'completed'),
    'unused', (
      select coalesce(json_object_agg(given.network, json_build_object('index', given.address_index, 'walletAddress', given.wallet_address)), '{}')
      from (
        select distinct on (a.network) a.network, a.address_index, a.wallet_address from deposit_addresses a
        where a.user_id = u.id and a.address_index is not null and not exists (
          select from deposits d
          where d.network = a.network and d.wallet_address = a.wallet_address and d.status = 'completed'
        )
        order by a.network, a.address_index desc
      ) given
    ))`,
  common: `select json_build_object(
    'nextIndexes', (select coalesce(json_object_agg(path, next_index), '{}') from deposit_address_counters),
    'prices', (${DEPOSIT_PRICES}))`,
  parse: (
    own: Omit<DepositStart, "nextIndexes" | "prices">,
    common: Pick<DepositStart, "nextIndexes" | "prices">,
  ): DepositStart => ({ ...own, ...common }),
};

const isDollarCoin = (currency: string): boolean => currency === "USDT" || currency === "USDC";

/** US dollars per coin: 1 for dollar coins, else the price; null if there is none since `since`. */
export function computeRate(prices: readonly PriceRow[], currency: string, since: Date): string | null {
  if (isDollarCoin(currency)) return "1.00000000";
  const found = prices.find(({ symbol }) => symbol === `${currency}/USD`);
  return found && new Date(found.pricedAt) > since ? found.price : null;
}

/** Reads the price of a currency for `computeRate`. Dollar coins need none. */
export async function findRate(sql: Queryable, currency: string, since: Date): Promise<string | null> {
  const prices = isDollarCoin(currency)
    ? []
    : await sql<PriceRow[]>`
        select symbol, price::text, priced_at as "pricedAt" from market_prices
        where market = 'crypto' and symbol = ${`${currency}/USD`}`;
  return computeRate(prices, currency, since);
}

/** The confirmations of a payment p: of M-Pesa 1, of a chain by the last block that was read. */
export const CONFIRMATIONS = `case when p.network = 'MPESA' then 1 when p.block_height is null then 0 else greatest(0, coalesce(
      (select c.height from chain_cursors c where c.network = p.network) - p.block_height + 1, 0)) end`;

/** The time of the first block of a payment p, as answers have it. */
export const PAYMENT_CONFIRMED_AT = `to_char(p.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The payments that a deposit shows. Anybody can send any number of small ones, so those come last. */
const MAX_PAYMENTS = 50;

/** A row of the table; figures are decimal strings. */
export type DepositRow = RowFor<"deposits">;

/** The screen shows up to ten. */
const MAX_LISTED = 50;

const COLUMNS = listSelectColumns("deposits");

/**
 * The payments to a deposit's address as the answers have them. Confirmations count up to the last block that was read. A
 * deposit that a payment was credited as shows that payment, and the others belong to the deposit that was requested.
 */
const PAYMENTS = `(
    select json_agg(json_build_object(
      'id', p.id, 'transactionHash', p.transaction_hash, 'currency', p.currency, 'token', p.token,
      'coins', trim_scale(p.coins)::text, 'status', p.status, 'timing', p.timing, 'amountState', p.amount_state,
      'confirmations', ${CONFIRMATIONS}, 'confirmationsNeeded', p.confirmations_needed,
      'seenAt', to_char(p.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'confirmedAt', ${PAYMENT_CONFIRMED_AT}, 'creditedAmount', p.credited_amount::text, 'rate', trim_scale(p.rate)::text,
      'rateReason', p.rate_reason) order by p.seen_at desc, p.id)
    from (
      select * from deposit_payments p
      where p.credited_deposit_id = deposits.id or (p.deposit_id = deposits.id and p.credited_deposit_id is null)
      order by p.status = 'dust', p.seen_at desc, p.id limit ${MAX_PAYMENTS}
    ) p
  ) as payments, (
    select json_build_object('currency', l.currency, 'amount', l.amount::text, 'rate', trim_scale(l.rate)::text,
      'source', l.source, 'rateAt', to_char(l.rate_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from deposit_local_amounts l where l.deposit_id = deposits.id
  ) as local, (
    select json_build_object('phoneNumber', m.phone_number, 'status', m.status, 'reason', m.reason)
    from mpesa_pushes m where m.deposit_id = deposits.id
  ) as prompt, ${DEPOSIT_RATE_HOLD}`;

/** The values that lists add to a row of the table; null where there is none. */
interface ListedParts {
  payments: DepositPayment[] | null;
  local: Deposit["local"] | null;
  prompt: Deposit["prompt"] | null;
  rateHold: RateHoldJson | null;
}

type PaidDepositRow = DepositRow & ListedParts;

/** A user's newest deposits. */
export const userDeposits: UserRead<PaidDepositRow[]> = {
  own: `
    select json_agg(d) from (
      select ${COLUMNS}, ${PAYMENTS} from deposits where user_id = u.id order by created_at desc, id desc limit ${MAX_LISTED}
    ) d`,
  parse: (rows: JsonRow<PaidDepositRow>[] | null) =>
    (rows ?? []).map((row) => parseDates<PaidDepositRow>(row, ["createdAt", "updatedAt", "settledAt"])),
};

export async function findDeposit(sql: Queryable, id: string): Promise<DepositRow | null> {
  const rows = await sql<DepositRow[]>`select ${sql.raw(COLUMNS)} from deposits where id = ${id}`;
  return rows[0] ?? null;
}

export async function hasPendingDeposit(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from deposits where user_id = ${userId} and status = 'pending'`;
  return rows.length > 0;
}

/** Takes the index of the next address on a network. The counter increases at once, so no index is used twice. */
export async function takeAddressIndex(sql: Queryable, network: DepositNetwork): Promise<number> {
  const [row] = await sql<{ index: string }[]>`
    insert into deposit_address_counters as c (path, next_index) values (${network}, 1)
    on conflict (path) do update set next_index = c.next_index + 1
    returning (next_index - 1)::text as index`;
  return Number(row?.index ?? 0);
}

interface GivenAddress {
  index: number;
  walletAddress: string;
}

export function toDeposit(row: DepositRow & Partial<ListedParts>): Deposit {
  return {
    ...(row.payments ? { payments: row.payments } : {}),
    ...(row.local ? { local: row.local } : {}),
    ...(row.prompt ? { prompt: row.prompt } : {}),
    ...(row.rateHold ? { rateHold: toRateHold(row.rateHold) } : {}),
    id: row.id,
    userId: row.userId,
    amount: row.amount,
    currency: row.currency,
    network: row.network,
    walletAddress: row.walletAddress,
    isTestAddress: row.isTestAddress,
    cryptoAmount: row.cryptoAmount,
    rate: row.rate,
    receivedAmount: row.receivedAmount,
    transactionHash: row.transactionHash,
    lateFor: row.lateFor,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    expiresAt: new Date(row.createdAt.getTime() + DEPOSIT_WINDOW_MS).toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  };
}

export interface OwnedDepositRow extends DepositRow, Partial<ListedParts> {
  owner: Person;
  settler: Person | null;
}

/** Columns of an `OwnedDepositRow`. */
const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("settled_by", "settler")}`;

/** Columns of the administrators' lists. */
const LISTED_COLUMNS = `${OWNED_COLUMNS}, ${PAYMENTS}`;

/** Compares hashes in the normalized form of the unique index. */
export async function isHashUsed(sql: Queryable, transactionHash: string): Promise<boolean> {
  const rows = await sql`
    select from deposits where lower(regexp_replace(transaction_hash, '^0[xX]', '')) = lower(regexp_replace(${transactionHash}::text, '^0[xX]', ''))`;
  return rows.length > 0;
}

export function toAdminDeposit(row: OwnedDepositRow): AdminDeposit {
  // A deposit that its owner cancelled has no deciding administrator.
  const isCancelled = row.settledBy === row.userId;
  return {
    ...toDeposit(row),
    user: row.owner,
    settledBy: isCancelled ? null : row.settler,
  };
}

/** All that an administrator's decision about a deposit depends on. */
export interface CreditStart {
  deposit: OwnedDepositRow;
  /** The deposit that the investor requested: the first one, also for late money. */
  requested: { id: string; amount: string };
  /** The amount credited for it so far, late money included. */
  credited: string;
  sums: AloneSums;
  /** The sums are of what was done alone from this time on. */
  since: Date;
  prices: readonly PriceRow[];
}

/** The argument of `creditStart`. */
export const toCreditArgument = (depositId: string, since: Date): string => JSON.stringify([depositId, since]);

type OwnPart = Omit<CreditStart, "deposit" | "since" | "prices"> & { deposit: JsonRow<OwnedDepositRow>; since: string };

/** Reads the deposit that the user, an administrator, decides on; null when no deposit has this id. */
export const creditStart: UserRead<CreditStart | null> = {
  own: `select json_build_object(
      'deposit', to_json(d), 'requested', json_build_object('id', r.id, 'amount', r.amount::text),
      'credited', credited_for_deposit(r.id)::text, 'since', asked.argument::json ->> 1,
      'sums', (
        select row_to_json(sums) from (
          select ${ALONE_SUMS}
          from (select u.id as admin_id, d."userId" as investor_id, (asked.argument::json ->> 1)::timestamptz as since) asked
        ) sums
      ))
    from (select ${OWNED_COLUMNS} from deposits where id = (asked.argument::json ->> 0)::uuid) d
    join deposits r on r.id = coalesce(d."lateFor", d.id)`,
  common: DEPOSIT_PRICES,
  parse: (own: OwnPart | null, prices: readonly PriceRow[]) =>
    own && {
      ...own,
      deposit: parseDates<OwnedDepositRow>(own.deposit, ["createdAt", "updatedAt", "settledAt"]),
      since: new Date(own.since),
      prices,
    },
};

type DepositFilters = Omit<QueryOf<typeof listAllDeposits>, "limit" | "cursor" | "sort">;
export type ListedDepositRow = OwnedDepositRow & PlacedRow;

/** Matches the partial index of the queue. */
const IS_WAITING = "deposits.status = 'pending'";
export const depositOrders = buildRequestOrders("deposits", IS_WAITING);

function toFilterCondition({ status, currency, user, from, to }: DepositFilters): Part {
  return allOf([
    status && part`status = ${status}`,
    currency && part`currency = ${currency}`,
    user && part`user_id = ${user}::uuid`,
    from && part`created_at >= ${from}::timestamptz`,
    to && part`created_at < ${to}::timestamptz`,
  ]);
}

const toSearch = ({ search }: DepositFilters): TextSearch | undefined =>
  search
    ? {
        find: (most) => part`find_deposits(${search}, ${most})`,
        condition: part`${matchesPerson("deposits.user_id", search)} or strpos(deposits.search_text, lower(${search})) > 0`,
      }
    : undefined;

export const queryDepositRows = (sql: Queryable, filters: DepositFilters) =>
  tableRows<ListedDepositRow>(sql, {
    table: "deposits",
    columns: LISTED_COLUMNS,
    filtered: toFilterCondition(filters),
    searched: toSearch(filters),
  });

/** The list without parameters: pending deposits first, then the newest. */
export function listDepositsPendingFirst(sql: Queryable, limit: number): Promise<ListedDepositRow[]> {
  return listWaitingFirst<ListedDepositRow>(
    sql,
    { table: "deposits", columns: LISTED_COLUMNS, waits: IS_WAITING, listed: part`true` },
    limit,
  );
}
