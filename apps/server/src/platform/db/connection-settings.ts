/** Settings of a connection, as PostgreSQL's `current_setting` returns them. */
export type ConnectionSettings = Readonly<Record<string, string>>;

/** The role of the application's connections, with the rights that it needs. */
export const APPLICATION_ROLE = "wazi_app";

/** Longer than any statement should take. A stuck statement must not hold a connection forever. */
const STATEMENT_TIMEOUT = "15s";
/** A transaction that is idle this long was left open by mistake. */
const IDLE_IN_TRANSACTION_TIMEOUT = "10s";

/** Whatever a server, a database or a role has as its defaults. */
const SETTINGS_OF_ALL = {
  // A plan by key looks expensive, because it may not scan tables, and would be compiled for seconds.
  jit: "off",
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  search_path: "public",
  // Money is guarded by row locks, and a statement must see what the holder of a lock has committed.
  default_transaction_isolation: "read committed",
};

/** The application's connections, direct or through a pooler, and the connection that listens. */
export const applicationSettings: ConnectionSettings = {
  ...SETTINGS_OF_ALL,
  statement_timeout: STATEMENT_TIMEOUT,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
  role: APPLICATION_ROLE,
};

/** Statements by key have these too. They are planned once, and never scan a table, however small it was at that time. */
export const byKeySettings: ConnectionSettings = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" };

/** Connections of the owner that copy whole tables. */
export const bulkSettings: ConnectionSettings = {
  ...SETTINGS_OF_ALL,
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  role: "none",
};

/** The options of a new connection that give it these settings. A pooler in transaction mode does not pass them on. */
export function toStartupOptions(settings: ConnectionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, "\\$&")}`)
    .join(" ");
}

/** Statements that give the current transaction these settings, on any connection. */
export function toLocalSettings(settings: ConnectionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join("; ");
}
