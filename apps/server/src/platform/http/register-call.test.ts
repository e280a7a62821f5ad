import { brotliDecompressSync } from "node:zlib";
import {
  activateBot,
  cancelDeposit,
  createWithdrawal,
  deleteUser,
  deleteWithdrawal,
  errorBody,
  getMarketPrices,
  getSystemSettings,
  listUsers,
  signOut,
} from "@wazi/contracts";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { AppError } from "../base/app-error.ts";
import { startSession } from "../../people/sessions/sessions.ts";
import { insertUser } from "../../people/identity/store.ts";
import { openPool, type Sql } from "../db/pool.ts";
import { Answer } from "./answer.ts";
import { buildApp, type AppOptions } from "../../start/build-app.ts";
import { registerCall } from "./register-call.ts";

let database: TestDatabase;
let sql: Sql;
const apps: FastifyInstance[] = [];
const tokens: Record<string, string> = {};
const lines: string[] = [];

function build(options: Partial<AppOptions> = {}): FastifyInstance {
  const app = buildApp({
    settings: { logLevel: "info", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 },
    sessions: { sql, now: () => new Date() },
    health: alwaysHealthy,
    logStream: { write: (line) => lines.push(line) },
    checkAnswers: true,
    ...options,
  });
  apps.push(app);
  return app;
}

async function insertTestUser(name: string, flags: { isAdmin?: boolean; isActive?: boolean }): Promise<void> {
  const now = new Date();
  const userId = await insertUser(sql, {
    email: `${name}@example.com`,
    hashedPassword: "-",
    firstName: name,
    lastName: name,
    phone: "254700000000",
    country: "Kenya",
    birthday: "1990-01-01",
    preferredMarket: null,
    riskTolerance: null,
    marketingOptIn: false,
    referralCode: name,
    isAdmin: flags.isAdmin ?? false,
    createdAt: now,
  });
  if (flags.isActive === false) await sql`update users set is_active = false where id = ${userId!}`;
  tokens[name] = await startSession(sql, userId!, { ip: "127.0.0.1", userAgent: "test" }, now);
}

function send(app: FastifyInstance, request: InjectOptions & { as?: string }): Promise<LightMyRequestResponse> {
  const { as, ...rest } = request;
  return app.inject({ ...rest, ...(as === undefined ? {} : { cookies: { wazi_session: tokens[as] ?? as } }) });
}

const withdrawal = { amount: "12.5", withdrawalType: "crypto" };

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 4 });
  await insertTestUser("investor", {});
  await insertTestUser("restricted", { isActive: false });
  await insertTestUser("admin", { isAdmin: true });
  for (const role of ["read-only", "money"]) {
    await insertTestUser(role, { isAdmin: true });
    await sql`update users set admin_role = ${role} where first_name = ${role}`;
  }
});

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("permissions", () => {
  const clients = ["signed-out", "an-invalid-token", "restricted", "investor", "admin", "read-only", "money"];
  test.each([
    [getMarketPrices, [200, 200, 200, 200, 200, 200, 200]],
    [getSystemSettings, [401, 401, 200, 200, 200, 200, 200]],
    [cancelDeposit, [401, 401, 403, 200, 200, 200, 200]],
    [listUsers, [401, 401, 403, 403, 200, 200, 200]],
    [deleteWithdrawal, [401, 401, 403, 403, 204, 403, 204]],
    [deleteUser, [401, 401, 403, 403, 204, 403, 403]],
  ] as const)("$path", async (call, expected) => {
    const app = build({ checkAnswers: false });
    registerCall(app, call, () => [] as never);
    const url = call.path.replace(":id", "0b0e7d33-6f0b-4d6c-b3ad-70a1f1d0a000");
    const statuses = [];
    for (const as of clients) statuses.push((await send(app, { method: call.method, url, as })).statusCode);
    expect(statuses).toEqual(expected);
  });

  test("are checked before the body, with a distinct error code each", async () => {
    const app = build();
    registerCall(app, activateBot, () => Promise.reject(new Error("never")));
    const request: InjectOptions = {
      method: "POST",
      url: activateBot.path,
      payload: "{",
      headers: { "content-type": "application/json" },
    };
    expect((await send(app, request)).json()).toMatchObject({ code: "UNAUTHENTICATED" });
    expect((await send(app, { ...request, as: "restricted" })).json()).toMatchObject({ code: "RESTRICTED" });
    expect((await send(app, { ...request, as: "investor" })).json()).toMatchObject({ code: "VALIDATION" });
  });
});

