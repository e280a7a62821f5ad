import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PublicStatus } from "@wazi/contracts";
import { settleDeposit, startDeposit } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { runReconciliation, reconcile } from "../../ledger/reconciliation/run-reconciliation.ts";
import { checkNamesSince } from "../../ledger/reconciliation/compare-books.ts";
import { railCheckNames, railChecks } from "../../bank/rail-checks/rail-checks.ts";
import { saveReconciliation } from "../../ledger/reconciliation/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { AnswerTimes } from "./answer-times.ts";
import { compactHeartbeats, recordHeartbeat } from "./heartbeat.ts";
import { readStatus } from "./read-status.ts";

const START = Date.UTC(2026, 2, 1, 12, 0, 30);
const LIMITS = { maxDailyLoss: 500n, maxMarketExposure: 5_000n };

let test: TestApp;
let owner: Sql;
let clockMs = START;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});
beforeEach(async () => {
  clockMs = START;
  await owner.unsafe("truncate heartbeats, heartbeat_days, reconciliations, feed_troubles");
});

const now = (): Date => new Date(clockMs);
const read = (): Promise<PublicStatus> => readStatus({ sql: test.sql, now, limits: LIMITS, priceProviders: [] });

function createProcess(): { answerTimes: AnswerTimes; beat: () => Promise<void> } {
  const answerTimes = new AnswerTimes();
  return { answerTimes, beat: () => recordHeartbeat({ sql: test.sql, now, answerTimes }) };
}

/** Inserts a heartbeat for every minute of a period. */
async function serve(from: number, to: number): Promise<void> {
  await owner`
    insert into heartbeats select minute, 10, 1, array_fill(0, array[28])
    from generate_series(${new Date(from)}::timestamptz, ${new Date(to - 1)}::timestamptz, interval '1 minute') minute`;
}

it("fails in its own call while the database is gone, without a rejection that nobody handles: one would end the process", async () => {
  const gone = openPool("postgres://nobody:x@127.0.0.1:1/none");
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    const asked = readStatus({ sql: gone, now, limits: LIMITS, priceProviders: [] });
    await expect(asked).rejects.toThrow("The database cannot be reached");
    await gone.end();
    await nextTurn();
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
});

describe("uptime", () => {
  it("is unknown before the first heartbeat and known from then on", async () => {
    expect((await read()).uptime).toMatchObject({ since: null, sinceStartPct: null, days: [] });
    await createProcess().beat();
    expect((await read()).uptime).toMatchObject({
      since: "2026-03-01T12:00:00.000Z",
      sinceStartPct: "100.000",
      last24HoursPct: null,
      days: [{ day: "2026-03-01", minutes: 1, servedMinutes: 1 }],
    });
  });

  it("counts each minute once, and as down without a heartbeat", { tags: ["uptime"] }, async () => {
    const [one, other] = [createProcess(), createProcess()];
    for (const minute of [0, 1, 4]) {
      clockMs = START + minute * MINUTE_MS;
      await Promise.all([one.beat(), other.beat(), one.beat()]);
    }
    expect((await read()).uptime.sinceStartPct).toBe("60.000");
  });

  it("does not count the current minute as down before its first heartbeat", async () => {
    await createProcess().beat();
    clockMs += MINUTE_MS;
    expect((await read()).uptime.sinceStartPct).toBe("100.000");
    clockMs += MINUTE_MS;
    expect((await read()).uptime.sinceStartPct).toBe("50.000");
  });

  it("does not change when old minutes are compacted by day", async () => {
    const noon = Date.UTC(2026, 2, 1, 12);
    await serve(noon, noon + DAY_MS);
    await serve(noon + 2 * DAY_MS, noon + 100 * DAY_MS);
    clockMs = noon + 100 * DAY_MS;
    const before = (await read()).uptime;
    expect(before).toMatchObject({
      since: new Date(noon).toISOString(),
      sinceStartPct: "99.000",
      last90DaysPct: "100.000",
    });
    expect(before.days).toHaveLength(30);
    await compactHeartbeats({ sql: test.sql, now });
    await compactHeartbeats({ sql: test.sql, now });
    expect((await read()).uptime).toEqual(before);
    const [kept] = await test.sql<{ first: Date }[]>`select min(minute) as first from heartbeats`;
    expect(kept!.first).toEqual(new Date(Date.UTC(2026, 2, 10)));
  });
});

