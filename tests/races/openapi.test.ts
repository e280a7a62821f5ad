import { setImmediate } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { allCalls } from "@wazi/contracts";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAnswerCheck } from "../harness/openapi-check.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { listErrors } from "../../apps/server/src/platform/http/list-errors.ts";
import { describeApi, toOpenApiPath } from "../../apps/server/src/platform/http/openapi/describe-api.ts";
import { addOpenApiRoutes } from "../../apps/server/src/platform/http/openapi/openapi-routes.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Operation {
  operationId: string;
  summary: string;
  security?: unknown;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: BodySchema }> };
}
interface BodySchema {
  additionalProperties?: boolean;
  oneOf?: BodySchema[];
}
/** A call-back has the body that its provider sends. */
const isCallback = (path: string): boolean => path.startsWith("/api/callbacks/");
const paths = describeApi()["paths"] as Record<string, Record<string, Operation>>;
const operations = Object.values(paths).flatMap((each) => Object.values(each));

describe("the description of the API", () => {
  it("is valid OpenAPI 3.1", async () => {
    const checked = await new Validator().validate(describeApi());
    expect(checked.errors ?? []).toEqual([]);
    expect(checked.valid).toBe(true);
  });

  it("has exactly the routes of the server", () => {
    const answered = test.app.calls.registered.map(({ method, path }) => `${method} ${toOpenApiPath(path)}`).sort();
    const described = Object.entries(paths).flatMap(([path, each]) =>
      Object.keys(each).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(answered);
  });

  it("gives every operation its own name", () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("lists for no call an error that follows from the rest of its definition", () => {
    const twice = allCalls.flatMap(({ errors = [], ...rest }) =>
      errors.filter((code) => listErrors(rest).includes(code)),
    );
    expect(twice).toEqual([]);
  });

  it("says which calls need a session, which bodies are strict, and which take an Idempotency-Key", () => {
    for (const call of allCalls) {
      const operation = paths[toOpenApiPath(call.path)]?.[call.method.toLowerCase()];
      expect(operation, call.path).toBeDefined();
      expect(operation!.security !== undefined).toBe(call.permission !== "public");
      const keys = operation!.parameters.filter(({ name }) => name === "Idempotency-Key");
      expect(keys).toHaveLength(call.movesMoney ? 1 : 0);
      for (const { schema } of Object.values(operation!.requestBody?.content ?? {})) {
        if (isCallback(call.path)) continue;
        for (const each of schema.oneOf ?? [schema]) expect(each.additionalProperties, call.path).toBe(false);
      }
    }
  });

  it("is served as JSON and as a page without external or inline resources", async () => {
    const json = await test.app.inject("/api/openapi.json");
    expect([json.statusCode, json.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(json.json()).toEqual(describeApi());
    const page = await test.app.inject("/api/docs");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    for (const call of allCalls) expect(page.payload).toContain(`<code>${toOpenApiPath(call.path)}</code>`);
    expect(page.payload).not.toMatch(/https?:\/\/(?!json-schema\.org)|<script|style=|onclick/);
    for (const address of ["/api/openapi.json", "/api/docs"]) {
      const packed = await test.app.inject({ url: address, headers: { "accept-encoding": "br" } });
      const plain = await test.app.inject(address);
      expect(packed.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload);
      const etag = String(packed.headers.etag);
      const known = { "accept-encoding": "br", "if-none-match": etag };
      expect((await test.app.inject({ url: address, headers: known })).statusCode).toBe(304);
    }
    const style = await test.app.inject("/api/docs/style.css");
    expect([style.statusCode, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  });
});

it("builds the description a path at a time, so that other requests go on", async () => {
  const app = fastify();
  addOpenApiRoutes(app);
  let isBuilding = true;
  const answer = app.inject("/api/openapi.json").finally(() => (isBuilding = false));
  let turns = 0;
  for (; isBuilding; turns += 1) await setImmediate();
  expect((await answer).json()).toEqual(describeApi());
  expect(turns).toBeGreaterThan(Object.keys(paths).length);
  await app.close();
});

describe("the check of answers against the description", () => {
  const check = createAnswerCheck();
  const answer = { method: "GET", path: "/api/bots", status: 200, contentType: "application/json", text: "[]" };

  it.each([
    ["another status", { status: 302 }],
    ["another media type", { contentType: "text/html" }],
    ["another shape", { text: '[{"id":"1"}]' }],
    ["an error without its body", { status: 503, text: "{}" }],
    ["a path that is not there", { path: "/api/nothing" }],
  ])("refuses %s", (_what, change) => {
    expect(() => check({ ...answer, ...change })).toThrow(/answers/);
  });

  it("accepts a correct answer", () => {
    check(answer);
    check({ ...answer, status: 503, text: '{"statusCode":503,"code":"BUSY","message":"later"}' });
    check({ ...answer, path: "/readyz", status: 999 });
  });
});
