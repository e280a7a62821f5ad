import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { arbitraryOf, type Material, type Operation, operations, type Schema } from "../harness/described-calls.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { byDepth } from "../harness/test-depth.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

/** As JSON, because an object literal cannot have the field `__proto__`. */
const ATTACKS = [
  ...[
    "' or 1=1--",
    "'; select pg_sleep(20); --",
    "1 and (select 1 from pg_sleep(20)) is not null",
    '"; drop table users; --',
    '{"$ne": null}',
    "__proto__",
    "constructor.prototype",
    "${7*7}{{7*7}}",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "%",
    "\u0000",
    "\uD800",
    "(a+)+$".repeat(500),
  ].map((text) => JSON.stringify(text)),
  '{"$ne":null}',
  '{"$gt":"","$where":"sleep(20000)"}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '["\'; select pg_sleep(20); --"]',
];
/** In every run each field gets some, and all of them together get each attack often; in a long run each field gets all. */
const ATTACKS_PER_FIELD = byDepth({ quick: 2, ci: 6, long: ATTACKS.length });
const SLOW_MS = 1_000;
const SEED = 20_261_129;
const MARK = "marks the place of an attack";

let test: TestApp;
let investor: TestClient;
let ids: Record<string, string>;

beforeAll(async () => {
  test = await startTestApp();
  await renewInvestor();
});
afterAll(() => test.close());

/** An investor with money, a deposit, a withdrawal and a second account for an administrator's acts. */
async function renewInvestor(): Promise<void> {
  investor = await test.funded("5000");
  const asked = { amount: "20", withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };
  await investor.call("POST", "/api/user/withdrawals", asked);
  await investor.call("POST", "/api/user/deposits", { amount: "100", currency: "USDT", network: "TRC20" });
  const idOf = async (table: string): Promise<string> => {
    const rows = await test.sql<{ id: string }[]>`
      select id from ${test.sql.raw(table)} order by created_at desc limit 1`;
    return rows[0]?.id ?? "";
  };
  ids = {
    bots: await idOf("trading_bots"),
    users: investor.userId,
    deposits: await idOf("deposits"),
    withdrawals: await idOf("withdrawals"),
  };
}

const material: Material = {
  valuesOf: (field) => {
    const known: Record<string, readonly string[]> = {
      botId: [ids["bots"] ?? ""],
      userId: [ids["users"] ?? ""],
      currency: ["USDT"],
      network: ["TRC20"],
      country: ["Kenya"],
      phoneNumber: ["+254712345678"],
    };
    return known[field] ?? [];
  },
};

/** A field of a request: a parameter, or the way to it in the body. */
type Field = { in: "path" | "query"; name: string } | { in: "body"; way: readonly string[] };

function listFields(schema: Schema, way: readonly string[] = []): Field[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((each) => listFields(each, way));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, each]) => listFields(each, [...way, name]));
  return schema.items ? listFields(schema.items, [...way, "0"]) : [{ in: "body", way }];
}

/** The fields of a call, and one that it does not know. */
function fieldsOf({ path, parameters, body }: Operation): Field[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const inQuery = parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  const known = new Map((body ? listFields(body) : []).map((field) => [JSON.stringify(field), field]));
  return [
    ...names.map((name) => ({ in: "path", name }) as const),
    ...[...inQuery, "__proto__[isAdmin]"].map((name) => ({ in: "query", name }) as const),
    ...known.values(),
    ...(body ? [{ in: "body", way: ["__proto__"] } as const] : []),
  ];
}

/** Puts the mark in a body, in place of what is there. */
function put(body: unknown, [name, ...way]: readonly string[]): unknown {
  if (name === undefined) return MARK;
  const fields = typeof body === "object" && body !== null ? body : {};
  const old = Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined;
  if (Array.isArray(body) || name === "0") return [put(Array.isArray(body) ? body[0] : undefined, way)];
  return Object.fromEntries([...Object.entries(fields).filter(([each]) => each !== name), [name, put(old, way)]]);
}

