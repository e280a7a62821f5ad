import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { checkAcknowledged, checkBooks, checkTrades } from "../../lab/torture/check-promises.ts";
import { startMoneyLoad } from "../../lab/torture/money-load.ts";
import { readPlayedBars, writeMarket } from "../../lab/torture/torture-market.ts";
import { createHttpClient, signUp } from "../harness/http-client.ts";
import { mpesa } from "../harness/money-forms.ts";
import { endEverything, eventually } from "../harness/wazi-process.ts";
import { type Cluster, skipWithout, startCluster } from "./cluster.ts";
import { findClusterPrograms } from "./programs.ts";
import { startReplicatedDatabase, type ReplicatedDatabase } from "./replicated-database.ts";

/** `npm run wazi -- test:cluster --promotions 20` takes a quarter of a minute for each. */
const PROMOTIONS = Number(process.env["WAZI_PROMOTIONS"] ?? 2);
const SEED = 17;
const INVESTORS = 4;
const PROMOTED_WITHIN_MS = 30_000;
/** Another key of the same load is answered this long after a promotion. */
const MONEY_MOVES_WITHIN_MS = 30_000;

const found = findClusterPrograms();
let cluster: Cluster;
let database: ReplicatedDatabase;
let marketFolder: string;

describe("a standby that is promoted", () => {
  beforeAll(async () => {
    if ("missing" in found || found.patroni === undefined) return;
    marketFolder = mkdtempSync(join(tmpdir(), "wazi-promotions-market-"));
    writeMarket(marketFolder, SEED);
    const env = {
      MARKET_FEED: `replay:${marketFolder}`,
      REPLAY_SPEED: "30",
      REPLAY_LOOP: "on",
      MAX_MARKET_EXPOSURE_PCT: "100",
      MAX_DAILY_LOSS_PCT: "100",
      LOG_LEVEL: "fatal",
    };
    cluster = await startCluster(found, {
      usesNats: true,
      env,
      startDatabase: async (programs, folder) => (database = await startReplicatedDatabase(programs, folder)),
    });
  });

  afterAll(async () => {
    await cluster?.stop();
    if (marketFolder) rmSync(marketFolder, { recursive: true, force: true });
    await endEverything();
  });

  test("loses no acknowledged operation under load", { timeout: 120_000 + PROMOTIONS * 90_000 }, async (context) => {
    skipWithout(context, found, ["patroni", "etcd-server"]);
    const load = await startMoneyLoad([cluster.address], INVESTORS, SEED);
    load.ended.catch(() => undefined);
    const gaps: number[] = [];
    for (let promotion = 0; promotion < PROMOTIONS; promotion += 1) gaps.push(await promote(load.counts, load.ended));
    await load.stop();
    const sql = openPool(cluster.database.ownerUrl, { max: 1, role: null });
    try {
      const bars = await readPlayedBars(sql);
      await eventually(async () => (await readPlayedBars(sql)) > bars);
      await cluster.stopMembers();
      await checkBooks(sql);
      expect(await checkAcknowledged(sql, load.acknowledged)).toEqual({ lost: 0, doubled: 0 });
      expect(await checkTrades(sql, marketFolder)).toBeGreaterThan(0);
    } finally {
      await sql.end({ timeout: 1 });
    }
    const sorted = gaps.toSorted((a, b) => a - b);
    process.stdout.write(
      `${PROMOTIONS} promotions, ${load.counts.operations} operations acknowledged, ${load.counts.unanswered} unanswered and settled by repeating: 0 lost, 0 doubled; money moved again after ${sorted[Math.floor(sorted.length / 2)]} ms in the median, at most ${sorted.at(-1)} ms\n`,
    );
  });

  async function promote(counts: { operations: number }, ended: Promise<void>): Promise<number> {
    await Promise.race([database.untilStandby(), ended]);
    const primary = await database.killPrimary();
    const killedAt = performance.now();
    const refusal = await refuseMoney();
    if (refusal) expect(refusal).toEqual({ status: 503, code: "BUSY", isTold: true });
    await eventually(async () => ![undefined, primary].includes(await database.findPrimary()), PROMOTED_WITHIN_MS);
    const { operations } = counts;
    await Promise.race([eventually(() => counts.operations > operations + 3, MONEY_MOVES_WITHIN_MS), ended]);
    return Math.round(performance.now() - killedAt);
  }

  /** A money call while there is no primary. Undefined when it was answered by a database. */
  async function refuseMoney(): Promise<{ status: number; code: string; isTold: boolean } | undefined> {
    const visitor = createHttpClient(cluster.address);
    try {
      await signUp(visitor);
    } catch {
      // Signing up needs the database, so it is refused as well.
    }
    const answer = await visitor.call("POST", "/api/user/withdrawals", mpesa("10")).catch(() => undefined);
    if (answer?.status !== 503) return undefined;
    const { code } = answer.body as { code: string };
    return { status: answer.status, code, isTold: Number(answer.headers.get("retry-after")) > 0 };
  }
});
