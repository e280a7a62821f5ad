import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { describeApi } from "../../apps/server/src/platform/http/openapi/describe-api.ts";
import { listBreakingChanges, type ApiDescription } from "./api-compatibility.ts";

/** The API of the last release. `KEEP_API=on npm test -- tests/harness/api-compatibility` writes it; CONTRIBUTING.md says when. */
const RELEASED = fileURLToPath(new URL("../../docs/released-api.json", import.meta.url));
const current = describeApi() as unknown as ApiDescription & { info: { version: string } };

/** One line for each path, so that a change of the file can be reviewed. Errors and texts are left out. */
function format({ info, paths }: typeof current): string {
  const lines = Object.entries(paths).map(([path, operations]) => {
    const kept = Object.entries(operations).map(([method, { security, parameters, requestBody, responses }]) => {
      const answers = Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith("2")));
      return [method, { security, parameters, requestBody, responses: answers }];
    });
    return `${JSON.stringify(path)}: ${JSON.stringify(Object.fromEntries(kept))}`;
  });
  return `{\n"version": ${JSON.stringify(info.version)},\n"paths": {\n${lines.join(",\n")}\n}}\n`;
}

describe("the API of the last release", () => {
  it("is kept by this one: programs that were written for it still work", () => {
    if (process.env["KEEP_API"] === "on" || !existsSync(RELEASED)) writeFileSync(RELEASED, format(current));
    const released = JSON.parse(readFileSync(RELEASED, "utf8")) as ApiDescription;
    expect(Object.keys(released.paths).length).toBeGreaterThan(100);
    expect(listBreakingChanges(released, current)).toEqual([]);
  });
});

