import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { sharedDatabaseTest } from "../harness/process-test.ts";
import {
  adminAccount,
  CHECKOUT,
  createDataDir,
  eventually,
  launch,
  linesOf,
  untilServing,
  type Serving,
} from "../harness/wazi-process.ts";
import { checkTrades } from "../../lab/torture/check-promises.ts";
import { readPlayedBars, writeMarket } from "../../lab/torture/torture-market.ts";

/** A trader that stands still longer than its lease lasts, as in a suspended virtual machine, and then goes on. */

const SEED = 23;

interface LogLine {
  msg: string;
  files?: string[];
}

const test = sharedDatabaseTest
  .extend("marketFolder", { scope: "file" }, ({ folder }) => {
    writeMarket(folder, SEED);
    return folder;
  })
  .extend("sql", { scope: "file" }, ({ database }, { onCleanup }) => {
    const sql = openPool(database.url, { max: 2, role: null });
    onCleanup(() => sql.end({ timeout: 1 }));
    return sql;
  })
  .extend("traders", { scope: "file" }, async ({ database, marketFolder }) => {
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
    return [await start(), await start()] as const;
  });

const hasSaid = (trader: Serving, message: string): boolean => trader.stdout().includes(`"msg":"${message}`);

/** Reads who trades. The token rises each time. */
async function readLease(sql: Sql): Promise<{ holder: string; token: string }> {
  const [lease] = await sql<{ holder: string; token: string }[]>`
    select holder, token::text from leases where name = 'trader'`;
  return lease ?? { holder: "", token: "" };
}

test("a trader that was stopped for longer than its lease does not trade when it goes on", async ({
  marketFolder,
  sql,
  traders,
}) => {
  await eventually(() => traders.some((each) => hasSaid(each, "trading started")));
  await eventually(() => traders.some((each) => hasSaid(each, "standing by: another process trades")));
  const [stopped, other] = hasSaid(traders[0], "trading started") ? traders : [traders[1], traders[0]];
  expect(hasSaid(other, "standing by: another process trades")).toBe(true);
  const start = await readPlayedBars(sql);
  await eventually(async () => (await readPlayedBars(sql)) > start + 200);

  stopped.kill("SIGSTOP");
  await eventually(() => hasSaid(other, "trading started"));
  const taken = await readLease(sql);
  const played = await readPlayedBars(sql);
  await eventually(async () => (await readPlayedBars(sql)) > played + 200);
  stopped.kill("SIGCONT");
  // It finds out by its next renewal or by the door, and stands by.
  await eventually(() => hasSaid(stopped, "standing by: another process trades"));
  const went = await readPlayedBars(sql);
  await eventually(async () => (await readPlayedBars(sql)) > went + 200);
  expect(await readLease(sql)).toEqual(taken);
  expect(stopped.stdout().split('"msg":"trading started"')).toHaveLength(2);

  for (const trader of traders) expect(await trader.stop()).toMatchObject({ code: 0 });
  const trades = await checkTrades(sql, marketFolder);
  expect(trades).toBeGreaterThan(5);
  process.stdout.write(`a trader was stopped and continued: ${trades} trades, as without\n`);
});

test("the log of a process has its version, the migrations, who trades, and its stop", ({ traders }) => {
  const { version } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")) as { version: string };
  const read = (trader: Serving): LogLine[] =>
    linesOf(trader.stdout()).flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogLine] : []));
  const logs = traders.map(read);
  for (const lines of logs) {
    expect(lines[0]).toMatchObject({ msg: "Wazi is starting", version, role: "trader", mode: "demo" });
    expect(lines.slice(-2).map(({ msg }) => msg)).toEqual(["Wazi is stopping", "Wazi has stopped"]);
    const messages = lines.map(({ msg }) => msg);
    expect(messages).toContain("trading started");
    expect(messages).toContain("standing by: another process trades");
  }
  // The first one has migrated an empty database, and the second one had nothing to migrate.
  const migrated = logs.map((lines) => lines.filter(({ msg }) => msg === "the schema is up to date"));
  expect(migrated.map((lines) => lines.length)).toEqual([1, 0]);
  expect(migrated[0]?.[0]?.files).toContain("0011-office.sql");
});
