import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { openPool } from "../db/pool.ts";
import { buildApp } from "../../start/build-app.ts";

const WEB_ROOT = mkdtempSync(join(tmpdir(), "wazi-web-"));
const PAGE = "<!doctype html><title>Wazi</title>";
const MISSING_PAGE = "<!doctype html><title>Page Not Found</title>";
const SCRIPT = "console.log(1);".repeat(50);
let app: FastifyInstance;

function get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  return app.inject({ method: "GET", url, headers });
}

beforeAll(() => {
  for (const folder of ["assets", "admin", "bots", "signed-in", ".vite", ".git"]) mkdirSync(join(WEB_ROOT, folder));
  const files: Record<string, string | Buffer> = {
    "index.html": PAGE,
    "index.html.br": brotliCompressSync(PAGE),
    "landing.html": "landing",
    "dashboard.html": "sign-in page",
    "admin/dashboard.html": "sign in as admin",
    "bots/[id].html": "any bot",
    "signed-in/index.html": "empty page of the dashboard",
    "signed-in/dashboard.html": "empty page of the dashboard",
    "404.html": MISSING_PAGE,
    "404.html.br": brotliCompressSync(MISSING_PAGE),
    ".vite/manifest.json": "{}",
    "favicon.svg": "<svg/>",
    "apple-touch-icon.png": "icon",
    "theme.js": "theme",
    "robots.txt": "robots",
    "assets/apple-touch-icon.png": "icon without a hash",
    "assets/app-B1cD2eF3.js": SCRIPT,
    "assets/app-B1cD2eF3.js.br": brotliCompressSync(SCRIPT),
    "assets/app-B1cD2eF3.js.gz": gzipSync(SCRIPT),
    "assets/app-B1cD2eF3.js.map": "{}",
    ".env": "SECRET=1",
    ".git/config": "[core]",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(WEB_ROOT, name), content);
  app = buildApp({
    settings: { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 },
    // No call is registered, so no connection is ever opened.
    sessions: { sql: openPool("postgres://127.0.0.1:1/none"), now: () => new Date() },
    health: alwaysHealthy,
    webRoot: WEB_ROOT,
  });
});

afterAll(async () => {
  await app.close();
  rmSync(WEB_ROOT, { recursive: true });
});

describe("the web app's files", () => {
  test("caches hashed assets for a year and revalidates everything else", async () => {
    const asset = await get("/assets/app-B1cD2eF3.js");
    expect([asset.statusCode, asset.body]).toEqual([200, SCRIPT]);
    expect(asset.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    for (const url of [
      "/",
      "/index.html",
      "/landing",
      "/favicon.svg",
      "/apple-touch-icon.png",
      "/theme.js",
      "/robots.txt",
      "/assets/apple-touch-icon.png",
    ]) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode, headers["cache-control"]]).toEqual([url, 200, "no-cache"]);
    }
  });

  test("serves the compressed file when the browser accepts it and the build has one", async () => {
    const brotli = await get("/assets/app-B1cD2eF3.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    const gzip = await get("/assets/app-B1cD2eF3.js", { "accept-encoding": "gzip, br;q=0" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    for (const [url, html] of [
      ["/", PAGE],
      ["/no/such/page", MISSING_PAGE],
    ] as const) {
      const answer = await get(url, { "accept-encoding": "br", accept: "text/html" });
      expect(answer.headers).toMatchObject({ "content-encoding": "br", "content-type": "text/html; charset=utf-8" });
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(html);
    }
    expect((await get("/favicon.svg", { "accept-encoding": "br" })).headers).not.toHaveProperty("content-encoding");
  });

  test("answers 304 for a file that the browser has", async () => {
    const etag = String((await get("/")).headers["etag"]);
    expect((await get("/", { "if-none-match": `"other", W/${etag}` })).statusCode).toBe(304);
    expect((await get("/", { "if-none-match": etag, "accept-encoding": "br" })).statusCode).toBe(200);
  });

  test("answers HEAD with the headers of GET", async () => {
    const head = await app.inject({ method: "HEAD", url: "/landing" });
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "7"]);
  });

  test("serves each page under its path and the 404 page for any other path", async () => {
    const pages = {
      "/": PAGE,
      "/landing": "landing",
      "/landing/": "landing",
      "/admin/dashboard?x=1": "sign in as admin",
      "/bots/7": "any bot",
      "/bots/7/?x=1": "any bot",
    };
    for (const [url, html] of Object.entries(pages)) expect((await get(url)).body).toBe(html);
    for (const url of [
      "/no/such/page",
      "/bots/7/trades",
      "/7",
      "/admin",
      "/signed-in",
      "/signed-in/",
      "/signed-in/dashboard",
    ]) {
      const answer = await get(url, { accept: "text/html", "if-none-match": "*" });
      expect([url, answer.statusCode, answer.body]).toEqual([url, 404, MISSING_PAGE]);
      expect(answer.headers["cache-control"]).toBe("no-cache");
      const etag = String(answer.headers["etag"]);
      expect((await get(url, { accept: "text/html", "if-none-match": etag })).statusCode).toBe(404);
    }
    for (const url of ["/assets/gone-11111111.js", "/api/nowhere", "/api", "/x.png"]) {
      const answer = await get(url, { accept: "text/html" });
      expect(answer.json()).toMatchObject({ statusCode: 404, code: "NOT_FOUND" });
    }
    expect((await get("/nowhere", { accept: "application/json" })).json()).toMatchObject({ code: "NOT_FOUND" });
  });

  test("serves signed-in users the signed-in pages instead of the visitor pages", async () => {
    const cookie = "signed_in=1";
    for (const url of ["/", "/dashboard"]) {
      const answer = await get(url, { cookie });
      expect([answer.body, answer.headers["vary"]]).toEqual(["empty page of the dashboard", "accept-encoding, cookie"]);
      expect((await get(url, { cookie: "signed_in=0; other=1" })).body).not.toBe(answer.body);
      // The ETag of the visitor's page must not match after the sign-in.
      const etag = String((await get(url)).headers["etag"]);
      expect((await get(url, { cookie, "if-none-match": etag })).statusCode).toBe(200);
      expect((await get(url)).headers["vary"]).toBe("accept-encoding, cookie");
    }
    expect((await get("/landing", { cookie })).body).toBe("landing");
  });

  test.each([
    "/.env",
    "/.vite/manifest.json",
    "/assets/app-B1cD2eF3.js.map",
    "/assets/app-B1cD2eF3.js.br",
    "/..%2f..%2fetc%2fpasswd",
    "/assets/../../x.js",
    "/%2e%2e/%2e%2e/etc/hosts.txt",
    "/.git/config",
    "/package.json",
    "/metrics",
    "/debug",
    "/admin/debug.json",
  ])("never serves %s", { tags: ["S66"] }, async (url) => {
    const answer = await get(url);
    expect(answer.body === PAGE || answer.statusCode === 404).toBe(true);
  });
});
