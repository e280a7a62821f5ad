import type { ConnectionSettings } from "./connection-settings.ts";
import { openPool, type Queryable } from "./pool.ts";

type PoolMode = "transaction" | "session" | "statement";

/** Rounds in which the backends behind two connections are compared. */
const ROUNDS = 5;

/**
 * Finds out how a pooler shares its connections to PostgreSQL. In session mode, which is also how PostgreSQL itself
 * answers, each of two connections keeps a backend of its own.
 */
export async function findPoolMode(url: string, directUrl: string): Promise<PoolMode> {
  const pools = [1, 2].map(() => openPool(url, { max: 1, directUrl, applicationName: "wazi start" }));
  try {
    const seen = pools.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, pool] of pools.entries()) {
        const [row] = await pool.begin((tx) => tx<{ pid: number }[]>`select pg_backend_pid() as pid`);
        seen[index]?.add(row?.pid ?? 0);
      }
    }
    const all = new Set(seen.flatMap((each) => [...each]));
    return seen.every(({ size }) => size === 1) && all.size === pools.length ? "session" : "transaction";
  } catch (error) {
    if (error instanceof Error && /statement pooling mode/.test(error.message)) return "statement";
    throw error;
  } finally {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  }
}

/** The oldest PostgreSQL that the tests run on. */
const OLDEST_VERSION = 150_000;
/** Times of prices and sessions are compared across processes. */
const CLOCK_TOLERANCE_MS = 2_000;
/** Prices of such a process would be from the past or the future for all others. */
const CLOCK_LIMIT_MS = 60_000;

/** The facts about a server on which the start depends. */
export interface ServerFacts {
  versionNumber: number;
  database: string;
  isTemplate: boolean;
  isStandby: boolean;
  isReadOnly: boolean;
  encoding: string;
  /** True when lower() knows letters outside of ASCII. */
  foldsLetters: boolean;
  /** True when the system's sort order has changed since the database was made. */
  hasOldCollation: boolean;
  hasPlpgsql: boolean;
  user: string;
  mayCreateTables: boolean;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  autovacuum: string;
  /** How many connections the server, the database and the user still allow. */
  freeConnections: number;
  /** How many this process opens at most. */
  neededConnections: number;
  /** The server's clock minus this process's. */
  clockAheadMs: number;
}

export type ServerMode = "demo" | "live";
type Severity = "refuse" | "warn";

interface ServerRule extends Readonly<Record<ServerMode, Severity>> {
  name: string;
  /** Worded to follow a variable's name; undefined when all is well. */
  find: (facts: ServerFacts) => string | false;
}

const turnOn = (name: string): string => `Set ${name} = on in postgresql.conf and reload it.`;

/** The problems that a server can have, and how bad each is in each mode. */
export const serverRules: readonly ServerRule[] = [
  {
    name: "version",
    demo: "refuse",
    live: "refuse",
    find: ({ versionNumber }) =>
      versionNumber < OLDEST_VERSION && `this PostgreSQL is too old (${versionNumber}). Use version 15 or later.`,
  },
  {
    name: "template",
    demo: "refuse",
    live: "refuse",
    find: ({ isTemplate, database }) =>
      isTemplate &&
      `"${database}" is a template, and every new database would get a copy of Wazi's tables. Run \`create database wazi\` and name that database.`,
  },
  {
    name: "standby",
    demo: "refuse",
    live: "refuse",
    find: ({ isStandby, database }) =>
      isStandby &&
      `"${database}" is on a standby, which takes no writes. Name the primary, or promote the standby first.`,
  },
  {
    name: "read only",
    demo: "refuse",
    live: "refuse",
    find: ({ isReadOnly, isStandby }) =>
      isReadOnly &&
      !isStandby &&
      "its transactions are read only. Set default_transaction_read_only = off for this server, database and user.",
  },
  {
    name: "encoding",
    demo: "refuse",
    live: "refuse",
    find: ({ encoding, database }) =>
      encoding !== "UTF8" &&
      `the database "${database}" has the encoding ${encoding}, which cannot hold every name. Run \`create database wazi encoding 'UTF8' locale 'C.UTF-8' template template0\` and name that database.`,
  },
  {
    name: "locale",
    demo: "warn",
    live: "warn",
    find: ({ foldsLetters, database }) =>
      !foldsLetters &&
      `the locale of "${database}" knows only the letters A to Z, so a search for "émile" does not find "Émile". Create the database with the locale C.UTF-8 or another UTF-8 one.`,
  },
  {
    name: "collation",
    demo: "warn",
    live: "warn",
    find: ({ hasOldCollation, database }) =>
      hasOldCollation &&
      `the operating system's sort order has changed since "${database}" was made, so indexes of texts may be wrong. Stop Wazi, run \`reindex database "${database}"\` and then \`alter database "${database}" refresh collation version\`.`,
  },
  {
    name: "extensions",
    demo: "refuse",
    live: "refuse",
    find: ({ hasPlpgsql }) =>
      !hasPlpgsql && "the language plpgsql is missing. Run as a superuser: create extension plpgsql;",
  },
  {
    name: "rights",
    demo: "refuse",
    live: "refuse",
    find: ({ mayCreateTables, user, database }) =>
      !mayCreateTables &&
      `its user ${user} may not create tables. Run as a superuser: alter database "${database}" owner to ${user}; grant create on schema public to ${user};`,
  },
  {
    name: "fsync",
    demo: "warn",
    live: "refuse",
    find: ({ fsync }) => fsync === "off" && `fsync is off, and a power cut can destroy the ledger. ${turnOn("fsync")}`,
  },
  {
    name: "synchronous_commit",
    demo: "warn",
    live: "refuse",
    find: ({ synchronousCommit }) =>
      synchronousCommit === "off" &&
      "synchronous_commit is off, and a crash loses money movements that were already confirmed. Set it to on for this server, database and user.",
  },
  {
    name: "full_page_writes",
    demo: "warn",
    live: "warn",
    find: ({ fullPageWrites }) =>
      fullPageWrites === "off" &&
      `full_page_writes is off, which is safe only on a file system that never writes part of a page, such as ZFS. ${turnOn("full_page_writes")}`,
  },
  {
    name: "autovacuum",
    demo: "warn",
    live: "warn",
    find: ({ autovacuum }) =>
      autovacuum === "off" && `autovacuum is off, so tables grow and plans get slow. ${turnOn("autovacuum")}`,
  },
  {
    name: "max_connections",
    demo: "warn",
    live: "warn",
    find: ({ freeConnections, neededConnections }) =>
      freeConnections < neededConnections &&
      `PostgreSQL allows ${freeConnections} more connections, and this process opens up to ${neededConnections}. Raise max_connections or the limit of the user or database, lower DATABASE_CONNECTIONS, or put PgBouncer in front.`,
  },
  {
    name: "clock",
    demo: "warn",
    live: "warn",
    find: ({ clockAheadMs }) =>
      Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS &&
      Math.abs(clockAheadMs) <= CLOCK_LIMIT_MS &&
      describeClock(clockAheadMs),
  },
  {
    name: "clock, far off",
    demo: "warn",
    live: "refuse",
    find: ({ clockAheadMs }) => Math.abs(clockAheadMs) > CLOCK_LIMIT_MS && describeClock(clockAheadMs),
  },
];

