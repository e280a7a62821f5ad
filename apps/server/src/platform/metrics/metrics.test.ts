import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { settleDeposit, startDeposit } from "../../../../../tests/harness/money-calls.ts";
import { stretchBound } from "../../../../../tests/harness/stretch-bound.ts";
import { startTcpProxy } from "../../../../../tests/harness/tcp-proxy.ts";
import {
  createRememberingHasher,
  openTestModules,
  startTestApp,
  type TestApp,
} from "../../../../../tests/harness/test-app.ts";
import { findFreePort } from "../process/free-port.ts";
import { createOperationCounter } from "../../ledger/door/count-operations.ts";
import { openDoor, type Door } from "../../ledger/door/post.ts";
import { metricGroups } from "../../start/modules.ts";
import { readSettings } from "../../start/settings/settings.ts";
import { saveFailedCopy, saveVerifiedCopy } from "../backup/store.ts";
import { openPool, type Sql } from "../db/pool.ts";
import { type Metrics, openMetrics } from "./open-metrics.ts";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const DISK_BYTES = 2 * 1024 ** 3;

/** More than the age up to which several readers share a reading. */
const NOT_SHARED_MS = 2_100;

let isNatsConnected = true;
/** How far the clock of the metrics is ahead. */
let aheadMs = 0;
const nowAhead = (): Date => new Date(Date.now() + aheadMs);
let test: TestApp;
let metrics: Metrics;
let countOperations: (door: Door) => Door;
let port: number;

interface OpenedMetrics extends Metrics {
  /** Adds what a database says, as a start does once it is migrated. */
  beginOn(sql: Sql, isNatsConnected?: () => boolean): Promise<void>;
}

/** @param sql undefined during a start */
async function openOn(
  sql: TestApp["sql"] | undefined,
  ownPort: number,
  {
    now = () => new Date(),
    env = {},
    databaseDiskBytes,
    isNatsConnected,
  }: {
    now?: () => Date;
    env?: Record<string, string>;
    databaseDiskBytes?: number;
    isNatsConnected?: () => boolean;
  } = {},
): Promise<OpenedMetrics> {
  const set = { CHAIN_TRON_URL: "http://127.0.0.1:8090", LOG_LEVEL: "fatal", ...env };
  const place = { DATA_DIR: test.dataDir, METRICS_PORT: String(ownPort), METRICS_HOST: "127.0.0.1" };
  const settings = { ...readSettings({ ...set, ...place }), databaseDiskBytes };
  const log = { info: () => undefined, warn: () => undefined };
  const opened = await openMetrics({ settings, now, log, groups: metricGroups });
  const beginOn = async (on: Sql, isConnected?: () => boolean): Promise<void> => {
    const parts = { settings, sql: on, door: openDoor(on), now, passwords: createRememberingHasher() };
    const { modules } = await openTestModules({ ...parts, holder: "this-process" });
    opened.begin({ ...modules, sql: on, isNatsConnected: isConnected });
  };
  if (sql !== undefined) await beginOn(sql, isNatsConnected);
  return { ...opened, beginOn };
}

let owner: Sql;

beforeAll(async () => {
  port = await findFreePort();
  test = await startTestApp(undefined, (door) => ({
    post: (operation) => countOperations(door).post(operation),
  }));
  owner = openPool(test.database.url, { max: 1, role: null });
  metrics = await openOn(test.sql, port, {
    now: nowAhead,
    databaseDiskBytes: DISK_BYTES,
    isNatsConnected: () => isNatsConnected,
  });
  countOperations = createOperationCounter(metrics.registry);
});
afterAll(async () => {
  await metrics.stop();
  await owner.end();
  await test.close();
});

async function scrape(from = port): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${from}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  return answer.text();
}

