import { type AdminRole, adminRoles } from "@wazi/contracts";
import { appointByMachine } from "../people/administrators/appoint-by-machine.ts";
import type { Sql } from "../platform/db/pool.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { formatMoment } from "../record/api.ts";
import { readSettings } from "../start/settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run wazi -- appoint-administrator --email ADDRESS --role ROLE

Makes a registered user without money an administrator, or gives an administrator a role that moves money, without a second
administrator. All administrators are told, and the public log shows it. They count as a second person after 72 hours. Runs alone, or
beside a running instance on the same DATA_DIR or DATABASE_URL.

  --email ADDRESS  the user's e-mail address
  --role ROLE      ${adminRoles.join(", ")}`;

async function appoint(sql: Sql, email: string, role: AdminRole): Promise<string> {
  const { name, eligibleFrom } = await appointByMachine({ sql, now: () => new Date() }, { email, role });
  const second = eligibleFrom === null ? "" : ` They count as a second person from ${formatMoment(eligibleFrom)}.`;
  return `${name} is now an administrator with the role ${role}.${second}`;
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const text = { type: "string" } as const;
  const { email, role: given } = readOptions({ options: { email: text, role: text } }).values;
  const role = adminRoles.find((each) => each === given);
  if (email === undefined) throw new UsageError("appoint-administrator needs --email ADDRESS.");
  if (role === undefined) throw new UsageError(`appoint-administrator needs --role, one of ${adminRoles.join(", ")}.`);
  await runOnDatabase(readSettings(process.env), "appoint-administrator", (sql) => appoint(sql, email, role));
}

main().catch(reportFailure);
