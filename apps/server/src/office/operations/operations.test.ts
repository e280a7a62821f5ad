import { randomUUID } from "node:crypto";
import type { AnswerOf, AuditEvent, FeedKind, Operations, reconcileNow } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activate,
  errorOf,
  startDeposit,
  startWithdrawal,
  deactivate,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { checkNames, compareBooks } from "../../ledger/reconciliation/compare-books.ts";
import { railCheckNames, railChecks } from "../../bank/rail-checks/rail-checks.ts";
import { isContended } from "../../platform/db/database-errors.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import type { BotInstrument } from "../../trader/api.ts";
import { saveMarks } from "../../trader/loop/store.ts";
import { createOperationsCache, readOperations } from "./read-operations.ts";
import type { OperationsDeps } from "./operated-bots.ts";

let test: TestApp;
let bots: ScriptedBots;
let owner: Sql;
let deps: OperationsDeps;

/** The instruments of a bot of the test's feed. */
const listForex = (feed: FeedKind): BotInstrument[] =>
  ["EUR/USD", "GBP/USD"].map((symbol) => ({ market: "forex", symbol, feed }));

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  deps = {
    sql: test.sql,
    now: () => new Date(),
    feedOf: () => "simulated",
    instrumentsOf: () => listForex("simulated"),
    mailTransport: "folder",
    furtherChecks: railChecks,
  };
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const read = (): Promise<Operations> => readOperations(deps);

