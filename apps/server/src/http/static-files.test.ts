import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "../db/pool.ts";
import { buildApp } from "./build-app.ts";

const webRoot = mkdtempSync(join(tmpdir(), "wazi-web-"));
const page = "<!doctype html><title>Wazi</title>";
const script = "console.log(1);".repeat(50);
let app: FastifyInstance;

function get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  return app.inject({ method: "GET", url, headers });
}

beforeAll(() => {
  mkdirSync(join(webRoot, "assets"));
  const files: Record<string, string | Buffer> = {
    "index.html": page,
    "index.html.br": brotliCompressSync(page),
    "landing.html": "landing",
    "favicon.svg": "<svg/>",
    "assets/app-B1cD2eF3.js": script,
    "assets/app-B1cD2eF3.js.br": brotliCompressSync(script),
    "assets/app-B1cD2eF3.js.gz": gzipSync(script),
    "assets/app-B1cD2eF3.js.map": "{}",
    ".env": "SECRET=1",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(webRoot, name), content);
  app = buildApp({
    settings: { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 },
    // No call is registered, so that it is never connected to.
    sessions: { sql: openPool("postgres://127.0.0.1:1/none"), now: () => new Date() },
    isReady: () => Promise.resolve(true),
    webRoot,
  });
});

afterAll(async () => {
  await app.close();
  rmSync(webRoot, { recursive: true });
});

describe("the web app's files", () => {
  test("hashed ones are kept for a year, pages are asked for again each time", async () => {
    const asset = await get("/assets/app-B1cD2eF3.js");
    expect([asset.statusCode, asset.body]).toEqual([200, script]);
    expect(asset.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    for (const url of ["/", "/index.html", "/landing", "/favicon.svg"]) {
      expect((await get(url)).headers["cache-control"]).toBe("no-cache");
    }
  });

  test("go out compressed when the browser takes that and the build has made it", async () => {
    const brotli = await get("/assets/app-B1cD2eF3.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    const gzip = await get("/assets/app-B1cD2eF3.js", { "accept-encoding": "gzip, br;q=0" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    const fallback = await get("/dashboard", { "accept-encoding": "br", accept: "text/html" });
    expect(fallback.headers).toMatchObject({ "content-encoding": "br", "content-type": "text/html; charset=utf-8" });
    expect(brotliDecompressSync(fallback.rawPayload).toString()).toBe(page);
    expect((await get("/favicon.svg", { "accept-encoding": "br" })).headers).not.toHaveProperty("content-encoding");
  });

  test("that the browser has already are not sent again", async () => {
    const etag = String((await get("/")).headers["etag"]);
    expect((await get("/", { "if-none-match": `"other", W/${etag}` })).statusCode).toBe(304);
    expect((await get("/", { "if-none-match": etag, "accept-encoding": "br" })).statusCode).toBe(200);
  });

  test("HEAD says what GET would", async () => {
    const head = await app.inject({ method: "HEAD", url: "/landing" });
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "7"]);
  });

  test("page addresses are the app; what is missing is a 404", async () => {
    expect((await get("/landing")).body).toBe("landing");
    for (const url of ["/dashboard", "/admin/dashboard?x=1", "/no/such/page"]) expect((await get(url)).body).toBe(page);
    for (const url of ["/assets/gone-11111111.js", "/api/nowhere", "/api", "/x.png"]) {
      const answer = await get(url, { accept: "text/html" });
      expect(answer.json()).toMatchObject({ statusCode: 404, code: "NOT_FOUND" });
    }
    expect((await get("/dashboard", { accept: "application/json" })).statusCode).toBe(404);
  });

  test.each([
    "/.env",
    "/assets/app-B1cD2eF3.js.map",
    "/assets/app-B1cD2eF3.js.br",
    "/..%2f..%2fetc%2fpasswd",
    "/assets/../../x.js",
    "/%2e%2e/%2e%2e/etc/hosts.txt",
  ])("%s is never served", async (url) => {
    const answer = await get(url);
    expect(answer.body === page || answer.statusCode === 404).toBe(true);
  });
});
