import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  arbitraryBody,
  arbitraryOf,
  type Material,
  nasty,
  type Operation,
  operations,
} from "../harness/described-calls.ts";
import { byDepth } from "../harness/test-depth.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

/** Set FUZZ_REQUESTS=20000 for a long run, and FUZZ_SEED for another one. */
const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? byDepth({ ci: 400, long: 50_000 }));
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
/** The known ids are read again after this many requests. */
const LOOK_EVERY = 50;

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