/** A request that is right but for one field. */
function attack(operation: Operation, field: Field, json: string): { path: string; payload: string | undefined } {
  const text = JSON.parse(json) as unknown;
  const plain = Buffer.from(typeof text === "string" ? text : json).toString();
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const kind = /\/(bots|users|deposits|withdrawals)\/\{id\}/.exec(operation.path)?.[1] ?? "";
    return encodeURIComponent(field.in === "path" && field.name === name ? plain : (ids[kind] ?? "x"));
  });
  const query = field.in === "query" ? `?${encodeURIComponent(field.name)}=${encodeURIComponent(plain)}` : "";
  if (operation.body === null) return { path: path + query, payload: undefined };
  const [right] = fc.sample(arbitraryOf(operation.body, "", material), { numRuns: 1, seed: SEED });
  const payload = JSON.stringify(field.in === "body" ? put(right, field.way) : right);
  return { path: path + query, payload: payload.replace(JSON.stringify(MARK), () => json) };
}

/** The entries of the ledger until a transaction, as one hash. */
async function hashEntries(until: string | null): Promise<{ last: string; hash: string }> {
  const [row] = await test.sql<{ last: string; hash: string }[]>`
    select max(transaction_id)::text as last, md5(string_agg(e::text, ',' order by transaction_id, account_id)) as hash
    from ledger_entries e where transaction_id <= coalesce(${until}::bigint, transaction_id)`;
  return row ?? { last: "", hash: "" };
}

describe("an attack in any field of any call", () => {
  it(
    "causes no server error, no delay, no change of a prototype or of a posted entry, and no new right",
    { tags: ["S60", "S62"], timeout: 900_000 },
    async () => {
      const prototype = Object.getOwnPropertyNames(Object.prototype).join();
      const entries = await hashEntries(null);
      const statuses: Record<number, number> = {};
      let turn = 0;
      for (const operation of operations) {
        const isAdmins = operation.path.startsWith("/api/admin/");
        if (!isAdmins && (await investor.call("GET", "/api/user/withdrawals")).status !== 200) await renewInvestor();
        if (isAdmins && (await test.admin.call("GET", "/api/admin/users")).status !== 200) await test.signInAdmin();
        for (const field of fieldsOf(operation)) {
          for (let each = 0; each < ATTACKS_PER_FIELD; each += 1, turn += 1) {
            const json = ATTACKS[turn % ATTACKS.length] ?? "";
            const { path, payload } = attack(operation, field, json);
            const client = isAdmins ? test.admin : investor;
            const send = async () => {
              const from = performance.now();
              const { status, text } = await client.call(operation.method, path, payload, {
                "content-type": "application/json",
              });
              return { status, text, ms: performance.now() - from };
            };
            const { status, text, ms } = await send();
            const name = `${operation.method} ${path.slice(0, 200)} ${payload?.slice(0, 300)}`;
            if (status >= 500 && status !== 503) throw new Error(`${name} → ${status} ${text}`);
            // A machine with much to do is slow once; an attack is slow each time.
            if (ms > stretchBound(SLOW_MS)) expect((await send()).ms, name).toBeLessThan(stretchBound(SLOW_MS));
            statuses[status] = (statuses[status] ?? 0) + 1;
          }
        }
      }
      expect(turn).toBeGreaterThan(ATTACKS.length * 20);
      expect(statuses[400]).toBeGreaterThan(turn / 4);
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(prototype);
      expect(await hashEntries(entries.last)).toEqual(entries);
      const [rights] = await test.sql<{ names: string }[]>`
        select string_agg(email, ',') as names from users where is_admin`;
      expect(rights?.names).toBe(test.admin.email);
      expect(await test.differences()).toEqual([]);
      console.info(`injection: ${turn} requests, by status: ${JSON.stringify(statuses)}`);
    },
  );
});

it(
  "is no address that the server calls but that of a browser's push service, where an investor can write one",
  { tags: ["S63"] },
  () => {
    const isAddress = /ur[il]|endpoint|href|link|host|origin|webhook|callback/i;
    const found = operations
      .filter(({ path }) => !/^\/api\/(admin|callbacks)\//.test(path))
      .flatMap((operation) =>
        fieldsOf(operation).flatMap((field) => {
          const name = field.in === "body" ? field.way.join(".") : field.name;
          return isAddress.test(name) ? [`${operation.path} ${name}`] : [];
        }),
      );
    expect(found.sort()).toEqual([
      "/api/user/push endpoint",
      "/api/user/push/check endpoint",
      "/api/user/push/off endpoint",
      // Images as data.
      "/api/verification/submit backImageUrl",
      "/api/verification/submit frontImageUrl",
    ]);
  },
);
