import { setImmediate } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import fc from "fast-check";
import { getBotRecordFile } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { openPool } from "../db/pool.ts";
import { buildApp } from "../../start/build-app.ts";
import { addOpenApiRoutes } from "./openapi/openapi-routes.ts";
import { keepAnswers, prepareJson } from "./prepared-answers.ts";
import { registerCall } from "./register-call.ts";

const LEAVES = 20_000;
const LOOP_MS = 1;
const REQUESTS = 40;
const BOT = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";

/** A record of about 4 MB. */
const record = {
  format: "wazi-record-1",
  since: null,
  leaves: Array.from({ length: LEAVES }, (_, index) => ({
    index,
    leaf: JSON.stringify({ index, text: "x".repeat(150) }),
  })),
};
let app: ReturnType<typeof buildApp>;
let version = 1;
const reads: string[] = [];
/** The time of each answer, in milliseconds. */
const times: number[] = [];

beforeAll(() => {
  app = buildApp({
    settings: { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0 },
    // Both calls are public, so no connection is ever opened.
    sessions: { sql: openPool("postgres://127.0.0.1:1/none"), now: () => new Date() },
    health: alwaysHealthy,
  });
  const kept = keepAnswers(
    () => String(version),
    (id) => {
      reads.push(id);
      return id === BOT ? Promise.resolve(record) : Promise.reject(new Error("unknown"));
    },
  );
  // From the request until the answer's bytes are given to the connection, which the test's own client then copies. The processor's
  // time: other work on the machine lengthens the clock's. The least of many is without the collector's.
  let from = process.cpuUsage();
  app.addHook("onRequest", (_request, _reply, done) => {
    from = process.cpuUsage();
    done();
  });
  app.addHook("onSend", (_request, _reply, payload, done) => {
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1_000);
    done(null, payload);
  });
  addOpenApiRoutes(app);
  registerCall(app, getBotRecordFile, ({ params }) => kept(params.id));
});
afterAll(() => app.close());

const get = (url: string) => app.inject({ url, headers: { "accept-encoding": "br" } });

describe("a prepared answer", () => {
  it("is what JSON.stringify writes", async () => {
    const documents = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined)));
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        expect((await prepareJson(document)).plain.toString()).toBe(JSON.stringify(document));
      }),
      { numRuns: 300 },
    );
  });

  it("is written some values at a time, so that other requests go on", async () => {
    let isWriting = true;
    const file = prepareJson(record).finally(() => (isWriting = false));
    let turns = 0;
    for (; isWriting; turns += 1) await setImmediate();
    expect(turns).toBeGreaterThan(LEAVES / 100);
    expect(JSON.parse((await file).plain.toString())).toEqual(record);
  });

  it.each(["/api/openapi.json", "/api/docs", `/api/bots/${BOT}/record`])(
    `costs the event loop at most ${LOOP_MS} ms once it is kept: %s`,
    async (url) => {
      const first = await get(url);
      expect([first.statusCode, first.headers["content-encoding"]]).toEqual([200, "br"]);
      expect(brotliDecompressSync(first.rawPayload).length).toBeGreaterThan(100_000);
      times.length = 0;
      for (let each = 0; each < REQUESTS; each += 1) await get(url);
      expect(times).toHaveLength(REQUESTS);
      expect(Math.min(...times)).toBeLessThan(LOOP_MS);
    },
  );

  it("is not compressed for a page of another site", async () => {
    const headers = { "accept-encoding": "br", "sec-fetch-site": "cross-site" };
    const answer = await app.inject({ url: `/api/bots/${BOT}/record`, headers });
    expect([answer.statusCode, answer.headers["content-encoding"], answer.json()]).toEqual([200, undefined, record]);
  });

  it("is read again when its version has changed, and an unknown one each time", async () => {
    reads.length = 0;
    await Promise.all([get(`/api/bots/${BOT}/record`), get(`/api/bots/${BOT}/record`)]);
    expect(reads).toEqual([]);
    version += 1;
    await Promise.all([get(`/api/bots/${BOT}/record`), get(`/api/bots/${BOT}/record`)]);
    expect(reads).toEqual([BOT]);
    for (let each = 0; each < 2; each += 1) expect((await get(`/api/bots/${OTHER}/record`)).statusCode).toBe(500);
    expect(reads).toEqual([BOT, OTHER, OTHER]);
  });
});
