import type { Bot } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  activate,
  botsOf,
  deactivate,
  errorOf,
  signUpWithoutPackage,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;
let portfolios: Bot[];

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  portfolios = (await test.visitor().call("GET", "/api/portfolios")).body;
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

describe("the core portfolios", () => {
  it("are a list of their own, and the eight bots stay as they are", async () => {
    expect(
      portfolios.map(({ name, market, place, decisionInterval }) => [name, market, place, decisionInterval]),
    ).toEqual(["Core Basket", "Core Basket with Trend", "Bills"].map((name) => [name, "portfolio", null, "1mo"]));
    expect(portfolios.map(({ verdict, newMoney }) => [verdict, newMoney])).toEqual([
      ["both-halves", "open"],
      ["both-halves", "open"],
      ["benchmark", "open"],
    ]);
    // Only Bills needs no instrument.
    const fixed = { source: "fixed", ratePct: 4 };
    expect(portfolios.map(({ billInterest, symbols }) => [billInterest, symbols.length])).toEqual([
      [null, 3],
      [fixed, 3],
      [fixed, 0],
    ]);
    const eight = (await test.visitor().call("GET", "/api/bots")).body as Bot[];
    expect(eight.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(eight.some(({ market }) => market === "portfolio")).toBe(false);
    const withBills = eight.filter(({ billInterest }) => billInterest !== null).map(({ name }) => name);
    expect(withBills).toEqual(["Stock-Titan-05", "Index-Pro-04", "Gold-Trader-02"]);
  });

  it("have pages like bots, and are in the lists of all bots", async () => {
    const visitor = test.visitor();
    for (const { id, name, symbols } of portfolios) {
      for (const part of ["track-record", "evidence", "trades", "costs"]) {
        const answer = await visitor.call("GET", `/api/bots/${id}/${part}`);
        expect(answer.status, `${name} ${part}`).toBe(200);
      }
      for (const symbol of symbols) {
        expect((await visitor.call("GET", `/api/bots/${id}/candles?symbol=${symbol}`)).status).toBe(200);
      }
    }
    const names = portfolios.map(({ name }) => name);
    const lists = await Promise.all([
      visitor.call("GET", "/api/public/evidence"),
      visitor.call("GET", "/api/public/bot-correlations"),
      test.admin.call("GET", "/api/admin/operations"),
    ]);
    const listed = lists.map(({ body }) => (body as { bots: { botName?: string; name?: string }[] }).bots);
    for (const bots of listed) expect(bots.slice(8).map((bot) => bot.botName ?? bot.name)).toEqual(names);
    const status = await visitor.call("GET", "/api/public/status");
    expect(status.status).toBe(200);
    expect((await visitor.call("GET", "/api/public/track-record")).status).toBe(200);
  });

  it("are in an investor's costs, statement and history, and in the back office", async () => {
    const investor = await signUpWithoutPackage(test);
    for (const { id } of portfolios) expect((await activate(investor, id, "10")).status).toBe(200);
    const costs = (await investor.call("GET", "/api/user/costs")).body as { bots: { botName: string }[] };
    expect(costs.bots.map(({ botName }) => botName)).toEqual(portfolios.map(({ name }) => name));
    for (const path of [
      "/api/user/trades",
      `/api/user/statement?month=${new Date().toISOString().slice(0, 7)}`,
      `/api/admin/users/${investor.userId}`,
    ]) {
      const answer = await (path.startsWith("/api/admin") ? test.admin : investor).call("GET", path);
      expect(answer.status, path).toBe(200);
    }
    for (const { id } of portfolios) expect((await deactivate(investor, id)).status).toBe(200);
  });

  it("are open to an investor without a package, at 70:30, and bots are not", async () => {
    const investor = await signUpWithoutPackage(test);
    expect(errorOf(await activate(investor, bots.ids[0], "10")).code).toBe("BOT_LOCKED");
    for (const { id } of portfolios) expect((await activate(investor, id, "10")).status).toBe(200);
    expect((await botsOf(investor)).map(({ name, userSharePct }) => [name, userSharePct])).toEqual([
      ["Core Basket", 70],
      ["Core Basket with Trend", 70],
      ["Bills", 70],
    ]);
    for (const { id } of portfolios) expect((await deactivate(investor, id)).status).toBe(200);
  });

  it("do not use up the bots of a package, and have its split", async () => {
    const investor = await test.funded("500");
    for (const { id } of portfolios) expect((await activate(investor, id, "10")).status).toBe(200);
    for (const id of bots.ids.slice(0, 5)) expect((await activate(investor, id, "10")).status).toBe(200);
    expect(errorOf(await activate(investor, bots.ids[5], "10")).code).toBe("BOT_LOCKED");
    expect(new Set((await botsOf(investor)).map(({ userSharePct }) => userSharePct))).toEqual(new Set([80]));
  });
});
