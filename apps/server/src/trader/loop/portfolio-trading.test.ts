import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BotRecordFile } from "@wazi/contracts";
import { formatNav, parseNav } from "@wazi/domain";
import { checkRecord } from "@wazi/proofs";
import { buildBotConfig, portfolioCatalogue, trackWhole } from "@wazi/trading";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSeededRandom } from "../../../../../lab/commands/seeding/seeded-random.ts";
import { dailyFiles, writeDailyFile } from "../../../../../tests/harness/daily-files.ts";
import { manualReplay } from "../../../../../tests/harness/generated-replay.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import type { Door } from "../../ledger/api.ts";
import { renewLease, takeLease } from "../../platform/jobs/store.ts";
import { updateLog } from "../../proofs/log/run-log.ts";
import { loadReplayFolder, restoreReplayPlace } from "../feeds/replay-feed.ts";
import { countReplayMoments, type LoadedSeries } from "../feeds/replay-moments.ts";
import { loadFeedState, readPool } from "./store.ts";
import { startSession } from "./trading-session.ts";

/** A portfolio of three funds in the live loop: many open trades, sold in parts, in the database and in the public log. */
const SECOND_CHECKER = fileURLToPath(new URL("../../../../../tests/harness/second-checker.py", import.meta.url));
const portfolio = portfolioCatalogue[0]!;
const TIMEOUT_MS = 300_000;

let folder = "";
let loaded: readonly LoadedSeries[] = [];
let test: TestApp;
let botId = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-portfolio-"));
  const funds = dailyFiles.filter(({ name }) => name.startsWith("portfolio"));
  funds.forEach((file, index) => writeDailyFile(folder, file, index + 1));
  loaded = loadReplayFolder(folder).series;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  test = await startTestApp();
  const [row] = await test.sql<{ id: string }[]>`select id from trading_bots where name = ${portfolio.name}`;
  botId = row!.id;
  return () => test.close();
});

/** The closed trades of the evidence's run over the same files. */
function listEvidenceTrades() {
  const config = buildBotConfig(portfolio, loaded);
  const series = loaded.map(({ symbol, interval, series: { candles, dividends } }) => {
    return { name: symbol, symbol, interval, candles, dividends };
  });
  return trackWhole(config, series).trades.map(({ symbol, exposure, baseNav, entryPrice, exitPrice, ...trade }) => {
    const times = [trade.entryBarTime, trade.barTime].map((time) => new Date(time).toISOString());
    const [opened, closed] = times;
    const { factor: _factor, reason } = trade;
    return {
      symbol,
      exposure: Number(exposure),
      baseNav: formatNav(parseNav(baseNav)),
      entryPrice,
      exitPrice,
      opened,
      closed,
      reason,
    };
  });
}

async function listRecordedTrades() {
  const rows = await test.sql<
    Record<"symbol" | "exposure" | "baseNav" | "entryPrice" | "exitPrice" | "reason", string>[]
  >`
    select symbol, exposure::text, base_nav::text as "baseNav", entry_price::text as "entryPrice",
      exit_price::text as "exitPrice", to_char(entry_bar_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opened,
      to_char(bar_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closed, reason
    from bot_trades where bot_id = ${botId} order by sequence`;
  return rows.map((row) => ({ ...row, exposure: Number(row.exposure), baseNav: formatNav(parseNav(row.baseNav)) }));
}

/** Plays the whole replay. A session that fails is followed by one that reads everything back from the database. */
async function playAll(door: Door, bars: () => number, afterStep: () => Promise<void>): Promise<number> {
  const { sql } = test;
  let failures = 0;
  for (;;) {
    const { position } = restoreReplayPlace(await loadFeedState(sql, "replay"));
    if (position > countReplayMoments(loaded)) return failures;
    const replay = manualReplay(loaded, position);
    const lease = (await takeLease(sql, `trader ${failures} ${position}`, true))!;
    try {
      const deps = {
        sql,
        door,
        lease,
        now: () => new Date(),
        log: silentLog,
        maxPriceAgeMs: 5_000,
        mayEnter: () => true,
      };
      const session = await startSession(deps, [replay.feed]);
      for (let step = 0; step < 4; step += 1) {
        replay.allow(bars());
        await renewLease(sql, lease);
        await session.advance(Date.now());
        await afterStep();
      }
      await session.checkpoint();
    } catch (error) {
      if (!(error instanceof Error && error.message === "cut")) throw error;
      failures += 1;
    }
  }
}

async function checkRecordFile(openings: number): Promise<void> {
  const signer = await openOwnSigner(test.sql, { dataDir: test.dataDir });
  await updateLog(test.sql, signer, (note) => Promise.resolve(note));
  const file = (await test.visitor().call("GET", `/api/bots/${botId}/record`)).body as BotRecordFile;
  const said = (await checkRecord(file, signer.publicKey)).join("\n");
  expect(said).toContain(`${openings} openings with their stops were logged`);
  // The opening of the last trade that closed says less than was closed of it.
  const wrong = structuredClone(file);
  for (const each of wrong.leaves) each.leaf = each.leaf.replace(/("exposure": ")0\./, "$11.");
  await expect(checkRecord(wrong, signer.publicKey)).rejects.toThrow();
  const input = JSON.stringify({ key: signer.publicKey, files: [file, wrong] });
  const answers = JSON.parse(execFileSync("python3", [SECOND_CHECKER], { input, encoding: "utf8" })) as string[];
  expect(answers.map((each) => each.slice(0, 5))).toEqual(["ok", "wrong"]);
}

it(
  "records the trades of the evidence, also when sessions are cut before and after each commit",
  async () => {
    const random = createSeededRandom(3);
    const cut = (): void => {
      if (random.next() < 0.1) throw new Error("cut");
    };
    let posted = 0;
    const door: Door = {
      ...test.door,
      async post(operation) {
        cut();
        const outcome = await test.door.post(operation);
        posted += 1;
        cut();
        return outcome;
      },
    };
    let most = 0;
    const failures = await playAll(
      door,
      () => 20 + Math.floor(random.next() * 60),
      async () => {
        const { openTrades } = await readPool(test.sql, botId);
        most = Math.max(most, openTrades.length);
      },
    );
    expect(failures).toBeGreaterThan(5);
    const trades = await listRecordedTrades();
    expect(trades).toEqual(listEvidenceTrades());
    expect(trades.length).toBeGreaterThan(60);
    expect(most).toBeGreaterThan(5);
    expect(posted).toBeGreaterThan(100);
    expect((await readPool(test.sql, botId)).openTrades).toEqual([]);
    expect(await test.differences()).toEqual([]);
    // Other bots trade the funds too.
    const [count] = await test.sql<{ openings: number; all: number; logged: number }[]>`
      select count(distinct opening_id) filter (where bot_id = ${botId})::int as openings,
        count(distinct opening_id)::int as all, (select count(*)::int from logged_openings) as logged
      from bot_trades`;
    expect(count!.logged).toBe(count!.all);
    expect(trades.length).toBeGreaterThan(count!.openings);
    await checkRecordFile(count!.openings);
  },
  TIMEOUT_MS,
);
