import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  APPLICATION_ROLE,
  applicationSettings,
  byKeySettings,
  toLocalSettings,
  toStartupOptions,
  type ConnectionSettings,
} from "./connection-settings.ts";
import { DatabaseUnavailableError } from "./database-errors.ts";
import { listenOn, type ListenHandlers, type Listener } from "./listen.ts";

/** SQL that is inserted unchanged, such as a column list. It must never contain input from outside. */
class Fragment {
  constructor(readonly text: string) {}
}

/** A part of a statement with its values. */
export class Part {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** Makes an optional condition, order or join. It is used as a value in a statement's template or in another part. */
export function part(strings: TemplateStringsArray, ...values: readonly unknown[]): Part {
  return new Part(strings, values);
}

/** Joins conditions with "and", without the empty ones. */
export function allOf(conditions: readonly (Part | "" | undefined)[]): Part {
  const asked = conditions.filter((condition) => condition instanceof Part);
  if (asked.length === 0) return part`true`;
  return new Part(["(", ...asked.slice(1).map(() => ") and ("), ")"], asked);
}

/** Makes SQL that is inserted unchanged in a part, like `raw` of a Queryable. */
export const raw = (text: string): Fragment => new Fragment(text);

/**
 * The first argument of every store function: a pool or a transaction. A template is one prepared statement, and its
 * values are always parameters. Rows have int8 as bigint, numeric as string, date as "YYYY-MM-DD" and timestamptz as
 * Date.
 */
export interface Queryable {
  <T extends readonly object[]>(strings: TemplateStringsArray, ...values: readonly unknown[]): Promise<T>;
  raw(text: string): Fragment;
  /** One or more statements without parameters. */
  unsafe(text: string): Promise<object[]>;
}

export type Tx = Queryable;

/** The mode of a transaction that sees one state of the whole database. */
export const SNAPSHOT = "isolation level repeatable read read only";

export interface Sql extends Queryable {
  /**
   * For statements that calls wait for and that find every row by a key. Each connection plans them once, and the plan
   * never scans a table, however small the table was at that time. Planning would take longer than such a statement.
   */
  byKey: Queryable;
  /** Runs a function in one transaction on one connection. An error rolls it back. */
  begin<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  begin<T>(mode: string, run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Closes the pool. After `timeout` seconds it no longer waits for running statements. */
  end(options?: { timeout?: number }): Promise<void>;
  /** Listens to a channel until it is stopped, on a connection outside the pool. */
  listen(channel: string, handlers: ListenHandlers): Listener;
  /** The connections of this process now. */
  countConnections(): ConnectionCounts[];
}

export interface ConnectionCounts {
  pool: "general" | "by-key";
  open: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

export interface PoolOptions {
  /** The most connections for ordinary statements. On two cores, 8 had a higher throughput than 32. */
  max?: number;
  /** The role of every connection, with fewer rights than the login role. Null keeps the login role. */
  role?: string | null;
  applicationName?: string;
  /** The client's limit for a statement; 0 for no limit. */
  queryTimeoutMs?: number;
  /** The server's limit for a statement; 0 for no limit. */
  statementTimeoutMs?: number;
  /**
   * Set when `url` is a pooler in transaction mode, which gives each transaction another connection. Then statements are
   * not prepared by name, the settings of a connection are the defaults of its user, and listening is direct.
   */
  directUrl?: string | undefined;
}

const DEFAULT_CONNECTIONS = 8;
/** The most connections for statements by key. Calls share them (platform/base/gather.ts). */
const CONNECTIONS_BY_KEY = 4;
/** The limit for getting a free or a new connection. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The pauses while PostgreSQL allows no further connection, and how long the pool then opens no more than it has. */
const FULL_PAUSE_MS = 50;
const FULL_MS = 30_000;
/** SQLSTATE: the server, the database or the role allows no further connection. */
const TOO_MANY_CONNECTIONS = "53300";
const IDLE_TIMEOUT_MS = 300_000;
const MAX_LIFETIME_SECONDS = 3_600;
/** Applies when the server no longer answers and cannot end the statement. */
const QUERY_TIMEOUT_MS = 20_000;
/** The message of the time-out above. */
const QUERY_TIMED_OUT = "Query read timeout";
/** After this time without traffic the system asks whether the other side is there. */
const KEEP_ALIVE_AFTER_MS = 5_000;

const INT8 = 20;
const DATE = 1082;

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return BigInt;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  }) as typeof pg.types.getTypeParser,
};

export interface Runner {
  query(config: pg.QueryConfig | string): Promise<pg.QueryResult | pg.QueryResult[]>;
}

