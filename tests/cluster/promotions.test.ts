import { describe, expect } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { checkAcknowledged, checkBooks, checkTrades } from "../../lab/torture/check-promises.ts";
import type { MoneyLoad } from "../../lab/torture/money-load.ts";
import { readPlayedBars, writeMarket } from "../../lab/torture/torture-market.ts";
import { createHttpClient, signUp } from "../harness/http-client.ts";
import { mpesa } from "../harness/money-forms.ts";
import { eventually } from "../harness/wazi-process.ts";
import type { Cluster } from "./cluster.ts";
import { clusterTest, startLoad } from "./cluster-test.ts";
import { startReplicatedDatabase, type ReplicatedDatabase } from "./replicated-database.ts";

/** `npm run wazi -- test:cluster --promotions 20` takes a quarter of a minute for each. */
const PROMOTIONS = Number(process.env["WAZI_PROMOTIONS"] ?? 2);
const SEED = 17;
const INVESTORS = 4;
const PROMOTED_WITHIN_MS = 30_000;
/** Another key of the same load is answered this long after a promotion. */
const MONEY_MOVES_WITHIN_MS = 30_000;

const test = clusterTest
  .extend("extraPackages", () => ["patroni", "etcd-server"])
  .extend("cluster", { scope: "file" }, ({ folder, startCluster }) => {
    writeMarket(folder, SEED);
    const env = {
      MARKET_FEED: `replay:${folder}`,
      REPLAY_SPEED: "30",
      REPLAY_LOOP: "on",
      MAX_MARKET_EXPOSURE_PCT: "100",
      MAX_DAILY_LOSS_PCT: "100",
      LOG_LEVEL: "fatal",
    };
    return startCluster({ usesNats: true, env, startDatabase: startReplicatedDatabase });
  });

describe("a standby that is promoted", () => {
  test(
    "loses no acknowledged operation under load",
    { timeout: 120_000 + PROMOTIONS * 90_000 },
    async ({ folder, cluster }) => {
      const load = await startLoad(cluster, INVESTORS, SEED);
      const gaps: number[] = [];
      for (let promotion = 0; promotion < PROMOTIONS; promotion += 1) gaps.push(await promote(cluster, load));
      await load.stop();
      const sql = openPool(cluster.database.ownerUrl, { max: 1, role: null });
      try {
        const bars = await readPlayedBars(sql);
        await eventually(async () => (await readPlayedBars(sql)) > bars);
        await cluster.stopMembers();
        await checkBooks(sql);
        expect(await checkAcknowledged(sql, load.acknowledged)).toEqual({ lost: 0, doubled: 0 });
        expect(await checkTrades(sql, folder)).toBeGreaterThan(0);
      } finally {
        await sql.end({ timeout: 1 });
      }
      const sorted = gaps.toSorted((a, b) => a - b);
      process.stdout.write(
        `${PROMOTIONS} promotions, ${load.counts.operations} operations acknowledged, ${load.counts.unanswered} unanswered and settled by repeating: 0 lost, 0 doubled; money moved again after ${sorted[Math.floor(sorted.length / 2)]} ms in the median, at most ${sorted.at(-1)} ms\n`,
      );
    },
  );

  async function promote(cluster: Cluster<ReplicatedDatabase>, { counts, ended }: MoneyLoad): Promise<number> {
    const { database } = cluster;
    await Promise.race([database.untilStandby(), ended]);
    const primary = await database.killPrimary();
    const killedAt = performance.now();
    const refusal = await refuseMoney(cluster);
    if (refusal) expect(refusal).toEqual({ status: 503, code: "BUSY", isTold: true });
    await eventually(async () => ![undefined, primary].includes(await database.findPrimary()), PROMOTED_WITHIN_MS);
    const { operations } = counts;
    await Promise.race([eventually(() => counts.operations > operations + 3, MONEY_MOVES_WITHIN_MS), ended]);
    return Math.round(performance.now() - killedAt);
  }

  /** A money call while there is no primary. Undefined when it was answered by a database. */
  async function refuseMoney(cluster: Cluster): Promise<{ status: number; code: string; isTold: boolean } | undefined> {
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
