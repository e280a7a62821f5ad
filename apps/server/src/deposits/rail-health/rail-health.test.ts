import type { DepositRailHealth, PayoutOverview } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startFakeTron, type FakeTron } from "../../../../../tests/harness/chains/fake-tron.ts";
import { watchDepsOf } from "../../../../../tests/harness/chains/watched-world.ts";
import {
  DARAJA_KEY,
  DARAJA_SECRET,
  startFakeDaraja,
  type FakeDaraja,
} from "../../../../../tests/harness/fake-daraja.ts";
import { startTcpProxy, type TcpProxy } from "../../../../../tests/harness/tcp-proxy.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { openMpesaDeposits } from "../mpesa/open-mpesa-deposits.ts";
import { readSettings } from "../../start/settings/settings.ts";
import { createMpesaRounds } from "../mpesa/run-mpesa-rounds.ts";
import { judgeRail } from "./judge-rail.ts";
import { createTronChain } from "../chains/tron-chain.ts";
import { watchDeposits } from "../chains/watch-deposits.ts";

const PULL_PATH = "/pulltransactions/v1/query";
const SECRET = "a-secret-of-the-call-backs-1234";
let test: TestApp;
let tron: FakeTron;
let proxy: TcpProxy;
let daraja: FakeDaraja;
let env: Record<string, string>;

beforeAll(async () => {
  tron = await startFakeTron();
  proxy = await startTcpProxy(tron.url);
  daraja = await startFakeDaraja();
  env = {
    CHAIN_TRON_URL: proxy.url,
    PUBLIC_ORIGIN: "https://wazi.example",
    MPESA_URL: daraja.url,
    MPESA_CONSUMER_KEY: DARAJA_KEY,
    MPESA_CONSUMER_SECRET: DARAJA_SECRET,
    MPESA_SHORTCODE: "600638",
    MPESA_PASSKEY: "a-passkey",
    MPESA_CALLBACK_SECRET: SECRET,
    MPESA_CALLBACK_ADDRESSES: "127.0.0.1",
  };
  test = await startTestApp(undefined, undefined, env);
});
afterAll(async () => {
  await test.close();
  await Promise.all([proxy.close(), tron.close(), daraja.close()]);
});

async function readRail(network: string): Promise<DepositRailHealth | undefined> {
  const { depositRails } = (await test.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview;
  return depositRails.find((rail) => rail.network === network);
}

const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 50 });

describe("the health of a network that deposits are read from", () => {
  it("says that its node is stopped, and that it is back, also without a new block", async () => {
    expect(await readRail("TRC20")).toMatchObject({ state: "unread", lastSuccessAt: null, lastError: null, tip: null });
    const chain = { reader: createTronChain(proxy.url, new Map()), steps: [], everyMs: 20 };
    const watch = watchDeposits(watchDepsOf(test), [chain]);
    try {
      await eventually(async () => expect(await readRail("TRC20")).toMatchObject({ state: "working", tip: 1_000 }));
      const first = await readRail("TRC20");
      expect(first).toMatchObject({ height: 1_000, lastError: null, lastReportAt: null });
      await eventually(async () =>
        expect(Date.parse((await readRail("TRC20"))?.lastSuccessAt ?? "")).toBeGreaterThan(
          Date.parse(first?.lastSuccessAt ?? ""),
        ),
      );
      expect((await readRail("TRC20"))?.lastReadAt).toBe(first?.lastReadAt);

      proxy.set("refused");
      await eventually(async () => expect((await readRail("TRC20"))?.state).toBe("failing"));
      const failing = await readRail("TRC20");
      expect(failing?.lastError?.text).toMatch(/^127\.0\.0\.1:\d+: no answer/);
      expect(failing?.lastError?.text.length).toBeLessThanOrEqual(200);

      proxy.set("open");
      await eventually(async () => expect((await readRail("TRC20"))?.state).toBe("working"));
      expect((await readRail("TRC20"))?.lastError).not.toBeNull();
    } finally {
      await watch.stop();
    }
  });

  it("lists the networks that are set up and no others", async () => {
    const { depositRails } = (await test.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview;
    expect(depositRails.map(({ network }) => network)).toEqual(["TRC20", "MPESA"]);
  });

  it("says of M-Pesa when payments were last pulled and reported", async () => {
    const deps = openMpesaDeposits(readSettings({ ...env, LOG_LEVEL: "fatal" }), {
      sql: test.sql,
      door: test.door,
      now: () => new Date(),
      refuseDeposit: () => Promise.resolve(),
      log: { info: () => undefined, warn: () => undefined },
    })!;
    daraja.answer(PULL_PATH, () => ({ status: 503, body: "<html>password=hunter22</html>" }));
    const rounds = createMpesaRounds(deps);
    await rounds.run();
    // The pull waits for its next try: this round says nothing about it.
    await rounds.run();
    const down = await readRail("MPESA");
    expect(down).toMatchObject({ state: "failing", lastSuccessAt: null, lastReadAt: null, lastReportAt: null });
    expect(down?.lastError?.text).not.toContain("hunter22");
    daraja.answer(PULL_PATH, () => ({ body: { ResponseRefID: "1", ResponseCode: "1000", Response: [[]] } }));
    await createMpesaRounds(deps).run();
    expect(await readRail("MPESA")).toMatchObject({ state: "working", tip: null, height: null, lastReportAt: null });
    expect((await readRail("MPESA"))?.lastReadAt).not.toBeNull();
    const report = { TransID: "SGRHEALTH1", TransAmount: "10.00", BusinessShortCode: "600638", BillRefNumber: "SHOP" };
    const path = `/api/callbacks/mobile-money/${SECRET}/confirmation`;
    const answer = await test.visitor().call("POST", path, { ...report, TransTime: "20261123100000" });
    expect(answer.status).toBe(200);
    expect(Date.now() - Date.parse((await readRail("MPESA"))?.lastReportAt ?? "")).toBeLessThan(60_000);
  });

  it.each([
    ["unread", null, null, null],
    ["failing", 1, null, 1],
    ["failing", 4, null, 1],
    ["down", 6, null, 1],
    ["working", 60, 1, null],
    ["working", 60, 1, 2],
    ["failing", 60, 2, 1],
    ["down", 60, 6, 1],
    ["down", 60, 6, null],
  ])("is %s after a first round %s, a success %s and an error %s minutes ago", (state, first, success, error) => {
    const now = new Date("2026-11-23T10:00:00Z");
    const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
    const reading = {
      network: "BTC" as const,
      firstAt: first === null ? null : ago(first),
      lastSuccessAt: success === null ? null : ago(success),
      lastError: error === null ? null : { at: ago(error), text: "no answer" },
      ...{ tip: null, height: null, lastReadAt: null, lastReportAt: null },
    };
    expect(judgeRail(reading, now)).toBe(state);
  });
});