/** The value of a line such as `name{label="x"} 1`. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe("the metrics of a process", () => {
  it("count answers, money operations and connections, and measure the event loop", async () => {
    metrics.recordAnswer({ method: "GET", route: "/api/bots", status: 200, ms: 12 });
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "250");
    await settleDeposit(test.admin, id, { status: "completed" });
    await investor.call("POST", "/api/user/withdrawals", {
      amount: "50",
      method: "crypto",
      destination: { currency: "USDT", network: "TRC20", address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
    });
    const text = await scrape();
    expect(valueOf(text, 'wazi_http_requests_total{method="GET",route="/api/bots",status="200"}')).toBe(1);
    expect(valueOf(text, 'wazi_http_request_seconds_bucket{le="0.025",method="GET",route="/api/bots"}')).toBe(1);
    expect(valueOf(text, 'wazi_money_operations_total{kind="deposit",result="posted"}')).toBe(1);
    expect(valueOf(text, 'wazi_database_connections{pool="general",state="waiting"}')).toBe(0);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^wazi_build_info\{version="\d+\.\d+\.\d+(-\w+)?",role="all"\} 1$/m);
  });

  it("tell the state of the platform by the database", async () => {
    await test.sql`insert into leases (name, holder, token, expires_at)
      values ('trader', 'this-process', 1, now() + interval '10 seconds') on conflict do nothing`;
    await test.sql`
      insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
      values ('forex', 'EUR/USD', 1.1, 0, 'simulated', now() - interval '30 seconds', 0) on conflict do nothing`;
    await test.sql`
      insert into candles (feed, symbol, interval, bar_time, open, high, low, close, volume)
      select 'simulated', 'EUR/USD', '1m', date_trunc('minute', now() - interval '5 minutes'), 1, 1, 1, 1, 1
      on conflict do nothing`;
    await test.sql`
      insert into deposit_rail_health (network, succeeded_at, tip)
      values ('TRC20', now() - interval '20 minutes', 1000), ('BTC', now(), 900)`;
    await test.sql`
      insert into mpesa_events (kind, transaction_id, amount, received_at)
      values ('confirmation', 'SGRAGE1', 10, now() - interval '20 minutes')`;
    await test.sql`
      insert into statement_comparisons (differences, oldest_on, compared_at) values (3, current_date - 9, now())`;
    aheadMs += NOT_SHARED_MS;
    const text = await scrape();
    expect(valueOf(text, "wazi_ready")).toBe(1);
    expect(valueOf(text, "wazi_database_up")).toBe(1);
    expect(valueOf(text, "wazi_ledger_imbalance_cents")).toBe(0);
    expect(valueOf(text, "wazi_trader_up")).toBe(1);
    expect(valueOf(text, "wazi_trader_own")).toBe(1);
    expect(valueOf(text, 'wazi_feed_age_seconds{feed="simulated",price="newest"}')).toBeGreaterThan(29);
    expect(valueOf(text, 'wazi_bot_lag_seconds{bot="Alpha-Forex-01",feed="simulated"}')).toBeGreaterThan(100);
    expect(valueOf(text, 'wazi_queue_entries{queue="deposits"}')).toBe(0);
    expect(valueOf(text, 'wazi_queue_entries{queue="statement-differences"}')).toBe(3);
    expect(valueOf(text, 'wazi_queue_age_seconds{queue="statement-differences"}')).toBeGreaterThan(8 * 86_400);
    expect(valueOf(text, 'wazi_queue_entries{queue="payouts-unknown"}')).toBe(0);
    expect(valueOf(text, 'wazi_deposit_rail_age_seconds{network="TRC20"}')).toBeGreaterThan(1_199);
    // A network that is not set up is not watched.
    expect(valueOf(text, 'wazi_deposit_rail_age_seconds{network="BTC"}')).toBeUndefined();
    expect(valueOf(text, "wazi_mpesa_report_age_seconds")).toBeGreaterThan(1_199);
    expect(valueOf(text, "wazi_disk_free_bytes")).toBeGreaterThan(1);
  });

  it("tell the age of a network that was never read by its first try, or by the start of the process", async () => {
    await test.sql`
      insert into deposit_rail_health (network, first_at, failed_at, error)
      values ('ERC20', now() - interval '20 minutes', now(), 'no answer')`;
    let minutesLater = 0;
    const now = (): Date => new Date(Date.now() + minutesLater * 60_000);
    const env = { CHAIN_ETH_URL: "http://127.0.0.1:8545", CHAIN_LTC_URL: "http://u:p@127.0.0.1:9332" };
    const ownPort = await findFreePort();
    const never = await openOn(test.sql, ownPort, { now, env });
    minutesLater = 30;
    const text = await scrape(ownPort);
    await never.stop();
    expect(valueOf(text, 'wazi_deposit_rail_age_seconds{network="ERC20"}')).toBeGreaterThan(50 * 60 - 1);
    const withoutTry = valueOf(text, 'wazi_deposit_rail_age_seconds{network="LTC"}');
    expect(withoutTry).toBeGreaterThan(30 * 60 - 1);
    expect(withoutTry).toBeLessThan(40 * 60);
  });

  it("tell what the safety nets hold, and nothing of a copy that was never verified", async () => {
    let hoursLater = 0;
    const now = (): Date => new Date(Date.now() + hoursLater * 3_600_000);
    const ownPort = await findFreePort();
    const own = await openOn(test.sql, ownPort, { now });
    const before = await scrape(ownPort);
    for (const name of ["wazi_copy_age_seconds", "wazi_copy_verified_age_seconds", "wazi_copy_failed"])
      expect(before, name).not.toMatch(new RegExp(`^${name}[ {]`, "m"));
    expect(before).not.toMatch(/^wazi_database_disk_bytes /m);
    expect(before).not.toMatch(/^wazi_nats_connected /m);
    expect(valueOf(before, "wazi_log_stopped")).toBe(0);
    await saveVerifiedCopy(owner, "backup", new Date(Date.now() - 3_600_000));
    await saveVerifiedCopy(owner, "drill", new Date(Date.now() - 86_400_000));
    await saveFailedCopy(owner, "drill");
    await saveFailedCopy(owner, "archive");
    await owner`insert into log_state (public_key, stopped) values ('key', 'a reason')
      on conflict (id) do update set stopped = excluded.stopped`;
    await owner`update log_outbox set written_at = now() - interval '1 hour'`;
    hoursLater = 2;
    const text = await scrape(ownPort);
    await own.stop();
    expect(valueOf(text, 'wazi_copy_age_seconds{copy="backup"}')).toBeGreaterThan(3 * 3_600 - 1);
    expect(valueOf(text, 'wazi_copy_verified_age_seconds{copy="backup"}')).toBeLessThan(3 * 3_600 - 1);
    expect(valueOf(text, 'wazi_copy_failed{copy="backup"}')).toBe(0);
    // The last success stays.
    expect(valueOf(text, 'wazi_copy_age_seconds{copy="drill"}')).toBeGreaterThan(26 * 3_600 - 1);
    expect(valueOf(text, 'wazi_copy_failed{copy="drill"}')).toBe(1);
    expect(valueOf(text, 'wazi_copy_age_seconds{copy="archive"}')).toBeUndefined();
    expect(valueOf(text, 'wazi_copy_failed{copy="archive"}')).toBe(1);
    expect(valueOf(text, "wazi_log_stopped")).toBe(1);
    expect(valueOf(text, "wazi_log_waiting_leaves")).toBeGreaterThan(0);
    expect(valueOf(text, "wazi_log_waiting_age_seconds")).toBeGreaterThan(3 * 3_600 - 1);
    await owner`update log_state set stopped = null`;
  });

  it("tell the size of the database, its disk, its standbys, and whether NATS is connected", async () => {
    const [row] = await owner<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
    const text = await scrape();
    const bytes = valueOf(text, "wazi_database_bytes") ?? 0;
    expect(Math.abs(bytes - (row?.bytes ?? 0))).toBeLessThan(2 * 1024 ** 2);
    expect(bytes).toBeGreaterThan(5 * 1024 ** 2);
    expect(valueOf(text, "wazi_database_disk_bytes")).toBe(DISK_BYTES);
    expect(valueOf(text, "wazi_standbys")).toBe(0);
    expect(valueOf(text, "wazi_nats_connected")).toBe(1);
    isNatsConnected = false;
    expect(valueOf(await scrape(), "wazi_nats_connected")).toBe(0);
    isNatsConnected = true;
  });

  it("take 19 statements for each scrape, and none for one that shares a reading", async () => {
    let statements = 0;
    const counted = new Proxy(test.sql, {
      apply(sql, self, given) {
        statements += 1;
        return Reflect.apply(sql, self, given) as never;
      },
    });
    const ownPort = await findFreePort();
    const own = await openOn(counted, ownPort);
    await scrape(ownPort);
    expect(statements).toBe(19);
    await scrape(ownPort);
    expect(statements).toBe(19);
    await own.stop();
  });

  it("show no old figure while the database does not answer", async () => {
    const gone = openPool("postgres://nobody:x@127.0.0.1:1/none", { max: 1 });
    const ownPort = await findFreePort();
    const without = await openOn(gone, ownPort);
    const text = await scrape(ownPort);
    expect(valueOf(text, "wazi_database_up")).toBe(0);
    expect(valueOf(text, "wazi_ready")).toBe(0);
    expect(valueOf(text, "wazi_trader_up")).toBe(0);
    expect(valueOf(text, "wazi_ledger_imbalance_cents")).toBeUndefined();
    expect(valueOf(text, "wazi_database_bytes")).toBeUndefined();
    expect(valueOf(text, "wazi_disk_free_bytes")).toBeGreaterThan(1);
    await without.stop();
    await gone.end();
  });

  it("answer within a second while the database is silent, and keep the trader's state for 20 s", async () => {
    const proxy = await startTcpProxy(test.database.url);
    const sql = openPool(proxy.url, { max: 4 });
    const ownPort = await findFreePort();
    let now = new Date();
    const behind = await openOn(sql, ownPort, { now: () => now });
    const scrapeAfter = async (ms: number): Promise<string> => {
      now = new Date(now.getTime() + ms);
      return scrape(ownPort);
    };
    try {
      await test.sql`
        insert into leases (name, holder, token, expires_at)
        values ('trader', 'this-process', 1, now() + interval '10 seconds')
        on conflict (name) do update set expires_at = excluded.expires_at`;
      await test.sql`update market_prices set priced_at = now()`;
      const before = await scrape(ownPort);
      expect(valueOf(before, "wazi_database_up")).toBe(1);
      expect(valueOf(before, "wazi_trader_up")).toBe(1);
      expect(valueOf(before, "wazi_ledger_imbalance_cents")).toBe(0);

      proxy.set("silent");
      const scrapedAt = performance.now();
      const text = await scrapeAfter(20_000);
      expect(performance.now() - scrapedAt).toBeLessThan(stretchBound(1_000));
      expect(valueOf(text, "wazi_database_up")).toBe(0);
      expect(valueOf(text, "wazi_ready")).toBe(0);
      expect(valueOf(text, "wazi_trader_up")).toBe(1);
      expect(valueOf(text, "wazi_ledger_imbalance_cents")).toBeUndefined();
      expect(text).toMatch(/^process_resident_memory_bytes \d/m);
      expect(valueOf(await scrapeAfter(2_001), "wazi_trader_up")).toBe(0);
    } finally {
      await behind.stop();
      await proxy.close();
      await sql.end({ timeout: 1 });
    }
  });

  it("say during a start that the process is not ready, and nothing of the database", async () => {
    const ownPort = await findFreePort();
    const starting = await openOn(undefined, ownPort);
    const text = await scrape(ownPort);
    for (const name of ["wazi_ready", "wazi_trader_up", "wazi_trader_own"]) expect(valueOf(text, name), name).toBe(0);
    for (const name of ["wazi_database_up", "wazi_ledger_imbalance_cents", "wazi_log_stopped", "wazi_standbys"])
      expect(valueOf(text, name), name).toBeUndefined();
    expect(valueOf(text, "wazi_disk_free_bytes")).toBeGreaterThan(1);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    await starting.beginOn(test.sql);
    const begun = await scrape(ownPort);
    expect(valueOf(begun, "wazi_database_up")).toBe(1);
    const namesIn = (scraped: string): string[] => scraped.match(/^# (HELP|TYPE) .+$/gm) ?? [];
    expect(namesIn(text)).toEqual(namesIn(begun));
    await starting.stop();
  });

  it("are at /metrics only, on a port that must be free", async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
    await expect(openOn(test.sql, port)).rejects.toThrow(
      /^METRICS_PORT: \d+ cannot be used on 127.0.0.1 \(EADDRINUSE\)/,
    );
  });
});

describe("the alert rules and the dashboard", () => {
  const { groups } = parse(read("ops/deploy/prometheus/wazi-alerts.yml")) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(read("ops/deploy/grafana/wazi-dashboard.json")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  /** The metrics of an expression; Prometheus itself makes `up`. */
  const metricsIn = (expr: string): string[] => expr.match(/\b(?:wazi|nodejs|process)_\w+/g) ?? [];

  it("name metrics that a process really has", async () => {
    // Those without a value, such as the lag of a standby that is not there, have a line with their type only.
    const named = new Set((await scrape()).match(/^[a-z_\d]+(?=[ {])|(?<=^# TYPE )\w+/gm));
    for (const expr of [...rules.map((rule) => rule.expr), ...shown]) {
      const metricNames = metricsIn(expr);
      if (!expr.startsWith("up{")) expect(metricNames, expr).not.toEqual([]);
      for (const name of metricNames) expect(named, expr).toContain(name);
    }
  });

  it("watch every metric of the platform", async () => {
    const used = new Set([...rules.map((rule) => rule.expr), ...shown].flatMap(metricsIn));
    const served = [...(await scrape()).matchAll(/^# HELP (wazi_\w+) .{10}/gm)].map(([, name = ""]) => name);
    expect(served.length).toBeGreaterThan(20);
    for (const name of served)
      expect(
        [...used].some((each) => each.startsWith(name)),
        name,
      ).toBe(true);
  });

  it("warn when M-Pesa is not pulled, and are critical when its reports are not handled", () => {
    const watched = rules.flatMap(({ alert, expr, labels }) =>
      /wazi_(deposit_rail|mpesa_report)_age/.test(expr) ? [[alert, labels.severity, expr]] : [],
    );
    expect(watched).toEqual([
      ["WaziDepositsNotRead", "critical", 'wazi_deposit_rail_age_seconds{network!="MPESA"} > 900'],
      ["WaziMpesaNotPulled", "warning", 'wazi_deposit_rail_age_seconds{network="MPESA"} > 900'],
      ["WaziMpesaReportsWait", "critical", "wazi_mpesa_report_age_seconds > 900"],
    ]);
  });

  it("have a runbook for each alert, which says what to look at and what to do", () => {
    expect(rules.length).toBeGreaterThan(15);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.runbook).toBe(`docs/runbooks/${alert}.md`);
      const runbook = read(annotations.runbook);
      expect(runbook).toContain(`# ${alert}\n`);
      expect(runbook).toMatch(/^# \w+\n\n.{20}[^]*\n\*\*Look:\*\* .{10}[^]*\n\*\*Do:\*\* .{10}/);
      expect(["critical", "warning"]).toContain(labels.severity);
    }
    const runbooks = readdirSync(join(ROOT, "docs/runbooks")).sort();
    expect(runbooks).toEqual(rules.map(({ alert }) => `${alert}.md`).sort());
  });
});