describe("request validation", () => {
  function withdrawals(): FastifyInstance {
    const app = build({ checkAnswers: false });
    registerCall(app, createWithdrawal, ({ body, idempotencyKey }) => ({ ...body, idempotencyKey }) as never);
    return app;
  }
  const post = (app: FastifyInstance, payload: unknown, headers = {}): Promise<LightMyRequestResponse> =>
    send(app, {
      method: "POST",
      url: createWithdrawal.path,
      as: "investor",
      payload: typeof payload === "string" ? payload : JSON.stringify(payload),
      headers: { "content-type": "application/json", ...headers },
    });

  test.each([
    "-1",
    "0",
    "0.00",
    "0.1e-30",
    "1e309",
    "NaN",
    "1,000",
    "０１",
    "9007199254740993",
    "1.0000000000000000001",
    "",
    " 1",
    "+1",
    "01",
    "1.",
    ".5",
    "0x10",
    "9999999999.999",
  ])("rejects the amount %j without rounding", async (amount) => {
    const answer = await post(withdrawals(), { ...withdrawal, amount });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "VALIDATION", message: "Please enter a valid withdrawal amount" });
  });

  test.each(["-1", "0", "1e309", "1e-30", "9007199254740993", "1.005", "null", "[1]", "true", "{}"])(
    "rejects the JSON amount %s",
    async (amount) => {
      const answer = await post(withdrawals(), `{"amount":${amount},"withdrawalType":"crypto"}`);
      expect(answer.statusCode).toBe(400);
    },
  );

  test.each(["0.01", "100", "12.5", "9999999999.99"])("keeps every digit of the amount %s", async (amount) => {
    expect((await post(withdrawals(), { ...withdrawal, amount })).json()).toMatchObject({ amount });
    expect((await post(withdrawals(), `{"amount":${amount},"withdrawalType":"crypto"}`)).json()).toMatchObject({
      amount,
    });
  });

  test("names unknown fields", async () => {
    const answer = await post(withdrawals(), { ...withdrawal, userId: "x", status: "completed" });
    expect(answer.json()).toEqual({
      statusCode: 400,
      code: "VALIDATION",
      message: "userId is not a known field",
      fields: { userId: "userId is not a known field", status: "status is not a known field" },
    });
  });

  test("answers briefly to ten thousand unknown fields", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, n]));
    expect((await post(withdrawals(), many)).body.length).toBeLessThan(3_000);
  });

  test.each(["null", "[]", '"text"', "1", ""])("rejects the body %j, which is not an object", async (payload) => {
    const answer = await post(withdrawals(), payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: "The request body must be a JSON object" });
  });

  test.each([
    "{",
    '{"__proto__":{"isAdmin":true},"amount":"1"}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"amount":"1","withdrawalType":"crypto","network":"a\\u0000b"}',
    '{"amount":"1","withdrawalType":"crypto","network":"a\\ud800b"}',
    '{"amount":"1","withdrawalType":"crypto","\\udc00":"1"}',
    `{"amount":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
  ])("answers the body %s with a 400", async (payload) => {
    const answer = await post(withdrawals(), payload);
    expect(answer.statusCode).toBe(400);
    expect(errorBody.safeParse(answer.json()).success).toBe(true);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  test("answers other media types than JSON with a 415", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ]) {
      const answer = await post(withdrawals(), "amount=1", { "content-type": type });
      expect(answer.json()).toMatchObject({ statusCode: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    }
    expect(
      (await post(withdrawals(), withdrawal, { "content-type": "application/json; charset=utf-8" })).statusCode,
    ).toBe(201);
  });

  test("answers a body above one megabyte with a 413 unless the call allows more", async () => {
    const big = { ...withdrawal, network: "x".repeat(1_100_000) };
    expect((await post(withdrawals(), big)).json()).toMatchObject({ statusCode: 413, code: "PAYLOAD_TOO_LARGE" });
    const app = build({ checkAnswers: false });
    registerCall(app, { ...createWithdrawal, maxBodyBytes: 2_000_000 }, () => ({}) as never, { rawBody: true });
    expect((await post(app, big)).statusCode).toBe(201);
  });

  test("accepts an empty body with a JSON content type for a call without a body", async () => {
    const app = build();
    registerCall(app, signOut, () => undefined);
    for (const headers of [{}, { "content-type": "application/json" }]) {
      const answer = await send(app, { method: "POST", url: signOut.path, headers });
      expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    }
  });

  test("ignores the raw body of a call without a body", async () => {
    const app = build({ checkAnswers: false });
    registerCall(app, cancelDeposit, ({ body }) => ({ seen: body ?? "nothing" }) as never, { rawBody: true });
    const url = cancelDeposit.path.replace(":id", "0b0e7d33-6f0b-4d6c-b3ad-70a1f1d0a000");
    for (const payload of [{}, { payload: { deep: [[[[[[[[[[]]]]]]]]]] } }]) {
      expect((await send(app, { method: "POST", url, as: "investor", ...payload })).json()).toEqual({
        seen: "nothing",
      });
    }
  });

  test("passes on the Idempotency-Key, which must be visible ASCII", async () => {
    const key = `k${"-".repeat(254)}`;
    expect((await post(withdrawals(), withdrawal, { "idempotency-key": key })).json()).toMatchObject({
      idempotencyKey: key,
    });
    for (const wrong of ["", `${key}x`, "a b", "ключ"]) {
      expect((await post(withdrawals(), withdrawal, { "idempotency-key": wrong })).statusCode).toBe(400);
    }
  });

  test("runs `before` first and leaves a raw body to the handler", async () => {
    const app = build({ checkAnswers: false });
    let isBlocked = true;
    registerCall(app, createWithdrawal, ({ body }) => ({ seen: body }) as never, {
      rawBody: true,
      before: ({ user }) => {
        if (isBlocked) throw new AppError("CONFLICT", `${user.firstName} waits`);
      },
    });
    expect((await post(app, { amount: "nonsense" })).json()).toMatchObject({
      code: "CONFLICT",
      message: "investor waits",
    });
    isBlocked = false;
    expect((await post(app, { amount: "nonsense" })).json()).toEqual({ seen: { amount: "nonsense" } });
  });

  test("answers an id that is not a UUID with a 404", async () => {
    const app = build();
    registerCall(app, cancelDeposit, () => Promise.reject(new Error("never")));
    for (const id of ["1", "..%2f..", "x".repeat(500), "' or 1=1--"]) {
      const url = cancelDeposit.path.replace(":id", encodeURIComponent(id));
      expect((await send(app, { method: "POST", url, as: "investor" })).json()).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("answers", () => {
  test.each([
    ["another shape", () => [{ market: "forex" }]],
    ["an extra field", () => [{ ...price, hashedPassword: "x" }]],
    ["an undeclared status", () => new Answer(202, [price])],
  ] as const)("fail the answer check for %s", async (_name, handler) => {
    const app = build();
    registerCall(app, getMarketPrices, handler as never);
    expect((await send(app, { method: "GET", url: getMarketPrices.path })).statusCode).toBe(500);
  });

  test.each([
    ["thrown", () => Promise.reject(new AppError("CONFLICT", "Taken."))],
    ["stored under a key", () => Answer.fromJson(409, JSON.stringify({ code: "CONFLICT" }))],
  ] as const)("fail the answer check for an error that the call does not list, %s", async (_name, handler) => {
    const app = build();
    registerCall(app, getMarketPrices, handler);
    registerCall(app, { ...getMarketPrices, path: "/api/market/listed", errors: ["CONFLICT"] }, handler);
    const statuses = [];
    for (const url of [getMarketPrices.path, "/api/market/listed"])
      statuses.push((await send(app, { method: "GET", url })).statusCode);
    expect(statuses).toEqual([500, 409]);
  });

  test("are compressed, but not for a page of another site", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => Array.from({ length: 50 }, () => price) as never);
    const request = { method: "GET", url: getMarketPrices.path } as const;
    const plain = await send(app, request);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const headers = { "accept-encoding": "gzip, br" };
    const answer = await send(app, { ...request, headers });
    expect(answer.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(answer.headers["content-length"]).toBe(String(answer.rawPayload.length));
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(plain.body);
    const foreign = await send(app, { ...request, headers: { ...headers, "sec-fetch-site": "cross-site" } });
    expect(foreign.headers["content-encoding"]).toBeUndefined();
    expect(foreign.body).toBe(plain.body);
  });

  test("repeat stored JSON byte for byte", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => Answer.fromJson(200, " [ ] "));
    const answer = await send(app, { method: "GET", url: getMarketPrices.path });
    expect([answer.body, answer.headers["content-type"]]).toEqual([" [ ] ", "application/json; charset=utf-8"]);
  });

  const price = {
    market: "forex",
    symbol: "EUR/USD",
    price: "1.1",
    changePercent: "0.00",
    feed: "simulated",
    pricedAt: new Date(0).toISOString(),
    barTime: null,
  };
});
