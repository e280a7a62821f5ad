import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type FakeProvider,
  type ProviderAnswer,
  startFakeProvider,
} from "../../../../../tests/harness/fake-provider.ts";
import { readTwelvedataDays } from "./twelvedata-days.ts";

const NOW = new Date("2026-03-04T21:30:00Z");
const TIMEOUT_MS = 5_000;

/** The bars as Twelve Data documents them for `/time_series`. */
function seriesOf(symbol: string, closes: Readonly<Record<string, string>>): object {
  const values = Object.entries(closes).map(([datetime, close]) => {
    return { datetime, open: close, high: close, low: close, close, volume: "1000" };
  });
  const meta = { symbol, interval: "1day", currency: "USD", exchange_timezone: "America/New_York", type: "ETF" };
  return { meta, values, status: "ok" };
}

let provider: FakeProvider;
let asked: URLSearchParams[];
let next: ProviderAnswer;
beforeEach(async () => {
  asked = [];
  provider = await startFakeProvider(
    ({ path, parameters }) => {
      if (path !== "/time_series") return { status: 404, body: { code: 404, message: "Not found", status: "error" } };
      asked.push(parameters);
      return next;
    },
    { status: 429, body: { code: 429, message: "no credits", status: "error" } },
  );
});
afterEach(() => provider.close());

const read = (...symbols: string[]) =>
  readTwelvedataDays({ apiKey: "a-key", url: provider.url }, symbols, NOW, TIMEOUT_MS);

describe("daily bars of Twelve Data", () => {
  it("are asked for with dividends taken out, and come in order of time without today", async () => {
    next = {
      body: {
        SPY: seriesOf("SPY", { "2026-03-02": "500.5", "2026-03-03": "501.5", "2026-03-04": "502.5" }),
        GLD: seriesOf("GLD", { "2026-03-02": "200.25", "2026-03-03": "201" }),
      },
    };
    const [monday, tuesday] = [Date.UTC(2026, 2, 2), Date.UTC(2026, 2, 3)];
    expect(await read("SPY", "GLD")).toEqual([
      { symbol: "SPY", time: monday, close: 500.5 },
      { symbol: "GLD", time: monday, close: 200.25 },
      { symbol: "SPY", time: tuesday, close: 501.5 },
      { symbol: "GLD", time: tuesday, close: 201 },
    ]);
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      symbol: "SPY,GLD",
      interval: "1day",
      start_date: "2021-03-01",
      outputsize: "5000",
      order: "asc",
      adjust: "all",
    });
  });

  it("of a single symbol come without its name around them, and none costs no request", async () => {
    next = { body: seriesOf("IEF", { "2026-03-03": "95.1" }) };
    expect(await read("IEF")).toEqual([{ symbol: "IEF", time: Date.UTC(2026, 2, 3), close: 95.1 }]);
    expect(await read()).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    [{ SPY: { code: 404, message: "**symbol** not found: SPY.", status: "error" } }, "unknown-symbol"],
    [{ SPY: { status: "ok" } }, "malformed"],
    [{ SPY: seriesOf("SPY", { "2026-03-03": "0" }) }, "malformed"],
    [{ SPY: seriesOf("SPY", { yesterday: "500" }) }, "malformed"],
    [{ code: 429, message: "You have run out of API credits.", status: "error" }, "rate-limited"],
  ])("are refused as a whole: %j", async (body, kind) => {
    next = { body: { GLD: seriesOf("GLD", { "2026-03-03": "201" }), ...body } };
    await expect(read("SPY", "GLD")).rejects.toMatchObject({ kind });
  });
});
