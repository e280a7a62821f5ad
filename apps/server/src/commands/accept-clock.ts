import { acceptClock } from "../platform/clock/store.ts";
import { readTraderState } from "../trader/health/store.ts";
import { formatTime } from "../trader/health/trader-health.ts";
import type { Sql } from "../platform/db/pool.ts";
import { answerHelp, readOptions, reportFailure } from "../platform/process/command-line.ts";
import { readSettings } from "../start/settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run wazi -- accept-clock

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
  if (answerHelp(USAGE)) return;
  readOptions({ options: {} });
  await runOnDatabase(readSettings(process.env), "accept-clock", accept);
}

main().catch(reportFailure);