describe("answers", () => {
  it("add up over all processes for the last 15 minutes and 24 hours", { tags: ["response-times"] }, async () => {
    const [one, other] = [createProcess(), createProcess()];
    one.answerTimes.record({ ms: 900, status: 503 });
    await one.beat();
    clockMs += 20 * MINUTE_MS;
    for (const { answerTimes, beat: write } of [one, other]) {
      for (let index = 0; index < 50; index += 1) answerTimes.record({ ms: index < 49 ? 4.5 : 60, status: 200 });
      await write();
    }
    expect((await read()).answers).toEqual({
      last15Minutes: { answers: 100, serverErrors: 0, p50Ms: 5, p95Ms: 5, p99Ms: 70 },
      last24Hours: { answers: 101, serverErrors: 1, p50Ms: 5, p95Ms: 5, p99Ms: 70 },
    });
  });

  it("are saved with the next heartbeat when the database is unreachable", async () => {
    const { answerTimes, beat: write } = createProcess();
    answerTimes.record({ ms: 3, status: 200 });
    const gone = openPool("postgres://nobody:x@127.0.0.1:1/none", { max: 1 });
    await expect(recordHeartbeat({ sql: gone, now, answerTimes })).rejects.toThrow();
    await gone.end();
    await write();
    expect((await read()).answers.last15Minutes).toMatchObject({ answers: 1, p50Ms: 3 });
  });
});

describe("feeds", () => {
  it("show their newest price and the issues of the last day without symbols", async () => {
    await owner`insert into market_prices values ('forex', 'EUR/USD', 1.1, 0, 'simulated', null, ${new Date(START)}, 1),
      ('crypto', 'BTC/USD', 60000, 0, 'simulated', null, ${new Date(START - 5_000)}, 2)`;
    await owner`insert into feed_troubles values
      ('simulated', 'EUR/USD', 'gap', 'a secret', 3, ${new Date(0)}, ${new Date(START - MINUTE_MS)}),
      ('simulated', 'BTC/USD', 'gap', 'a secret', 1, ${new Date(0)}, ${new Date(START - MINUTE_MS)}),
      ('simulated', 'USD/JPY', 'late', 'a secret', 1, ${new Date(0)}, ${new Date(START - DAY_MS - 1)})`;
    const { feeds, feedTroubles } = await read();
    expect(feeds).toEqual([{ feed: "simulated", symbols: 2, newestPriceAt: new Date(START).toISOString() }]);
    expect(feedTroubles).toEqual([{ feed: "simulated", kind: "gap", symbols: 2 }]);
  });
});