/** Opens no connection before the first query. */
export function openPool(url: string, options: PoolOptions = {}): Sql {
  const max = options.max ?? DEFAULT_CONNECTIONS;
  const pool = createPool(url, { ...options, max }, {});
  const poolByKey = createPool(url, { ...options, max: countByKey(max) }, byKeySettings);
  const isPrepared = options.directUrl === undefined;
  const noticeSilence = (error: unknown): never => {
    if (isSilence(error)) [pool, poolByKey].forEach(cutIdle);
    throw error;
  };
  const begin = async <T>(...given: [(tx: Tx) => Promise<T>] | [string, (tx: Tx) => Promise<T>]): Promise<T> => {
    const [mode, run] = given.length === 1 ? ["", given[0]] : given;
    const running = runInTransaction(pool, mode, (client) => run(queryableOn(client, isPrepared)));
    return running.catch(noticeSilence);
  };
  const runner = (each: pg.Pool, other: pg.Pool): Runner => ({
    query: (config) => whenConnected(each, () => each.query(config), other).catch(noticeSilence),
  });
  return Object.assign(queryableOn(runner(pool, poolByKey), isPrepared), {
    byKey: queryableOn(
      isPrepared ? runner(poolByKey, pool) : localRunner(poolByKey, byKeySettings, noticeSilence),
      isPrepared,
    ),
    begin,
    end: async (ending?: { timeout?: number }) => {
      await Promise.all([pool, poolByKey].map((each) => endPool(each, ending?.timeout)));
    },
    listen: (channel: string, handlers: ListenHandlers) => listenOn(options.directUrl ?? url, channel, handlers),
    countConnections: () => [countConnections("general", pool), countConnections("by-key", poolByKey)],
  });
}

/** True if the server did not answer a statement: the network may have been cut without a sign. */
function isSilence(error: unknown): boolean {
  const { message } = (error instanceof DatabaseUnavailableError ? error.cause : error) as Partial<Error>;
  return message === QUERY_TIMED_OUT;
}

/**
 * Closes every idle connection, without a word to a server that may never answer. When one connection is dead in this way,
 * the others are too, and each would let one more call wait for its time-out.
 */
