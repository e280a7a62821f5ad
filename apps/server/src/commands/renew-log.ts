import { renewLog } from "../proofs/log/renew-log.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readSettings } from "../start/settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run wazi -- renew-log --reason "TEXT"

Begins the transparency log anew with another key. Stop all processes of Wazi first. Everybody can read the reason.`;

const LEAST_REASON = 20;
const MOST_REASON = 500;

/** @throws UsageError when the arguments are wrong */
function readReason(): string {
  const { reason } = readOptions({ options: { reason: { type: "string" } } }).values;
  if (reason === undefined) throw new UsageError('renew-log needs --reason "TEXT".');
  const text = reason.trim();
  if (text.length < LEAST_REASON || text.length > MOST_REASON)
    throw new UsageError(`The reason is published. It must have ${LEAST_REASON} to ${MOST_REASON} characters.`);
  return text;
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const reason = readReason();
  const settings = readSettings(process.env);
  await runOnDatabase(settings, "renew-log", async (sql) => {
    const { oldKey, newKey, oldSize, isWhole } = await renewLog(sql, settings, reason);
    return [
      `The log goes on with another key: ${newKey}`,
      `Its last checkpoint with the old key (${oldKey}) had ${oldSize} leaves.`,
      isWhole
        ? "The database has all of them, so the log continues where it was."
        : "The database does not have all of them. The log and every checker say so from now on.",
      "Restart all processes. Publish the new key, give it to the witnesses, and sign the addresses of the reserves again.",
    ].join("\n");
  });
}

main().catch(reportFailure);
