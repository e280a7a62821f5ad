import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeApi } from "../../apps/server/src/platform/http/openapi/describe-api.ts";
import { byDepth } from "../harness/test-depth.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

/** A part of JSON Schema 2020-12, as the description of the API uses it. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that have broken somebody's server before. */
const nasty: fc.Arbitrary<unknown> = fc.constantFrom<unknown[]>(
  "",
  " ",
  "' or 1=1--",
  "'; drop table users; --",
  '{"$ne": null}',
  { $ne: null },
  "__proto__",
  { __proto__: { isAdmin: true } },
  { constructor: { prototype: { isAdmin: true } } },
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "\u0000",
  "\uD800",
  "０１",
  "١٢٣",
  "a".repeat(10_000),
  "1,000",
  "1e3",
  "0x10",
  "-0",
  "0.001",
  "99999999999.99",
  "NaN",
  "Infinity",
  -1,
  0,
  0.1 + 0.2,
  Number.MAX_VALUE,
  2 ** 53 + 1,
  1e-30,
  null,
  true,
  [],
  [1],
  {},
  [[[[]]]],
);

/** Amounts that are right in form, small ones mostly, so that money really moves. */
const amounts = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  { weight: 1, arbitrary: fc.constantFrom("100", "0.01", "9999999999.99") },
);

interface Material {
  /** Values that are right for a field of this name, at the time. */
  valuesOf: (field: string) => readonly unknown[];
}

/** Values that a schema allows; ids and codes come from what there is, so that calls go deep. */
function arbitraryOf(schema: Schema, field: string, material: Material): fc.Arbitrary<unknown> {
  const known = material.valuesOf(field);
  if (known.length > 0) return fc.constantFrom(...known);
  if (/amount|balance|invested|profit/i.test(field) && schema.type !== "object") return amounts;
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, field, material)));
  const types = [schema.type ?? "null"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, field, material)));
}

function ofType(type: string, schema: Schema, field: string, material: Material): fc.Arbitrary<unknown> {
  switch (type) {
    case "object":
      return objectOf(schema, material);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, field, material), { maxLength: 3 });
    case "integer":
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1_000, 100_000) });
    case "number":
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "string":
      return textOf(schema);
    default:
      return fc.constant(null);
  }
}

function textOf({ format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40), unit: "grapheme" });
}

function objectOf({ properties = {}, required = [] }: Schema, material: Material): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, arbitraryOf(each, name, material)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** A body that is right, or is damaged in one way: a field less, a field more, or a wrong value in one. */
function arbitraryBody(schema: Schema, material: Material): fc.Arbitrary<unknown> {
  const right = arbitraryOf(schema, "", material);
  const damaged = fc
    .tuple(right, fc.constantFrom("less", "more", "wrong", "other"), fc.nat(), nasty, fc.string({ maxLength: 12 }))
    .map(([body, how, pick, value, name]) => damage(body, { how, pick, value, name }));
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 2, arbitrary: damaged });
}

function damage(
  body: unknown,
  { how, pick, value, name }: { how: string; pick: number; value: unknown; name: string },
): unknown {
  if (how === "other" || typeof body !== "object" || body === null) return value;
  const entries = Object.entries(body);
  const index = entries.length === 0 ? 0 : pick % entries.length;
  if (how === "more") return Object.fromEntries([...entries, [name, value]]);
  if (how === "less") return Object.fromEntries(entries.filter((_, each) => each !== index));
  return Object.fromEntries(entries.map(([key, old], each) => [key, each === index ? value : old]));
}

/** Set FUZZ_REQUESTS=20000 for a long run, and FUZZ_SEED for another one. */
const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? byDepth({ ci: 400, long: 50_000 }));
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
/** The known ids are read again after this many requests. */
const LOOK_EVERY = 50;

interface Operation {
  path: string;
  method: "GET" | "POST" | "DELETE";
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
}

type Who = "anonymous" | "investor" | "other" | "admin";
const everyone: readonly Who[] = ["anonymous", "investor", "other", "admin"];

let test: TestApp;
const clients = new Map<Who, TestClient>();
/** All data that identifies an investor. */
const traces = new Map<Who, string[]>();
let ids: Record<string, string[]> = {};

beforeAll(async () => {
  test = await startTestApp();
  clients.set("anonymous", test.visitor());
  clients.set("admin", test.admin);
  await renew("investor");
  await renew("other");
  await look();
});
afterAll(async () => {
  await test.close();
});

/** A funded investor with recognisable names. */
async function renew(who: Who): Promise<void> {
  const mark = randomUUID().slice(0, 8);
  const client = await test.funded("5000");
  await test.sql`
    update users set first_name = ${`First-${mark}`}, last_name = ${`Last-${mark}`}, phone = ${`+2547${mark}`}
    where id = ${client.userId}`;
  clients.set(who, client);
  traces.set(who, [...(traces.get(who) ?? []), client.userId, client.email, mark]);
}

/** Reads existing ids, which let calls reach deep code, and sets current prices, as a trader would. */
async function look(): Promise<void> {
  await test.sql`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
    select 'crypto', symbol, 100, 0, 'simulated', clock_timestamp(), place
    from unnest(array['BTC/USD', 'ETH/USD', 'LTC/USD']) with ordinality as s (symbol, place)
    on conflict (market, symbol) do update set priced_at = excluded.priced_at`;
  const idsOf = async (table: string): Promise<string[]> => {
    const rows = await test.sql<
      { id: string }[]
    >`select id from ${test.sql.raw(table)} order by created_at desc limit 20`;
    return rows.map(({ id }) => id);
  };
  const exits = await test.sql<{ id: string }[]>`select id from exits limit 20`;
  ids = {
    bots: await idsOf("trading_bots"),
    users: [...clients.values()].map(({ userId }) => userId).filter((id) => id !== ""),
    deposits: await idsOf("deposits"),
    withdrawals: await idsOf("withdrawals"),
    verifications: await idsOf("verifications"),
    exits: exits.map(({ id }) => id),
  };
  for (const who of ["investor", "other"] as const) {
    const answer = await clients.get(who)!.call("GET", "/api/auth/user");
    const isAble = answer.status === 200 && (answer.body as { isActive: boolean }).isActive;
    if (!isAble) await renew(who);
  }
}

