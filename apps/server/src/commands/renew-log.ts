import { renewLog } from "../core/transparency-log/renew-log.ts";
import { describeFailure, StartError } from "../process/start-error.ts";
import { readSettings } from "../settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const LEAST_REASON = 20;
const MOST_REASON = 500;

/** @throws StartError when the arguments are wrong */
function readReason(args: readonly string[]): string {
  const [option, reason = "", ...rest] = args;
  if (option !== "--reason" || rest.length > 0) throw new StartError('npm run renew-log -- --reason "TEXT"');
  const text = reason.trim();
  if (text.length < LEAST_REASON || text.length > MOST_REASON)
    throw new StartError(`The reason is published. It must have ${LEAST_REASON} to ${MOST_REASON} characters.`);
  return text;
}

async function main(): Promise<void> {
  const reason = readReason(process.argv.slice(2));
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

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
