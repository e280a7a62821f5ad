import { createPasswordHasher } from "../core/identity/passwords.ts";
import { resetAdminPassword } from "../core/identity/reset-admin-password.ts";
import type { Sql } from "../db/pool.ts";
import { describeFailure, StartError } from "../process/start-error.ts";
import { readSettings } from "../settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run reset-admin -- --email ADDRESS

Sets a new random password for an administrator and prints it once. Ends their sessions and a freeze. Runs alone, or beside a
running instance on the same DATA_DIR or DATABASE_URL.

  --email ADDRESS  the administrator's e-mail address`;

async function reset(sql: Sql, email: string): Promise<string> {
  const password = await resetAdminPassword({ sql, passwords: createPasswordHasher(), now: () => new Date() }, email);
  return `New password of ${email}: ${password} (shown only once: save it)`;
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
  await runOnDatabase(readSettings(process.env), "reset-admin", (sql) => reset(sql, email));
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
