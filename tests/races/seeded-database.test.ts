import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listHoldings, readInvestor, readInvestors } from "../../apps/server/src/ledger/investors/store.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { planBackOffice } from "../../lab/commands/seeding/plan.ts";
import { seedBackOffice, SeedRefusedError, type SeedOptions } from "../../lab/commands/seeding/seed-back-office.ts";

let test: TestApp;
let owner: Sql;

const options: SeedOptions = {
  seed: 11,
  now: new Date("2026-11-01T12:00:00Z"),
  users: 120,
  deposits: 600,
  withdrawals: 600,
  hashedPassword: "-",
  allowExistingUsers: false,
};

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const readRefusal = async (changes: Partial<SeedOptions>): Promise<string> => {
  const error = await seedBackOffice(owner, { ...options, ...changes }).then(
    () => new Error("it was not refused"),
    (refused: unknown) => refused as Error,
  );
  expect(error).toBeInstanceOf(SeedRefusedError);
  return error.message;
};

describe("seedBackOffice", () => {
  it("refuses a live database, and one with users unless that is allowed", async () => {
    await owner`update system_settings set mode = 'live'`;
    expect(await readRefusal({ allowExistingUsers: true })).toMatch(/real money/);
    await owner`update system_settings set mode = null`;
    await test.signUp();
    expect(await readRefusal({})).toBe(
      "This database already has users (1). To add made-up people anyway, use --allow-existing-users.",
    );
  });

  it("writes the requested number of rows in every state, and reconciles", async () => {
    await seedBackOffice(owner, { ...options, allowExistingUsers: true });
    const [counts] = await owner`
      select (select count(*)::int from users where email like '%.11.%@example.com') as users,
        (select count(*)::int from deposits) as deposits, (select count(*)::int from withdrawals) as withdrawals,
        (select count(distinct status)::int from deposits) as "depositStates",
        (select count(distinct status)::int from withdrawals where status <> 'processing') as "withdrawalStates",
        (select count(distinct status)::int from verifications where status <> 'pending') as "documentStates",
        (select count(*) > 10 from positions) as "arePositions"`;
    expect(counts).toEqual({
      users: 120,
      deposits: 600,
      withdrawals: 600,
      depositStates: 3,
      withdrawalStates: 3,
      documentStates: 2,
      arePositions: true,
    });
    expect(await test.differences()).toEqual([]);
    const disorder = await owner`
      select from (select id, posted_at, lag(posted_at) over (order by id) as before from ledger_transactions) t
      where posted_at < before`;
    expect(disorder).toEqual([]);
  });

  it("plans the same people for the same seed and accepts a seed once", async () => {
    const world = { seed: 11, now: options.now, adminId: "a", bots: [] };
    const digest = (seed: number): string =>
      createHash("sha256")
        .update(JSON.stringify(planBackOffice({ users: 20, deposits: 60, withdrawals: 60 }, { ...world, seed })))
        .digest("hex");
    expect(digest(11)).toBe(digest(11));
    expect(digest(12)).not.toBe(digest(11));
    expect(await readRefusal({ allowExistingUsers: true })).toBe("Seed 11 was used before. Choose another seed.");
    await seedBackOffice(owner, {
      ...options,
      seed: 12,
      users: 10,
      deposits: 20,
      withdrawals: 5,
      allowExistingUsers: true,
    });
    expect(await test.differences()).toEqual([]);
  });
});

describe("readInvestors", () => {
  it("gives each investor as readInvestor does", async () => {
    const rows = await owner<{ id: string }[]>`select id from users where not is_admin`;
    await owner`
      insert into exits (id, user_id, bot_id, kind, status, requested_at, version)
      select gen_random_uuid(), user_id, bot_id, 'deactivation', 'pending', now(), 1 from positions limit 2`;
    const together = await readInvestors(
      test.sql,
      rows.map(({ id }) => id),
      60_000,
    );
    expect(together.size).toBe(rows.length);
    let held = 0;
    let waiting = 0;
    for (const { id } of rows) {
      const alone = await readInvestor(test.sql, id, 60_000);
      const now = new Date(0);
      const timeless = (snapshot: typeof alone) => ({
        ...snapshot,
        bots: snapshot.bots.map(({ pool, position }) => ({ pool: { ...pool, valuedAt: now }, position })),
      });
      expect(timeless(together.get(id)!)).toEqual(timeless(alone));
      held += listHoldings(alone).length;
      waiting += listHoldings(alone).filter(({ position }) => position.waitingExit !== null).length;
    }
    expect(held).toBeGreaterThan(10);
    expect(waiting).toBe(2);
    expect((await readInvestors(test.sql, [], 60_000)).size).toBe(0);
  });
});
