import postgres from "postgres";

/** What rows come back as: int8 as bigint, numeric as string, date as "YYYY-MM-DD", timestamptz as Date. */
type RowTypes = { bigint: bigint; calendarDate: string };

export type Sql = postgres.Sql<RowTypes>;
export type Tx = postgres.TransactionSql<RowTypes>;
/** The first argument of every store function: a pool or a transaction. */
export type Queryable = postgres.ISql<RowTypes>;

export interface PoolOptions {
  /** Connections; on two cores 8 did more than 32. */
  max?: number;
  /** Every connection acts as this role, which may do less than the one that logs in. Null: as who logs in. */
  role?: string | null;
  applicationName?: string;
}

const defaultConnections = 8;
const connectTimeoutSeconds = 10;
const idleTimeoutSeconds = 300;
const maxLifetimeSeconds = 3_600;
/** Longer than any statement should take; a stuck one must not keep a connection for ever. */
const statementTimeoutMs = 15_000;
/** A transaction that waits for its own process that long has been forgotten. */
const idleInTransactionTimeoutMs = 10_000;

/** Opens no connection before the first query. Reads settings from `url` alone; `sql.end()` closes it. */
export function openPool(url: string, options: PoolOptions = {}): Sql {
  const role = options.role === undefined ? "wazi_app" : options.role;
  return postgres<{ [K in keyof RowTypes]: postgres.PostgresType<RowTypes[K]> }>(url, {
    max: options.max ?? defaultConnections,
    connect_timeout: connectTimeoutSeconds,
    idle_timeout: idleTimeoutSeconds,
    max_lifetime: maxLifetimeSeconds,
    prepare: true,
    fetch_types: true,
    onnotice: () => undefined,
    types: {
      bigint: postgres.BigInt,
      calendarDate: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (value: string) => value },
    },
    connection: {
      application_name: options.applicationName ?? "wazi",
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
      TimeZone: "UTC",
      ...(role === null ? {} : { role }),
    },
  });
}
