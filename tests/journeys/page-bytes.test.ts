import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { startedWaziTest } from "../harness/browser-test.ts";
import { writeSeries } from "../harness/generated-replay.ts";
import { PASSWORD, createHttpClient, signUpForm } from "../harness/http-client.ts";
import { eventually } from "../harness/wazi-process.ts";

/** More bars than the test plays. */
const BARS = 20_000;
const FOLDER = mkdtempSync(join(tmpdir(), "wazi-page-bytes-"));
writeSeries(FOLDER, BARS);
/** Enough that the charts and lists of the page have something to show. */
const TRADES = 8;
const FILL_MS = 120_000;
const IDLE_MS = 15_000;
/** Shorter than the time between two live updates that load something. */
const QUIET_MS = 900;
/** 378 KB when it was measured, of which the app's own files, which a browser keeps, are 340 KB. */
const MAX_COLD_BYTES = 450_000;
/** 33 KB when it was measured. */
const MAX_IDLE_BYTES = 100_000;

const it = startedWaziTest.extend("settings", { scope: "file" }, () => ({
  MARKET_FEED: `replay:${FOLDER}`,
  REPLAY_SPEED: "20",
}));

/** Counts the bytes that arrive at a page over the network, compressed as they are, by path. */
async function countBytes(page: Page): Promise<Map<string, number>> {
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  const add = (requestId: string, length: number): void => {
    const path = paths.get(requestId) ?? "";
    bytes.set(path, (bytes.get(path) ?? 0) + length);
  };
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  // A stream of events never ends.
  session.on("Network.eventSourceMessageReceived", ({ requestId, data }) => add(requestId, data.length));
  return bytes;
}

const sum = (bytes: ReadonlyMap<string, number>): number => [...bytes.values()].reduce((one, other) => one + other, 0);

/** Returns a bot with enough closed trades. */
async function findBusyBot(databaseUrl: string): Promise<string | undefined> {
  const sql = openPool(databaseUrl, { max: 1, role: null });
  try {
    const [pool] = await sql<
      { id: string }[]
    >`select bot_id as id from pools where close_sequence >= ${TRADES} limit 1`;
    return pool?.id;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Waits until nothing more has arrived for a while. Returns the bytes so far. */
async function untilQuiet(page: Page, bytes: ReadonlyMap<string, number>): Promise<number> {
  // The first one can be the chart of a closed part, which stays hidden.
  await page.locator("canvas:visible").first().waitFor();
  // oxlint-disable-next-line wazi/no-fixed-sleeps -- quiet is a length of time
  for (let before = -1; before !== sum(bytes); await page.waitForTimeout(QUIET_MS)) before = sum(bytes);
  return sum(bytes);
}

describe("a bot's page on a fast replay", () => {
  it("is small when it opens, and loads little while it stays open", { timeout: 300_000 }, async ({ wazi, pages }) => {
    const form = signUpForm();
    const client = createHttpClient(wazi.origin);
    await client.call("POST", "/api/auth/signup", form);
    let botId: string | undefined;
    await eventually(async () => (botId = await findBusyBot(wazi.databaseUrl)) !== undefined, FILL_MS);
    const { context, page } = await pages.openVisitor({ width: 390 });
    await context.request.post("/api/auth/signin", { data: { email: form["email"], password: PASSWORD } });
    const bytes = await countBytes(page);
    await page.goto(`/bots/${botId}`);
    const cold = await untilQuiet(page, bytes);
    // oxlint-disable-next-line wazi/no-fixed-sleeps -- the bytes of this time are measured
    await page.waitForTimeout(IDLE_MS);
    const idle = sum(bytes) - cold;
    process.stdout.write(`bot page: ${cold} bytes, and ${idle} bytes in ${IDLE_MS / 1_000} s\n`);
    expect(cold).toBeLessThan(MAX_COLD_BYTES);
    expect(idle).toBeLessThan(MAX_IDLE_BYTES);
  });
});
