import { MINUTE_MS, type PublicSettings } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../../tests/harness/investor-life.ts";
import { activate, deactivate } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { computeLosingAccountsPct, createLosingAccountsReader } from "./losing-accounts.ts";

const MAX_PRICE_AGE_MS = 60_000;
const [GAINING, LOSING] = [0, 1];
const ACCOUNTS = 31;

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

describe("the share of losing accounts", () => {
  it("counts what was paid out and what positions would pay now, whatever the size of a page", async () => {
    const deps = { sql: test.sql, maxPriceAgeMs: MAX_PRICE_AGE_MS };
    const investors = await Promise.all(Array.from({ length: ACCOUNTS }, () => test.funded("100")));
    for (const [index, investor] of investors.entries()) {
      await activate(investor, bots.ids[index % 3 === 0 ? LOSING : GAINING], "50");
    }
    await trade(bots, GAINING, 100, 110);
    await trade(bots, LOSING, 100, 90);
    // Two of the losers have left, and one gained more elsewhere than it lost.
    for (const index of [0, 3]) await deactivate(investors[index]!, bots.ids[LOSING]);
    await activate(investors[6]!, bots.ids[GAINING], "50");
    await trade(bots, GAINING, 100, 140);
    const expected = Math.round((10 / ACCOUNTS) * 1_000) / 10;
    for (const pageSize of [1, 7, ACCOUNTS, 100]) expect(await computeLosingAccountsPct(deps, pageSize)).toBe(expected);
    const settings = await test.visitor().call("GET", "/api/public/settings");
    expect((settings.body as PublicSettings).losingAccountsPct).toBe(expected);
  });
});

describe("the reader of the share", () => {
  /** A database without accounts that answers a query when the door opens, or fails. */
  function fakeSql(state: { queries: number; door: Promise<void>; fails: boolean }): Sql {
    const byKey = async (): Promise<[]> => {
      state.queries += 1;
      await state.door;
      if (state.fails) throw new Error("no connection");
      return [];
    };
    return { byKey: Object.assign(byKey, { raw: (text: string) => text }) } as unknown as Sql;
  }

  it("gives calls that arrive together one computation, and answers from memory while the next runs", async () => {
    const state = { queries: 0, door: Promise.resolve(), fails: false };
    let at = 0;
    const read = createLosingAccountsReader({
      sql: fakeSql(state),
      maxPriceAgeMs: MAX_PRICE_AGE_MS,
      now: () => new Date(at),
      log: { warn: () => undefined },
    });
    await Promise.all([read(), read(), read()]);
    const first = state.queries;
    await read();
    expect(state.queries).toBe(first);
    at += MINUTE_MS + 10_000;
    let open: () => void = () => undefined;
    state.door = new Promise((resolve) => (open = resolve));
    await Promise.all([read(), read()]);
    expect(state.queries).toBe(first + 1);
    open();
  });

  it("answers that the share is not known, and warns, while the database does not", async () => {
    const state = { queries: 0, door: Promise.resolve(), fails: true };
    const warnings: unknown[] = [];
    const read = createLosingAccountsReader({
      sql: fakeSql(state),
      maxPriceAgeMs: MAX_PRICE_AGE_MS,
      now: () => new Date(0),
      log: { warn: (_fields: unknown, text: string) => warnings.push(text) } as never,
    });
    expect(await read()).toBeNull();
    expect(warnings).toEqual(["the share of losing accounts was not computed; it is tried again in a minute"]);
  });
});
