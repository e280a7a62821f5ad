import { connect } from "node:net";
import {
  activateBot,
  cancelDeposit,
  createWithdrawal,
  errorBody,
  getMarketPrices,
  getSystemSettings,
  listUsers,
  signOut,
  signUp,
} from "@wazi/contracts";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/test-database.ts";
import { AppError } from "../core/app-error.ts";
import { startSession } from "../core/identity/sessions.ts";
import { insertUser } from "../core/identity/store.ts";
import { openPool, type Sql } from "../db/pool.ts";
import { Answer } from "./answer.ts";
import { buildApp, type AppOptions } from "./build-app.ts";
import { registerCall } from "./register-call.ts";

let database: TestDatabase;
let sql: Sql;
const apps: FastifyInstance[] = [];
const tokens: Record<string, string> = {};
const lines: string[] = [];

function build(options: Partial<AppOptions> = {}): FastifyInstance {
  const app = buildApp({
    settings: { logLevel: "info", trustProxy: undefined, publicOrigin: undefined },
    sessions: { sql, now: () => new Date() },
    isReady: () => Promise.resolve(true),
    logStream: { write: (line) => lines.push(line) },
    checkAnswers: true,
    ...options,
  });
  apps.push(app);
  return app;
}

async function insertSomebody(name: string, flags: { isAdmin?: boolean; isActive?: boolean }): Promise<void> {
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
  await insertSomebody("investor", {});
  await insertSomebody("restricted", { isActive: false });
  await insertSomebody("admin", { isAdmin: true });
});

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("who may make a call", () => {
  const everybody = ["nobody", "a-token-that-is-none", "restricted", "investor", "admin"];
  test.each([
    [getMarketPrices, [200, 200, 200, 200, 200]],
    [getSystemSettings, [401, 401, 200, 200, 200]],
    [cancelDeposit, [401, 401, 403, 200, 200]],
    [listUsers, [401, 401, 403, 403, 200]],
  ] as const)("$path", async (call, expected) => {
    const app = build({ checkAnswers: false });
    registerCall(app, call, () => [] as never);
    const url = call.path.replace(":id", "0b0e7d33-6f0b-4d6c-b3ad-70a1f1d0a000");
    const statuses = [];
    for (const as of everybody) statuses.push((await send(app, { method: call.method, url, as })).statusCode);
    expect(statuses).toEqual(expected);
  });

  test("the refusals have codes of their own, and permission comes before the body is looked at", async () => {
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

describe("what a call takes", () => {
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
  ])("the amount %j is refused and never rounded", async (amount) => {
    const answer = await post(withdrawals(), { ...withdrawal, amount });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "VALIDATION", message: "Please enter a valid withdrawal amount" });
  });

  test.each(["-1", "0", "1e309", "1e-30", "9007199254740993", "1.005", "null", "[1]", "true", "{}"])(
    "the amount %s as JSON is refused",
    async (amount) => {
      const answer = await post(withdrawals(), `{"amount":${amount},"withdrawalType":"crypto"}`);
      expect(answer.statusCode).toBe(400);
    },
  );

  test.each(["0.01", "100", "12.5", "9999999999.99"])("the amount %s comes through digit for digit", async (amount) => {
    expect((await post(withdrawals(), { ...withdrawal, amount })).json()).toMatchObject({ amount });
    expect((await post(withdrawals(), `{"amount":${amount},"withdrawalType":"crypto"}`)).json()).toMatchObject({
      amount,
    });
  });

  test("fields that the call does not have are refused by name", async () => {
    const answer = await post(withdrawals(), { ...withdrawal, userId: "x", status: "completed" });
    expect(answer.json()).toEqual({
      statusCode: 400,
      code: "VALIDATION",
      message: "userId is not a field of this call",
      fields: { userId: "userId is not a field of this call", status: "status is not a field of this call" },
    });
  });

  test("a body of ten thousand unknown fields gets a short answer", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, n]));
    expect((await post(withdrawals(), many)).body.length).toBeLessThan(3_000);
  });

  test.each(["null", "[]", '"text"', "1", ""])("the body %j is not an object", async (payload) => {
    const answer = await post(withdrawals(), payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: "The body must be a JSON object with the fields of this call" });
  });

  test.each([
    "{",
    '{"__proto__":{"isAdmin":true},"amount":"1"}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"amount":"1","withdrawalType":"crypto","network":"a\\u0000b"}',
    `{"amount":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
  ])("the body %s is a 400", async (payload) => {
    const answer = await post(withdrawals(), payload);
    expect(answer.statusCode).toBe(400);
    expect(errorBody.safeParse(answer.json()).success).toBe(true);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  test("anything but JSON is a 415", async () => {
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

  test("more than a megabyte is a 413, unless the call allows it", async () => {
    const big = { ...withdrawal, network: "x".repeat(1_100_000) };
    expect((await post(withdrawals(), big)).json()).toMatchObject({ statusCode: 413, code: "PAYLOAD_TOO_LARGE" });
    const app = build({ checkAnswers: false });
    registerCall(app, createWithdrawal, () => ({}) as never, { bodyLimit: 2_000_000, rawBody: true });
    expect((await post(app, big)).statusCode).toBe(201);
  });

  test("a call without a body takes none, also with the header of one", async () => {
    const app = build();
    registerCall(app, signOut, () => undefined);
    for (const headers of [{}, { "content-type": "application/json" }]) {
      const answer = await send(app, { method: "POST", url: signOut.path, headers });
      expect([answer.statusCode, answer.body]).toEqual([204, ""]);
    }
  });

  test("the idempotency key is handed over, and has to be visible ASCII", async () => {
    const key = `k${"-".repeat(254)}`;
    expect((await post(withdrawals(), withdrawal, { "idempotency-key": key })).json()).toMatchObject({
      idempotencyKey: key,
    });
    for (const wrong of ["", `${key}x`, "a b", "ключ"]) {
      expect((await post(withdrawals(), withdrawal, { "idempotency-key": wrong })).statusCode).toBe(400);
    }
  });

  test("`before` refuses first, and a raw body is the handler's to read", async () => {
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

  test("an id that is no uuid names nothing", async () => {
    const app = build();
    registerCall(app, cancelDeposit, () => Promise.reject(new Error("never")));
    for (const id of ["1", "..%2f..", "x".repeat(500), "' or 1=1--"]) {
      const url = cancelDeposit.path.replace(":id", encodeURIComponent(id));
      expect((await send(app, { method: "POST", url, as: "investor" })).json()).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("what a call answers", () => {
  test.each([
    ["another shape", () => [{ market: "forex" }]],
    ["a field too many", () => [{ ...price, hashedPassword: "x" }]],
    ["a status that is not promised", () => new Answer(202, [price])],
  ] as const)("%s is an error while answers are checked", async (_name, handler) => {
    const app = build();
    registerCall(app, getMarketPrices, handler as never);
    expect((await send(app, { method: "GET", url: getMarketPrices.path })).statusCode).toBe(500);
  });

  test("JSON that was kept is sent byte for byte", async () => {
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

describe("errors", () => {
  test("an unknown address, method or page of the API is a 404 in the contract's form", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => []);
    for (const request of [
      { method: "GET", url: "/api/nowhere" },
      { method: "PUT", url: getMarketPrices.path },
      { method: "GET", url: "/api" },
      { method: "POST", url: "/" },
    ] as const) {
      const answer = await send(app, request);
      expect(answer.json()).toEqual({
        statusCode: 404,
        code: "NOT_FOUND",
        message: "There is nothing at this address.",
      });
    }
    expect((await send(app, { method: "GET", url: "/api/%ZZ" })).json()).toMatchObject({
      statusCode: 400,
      code: "VALIDATION",
    });
  });

  test("what is not expected says nothing, and the log says it under the same request id", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => Promise.reject(new Error("select * from secrets")));
    lines.length = 0;
    const answer = await send(app, {
      method: "GET",
      url: `${getMarketPrices.path}?token=abc`,
      headers: { "x-request-id": "trace-1234" },
    });
    expect(answer.headers["x-request-id"]).toBe("trace-1234");
    expect(answer.body).not.toMatch(/select|secrets|\.ts/);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.find(({ err }) => err !== undefined)).toMatchObject({
      requestId: "trace-1234",
      err: { message: "select * from secrets" },
    });
    expect(logged.at(-1)).toMatchObject({
      method: "GET",
      route: getMarketPrices.path,
      status: 500,
      requestId: "trace-1234",
    });
    expect(lines.join("")).not.toContain("token=abc");
  });

  test("an incoming request id that is no plain token is replaced", async () => {
    const answer = await send(build(), { method: "GET", url: "/healthz", headers: { "x-request-id": "a\tb;{}" } });
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });

  test("a database that is gone is a 503 with Retry-After, for who is signed in and at /readyz", async () => {
    const gone = openPool("postgres://nobody:x@127.0.0.1:1/none", { max: 1 });
    const app = build({
      sessions: { sql: gone, now: () => new Date() },
      isReady: async () => (await gone`select 1`).length > 0,
    });
    registerCall(app, getSystemSettings, () => Promise.reject(new Error("never")));
    for (const url of [getSystemSettings.path, "/readyz"]) {
      const answer = await send(app, { method: "GET", url, as: "investor" });
      expect(answer.json()).toMatchObject({ statusCode: 503, code: "BUSY" });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(answer.body).not.toContain("127.0.0.1");
    }
    expect((await send(app, { method: "GET", url: "/healthz" })).statusCode).toBe(200);
    await gone.end();
  });

  test("no line of the log holds a body, a cookie or a password", async () => {
    const app = build();
    registerCall(app, signUp, () => Promise.reject(new AppError("BUSY", "-")));
    lines.length = 0;
    await send(app, { method: "POST", url: signUp.path, as: "investor", payload: { password: "Hunter-2222" } });
    expect(lines).toHaveLength(1);
    expect(lines.join("")).not.toMatch(/Hunter|wazi_session/);
    expect(lines.join("")).not.toContain(tokens["investor"]);
  });
});

describe("headers", () => {
  const expected: Record<string, string | RegExp> = {
    "content-security-policy":
      /^default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'/,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": /camera=\(\)/,
    "cache-control": "no-store",
    "x-request-id": /.+/,
  };

  test("are on every kind of answer, and none names the server", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => Promise.reject(new Error("broken")));
    registerCall(app, signOut, () => undefined);
    registerCall(app, listUsers, () => []);
    for (const [status, request] of [
      [200, { method: "GET", url: "/healthz" }],
      [204, { method: "POST", url: signOut.path }],
      [400, { method: "GET", url: "/%" }],
      [401, { method: "GET", url: listUsers.path }],
      [403, { method: "POST", url: signOut.path, headers: { origin: "https://evil.example" } }],
      [404, { method: "GET", url: "/nowhere" }],
      [500, { method: "GET", url: getMarketPrices.path }],
    ] as const) {
      const answer = await send(app, request);
      expect(answer.statusCode).toBe(status);
      for (const [name, value] of Object.entries(expected))
        expect(answer.headers[name], `${name} of ${status}`).toMatch(value);
      expect(answer.headers).not.toHaveProperty("server");
      expect(answer.headers).not.toHaveProperty("x-powered-by");
      expect(answer.headers).not.toHaveProperty("strict-transport-security");
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  test("TLS brings HSTS: by the public origin, or by a proxy that is trusted", async () => {
    const settings = { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined } as const;
    const forwarded = { method: "GET", url: "/healthz", headers: { "x-forwarded-proto": "https" } } as const;
    const hsts = async (app: FastifyInstance): Promise<unknown> =>
      (await send(app, forwarded)).headers["strict-transport-security"];
    expect(await hsts(build())).toBeUndefined();
    expect(await hsts(build({ settings: { ...settings, trustProxy: 1 } }))).toBe("max-age=31536000; includeSubDomains");
    expect(await hsts(build({ settings: { ...settings, publicOrigin: "https://wazi.example" } }))).toMatch(
      /max-age=31536000/,
    );
  });

  test("what can't even be read as HTTP is answered with them too", async () => {
    const app = build();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as { port: number };
    for (const request of ["NONSENSE\r\n\r\n", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`]) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = "";
        const socket = connect(port, "127.0.0.1", () => socket.write(request));
        socket.on("data", (chunk) => (text += chunk.toString()));
        socket.on("close", () => resolve(text));
        socket.on("error", reject);
      });
      expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
      expect(answer).toMatch(/x-content-type-options: nosniff/);
      expect(errorBody.safeParse(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).success).toBe(true);
    }
  });
});