const operations = Object.entries(
  describeApi()["paths"] as Record<string, Record<string, { parameters: Operation["parameters"]; requestBody?: Body }>>,
).flatMap(([path, each]) =>
  Object.entries(each).map(([method, { parameters, requestBody }]): Operation => {
    const body = requestBody?.content["application/json"]?.schema ?? null;
    return { path, method: method.toUpperCase() as Operation["method"], parameters, body };
  }),
);
interface Body {
  content: Record<string, { schema: Schema }>;
}

const material: Material = {
  valuesOf: (field) => {
    if (field === "botId") return ids["bots"] ?? [];
    if (field === "currency") return ["USDT", "BTC", "ETH", "LTC"];
    if (field === "network") return ["TRC20", "ERC20", "BTC", "LTC"];
    if (field === "withdrawalType") return ["mpesa", "bank", "crypto"];
    if (field === "country") return ["Kenya", "Tanzania", "Nigeria", "Kenya"];
    if (field === "phoneNumber" || field === "phone") return ["+254712345678", "+255712345678"];
    if (field === "email") return [...clients.values()].map(({ email }) => email).concat("nobody@example.com");
    return [];
  },
};

/** An id of the path's kind, of this user or of another one. */
function idFor(path: string): fc.Arbitrary<string> {
  const [, kind] = /\/(bots|users|deposits|withdrawals|verifications|verification|exits)\/\{id\}/.exec(path) ?? [];
  const known = ids[kind === "verification" ? "verifications" : (kind ?? "")] ?? [];
  const unknown = fc.oneof(fc.uuid(), fc.constantFrom("1", "..x", "%00", "null", "' or 1=1--"));
  return known.length === 0 ? unknown : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, unknown);
}

function arbitraryRequest(operation: Operation): fc.Arbitrary<{ path: string; body: unknown }> {
  const query = operation.parameters.filter(({ in: place }) => place === "query");
  const values = fc.record(
    Object.fromEntries(query.map(({ name, schema }) => [name, fc.oneof(arbitraryOf(schema, name, material), nasty)])),
    { requiredKeys: [] },
  );
  const body = operation.body === null ? fc.constant(undefined) : arbitraryBody(operation.body, material);
  return fc
    .tuple(idFor(operation.path), fc.constantFrom("front", "back", "side"), values, body)
    .map(([id, side, given, sent]) => {
      const path = operation.path.replace("{id}", encodeURIComponent(id)).replace("{side}", side);
      const pairs = Object.entries(given).map(([name, value]) => `${name}=${encodeText(value)}`);
      return { path: pairs.length > 0 ? `${path}?${pairs.join("&")}` : path, body: sent };
    });
}

/** Half a surrogate pair is not valid in a URL. */
function encodeText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return encodeURIComponent(Buffer.from(text).toString());
}

describe("requests of every shape", () => {
  it(
    `get an answer that was promised, never a 5xx, and nobody else's data (${REQUESTS} requests)`,
    { tags: ["S62"], timeout: 900_000 },
    async () => {
      const statuses: Record<string, number> = {};
      let count = 0;
      const one = fc.tuple(fc.constantFrom(...operations), fc.constantFrom(...everyone), fc.nat());
      await fc.assert(
        fc.asyncProperty(one, async ([operation, who, seed]) => {
          count += 1;
          if (count % LOOK_EVERY === 0) await look();
          const [request] = fc.sample(arbitraryRequest(operation), { numRuns: 1, seed });
          const { path, body } = request!;
          const client = clients.get(who)!;
          // The client checks every answer against the API description.
          const { status, text } = await client.call(
            operation.method,
            path,
            body === undefined ? undefined : jsonOf(body),
            {
              "content-type": "application/json",
            },
          );
          const name = `${who} ${operation.method} ${path} ${JSON.stringify(body)?.slice(0, 500)}`;
          if (status >= 500) throw new Error(`${name} → ${status} ${text}`);
          for (const other of ["investor", "other"] as const) {
            if (other === who || who === "admin") continue;
            const leaked = traces.get(other)!.find((trace) => text.includes(trace) && !path.includes(trace));
            if (leaked !== undefined) throw new Error(`${name} → ${status} shows ${leaked}: ${text.slice(0, 500)}`);
          }
          statuses[status] = (statuses[status] ?? 0) + 1;
          // A random sign-in or sign-out changes the user of the session.
          if (operation.path.includes("/sign")) await signInAgain(who);
        }),
        { seed: SEED, numRuns: REQUESTS, endOnFailure: true },
      );
      expect(await test.differences()).toEqual([]);
      expect(statuses["200"]).toBeGreaterThan(REQUESTS / 20);
      expect(statuses["400"]).toBeGreaterThan(REQUESTS / 50);
      console.info(`fuzz: ${count} requests, seed ${SEED}, by status: ${JSON.stringify(statuses)}`);
    },
  );
});

/** As a string, because JSON.stringify cannot write some of these values. */
function jsonOf(body: unknown): string {
  return JSON.stringify(body) ?? "null";
}

async function signInAgain(who: Who): Promise<void> {
  if (who === "anonymous") clients.set(who, test.visitor());
  else if (who === "admin") await test.signInAdmin();
  else await renew(who);
}