describe("the operations screen", () => {
  it("shows only the bots on a new installation", async () => {
    const answer = await test.admin.call("GET", "/api/admin/operations");
    expect(answer.status).toBe(200);
    const { bots: listed, queues, at: _at, mail, ...rest } = answer.body as Operations;
    expect(mail).toMatchObject({ failedCount: 0, failed: [] });
    expect(rest).toEqual({
      lease: null,
      tradingWaitsUntil: null,
      reconciliations: [],
      completeReconciliation: null,
      feeds: [],
      feedTroubles: [],
      entryRefusals: [],
      answers: { last15Minutes: { answers: 0, serverErrors: 0 }, last24Hours: { answers: 0, serverErrors: 0 } },
    });
    expect(queues).toEqual(
      [
        ...["deposits", "withdrawals", "verifications", "exits", "mail", "orders"],
        ...["payment-reviews", "mpesa-reports", "payouts-unknown", "payout-reviews", "statement-differences"],
      ].map((name) => ({ name, count: 0, oldestAt: null })),
    );
    expect(listed).toHaveLength(11);
    expect(listed[0]).toMatchObject({
      name: "Alpha-Forex-01",
      market: "forex",
      feed: "simulated",
      status: "trading",
      paused: null,
      haltReason: null,
      openTrade: null,
      lastCandleAt: null,
      lastTradeAt: null,
      nav: "1.000000000000",
      investors: 0,
      value: "0.00",
      closedTrades: 0,
      winRatePct: null,
      returnPct: "0.00",
    });
  });

  it("shows the lease holder and an expired lease", async () => {
    bots = await startScriptedBots(test);
    expect((await read()).lease).toMatchObject({ token: "1", isAlive: true });
    await owner`update leases set expires_at = now() - interval '1 second'`;
    expect((await read()).lease?.isAlive).toBe(false);
  });

  it("shows a bot's value and record", async () => {
    const [one, other] = [await test.funded("1000"), await test.funded("1000")];
    await activate(one, bots.ids[0], "300");
    await activate(other, bots.ids[0], "100");
    for (const [from, to] of [
      [100, 110],
      [100, 105],
      [100, 90],
    ] as const) {
      await bots.open(0, { side: "buy", price: from, exposure: "1" });
      await bots.close(0, to);
    }
    await bots.open(0, { side: "sell", price: 100, exposure: "0.5" });
    await bots.price(0, 98);
    const [bot] = (await read()).bots;
    expect(bot).toMatchObject({
      investors: 2,
      closedTrades: 3,
      winRatePct: "66.66",
      openTrade: { symbol: "EUR/USD", side: "sell" },
    });
    expect(bot!.returnPct).toBe((Math.floor((Number(bot!.nav) - 1) * 10_000) / 100).toFixed(2));
    const [row] = await test.sql<{ executedAt: Date; openedAt: string; worth: string }[]>`
      select (select max(executed_at) from bot_trades) as "executedAt", open_trade ->> 'openedAt' as "openedAt",
        (select floor(sum(units) * m.exit_mark * 100) / 100 from positions h where h.bot_id = p.bot_id)::numeric(20, 2)::text as worth
      from pools p join pool_marks m on m.bot_id = p.bot_id where p.bot_id = ${bots.ids[0]!}`;
    expect(bot).toMatchObject({ lastTradeAt: row!.executedAt.toISOString(), value: row!.worth });
    expect(bot!.openTrade!.openedAt).toBe(row!.openedAt);
  });

  it("shows when the newest candle closed, or was played for a replay", async () => {
    await owner`
      insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
      select symbol, interval, bar_time::timestamptz, 'simulated', 1, 1, 1, 1, 0 from (values
        ('EUR/USD', '1m', '2026-03-01T12:00Z'), ('EUR/USD', '1m', '2026-03-01T12:01Z'), ('GBP/USD', '1m', '2026-03-01T12:02Z'),
        ('GBP/USD', '1h', '2026-03-01T13:00Z'), ('USD/JPY', '1m', '2026-03-01T12:30Z')) c (symbol, interval, bar_time)`;
    await owner`
      insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place) values
        ('forex', 'EUR/USD', 1, 0, 'replay', '2020-01-01', '2026-03-01T15:00Z', 0)`;
    expect((await read()).bots[0]?.lastCandleAt).toBe("2026-03-01T12:03:00.000Z");
    const replayed = await readOperations({
      ...deps,
      feedOf: () => "replay",
      instrumentsOf: () => listForex("replay"),
    });
    expect(replayed.bots[0]?.lastCandleAt).toBe("2026-03-01T15:00:00.000Z");
  });

  it("shows the age of each feed's prices and the feed issues, latest first", async () => {
    await owner`truncate market_prices`;
    await owner`
      insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place) values
        ('forex', 'EUR/USD', 1, 0, 'simulated', null, '2026-03-01T12:00:05Z', 0),
        ('forex', 'GBP/USD', 1, 0, 'simulated', null, '2026-03-01T11:00:00Z', 1),
        ('crypto', 'BTC/USD', 1, 0, 'live', null, '2026-03-01T12:00:01Z', 2)`;
    await owner`
      insert into feed_troubles (feed, symbol, kind, message, happened, first_at, last_at) values
        ('simulated', 'EUR/USD', 'gap', 'Bars are missing.', 3, '2026-03-01T10:00Z', '2026-03-01T10:30Z'),
        ('clock', '', 'clock-set-back', 'The clock was set back by 9 s.', 1, '2026-03-01T11:00Z', '2026-03-01T11:00Z')`;
    const { feeds, feedTroubles } = await read();
    expect(feeds).toEqual([
      {
        feed: "live",
        symbols: 1,
        newestPriceAt: "2026-03-01T12:00:01.000Z",
        oldestPriceAt: "2026-03-01T12:00:01.000Z",
        oldestSymbol: "BTC/USD",
      },
      {
        feed: "simulated",
        symbols: 2,
        newestPriceAt: "2026-03-01T12:00:05.000Z",
        oldestPriceAt: "2026-03-01T11:00:00.000Z",
        oldestSymbol: "GBP/USD",
      },
    ]);
    expect(feedTroubles).toEqual([
      {
        feed: "clock",
        symbol: null,
        kind: "clock-set-back",
        message: "The clock was set back by 9 s.",
        count: 1,
        firstAt: "2026-03-01T11:00:00.000Z",
        lastAt: "2026-03-01T11:00:00.000Z",
      },
      {
        feed: "simulated",
        symbol: "EUR/USD",
        kind: "gap",
        message: "Bars are missing.",
        count: 3,
        firstAt: "2026-03-01T10:00:00.000Z",
        lastAt: "2026-03-01T10:30:00.000Z",
      },
    ]);
  });

  it("shows the size and the oldest entry of each queue", async () => {
    const investors: TestClient[] = [];
    for (let each = 0; each < 2; each += 1) investors.push(await test.funded("1000"));
    const deposits = [await startDeposit(investors[0]!, "100"), await startDeposit(investors[1]!, "200")];
    const withdrawal = await startWithdrawal(investors[0]!, "100");
    await activate(investors[1]!, bots.ids[1], "200");
    await bots.open(1, { side: "buy", price: 100, exposure: "1" });
    await saveMarks(test.sql, [], [bots.ids[1]!]);
    expect((await deactivate(investors[1]!, bots.ids[1])).status).toBe(202);
    await owner`insert into mail_outbox (user_id, template, data, created_at) values
      (${investors[0]!.userId}, 'deactivated', '{}', '2026-03-01T12:00Z')`;
    await owner`
      insert into orders (client_order_id, broker, symbol, sequence, side, quantity, held, target, decision, model_price, status, planned_at)
      values (${randomUUID()}, 'ccxt:test', 'BTC/USD', 1, 'buy', 1, 0, 1, '{}', 100, 'sent', '2026-03-01T12:05Z')`;
    const { queues } = await read();
    const named = Object.fromEntries(queues.map(({ name, ...rest }) => [name, rest]));
    expect(named).toMatchObject({
      deposits: { count: 2, oldestAt: deposits[0]!.createdAt },
      withdrawals: { count: 1, oldestAt: withdrawal.createdAt },
      verifications: { count: 0, oldestAt: null },
      exits: { count: 1 },
      mail: { oldestAt: "2026-03-01T12:00:00.000Z" },
      orders: { count: 1, oldestAt: "2026-03-01T12:05:00.000Z" },
    });
    await bots.price(1, 100);
    await bots.settle();
  });

  it("counts the decisions about rails that are pending, with the age of the oldest", async () => {
    const investor = await test.funded("100");
    const [withdrawal, now] = [await startWithdrawal(investor, "50"), new Date("2026-03-02T10:00Z")];
    for (const [status, reason, seenAt] of [
      ["review", "manual", "2026-03-01T12:00Z"],
      ["review", "vanished", "2026-03-01T13:00Z"],
      ["seen", null, "2026-03-01T11:00Z"],
    ]) {
      await owner`
        insert into deposit_payments (id, network, transaction_hash, output, wallet_address, user_id, currency, coins, seen_at,
          confirmations_needed, timing, status, review_reason, updated_at, version)
        values (${randomUUID()}, 'TRC20', ${randomUUID()}, '0', 'T', ${investor.userId}, 'USDT', 1, ${seenAt}, 1, 'late',
          ${status}, ${reason}, now(), 1)`;
    }
    await owner`
      insert into mpesa_events (kind, transaction_id, received_at, handled_at, problem, decided_by)
      values ('confirmation', 'R1', '2026-03-01T08:00Z', now(), 'Unknown account', null),
        ('confirmation', 'R2', '2026-03-01T07:00Z', now(), 'Unknown account', ${test.admin.userId}),
        ('confirmation', 'R3', '2026-03-01T06:00Z', now(), null, null)`;
    await owner`
      insert into payouts (id, withdrawal_id, attempt, rail, reference, state, amount, currency, local_amount, rate, rate_at,
        approved_at, sends, sent_at, next_at, version)
      values (${randomUUID()}, ${withdrawal.id}, 1, 'mpesa-b2c', 'REF', 'unknown', 50, 'KES', 6450, 129, ${now}, ${now}, 1,
        '2026-03-01T09:00Z', ${now}, 1)`;
    await owner`
      insert into payout_reviews (rail, kind, summary, found_at, decided_by, decided_at, decision)
      values ('mpesa-b2c', 'unknown-payment', 'One', '2026-03-01T05:00Z', null, null, null),
        ('mpesa-b2c', 'unknown-payment', 'Two', '2026-03-01T04:00Z', ${test.admin.userId}, now(), 'Done')`;
    await owner`
      insert into statement_comparisons (differences, oldest_on, compared_at) values (4, '2026-02-20', ${now})`;
    const named = Object.fromEntries((await read()).queues.map(({ name, ...rest }) => [name, rest]));
    expect(named).toMatchObject({
      "payment-reviews": { count: 2, oldestAt: "2026-03-01T12:00:00.000Z" },
      "mpesa-reports": { count: 1, oldestAt: "2026-03-01T08:00:00.000Z" },
      "payouts-unknown": { count: 1, oldestAt: "2026-03-01T09:00:00.000Z" },
      "payout-reviews": { count: 1, oldestAt: "2026-03-01T05:00:00.000Z" },
      "statement-differences": { count: 4, oldestAt: "2026-02-20T00:00:00.000Z" },
    });
    // The checks of the books would find them.
    await owner`delete from payouts where withdrawal_id = ${withdrawal.id}`;
    await owner`delete from mpesa_events where transaction_id in ('R1', 'R2', 'R3')`;
  });

  it("counts responses and errors of the last 15 minutes and 24 hours", async () => {
    await owner`
      insert into heartbeats select date_trunc('minute', now()) - age, answers, errors, array_fill(0, array[28])
      from (values (interval '1 minute', 10, 1), (interval '13 minutes', 20, 0), (interval '3 hours', 300, 5),
        (interval '25 hours', 4000, 40)) h (age, answers, errors)`;
    expect((await read()).answers).toEqual({
      last15Minutes: { answers: 30, serverErrors: 1 },
      last24Hours: { answers: 330, serverErrors: 6 },
    });
  });

  it("is cached for two seconds and read again after a change", async () => {
    let clockMs = Date.now();
    const operations = createOperationsCache({ ...deps, now: () => new Date(clockMs) });
    const first = operations.read();
    clockMs += 1_999;
    expect(operations.read()).toBe(first);
    operations.clear();
    const second = operations.read();
    expect(second).not.toBe(first);
    clockMs += 2_000;
    expect(operations.read()).not.toBe(second);
    await first;
  });
});