describe("requests from elsewhere", () => {
  const cases: [string, Record<string, string>, number][] = [
    ["neither header", {}, 204],
    ["its own origin", { origin: "http://wazi.test:3000" }, 204],
    ["its own origin, behind TLS that nobody told us of", { origin: "https://wazi.test:3000" }, 204],
    ["its own page", { "sec-fetch-site": "same-origin", origin: "http://wazi.test:3000" }, 204],
    ["typed by a person", { "sec-fetch-site": "none" }, 204],
    ["another site", { origin: "http://evil.example" }, 403],
    ["another port", { origin: "http://wazi.test:3001" }, 403],
    ["the port left out", { origin: "http://wazi.test" }, 403],
    ["a subdomain", { origin: "http://a.wazi.test:3000" }, 403],
    ["a name that begins the same", { origin: "http://wazi.test:3000.evil.example" }, 403],
    ["an opaque origin", { origin: "null" }, 403],
    ["another scheme", { origin: "chrome-extension://wazi.test:3000" }, 403],
    ["a neighbour of the site", { "sec-fetch-site": "same-site", origin: "http://wazi.test:3000" }, 403],
    ["another site, by the browser's word", { "sec-fetch-site": "cross-site" }, 403],
  ];

  test.each(cases)("%s", async (_name, headers, status) => {
    const app = build();
    registerCall(app, signOut, () => undefined);
    const answer = await send(app, {
      method: "POST",
      url: signOut.path,
      headers: { host: "wazi.test:3000", ...headers },
    });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json()).toMatchObject({ code: "FORBIDDEN" });
  });

  test("reading is free", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => []);
    const answer = await send(app, {
      method: "GET",
      url: getMarketPrices.path,
      headers: { origin: "https://evil.example" },
    });
    expect(answer.statusCode).toBe(200);
  });

  test("the default port may be left out or written, and PUBLIC_ORIGIN is what counts when it is set", async () => {
    const settings = { logLevel: "silent", trustProxy: undefined, publicOrigin: "https://wazi.example" } as const;
    const app = build();
    const publicApp = build({ settings });
    for (const each of [app, publicApp]) registerCall(each, signOut, () => undefined);
    const status = async (each: FastifyInstance, host: string, origin: string): Promise<number> =>
      (await send(each, { method: "POST", url: signOut.path, headers: { host, origin } })).statusCode;
    expect(await status(app, "wazi.test:80", "http://wazi.test")).toBe(204);
    expect(await status(app, "wazi.test", "http://wazi.test:80")).toBe(204);
    expect(await status(publicApp, "10.0.0.7:3000", "https://wazi.example")).toBe(204);
    expect(await status(publicApp, "10.0.0.7:3000", "http://10.0.0.7:3000")).toBe(403);
    expect(await status(publicApp, "10.0.0.7:3000", "http://wazi.example")).toBe(403);
  });
});

describe("health", () => {
  test("/readyz follows isReady and does not wait for ever", async () => {
    const status = async (isReady: () => Promise<boolean>): Promise<number> =>
      (await send(build({ isReady }), { method: "GET", url: "/readyz" })).statusCode;
    expect(await status(() => Promise.resolve(true))).toBe(200);
    expect(await status(() => Promise.resolve(false))).toBe(503);
    expect(await status(() => new Promise(() => undefined))).toBe(503);
  });
});
