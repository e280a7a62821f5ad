import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkRecord, type BotRecord } from "@wazi/proofs";
import type { Bot, BotRecordFile, ClosedTrade, Notifications, Page, TrackRecord } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeSeries } from "../../../../../tests/harness/generated-replay.ts";
import { activate } from "../../../../../tests/harness/money-calls.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { loadFeedState } from "./store.ts";
import { createReplayFeed, loadReplayFolder, restoreReplayPlace } from "../feeds/replay-feed.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { updateLog } from "../../proofs/log/run-log.ts";
import { renewLease, takeLease } from "../../platform/jobs/store.ts";
import { startSession } from "./trading-session.ts";

const SECOND_CHECKER = fileURLToPath(new URL("../../../../../tests/harness/second-checker.py", import.meta.url));
const BARS = 1_500;
const FOLDER = mkdtempSync(join(tmpdir(), "wazi-replay-"));
let test: TestApp;
let botId: string;

beforeAll(async () => {
  writeSeries(FOLDER, BARS);
  test = await startTestApp(undefined, undefined, { MARKET_FEED: `replay:${FOLDER}` });
  const bots = (await test.visitor().call("GET", "/api/bots")).body as Bot[];
  botId = bots.find(({ name }) => name === "Alpha-Forex-01")!.id;
});
afterAll(async () => {
  await test.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** Starts a trader at the saved place and plays bars, then saves the place. */
async function play(bars: number, loops: boolean): Promise<void> {
  const { sql, door } = test;
  const lease = (await takeLease(sql, `trader ${Math.random()}`, true))!;
  const { series } = loadReplayFolder(FOLDER);
  let clock = 0;
  const place = restoreReplayPlace(await loadFeedState(sql, "replay"));
  const feed = createReplayFeed(series, { place, barsPerSecond: 1, loops, clockMs: () => clock });
  const common = { sql, door, now: () => new Date(), log: silentLog, maxPriceAgeMs: 5_000, mayEnter: () => true };
  const session = await startSession({ ...common, lease }, [feed]);
  for (let bar = 0; bar < bars; bar += 50) {
    await renewLease(sql, lease);
    clock = (bar + Math.min(49, bars - bar - 1)) * 1_000;
    await session.advance(0);
  }
  await session.checkpoint();
}

const readBot = async (): Promise<Bot> =>
  ((await test.visitor().call("GET", "/api/bots")).body as Bot[]).find(({ id }) => id === botId)!;
const readRecord = async (): Promise<TrackRecord> =>
  (await test.visitor().call("GET", `/api/bots/${botId}/track-record`)).body;

it("is one pass: the bots close, rest, say so and take no new money; with loops a new record begins", async () => {
  const investor = await test.funded("1000");
  const holder = await test.funded("1000");
  expect((await activate(holder, botId, "300")).status).toBe(200);
  await holder.call("POST", "/api/user/notifications/muted", { channel: "mail", muted: [] });
  const tellings = async (client: TestClient): Promise<unknown[]> => {
    const { items }: Notifications = (await client.call("GET", "/api/user/notifications")).body;
    return items.filter(({ kind }) => kind === "bot").map(({ event, botName }) => [event, botName]);
  };
  await play(BARS, false);
  expect(await readBot()).toMatchObject({ isResting: false });
  expect(await tellings(holder)).toEqual([]);
  await play(5, false);
  // A trader that starts again does not tell it again.
  await play(5, false);
  expect(await tellings(holder)).toEqual([["bot-resting", "Alpha-Forex-01"]]);
  expect(await tellings(investor)).toEqual([]);
  const mails = await test.sql<{ data: unknown }[]>`
    select data from mail_outbox where user_id = ${holder.userId} and template = 'bot-resting'`;
  expect(mails.map(({ data }) => data)).toEqual([{ bot: "Alpha-Forex-01" }]);
  const first = await readRecord();
  expect(first.closedTrades).toBeGreaterThan(2);
  expect(first.series.every(({ barTime }) => barTime !== null)).toBe(true);
  expect(Number(first.averageHoldingBarSeconds)).toBeGreaterThan(0);
  const [open] = await test.sql<{ count: number }[]>`
    select count(*)::int as count from pools where open_trade is not null`;
  expect(open?.count).toBe(0);
  expect(await readBot()).toMatchObject({ isResting: true, status: "trading" });
  expect(await activate(investor, botId, "300")).toMatchObject({
    status: 422,
    body: { code: "BOT_UNAVAILABLE", message: "Alpha-Forex-01 rests because its recorded prices have ended." },
  });

  await play(50, true);
  const begun = await readRecord();
  expect(begun.closedTrades).toBeLessThan(first.closedTrades);
  // To its end, and not into a third.
  await play(BARS - 49, true);
  const second = await readRecord();
  // The same bars give the same trades, and nothing of the first record is in the second.
  // The unit price goes on from the first record, so its twelfth place is rounded elsewhere.
  const comparable = (record: TrackRecord) => {
    // How long a trade was held is counted by the wall, so that it depends on the machine.
    const ofTheWall = { averageHoldingSeconds: 0, since: "", until: "", seriesCursor: "", series: [] };
    return { ...record, ...ofTheWall, nav: Number(record.nav).toFixed(9) };
  };
  expect(comparable(second)).toEqual(comparable(first));
  const points = ({ series }: TrackRecord) => series.map(({ nav, barTime }) => [Number(nav).toFixed(9), barTime]);
  expect(points(second)).toEqual(points(first));
  for (const { series } of [first, second]) {
    expect(series.map(({ barTime }) => barTime)).toEqual(series.map(({ barTime }) => barTime).sort());
  }
  expect(second.since! > first.since!).toBe(true);
  expect(await readBot()).toMatchObject({ closedTrades: second.closedTrades, isResting: true });
  const trades = (await test.visitor().call("GET", `/api/bots/${botId}/trades?limit=200`)).body as Page<ClosedTrade>;
  expect(trades.items.length).toBe(first.closedTrades + second.closedTrades);
  expect(trades.items.every(({ entryBarTime, exitBarTime }) => entryBarTime <= exitBarTime)).toBe(true);
  expect(await test.differences()).toEqual([]);
  await checkFile(second, first.closedTrades + second.closedTrades);
});

/** The downloaded record has the figures of the newest record, and every trade of the earlier ones. */
async function checkFile(shown: TrackRecord, trades: number): Promise<void> {
  const settings = { dataDir: test.dataDir };
  const signer = await openOwnSigner(test.sql, settings);
  await updateLog(test.sql, signer, (note) => Promise.resolve(note));
  const file = (await test.visitor().call("GET", `/api/bots/${botId}/record`)).body as BotRecordFile;
  for (const [name, value] of Object.entries(file.figures)) expect(shown, name).toMatchObject({ [name]: value });
  const said = (await checkRecord(file, signer.publicKey)).join("\n");
  expect(said).toContain(`Trades 1 to ${trades} are complete; ${shown.closedTrades} are of this record`);
  const changed = (change: (copy: BotRecord) => unknown): BotRecord => {
    const copy = structuredClone(file);
    change(copy);
    return copy;
  };
  const isRecord = ({ leaf }: { leaf: string }): boolean => (JSON.parse(leaf) as { type: string }).type === "record";
  expect(file.leaves.filter(isRecord)).toHaveLength(1);
  const wrong = [
    changed((copy) => (copy.leaves = copy.leaves.filter((leaf) => !isRecord(leaf)))),
    changed((copy) =>
      copy.leaves.filter(isRecord).forEach((each) => (each.leaf = each.leaf.replace(/(ence": ")\d+/, "$11"))),
    ),
  ];
  for (const copy of wrong) await expect(checkRecord(copy, signer.publicKey)).rejects.toThrow();
  const input = JSON.stringify({ key: signer.publicKey, files: [file, ...wrong] });
  const answers = JSON.parse(execFileSync("python3", [SECOND_CHECKER], { input, encoding: "utf8" })) as string[];
  expect(answers.map((each) => each.slice(0, 5))).toEqual(["ok", "wrong", "wrong"]);
}
