import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorBody, getMarketPrices, getSystemSettings, listUsers, signOut, signUp } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { AppError } from "../base/app-error.ts";
import { openPool } from "../db/pool.ts";
import { buildApp, type AppOptions } from "../../start/build-app.ts";
import type { HealthChecks } from "./health-routes.ts";
import { registerCall } from "./register-call.ts";

/** Port 1 has no listener. These tests need no database, and one checks what happens without it. */
const gone = openPool("postgres://nobody:x@127.0.0.1:1/none", { max: 1 });
const TOKEN = "T".repeat(43);
const apps: FastifyInstance[] = [];
const lines: string[] = [];

function build(options: Partial<AppOptions> = {}): FastifyInstance {
  const app = buildApp({
    settings: { logLevel: "info", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 },
    sessions: { sql: gone, now: () => new Date() },
    health: alwaysHealthy,
    logStream: { write: (line) => lines.push(line) },
    checkAnswers: true,
    ...options,
  });
  apps.push(app);
  return app;
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe("errors", () => {
  test("answers an unknown path or method with a 404 in the standard error format", async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => []);
    for (const request of [
      { method: "GET", url: "/api/nowhere" },
      { method: "PUT", url: getMarketPrices.path },
      { method: "GET", url: "/api" },
      { method: "POST", url: "/" },
    ] as const) {
      const answer = await app.inject(request);
      expect(answer.json()).toEqual({
        statusCode: 404,
        code: "NOT_FOUND",
        message: "Not found.",
      });
    }
    expect((await app.inject({ method: "GET", url: "/api/%ZZ" })).json()).toMatchObject({
      statusCode: 400,
      code: "VALIDATION",
    });
  });

  test("hides unexpected errors from the client and logs them with the request id", { tags: ["S64"] }, async () => {
    const app = build();
    registerCall(app, getMarketPrices, () => Promise.reject(new Error("select * from secrets")));
    lines.length = 0;
    const answer = await app.inject({
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

  test("does not log a body that the client broke off as an error", async () => {
    const app = build();
    registerCall(app, signUp, () => undefined as never);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as { port: number };
    lines.length = 0;
    const opened = once(app.server, "connection") as Promise<[Socket]>;
    const asked = once(app.server, "request");
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    const head = `POST ${signUp.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(`${head}{"a":`, () => resolve()));
    const [[connection]] = await Promise.all([opened, asked]);
    const closed = new Promise((resolve) => connection.once("close", resolve));
    socket.resetAndDestroy();
    await closed;
    // Messages of the server about it follow at once.
    await nextTurn();
    const logged = lines.map((line) => JSON.parse(line) as { level: number });
    expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  });

  test("replaces an incoming request id that is not a plain token", async () => {
    const answer = await build().inject({ method: "GET", url: "/healthz", headers: { "x-request-id": "a\tb;{}" } });
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  });

  test(
    "answers 503 with Retry-After when the database is unreachable, also at /readyz",
    { tags: ["S64"] },
    async () => {
      const app = build({
        health: {
          ...alwaysHealthy,
          findReadinessProblem: async () => ((await gone`select 1`).length > 0 ? null : "never"),
        },
      });
      registerCall(app, getSystemSettings, () => Promise.reject(new Error("never")));
      for (const url of [getSystemSettings.path, "/readyz"]) {
        const answer = await app.inject({ method: "GET", url, cookies: { wazi_session: TOKEN } });
        expect(answer.json()).toMatchObject({ statusCode: 503, code: "BUSY" });
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
        expect(answer.body).not.toContain("127.0.0.1");
      }
      expect((await app.inject({ method: "GET", url: "/healthz" })).statusCode).toBe(200);
    },
  );

  test("logs no body, cookie or password", { tags: ["logs"] }, async () => {
    const app = build();
    registerCall(app, signUp, () => Promise.reject(new AppError("BUSY", "-")));
    lines.length = 0;
    await app.inject({
      method: "POST",
      url: signUp.path,
      cookies: { wazi_session: TOKEN },
      payload: { password: "Hunter-2222" },
    });
    expect(lines).toHaveLength(1);
    expect(lines.join("")).not.toMatch(/Hunter|wazi_session/);
    expect(lines.join("")).not.toContain(TOKEN);
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

  test(
    "are set on every kind of answer and do not reveal the server software",
    { tags: ["S38", "S39", "S40", "S42", "policy"] },
    async () => {
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
        const answer = await app.inject(request);
        expect(answer.statusCode).toBe(status);
        for (const [name, value] of Object.entries(expected))
          expect(answer.headers[name], `${name} of ${status}`).toMatch(value);
        expect(answer.headers).not.toHaveProperty("server");
        expect(answer.headers).not.toHaveProperty("x-powered-by");
        expect(answer.headers).not.toHaveProperty("strict-transport-security");
        expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
      }
    },
  );

  test("include HSTS when the public origin or a trusted proxy uses TLS", { tags: ["S39"] }, async () => {
    const settings = { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 } as const;
    const forwarded = { method: "GET", url: "/healthz", headers: { "x-forwarded-proto": "https" } } as const;
    const hsts = async (app: FastifyInstance): Promise<unknown> =>
      (await app.inject(forwarded)).headers["strict-transport-security"];
    expect(await hsts(build())).toBeUndefined();
    expect(await hsts(build({ settings: { ...settings, trustProxy: 1 } }))).toBe("max-age=31536000; includeSubDomains");
    expect(await hsts(build({ settings: { ...settings, publicOrigin: "https://wazi.example" } }))).toMatch(
      /max-age=31536000/,
    );
  });

  test("are set on the answer to malformed HTTP", async () => {
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

describe("answers", () => {
  test("are recorded with route, time and status for API calls only", async () => {
    const recorded: { ms: number; status: number; method: string; route: string }[] = [];
    const app = build({ recordAnswer: (answer) => recorded.push(answer) });
    registerCall(app, getMarketPrices, () => []);
    registerCall(app, signOut, () => Promise.reject(new Error("broken")));
    for (const url of ["/healthz", "/", "/api/nowhere", getMarketPrices.path]) await app.inject({ method: "GET", url });
    await app.inject({ method: "POST", url: signOut.path });
    expect(recorded.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      `GET ${getMarketPrices.path} 200`,
      `POST ${signOut.path} 500`,
    ]);
    expect(recorded.every(({ ms }) => ms > 0 && ms < 60_000)).toBe(true);
  });
});

describe("health", () => {
  const answerOf = async (url: string, health: Partial<HealthChecks>) =>
    (await build({ health: { ...alwaysHealthy, ...health } }).inject({ method: "GET", url })).json<{
      message?: string;
    }>();
  const never = (): Promise<never> => new Promise(() => undefined);

  test("/readyz says why the process is not ready, also when the check takes too long", async () => {
    expect(await answerOf("/readyz", {})).toEqual({ status: "ready" });
    const unmigrated = { findReadinessProblem: () => Promise.resolve("The database is not migrated.") };
    expect(await answerOf("/readyz", unmigrated)).toMatchObject({
      statusCode: 503,
      message: "Not ready yet. The database is not migrated.",
    });
    expect(await answerOf("/readyz", { findReadinessProblem: never })).toMatchObject({
      statusCode: 503,
      message: "Not ready yet. The database does not answer.",
    });
  });

  test("/healthz/trader is apart: it says why no bot trades while the process is ready", async () => {
    expect(await answerOf("/healthz/trader", {})).toMatchObject({ status: "trading" });
    const health = { readTraderHealth: () => Promise.resolve({ problem: "No process trades." }) };
    expect(await answerOf("/healthz/trader", health)).toMatchObject({ statusCode: 503, message: "No process trades." });
    expect(await answerOf("/readyz", health)).toEqual({ status: "ready" });
    expect(await answerOf("/healthz/trader", { readTraderHealth: never })).toMatchObject({ statusCode: 503 });
  });
});
