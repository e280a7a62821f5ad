import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeProvider, startFakeProvider } from "../../../../../tests/harness/fake-provider.ts";
import type { ActionKind } from "./price-source.ts";
import { readTwelvedataActions } from "./twelvedata-actions.ts";

const TIMEOUT_MS = 5_000;
const meta = { symbol: "VT", name: "A fund", currency: "USD", exchange: "NYSE", exchange_timezone: "America/New_York" };

let provider: FakeProvider;
let asked: (readonly [string, Record<string, string>])[];
let next: { status?: number; body: unknown };
beforeEach(async () => {
  asked = [];
  provider = await startFakeProvider(
    ({ path, parameters }) => {
      asked.push([path, Object.fromEntries(parameters)]);
      return next;
    },
    { status: 429, body: { code: 429, message: "no credits", status: "error" } },
  );
});
afterEach(() => provider.close());

const at = (date: string): number => Date.parse(date);
const read = (kind: ActionKind) =>
  readTwelvedataActions(
    { apiKey: "a-key", url: provider.url },
    { symbol: "VT", kind, fromMs: at("2026-03-01"), toMs: at("2026-03-22") },
    TIMEOUT_MS,
  );

describe("dividends and splits of Twelve Data", () => {
  it("come oldest first, as they were paid", async () => {
    const dividends = [
      { ex_date: "2026-03-20", amount: 0.4567 },
      { ex_date: "2026-03-02", amount: 0.22 },
      { ex_date: "2025-12-20", amount: 0.5 },
    ];
    next = { body: { meta, dividends } };
    expect(await read("dividend")).toEqual([
      { kind: "dividend", exTime: at("2026-03-02"), amount: "0.220000000000" },
      { kind: "dividend", exTime: at("2026-03-20"), amount: "0.456700000000" },
    ]);
    const dates = { start_date: "2026-03-01", end_date: "2026-03-22" };
    expect(asked).toEqual([["/dividends", { symbol: "VT", ...dates, adjust: "false" }]]);
  });

  it("have the new shares for each old one in from_factor, and not in ratio", async () => {
    const splits = [
      { date: "2026-03-10", description: "4-for-1 split", ratio: 0.25, from_factor: 4, to_factor: 1 },
      { date: "2026-03-09", description: "1-for-8 split", ratio: 8, from_factor: 1, to_factor: 8 },
    ];
    next = { body: { meta, splits } };
    expect(await read("split")).toEqual([
      { kind: "split", exTime: at("2026-03-09"), ratio: "0.125000000000" },
      { kind: "split", exTime: at("2026-03-10"), ratio: "4.000000000000" },
    ]);
  });

  it("are none where the provider has no data", async () => {
    next = { body: { meta, splits: [] } };
    expect(await read("split")).toEqual([]);
    next = { status: 404, body: { code: 404, message: "Data not found", status: "error" } };
    expect(await read("dividend")).toEqual([]);
  });

  it.each([
    { dividends: [{ ex_date: "2026-03-02", amount: 0 }] },
    { dividends: [{ ex_date: "soon", amount: 1 }] },
    { dividends: "none" },
    {},
  ])("are refused as %j", async (body) => {
    next = { body };
    await expect(read("dividend")).rejects.toMatchObject({ kind: "malformed" });
  });

  it("are not none when the plan, the credits or the connection do not allow the question", async () => {
    next = { status: 403, body: { code: 403, message: "available with the Grow plan", status: "error" } };
    await expect(read("dividend")).rejects.toMatchObject({ kind: "refused" });
    provider.misbehave("/splits", "rate-limit", "server-error", "malformed");
    await expect(read("split")).rejects.toMatchObject({ kind: "rate-limited", retryAfterMs: 60_000 });
    await expect(read("split")).rejects.toMatchObject({ kind: "unreachable" });
    await expect(read("split")).rejects.toMatchObject({ kind: "malformed" });
  });
});
