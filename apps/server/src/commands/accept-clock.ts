import { acceptClock } from "../core/clock/store.ts";
import { readTraderState } from "../core/health/store.ts";
import { formatTime } from "../core/health/trader-health.ts";
import type { Sql } from "../db/pool.ts";
import { describeFailure, StartError } from "../process/start-error.ts";
import { readSettings } from "../settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run accept-clock

Lets the bots trade at once after the clock was ahead and was set back. Without it they wait until the clock reaches the last
price. Bots start again on the clock's time; a bot's open trade is closed at its last price. Runs alone, or beside a
running instance on the same DATA_DIR or DATABASE_URL. It does nothing when trading does not wait for the clock.`;

async function accept(sql: Sql): Promise<string> {
  const { waitsUntil } = await readTraderState(sql);
  if (waitsUntil === null) return "Trading does not wait for the clock. Nothing was changed.";
  await acceptClock(sql);
  return `Trading waited until ${formatTime(waitsUntil)} UTC. The trader starts again now, at the clock's time.`;
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (args.length > 0) throw new StartError(`accept-clock takes no options.\n\n${USAGE}`);
  await runOnDatabase(readSettings(process.env), "accept-clock", accept);
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
