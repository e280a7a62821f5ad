import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../apps/server/src/db/embedded/supervisor.ts";
import { openPool, type Sql } from "../../apps/server/src/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/process/data-dir-lock.ts";
import { silentLog } from "../harness/silent-log.ts";
import {
  adminAccount,
  createDataDir,
  endEverything,
  eventually,
  launch,
  untilServing,
  type Serving,
} from "../harness/wazi-process.ts";
import { checkTrades } from "./torture/check-promises.ts";
import { readPlayedBars, writeMarket } from "./torture/torture-market.ts";

/** A trader that stands still longer than its lease lasts, as in a suspended virtual machine, and then goes on. */

const SEED = 23;

let database: EmbeddedDatabase;
let marketFolder: string;
let sql: Sql;
let traders: [Serving, Serving];

beforeAll(async () => {
  marketFolder = mkdtempSync(join(tmpdir(), "wazi-stopped-market-"));
  writeMarket(marketFolder, SEED);
  const lock = acquireDataDirLock(createDataDir());
  database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  sql = openPool(database.url, { max: 2, role: null });
  const env = {
    DATABASE_URL: database.url,
    ROLE: "trader",
    ADMIN_PASSWORD: adminAccount.password,
    MARKET_FEED: `replay:${marketFolder}`,
    REPLAY_SPEED: "60",
    REPLAY_LOOP: "on",
    MAX_MARKET_EXPOSURE_PCT: "100",
    MAX_DAILY_LOSS_PCT: "100",
    LOG_LEVEL: "info",
  };
  const start = () => untilServing(launch(createDataDir(), { env }));
  traders = [await start(), await start()];
});

afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.stop();
  await endEverything();
  rmSync(marketFolder, { recursive: true, force: true });
});

const hasSaid = ({ stdout }: Serving, message: string): boolean => stdout().includes(`"msg":"${message}`);

/** What decides who trades. The token rises each time. */
async function readLease(): Promise<{ holder: string; token: string }> {
  const [lease] = await sql<{ holder: string; token: string }[]>`
    select holder, token::text from leases where name = 'trader'`;
  return lease ?? { holder: "", token: "" };
}

test("a trader that was stopped for longer than its lease does not trade when it goes on", async () => {
  await eventually(() => traders.some((each) => hasSaid(each, "trading started")));
  const [stopped, other] = hasSaid(traders[0], "trading started") ? traders : [traders[1], traders[0]];
  expect(hasSaid(other, "standing by")).toBe(true);
  const start = await readPlayedBars(sql);
  await eventually(async () => (await readPlayedBars(sql)) > start + 200);

  stopped.kill("SIGSTOP");
  await eventually(() => hasSaid(other, "trading started"));
  const taken = await readLease();
  const played = await readPlayedBars(sql);
  await eventually(async () => (await readPlayedBars(sql)) > played + 200);
  stopped.kill("SIGCONT");
  // It finds out by its next renewal or by the door, and stands by.
  await eventually(() => hasSaid(stopped, "standing by"));
  const went = await readPlayedBars(sql);
  await eventually(async () => (await readPlayedBars(sql)) > went + 200);
  expect(await readLease()).toEqual(taken);
  expect(hasSaid(stopped, "another trader has taken the lease")).toBe(true);

  for (const trader of traders) expect(await trader.stop()).toMatchObject({ code: 0 });
  const trades = await checkTrades(sql, marketFolder);
  expect(trades).toBeGreaterThan(5);
  process.stdout.write(`a trader was stopped and continued: ${trades} trades, as without\n`);
});
