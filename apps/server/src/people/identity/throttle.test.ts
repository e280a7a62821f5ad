import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { createLeasedReads } from "./leased-reads.ts";
import { countTry, createTryCounter, toSubscriberAddress, type ThrottleDeps, type ThrottleRule } from "./throttle.ts";

const rule: ThrottleRule = { name: "test", limit: 10, windowMs: 900_000 };
const START = Date.parse("2026-11-21T10:00:00Z");

let database: TestDatabase;
const pools: Sql[] = [];
let time = START;

/** Acts as another process, with separate connections. */
function process(rateLimitScale = 1): ThrottleDeps {
  const sql = openPool(database.url, { max: 2 });
  pools.push(sql);
  return { sql, now: () => new Date(time), rateLimitScale };
}

async function outcomes(tries: Promise<unknown>[]): Promise<{ taken: number; refused: number }> {
  const results = await Promise.allSettled(tries);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "RATE_LIMITED" });
  const taken = results.filter(({ status }) => status === "fulfilled").length;
  return { taken, refused: results.length - taken };
}

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await Promise.all(pools.map((sql) => sql.end()));
  await database.drop();
});

describe("throttles", () => {
  test("count concurrent tries of several processes together", { tags: ["S16"] }, async () => {
    const processes = [process(), process(), process(), process()];
    const tries = Array.from({ length: 40 }, (_, n) => countTry(processes[n % 4]!, rule, "shared"));
    expect(await outcomes(tries)).toEqual({ taken: 10, refused: 30 });
  });

  test("allow the eleventh try only when the first is a window old, and return the wait time", async () => {
    const deps = process();
    for (let n = 0; n < 10; n += 1) {
      time = START + n * 60_000;
      await countTry(deps, rule, "sliding");
    }
    time = START + 899_000;
    await expect(countTry(deps, rule, "sliding")).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    time = START + 900_000;
    await countTry(deps, rule, "sliding");
    await expect(countTry(deps, rule, "sliding")).rejects.toMatchObject({ details: { retryAfterSeconds: 60 } });
    time = START;
  });

  test("forget one try on takeBack and all tries on forgetAll", async () => {
    const deps = process();
    const tries = [];
    for (let n = 0; n < 10; n += 1) tries.push(await countTry(deps, rule, "taken back"));
    await tries[3]?.takeBack();
    const last = await countTry(deps, rule, "taken back");
    expect(await outcomes([countTry(deps, rule, "taken back")])).toEqual({ taken: 0, refused: 1 });
    await last.forgetAll();
    expect(await outcomes(Array.from({ length: 11 }, () => countTry(deps, rule, "taken back")))).toEqual({
      taken: 10,
      refused: 1,
    });
  });

  test("count tries that share statements, over several processes, as they count single ones", async () => {
    const counters = [process(), process(), process()].map((deps) => createTryCounter(deps, rule));
    const tries = Array.from({ length: 45 }, (_, n) => counters[n % 3]!(`together ${n % 2}`));
    expect(await outcomes(tries)).toEqual({ taken: 20, refused: 25 });
    await expect(countTry(process(), rule, "together 0")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    time = START + 899_000;
    await expect(counters[0]!("together 0")).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    time = START + 900_000;
    expect(await outcomes(Array.from({ length: 12 }, () => counters[1]!("together 0")))).toEqual({
      taken: 10,
      refused: 2,
    });
    time = START;
    await createTryCounter(process(0), rule)("together 1");
  });

  test("repeat a refusal from memory, without the database", { tags: ["S18"] }, async () => {
    const deps = process();
    const remembered = { ...rule, rememberedMs: 1_000 };
    await outcomes(Array.from({ length: 11 }, () => countTry(deps, remembered, "remembered")));
    let statements = 0;
    const sql = new Proxy(deps.sql, {
      apply: (target, self, given) => ((statements += 1), Reflect.apply(target, self, given) as unknown),
    });
    expect(
      await outcomes(Array.from({ length: 3 }, () => countTry({ ...deps, sql }, remembered, "remembered"))),
    ).toEqual({
      taken: 0,
      refused: 3,
    });
    // The memory belongs to the pool, and this one has none yet: the first refusal is asked for, and then remembered.
    const asked = statements;
    expect(asked).toBeGreaterThan(0);
    expect(
      await outcomes(Array.from({ length: 1_000 }, () => countTry({ ...deps, sql }, remembered, "remembered"))),
    ).toEqual({
      taken: 0,
      refused: 1_000,
    });
    expect(statements).toBe(asked);
    time = START + 1_001;
    await outcomes([countTry({ ...deps, sql }, remembered, "remembered")]);
    expect(statements).toBeGreaterThan(asked);
    time = START;
  });

  test("limit cheap reads by leases that all processes share", async () => {
    const [one, two] = [process(), process()];
    const few = { ...rule, limit: 3 };
    const reads = [createLeasedReads(one, few), createLeasedReads(two, few)];
    const results = [];
    for (let n = 0; n < 100; n += 1) results.push(await outcomes([reads[n % 2]!("10.0.0.1")]));
    // Three leases of twenty reads.
    expect(results.filter(({ taken }) => taken === 1)).toHaveLength(60);
    expect(await outcomes([reads[0]!("10.0.0.2")])).toEqual({ taken: 1, refused: 0 });
  });

  test("scale with RATE_LIMIT_SCALE; 0 turns them off", async () => {
    const half = process(0.5);
    const off = process(0);
    expect(await outcomes(Array.from({ length: 12 }, () => countTry(half, rule, "half")))).toEqual({
      taken: 5,
      refused: 7,
    });
    expect(await outcomes(Array.from({ length: 30 }, () => countTry(off, rule, "off")))).toEqual({
      taken: 30,
      refused: 0,
    });
  });

  test("treat an IPv4 address or an IPv6 /64 as one address", () => {
    expect(toSubscriberAddress("10.1.2.3")).toBe("10.1.2.3");
    expect(toSubscriberAddress("::ffff:10.1.2.3")).toBe("10.1.2.3");
    expect(toSubscriberAddress("2001:db8:1:2:aaaa:bbbb:cccc:dddd")).toBe("2001:db8:1:2::/64");
    expect(toSubscriberAddress("2001:DB8:1:2::1")).toBe(toSubscriberAddress("2001:0db8:0001:0002:ffff::9"));
    expect(toSubscriberAddress("2001:db8::1")).toBe("2001:db8:0:0::/64");
    expect(toSubscriberAddress("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(toSubscriberAddress("::1")).toBe("0:0:0:0::/64");
  });
});
