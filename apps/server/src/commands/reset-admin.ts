import { createPasswordHasher } from "../people/identity/passwords.ts";
import { resetAdminPassword } from "../people/identity/reset-admin-password.ts";
import type { Sql } from "../platform/db/pool.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readSettings } from "../start/settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run wazi -- reset-admin --email ADDRESS

Sets a new random password for an administrator and prints it once. Ends their sessions and a freeze. Runs alone, or beside a
running instance on the same DATA_DIR or DATABASE_URL.

  --email ADDRESS  the administrator's e-mail address`;

async function reset(sql: Sql, email: string): Promise<string> {
  const password = await resetAdminPassword({ sql, passwords: createPasswordHasher(), now: () => new Date() }, email);
  return `New password of ${email}: ${password} (shown only once: save it)`;
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const { email } = readOptions({ options: { email: { type: "string" } } }).values;
  if (email === undefined) throw new UsageError("reset-admin needs --email ADDRESS.");
  await runOnDatabase(readSettings(process.env), "reset-admin", (sql) => reset(sql, email));
}

main().catch(reportFailure);