describe("the books", () => {
  it("show the last comparison", async () => {
    expect((await read()).reconciliation).toBeNull();
    const at = (minutes: number) => new Date(START - minutes * MINUTE_MS);
    await saveReconciliation(test.sql, { checkedAt: at(90), checks: 14, differences: 2, since: null });
    expect((await read()).reconciliation).toEqual({
      ...{ checkedAt: at(90).toISOString(), checks: 14, differences: 2, since: null },
      allComparedAt: at(90).toISOString(),
    });
    // A comparison since a checkpoint does not see the differences before it.
    await saveReconciliation(test.sql, { checkedAt: at(30), checks: 12, differences: 0, since: at(90) });
    expect((await read()).reconciliation).toEqual({
      ...{ checkedAt: at(30).toISOString(), checks: 12, differences: 2, since: at(90).toISOString() },
      allComparedAt: at(90).toISOString(),
    });
    await saveReconciliation(test.sql, { checkedAt: at(1), checks: 14, differences: 0, since: null });
    expect((await read()).reconciliation).toMatchObject({ differences: 0, allComparedAt: at(1).toISOString() });
  });

  it("are compared again after an hour, across processes", { tags: ["reconciled"] }, async () => {
    const deps = { sql: test.sql, now, further: railChecks };
    expect(await reconcile(deps)).toBe(0);
    clockMs += 10 * MINUTE_MS;
    expect(await reconcile(deps)).toBeNull();
    clockMs += 50 * MINUTE_MS;
    expect(await reconcile(deps)).toBe(0);
    expect((await read()).reconciliation).toMatchObject({ checkedAt: now().toISOString(), differences: 0 });
    expect((await read()).reconciliation!.checks).toBe(checkNamesSince.length + railCheckNames.length);
    clockMs += 60 * MINUTE_MS;
    await owner`
      insert into mpesa_events (kind, transaction_id, amount, result_code, handled_at)
      values ('confirmation', 'SGSTATUS1', 100, '0', now())`;
    expect(await reconcile(deps)).toBe(1);
    await owner`delete from mpesa_events where transaction_id = 'SGSTATUS1'`;
  });

  it("are compared at once when they never were", async () => {
    const keeping = runReconciliation({ sql: test.sql, now, further: railChecks }, pino({ level: "silent" }));
    await expect.poll(async () => (await read()).reconciliation).toMatchObject({ checkedAt: now().toISOString() });
    await keeping.stop();
  });
});

describe("processing times", () => {
  /** Creates twenty withdrawals and verifications that took one to twenty minutes; the first withdrawal is hidden. */
  async function settleTwenty({ userId }: TestClient): Promise<void> {
    for (let minutes = 1; minutes <= 20; minutes += 1) {
      const id = randomUUID();
      const createdAt = new Date(START - minutes * MINUTE_MS);
      await owner`
        insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, status, created_at,
          settled_at, updated_at, version, hidden_at)
        values (${id}, ${userId}, 10, 10, 0, 'bank', 'completed', ${createdAt}, ${new Date(START)},
          ${new Date(START + DAY_MS)}, 1, ${minutes === 1 ? now() : null})`;
      await owner`
        insert into verifications (id, user_id, document_type, front_document, status, rejection_reason, reviewed_at, created_at, updated_at)
        values (${randomUUID()}, ${userId}, 'passport', 'front', 'rejected', 'blurred', ${new Date(START)}, ${createdAt}, ${createdAt})`;
    }
  }

  it("show median and 90th percentile from twenty cases on", { tags: ["processing-times"] }, async () => {
    const investor = await test.signUp();
    expect((await read()).processing).toEqual({ deposit: null, withdrawal: null, verification: null });
    await settleTwenty(investor);
    const expected = { cases: 20, waiting: 0, medianSeconds: 630, p90Seconds: 1_086 };
    expect((await read()).processing).toEqual({ deposit: null, withdrawal: expected, verification: expected });
  });

  it("count credited deposits, without failed and late ones", async () => {
    for (let index = 0; index < 20; index += 1) {
      const investor = await test.signUp();
      const { id } = await startDeposit(investor, "100");
      expect((await settleDeposit(test.admin, id, { status: "completed" })).status).toBe(200);
      await owner`update deposits set created_at = updated_at - make_interval(secs => 60) where id = ${id}`;
    }
    expect((await read()).processing.deposit).toEqual({ cases: 20, waiting: 0, medianSeconds: 60, p90Seconds: 60 });
    const [{ id } = { id: "" }] = await owner<{ id: string }[]>`select id from deposits limit 1`;
    await owner`update deposits set status = 'failed' where id = ${id}`;
    expect((await read()).processing.deposit).toBeNull();
  });
});

it("is public and cached for some seconds", { tags: ["public-status"] }, async () => {
  const first: PublicStatus = (await test.visitor().call("GET", "/api/public/status")).body;
  expect(first.uptime.since).toBeNull();
  await recordHeartbeat({ sql: test.sql, now: () => new Date(), answerTimes: new AnswerTimes() });
  const second: PublicStatus = (await test.visitor().call("GET", "/api/public/status")).body;
  expect(second).toEqual(first);
});
