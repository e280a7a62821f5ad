import { pino } from "pino";
import { createPasswordHasher } from "../core/identity/passwords.ts";
import { resetAdminPassword } from "../core/identity/reset-admin-password.ts";
import { openDatabaseFor } from "../db/embedded/open-database.ts";
import { missingMigrations } from "../db/migrate.ts";
import { openPool, type Sql } from "../db/pool.ts";
import { StartError } from "../process/start-error.ts";
import { readSettings } from "../settings/settings.ts";

const USAGE = `npm run reset-admin -- --email ADDRESS

Sets a new random password for an administrator and prints it once. Ends their sessions and a freeze. Runs alone, or beside a
running instance on the same DATA_DIR or DATABASE_URL.

  --email ADDRESS  the administrator's e-mail address`;

async function reset(url: string, email: string): Promise<string> {
  const sql: Sql = openPool(url, { max: 1, applicationName: "wazi reset-admin" });
  try {
    const missing = await missingMigrations(sql);
    if (missing.length > 0) throw new StartError("The database is not migrated. Start Wazi on it once.");
    const password = await resetAdminPassword({ sql, passwords: createPasswordHasher(), now: () => new Date() }, email);
    return `New password of ${email}: ${password} (shown only once: save it)`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function readEmail(args: readonly string[]): string {
  const [option, email, ...others] = args;
  if (option === "--email" && email !== undefined && others.length === 0) return email;
  throw new StartError(`reset-admin needs --email ADDRESS and nothing else.\n\n${USAGE}`);
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const email = readEmail(args);
  const settings = readSettings(process.env);
  const { databaseUrl, dataDir } = settings;
  const database =
    databaseUrl === undefined
      ? await openDatabaseFor(dataDir, pino({ level: "error" }, pino.destination(2)))
      : { url: databaseUrl, close: () => Promise.resolve() };
  try {
    process.stdout.write(`${await reset(database.url, email)}\n`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
