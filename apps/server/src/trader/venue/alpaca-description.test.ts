import { toScaled } from "@wazi/trading";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createAlpacaCheck,
  type Exchanged,
  hasAlpacaDescription,
} from "../../../../../tests/harness/alpaca-description.ts";
import { type FakeAlpaca, fakeAlpacaKeys, startFakeAlpaca } from "../../../../../tests/harness/fake-alpaca.ts";
import { createAlpacaBroker } from "./alpaca-broker.ts";
import type { Broker } from "./broker.ts";

if (!hasAlpacaDescription) console.warn("skipped: no descriptions of Alpaca under ../shared/counterparties/alpaca");

/** Each request of the broker and each answer of the stand-in, held against Alpaca's own OpenAPI. */
describe.skipIf(!hasAlpacaDescription)("Alpaca's own description", () => {
  let check: (exchanged: Exchanged) => string[];
  let venue: FakeAlpaca;
  let broker: Broker;
  let exchanges: Exchanged[];
  beforeAll(() => {
    check = createAlpacaCheck();
  });
  beforeEach(async () => {
    exchanges = [];
    venue = await startFakeAlpaca(({ method, path, parameters, headers, body }, { status, body: answer }) => {
      const query = body === "" ? parameters : new URLSearchParams();
      exchanges.push({ method, path, query, headers, body, status, answer });
    });
    const symbols = [...venue.prices.keys()];
    const settings = { kind: "alpaca", isPaper: true, url: venue.url, credentials: fakeAlpacaKeys, symbols } as const;
    broker = createAlpacaBroker(settings, { now: () => new Date() });
  });
  afterEach(() => venue.close());

  const listProblems = (): string[] => exchanges.flatMap(check);
  const place = (id: string, quantity = "1.5", side: "buy" | "sell" = "buy") =>
    broker.place({ clientOrderId: id.repeat(16), symbol: "SPY", side, quantity });

  it("has every call of the broker, with its request and the stand-in's answer", async () => {
    await broker.instruments();
    await place("a1", "0.123456000000");
    await broker.find("a1".repeat(16), "SPY");
    await broker.positions();
    await broker.shareMarket?.isOpen();
    await broker.shareMarket?.listDays(new Date("2026-11-20T00:00Z"), new Date("2026-12-20T00:00Z"));
    venue.split("SPY");
    venue.activities.push({
      ...{ id: "20261120000000000::5f596936", activity_type: "DIV", date: "2026-11-20T00:00:00Z", net_amount: "1.02" },
      ...{ symbol: "SPY", qty: "2", per_share_amount: "0.51" },
    });
    expect(await broker.shareMarket?.listEvents(new Date("2026-01-01T00:00Z"))).toHaveLength(2);
    expect(listProblems()).toEqual([]);
    expect(new Set(exchanges.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set([
        "GET /v2/account",
        "GET /v2/account/configurations",
        "GET /v2/stocks/quotes/latest",
        "POST /v2/orders",
        "GET /v2/orders",
        "GET /v2/positions",
        "GET /v2/clock",
        "GET /v2/calendar",
        "GET /v2/account/activities",
      ]),
    );
  });

  it("has every state of an order and every refusal of the stand-in", async () => {
    venue.next.push("partial", "wait", "expire", "replace", "reject");
    for (const id of ["a1", "a2", "a3", "a4", "a5", "a5", "a5"]) {
      await place(id);
      await broker.find(id.repeat(16), "SPY");
    }
    await place("a6", "900", "sell");
    await place("a7", "0.000001");
    await place("a8", "0.0000000001");
    const statuses = exchanges.filter(({ method }) => method === "POST").map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 403, 200, 422, 403, 403, 422]);
    expect(listProblems()).toEqual([]);
  });

  it("pages through the account's activities", async () => {
    for (let index = 0; index < 150; index += 1) venue.split("SPY");
    expect(await broker.shareMarket?.listEvents(new Date(0))).toHaveLength(150);
    expect(exchanges.map(({ query }) => query.has("page_token"))).toEqual([false, true]);
    expect(listProblems()).toEqual([]);
  });

  it("finds a request or an answer that is not as described", async () => {
    await place("a1");
    const [placed] = exchanges;
    if (!placed) throw new Error("nothing was asked");
    const sent = JSON.parse(placed.body) as Record<string, unknown>;
    expect([sent["qty"], toScaled(String(sent["qty"]))]).toEqual(["1.5", toScaled("1.5")]);
    const change = (fields: object): string => JSON.stringify({ ...sent, ...fields });
    expect(check(placed)).toEqual([]);
    expect(check({ ...placed, body: change({ qty: 1.5 }) })[0]).toMatch(/data\/qty must be string/);
    expect(check({ ...placed, body: change({ type: "at-once" }) })[0]).toMatch(/data\/type must be equal to one of/);
    expect(check({ ...placed, body: change({ amount: "1" }) })[0]).toMatch(/must NOT have additional properties/);
    expect(check({ ...placed, answer: { id: "1" } })[0]).toMatch(/the answer 200: data must have required property/);
    expect(check({ ...placed, path: "/v2/orders:by_client_order_id" })[0]).toMatch(/is not described/);
    expect(check({ ...placed, status: 201 })[0]).toMatch(/the answer 201 is not described/);
    expect(check({ ...placed, headers: {} })).toHaveLength(2);
    expect(check({ ...placed, method: "GET", body: "", query: new URLSearchParams({ stat: "all" }) })[0]).toMatch(
      /the parameter stat is not described/,
    );
  });
});