function describeClock(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `the clock of PostgreSQL is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's. Synchronise both with NTP (timedatectl set-ntp true).`;
}

/** @returns the first reason not to start, and everything else that would hurt */
export function judgeServer(facts: ServerFacts, mode: ServerMode): { refusal: string | undefined; warnings: string[] } {
  const found = serverRules.flatMap((rule) => {
    const problem = rule.find(facts);
    return problem === false ? [] : [{ severity: rule[mode], problem }];
  });
  const of = (wanted: Severity): string[] =>
    found.filter(({ severity }) => severity === wanted).map(({ problem }) => problem);
  return { refusal: of("refuse")[0], warnings: of("warn") };
}

/** Reads the facts as the owner of the tables. */
export async function readServerFacts(sql: Queryable, neededConnections: number): Promise<ServerFacts> {
  const before = Date.now();
  const [clock] = await sql<{ ms: number; version: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms, current_setting('server_version_num')::integer as version`;
  const after = Date.now();
  // An older server does not know this function.
  const hasOldCollation =
    (clock?.version ?? 0) < OLDEST_VERSION
      ? "false"
      : "coalesce(d.datcollversion <> pg_database_collation_actual_version(d.oid), false)";
  const [row] = await sql<Omit<ServerFacts, "neededConnections" | "clockAheadMs">[]>`
    select current_setting('server_version_num')::integer as "versionNumber", d.datname as database,
      d.datistemplate or d.datname in ('template0', 'template1') as "isTemplate", pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_encoding_to_char(d.encoding) as encoding,
      d.encoding <> pg_char_to_encoding('UTF8') or lower(U&'\\00C9') = U&'\\00E9' as "foldsLetters",
      ${sql.raw(hasOldCollation)} as "hasOldCollation",
      exists (select from pg_language where lanname = 'plpgsql') as "hasPlpgsql",
      quote_ident(current_user) as "user", has_schema_privilege('public', 'create') as "mayCreateTables",
      current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
      current_setting('synchronous_commit') as "synchronousCommit", current_setting('autovacuum') as autovacuum,
      least(
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
          - coalesce(current_setting('reserved_connections', true), '0')::integer
          - (select sum(numbackends) from pg_stat_database where datid > 0),
        nullif(d.datconnlimit, -1) - s.numbackends, nullif(r.rolconnlimit, -1))::integer as "freeConnections"
    from pg_database d join pg_stat_database s on s.datid = d.oid join pg_roles r on r.rolname = session_user
    where d.datname = current_database()`;
  if (!row || !clock) throw new Error("the database has no entry in pg_database");
  return { ...row, neededConnections, clockAheadMs: clock.ms - (before + after) / 2 };
}

/** A setting that a connection does not have. */
export interface OtherSetting {
  name: string;
  value: string;
  /** The statement that makes it the default of the connection's user. */
  statement: string;
}

/** Compares the settings of a connection with those that it should have. */
export async function findOtherSettings(sql: Queryable, wanted: ConnectionSettings): Promise<OtherSetting[]> {
  return sql<OtherSetting[]>`
    select s.name, current_setting(s.name) as value,
      format('alter role %I in database %I set %I = %L;', session_user, current_database(), s.name, s.value) as statement
    from unnest(${Object.keys(wanted)}::text[], ${Object.values(wanted)}::text[]) as s (name, value)
    where current_setting(s.name) <> s.value order by s.name`;
}