describe("reconciliation on request", () => {
  type Result = AnswerOf<typeof reconcileNow>;
  const reconcile = () => test.admin.call("POST", "/api/admin/reconciliations");

  it("returns the differences, stores the result and records who requested it", async () => {
    const calm = await reconcile();
    expect(calm.status).toBe(201);
    expect(calm.body).toMatchObject({
      ...{ checks: checkNames.length + railCheckNames.length, differences: 0, found: [] },
      since: null,
    });
    await owner`update pools set won_trades = won_trades + 1 where bot_id = ${bots.ids[0]!}`;
    const answer = await reconcile();
    const { found, ...result } = answer.body as Result;
    expect(result.since).not.toBeNull();
    expect(found).toEqual([
      {
        check: "a bot's record matches its trades",
        subject: `record of bot ${bots.ids[0]!}`,
        expected: "3 closed, 2 won",
        actual: "3 closed, 3 won",
      },
    ]);
    await owner`
      insert into mpesa_events (kind, transaction_id, amount, result_code, handled_at)
      values ('confirmation', 'SGBOOKS1', 100, '0', now())`;
    expect(((await reconcile()).body as Result).found).toContainEqual(
      expect.objectContaining({ check: "reports and payments", subject: "receipt SGBOOKS1" }),
    );
    await owner`delete from mpesa_events where transaction_id = 'SGBOOKS1'`;
    await owner`delete from reconciliations where id = (select max(id) from reconciliations)`;
    await owner`update pools set won_trades = won_trades - 1 where bot_id = ${bots.ids[0]!}`;
    const { reconciliations, completeReconciliation } = (await test.admin.call("GET", "/api/admin/operations"))
      .body as Operations;
    const { found: _found, ...before } = calm.body as Result;
    expect(reconciliations).toEqual([result, before]);
    expect(completeReconciliation).toEqual(before);
    const rows = (await test.admin.call("GET", "/api/admin/audit?action=books.reconcile")).body as {
      items: AuditEvent[];
    };
    expect(rows.items.map(({ actorId, after }) => [actorId, after?.["differences"]])).toEqual([
      [test.admin.userId, 2],
      [test.admin.userId, 1],
      [test.admin.userId, 0],
    ]);
  });

  it("lists at most twenty results", async () => {
    await owner`
      insert into reconciliations (checked_at, checks, differences)
      select now() - n * interval '1 hour', 15, 0 from generate_series(1, 30) n`;
    expect((await read()).reconciliations).toHaveLength(20);
  });

  it("answers 409 while another comparison runs", async () => {
    const started = await owner.begin(async (tx) => {
      // One of the checks waits for this table until the transaction ends.
      await tx`lock table bot_trades in access exclusive mode`;
      const first = reconcile();
      expect(errorOf(await reconcileOnceBlocked())).toMatchObject({ statusCode: 409, code: "CONFLICT" });
      return { first };
    });
    expect((await started.first).status).toBe(201);
    expect((await reconcile()).status).toBe(201);
  });

  it("stops when all checks together take too long", async () => {
    await owner.begin(async (tx) => {
      await tx`lock table bot_trades in access exclusive mode`;
      expect(isContended(await compare(200).catch((thrown: unknown) => thrown))).toBe(true);
    });
    expect(await compare(60_000)).toMatchObject({ differences: [] });
  });

  const compare = (totalMs: number) => compareBooks(test.sql, { further: railChecks, totalMs, now: () => new Date() });

  async function reconcileOnceBlocked() {
    for (;;) {
      const [waiting] = await test.sql<{ waits: boolean }[]>`
        select exists (select from pg_locks where not granted and relation = 'bot_trades'::regclass) as waits`;
      if (waiting?.waits) return reconcile();
    }
  }
});