describe("the comparison of two descriptions", () => {
  const makeApi = (): ApiDescription => ({
    paths: {
      "/api/things": {
        get: {
          parameters: [{ name: "kind", in: "query", required: false, schema: { type: "string", enum: ["a", "b"] } }],
          responses: {
            "200": { content: { "application/json": { schema: { type: "array", items: makeThing() } } } },
            "404": { content: { "application/json": { schema: { type: "object" } } } },
          },
        },
        post: {
          security: [{ session: [] }],
          requestBody: { required: true, content: { "application/json": { schema: makeRequest() } } },
          responses: { "204": {} },
        },
      },
    },
  });
  const makeThing = () => ({
    type: "object",
    properties: {
      id: { type: "string" },
      size: { anyOf: [{ type: "number" }, { type: "null" }] },
      kind: { enum: ["a", "b"] },
      shape: { oneOf: [makeShape("round"), makeShape("long")] },
    },
    required: ["id", "size"],
  });
  const makeShape = (name: string) => ({
    type: "object",
    properties: { name: { type: "string", const: name }, [`${name}Width`]: { type: "number" } },
    required: ["name"],
  });
  const makeRequest = () => ({
    type: "object",
    properties: {
      amount: { anyOf: [{ type: "string", maxLength: 20 }, { type: "number" }] },
      kind: { type: "string", enum: ["a", "b"] },
      note: { type: "string", maxLength: 100 },
    },
    required: ["amount"],
    additionalProperties: false,
  });

  /** The JSON of an API with some text replaced, to plant a change anywhere. */
  const change = (from: string, to: string): ApiDescription => {
    const text = JSON.stringify(makeApi());
    expect(text).toContain(from);
    return JSON.parse(text.replace(from, to)) as ApiDescription;
  };

  it.each([
    ["a removed path", '"/api/things":', '"/api/items":', "GET /api/things was removed."],
    ["a removed method", '"post":', '"put":', "POST /api/things was removed."],
    [
      "a removed field of an answer",
      '"id":{"type":"string"},',
      "",
      "GET /api/things: the answer 200, each row, field id was removed.",
    ],
    [
      "a field that may be absent",
      '["id","size"]',
      '["id"]',
      "GET /api/things: the answer 200, each row, field size may be absent now.",
    ],
    [
      "another type",
      '"id":{"type":"string"}',
      '"id":{"type":"number"}',
      "each row, field id was string and is number.",
    ],
    ["a new null", '"id":{"type":"string"}', '"id":{"type":["string","null"]}', "each row, field id may be null now."],
    [
      "free values",
      '"kind":{"enum":["a","b"]}',
      '"kind":{"type":"string"}',
      "each row, field kind has none of its fixed values any more.",
    ],
    [
      "another value in a form of an answer",
      '"const":"long"',
      '"const":"tall"',
      "field shape, field name has none of its fixed values any more (in one of its forms).",
    ],
    [
      "a removed form of an answer",
      '"const":"long"',
      '"type":"number"',
      "field shape, field name was string and is number (in one of its forms).",
    ],
    [
      "a new required field of a request",
      '"required":["amount"]',
      '"required":["amount","note"]',
      "field note is required now.",
    ],
    ["a removed field of a request", ',"note":{"type":"string","maxLength":100}', "", "field note was removed."],
    [
      "fewer values in a request",
      '"kind":{"type":"string","enum":["a","b"]},"note"',
      '"kind":{"type":"string","enum":["a"]},"note"',
      "POST /api/things: the request, field kind no longer takes b.",
    ],
    [
      "new fixed values in a request",
      '"note":{"type":"string"',
      '"note":{"enum":["x"],"type":"string"',
      "field note takes only x now.",
    ],
    [
      "a removed form of a request",
      ',{"type":"number"}]},"kind":{"type":"string"',
      ']},"kind":{"type":"string"',
      "field amount was number and is string (in one of its forms).",
    ],
    ["a lower limit of a length", '"maxLength":100', '"maxLength":50', "field note has a narrower maxLength."],
    ["a new pattern", '"maxLength":100', '"maxLength":100,"pattern":"^a"', "field note has a narrower pattern."],
    [
      "fewer values of a parameter",
      '"schema":{"type":"string","enum":["a","b"]}',
      '"schema":{"type":"string","enum":["b"]}',
      "GET /api/things: the parameter kind no longer takes a.",
    ],
    [
      "a required parameter",
      '"required":false',
      '"required":true',
      "GET /api/things: the parameter kind is required now.",
    ],
    ["a removed parameter", '"name":"kind"', '"name":"sort"', "GET /api/things: the parameter kind was removed."],
    ["a removed answer", '"204":', '"202":', "POST /api/things: the answer 204 was removed."],
    [
      "another media type",
      '"200":{"content":{"application/json"',
      '"200":{"content":{"text/csv"',
      "the answer 200 is no longer application/json.",
    ],
    ["a session", '"get":{', '"get":{"security":[{"session":[]}],', "GET /api/things needs a session now."],
  ])("finds %s", (_name, from, to, sentence) => {
    expect(listBreakingChanges(makeApi(), change(from, to)).join("\n")).toContain(sentence);
  });

  it.each([
    ["nothing", '"get":', '"get":'],
    ["a call", '"get":', '"delete":{"responses":{"204":{}}},"get":'],
    ["a field of an answer", '"id":{"type":"string"}', '"id":{"type":"string"},"more":{"type":"string"}'],
    ["a field that is always there", '["id","size"]', '["id","size","kind"]'],
    ["an answer that is never null", '{"anyOf":[{"type":"number"},{"type":"null"}]}', '{"type":"number"}'],
    ["a value of an answer", '"kind":{"enum":["a","b"]}', '"kind":{"enum":["a","b","c"]}'],
    ["an optional field of a request", '"note":{', '"more":{"type":"string"},"note":{'],
    ["a value of a request", '"enum":["a","b"]},"note"', '"enum":["a","b","c"]},"note"'],
    ["a higher limit", '"maxLength":100', '"maxLength":200'],
    [
      "an optional parameter",
      '"parameters":[',
      '"parameters":[{"name":"more","in":"query","schema":{"type":"string"}},',
    ],
    ["an error", '"404":', '"409":{},"404":'],
    ["an open call", '"security":[{"session":[]}],', ""],
  ])("accepts %s", (_name, from, to) => {
    expect(listBreakingChanges(makeApi(), change(from, to))).toEqual([]);
  });
});