function cutIdle(pool: pg.Pool): void {
  for (const client of [...(idle.get(pool) ?? [])]) {
    // Takes it out of the pool at once.
    client.emit("error", new Error("The server did not answer on another connection"));
    (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

/** The connections of pools that no one uses. */
const idle = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Closes one connection of several, for the process's other pool, which has none. */
async function giveOne(pool: pg.Pool): Promise<void> {
  if (pool.totalCount < 2 || giving.has(pool)) return;
  giving.add(pool);
  openNoMore(pool, pool.totalCount - 1);
  const client = await pool.connect().catch(() => null);
  client?.release(true);
  giving.delete(pool);
}

/** Pools that are about to close a connection. */
const giving = new WeakSet<pg.Pool>();

function countConnections(name: ConnectionCounts["pool"], pool: pg.Pool): ConnectionCounts {
  return { pool: name, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/**
 * Waits while PostgreSQL allows no further connection, as a call waits for a free one. The statement was not sent, so it
 * may be sent again. For a while the pool opens no more connections than it has, and calls wait for those.
 */
async function whenConnected<T>(pool: pg.Pool, run: () => Promise<T>, other?: pg.Pool): Promise<T> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isFull = error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
      if (!isFull || performance.now() > deadline) throw error;
      openNoMore(pool, pool.totalCount);
      if (other && (established.get(pool) ?? 0) === 0) await giveOne(other);
      await sleep(FULL_PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** The connections of pools that PostgreSQL has accepted. A pool's own count includes those that are being opened. */
const established = new WeakMap<pg.Pool, number>();

/** The limits of pools that open no more connections for a while. */
const limits = new WeakMap<pg.Pool, number>();

function openNoMore(pool: pg.Pool, most: number): void {
  const isLimited = limits.has(pool);
  if (!isLimited) limits.set(pool, pool.options.max);
  pool.options.max = Math.max(1, Math.min(most, pool.options.max));
  if (isLimited) return;
  setTimeout(() => {
    pool.options.max = limits.get(pool) ?? pool.options.max;
    limits.delete(pool);
  }, FULL_MS).unref();
}

/** Statements by key, behind a pooler: each in a transaction that has their settings, because no connection keeps them. */
function localRunner(pool: pg.Pool, settings: ConnectionSettings, noticeSilence: (error: unknown) => never): Runner {
  const begin = `; ${toLocalSettings(settings)}`;
  return {
    query: (config) => runInTransaction(pool, begin, (client) => client.query(config)).catch(noticeSilence),
  };
}

/** The connections for statements by key of a pool that has `max` others. */
export function countByKey(max: number): number {
  return Math.max(1, Math.min(Math.floor(max / 2), CONNECTIONS_BY_KEY));
}

/** "none" is the login role, even where the login has another role as its default. */
function toSettings({ statementTimeoutMs, role = APPLICATION_ROLE }: PoolOptions): ConnectionSettings {
  return {
    ...applicationSettings,
    ...(statementTimeoutMs !== undefined && { statement_timeout: String(statementTimeoutMs) }),
    role: role ?? "none",
  };
}

function createPool(url: string, options: PoolOptions, settings: ConnectionSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...(options.max === undefined ? {} : { max: options.max }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    application_name: options.applicationName ?? "wazi",
    ...(options.directUrl === undefined && { options: toStartupOptions({ ...toSettings(options), ...settings }) }),
    types,
  });
  // The pool replaces an idle connection that breaks. The next query reports the error if there still is one.
  pool.on("error", () => undefined);
  // A connection that breaks between two statements of a transaction must not end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const idleHere = new Set<pg.PoolClient>();
  idle.set(pool, idleHere);
  pool.on("acquire", (client) => idleHere.delete(client));
  pool.on("release", (error, client) => void (error || idleHere.add(client)));
  pool.on("remove", (client) => idleHere.delete(client));
  pool.on("connect", () => established.set(pool, (established.get(pool) ?? 0) + 1));
  pool.on("remove", () => established.set(pool, (established.get(pool) ?? 0) - 1));
  return pool;
}

async function endPool(pool: pg.Pool, timeoutSeconds: number | undefined): Promise<void> {
  if (pool.ending) return;
  const ended = pool.end();
  await (timeoutSeconds === undefined
    ? ended
    : Promise.race([ended, sleep(timeoutSeconds * 1_000, undefined, { ref: false })]));
}

async function runInTransaction<T>(pool: pg.Pool, mode: string, run: (client: Runner) => Promise<T>): Promise<T> {
  const client = await whenConnected(pool, () => pool.connect()).catch(rethrow);
  let broken = false;
  try {
    await client.query(`begin ${mode}`).catch(rethrow);
    const result = await run(client);
    const { command } = await client.query("commit").catch(rethrow);
    // After a failed statement the server answers a commit with ROLLBACK and no error.
    if (command !== "COMMIT") throw new Error(`The transaction was rolled back at its commit: ${command}`);
    return result;
  } catch (error) {
    broken =
      error instanceof DatabaseUnavailableError ||
      (await client.query("rollback").then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** @param isPrepared false to leave statements unnamed, because the next one may be on another connection */
export function queryableOn(runner: Runner, isPrepared = true): Queryable {
  const query = async <T extends readonly object[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<T> => {
    const result = await runner.query(statementOf(strings, values, isPrepared)).catch(rethrow);
    return (Array.isArray(result) ? [] : result.rows) as unknown as T;
  };
  return Object.assign(query, {
    raw: (text: string) => new Fragment(text),
    unsafe: async (text: string): Promise<object[]> => {
      const result = await runner.query(text).catch(rethrow);
      return Array.isArray(result) ? [] : (result.rows as object[]);
    },
  });
}

/**
 * Statement names by text, so that each statement is prepared once per connection. The texts are from our source, so
 * their number is limited.
 */
const names = new Map<string, string>();

function statementOf(strings: TemplateStringsArray, given: readonly unknown[], isPrepared: boolean): pg.QueryConfig {
  const values: unknown[] = [];
  const text = textOf(strings, given, values);
  // A statement with parts is not prepared, because there are too many combinations. PostgreSQL plans it each time.
  if (!isPrepared || given.some((value) => value instanceof Part)) return { text, values };
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
    names.set(text, name);
  }
  return { name, text, values };
}

function textOf(strings: readonly string[], given: readonly unknown[], values: unknown[]): string {
  let text = strings[0] ?? "";
  given.forEach((value, index) => {
    if (value instanceof Fragment) text += value.text;
    else if (value instanceof Part) text += textOf(value.strings, value.values, values);
    else text += `$${values.push(value)}`;
    text += strings[index + 1] ?? "";
  });
  return text;
}

/** Passes on errors from the server. Any other error means that the server could not be reached. */
function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError) throw error;
  throw new DatabaseUnavailableError(error);
}
