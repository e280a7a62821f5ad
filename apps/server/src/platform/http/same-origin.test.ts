import { getMarketPrices, signOut } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { openPool } from "../db/pool.ts";
import { buildApp } from "../../start/build-app.ts";
import { registerCall } from "./register-call.ts";

const apps: FastifyInstance[] = [];

function build(publicOrigin?: string): FastifyInstance {
  const app = buildApp({
    settings: { logLevel: "silent", trustProxy: undefined, publicOrigin, rateLimitScale: 0 },
    // The calls are public, so no connection is ever opened.
    sessions: { sql: openPool("postgres://127.0.0.1:1/none"), now: () => new Date() },
    health: alwaysHealthy,
  });
  registerCall(app, signOut, () => undefined);
  registerCall(app, getMarketPrices, () => []);
  apps.push(app);
  return app;
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe("cross-origin requests", { tags: ["same-origin"] }, () => {
  const cases: [string, Record<string, string>, number][] = [
    ["neither header", {}, 204],
    ["its own origin", { origin: "http://wazi.test:3000" }, 204],
    ["its own origin behind an unannounced TLS proxy", { origin: "https://wazi.test:3000" }, 204],
    ["a page of its own origin", { "sec-fetch-site": "same-origin", origin: "http://wazi.test:3000" }, 204],
    ["a URL typed by the user", { "sec-fetch-site": "none" }, 204],
    ["another site", { origin: "http://evil.example" }, 403],
    ["another port", { origin: "http://wazi.test:3001" }, 403],
    ["its own host without the port", { origin: "http://wazi.test" }, 403],
    ["a subdomain", { origin: "http://a.wazi.test:3000" }, 403],
    ["a host with the same prefix", { origin: "http://wazi.test:3000.evil.example" }, 403],
    ["an opaque origin", { origin: "null" }, 403],
    ["another scheme", { origin: "chrome-extension://wazi.test:3000" }, 403],
    ["another origin of the same site", { "sec-fetch-site": "same-site", origin: "http://wazi.test:3000" }, 403],
    ["another site according to Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }, 403],
  ];

  test.each(cases)("%s", async (_name, headers, status) => {
    const app = build();
    const answer = await app.inject({
      method: "POST",
      url: signOut.path,
      headers: { host: "wazi.test:3000", ...headers },
    });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json()).toMatchObject({ code: "FORBIDDEN" });
  });

  test("accepts GET from any origin", async () => {
    const app = build();
    const answer = await app.inject({
      method: "GET",
      url: getMarketPrices.path,
      headers: { origin: "https://evil.example" },
    });
    expect(answer.statusCode).toBe(200);
  });

  test("treats the default port as optional and compares with PUBLIC_ORIGIN when it is set", async () => {
    const app = build();
    const publicApp = build("https://wazi.example");
    const status = async (each: FastifyInstance, host: string, origin: string): Promise<number> =>
      (await each.inject({ method: "POST", url: signOut.path, headers: { host, origin } })).statusCode;
    expect(await status(app, "wazi.test:80", "http://wazi.test")).toBe(204);
    expect(await status(app, "wazi.test", "http://wazi.test:80")).toBe(204);
    expect(await status(publicApp, "10.0.0.7:3000", "https://wazi.example")).toBe(204);
    expect(await status(publicApp, "10.0.0.7:3000", "http://10.0.0.7:3000")).toBe(403);
    expect(await status(publicApp, "10.0.0.7:3000", "http://wazi.example")).toBe(403);
  });
});
