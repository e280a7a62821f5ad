import { investorAccount, type AccountCode } from "@wazi/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedBots } from "../../apps/server/src/investing/bots/store.ts";
import { createSeededRandom } from "../../lab/commands/seeding/seeded-random.ts";
import { createOperationId, type Operation } from "../../apps/server/src/ledger/door/operation.ts";
import { openDoor, type Door } from "../../apps/server/src/ledger/door/post.ts";
import { openPool, type Queryable, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { countLockWaits } from "../harness/lock-waits.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { byDepth } from "../harness/test-depth.ts";

const DOORS = 8;
const ROUNDS = byDepth({ ci: 3, long: 8 });
const ACCOUNTS = 40;

let database: TestDatabase;
let owner: Sql;
let pools: Sql[];
let doors: Door[];
let accounts: AccountCode[];
let bots: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openPool(database.url, { max: 2, role: null });
  await seedBots(owner);
  const users = await owner<{ id: string }[]>`
    insert into users (email, hashed_password, first_name, last_name, phone, country, referral_code)
    select n || '@example.com', 'x', 'Amina', 'Otieno', '+254700000000', 'Kenya', 'r' || n from generate_series(1, ${ACCOUNTS}) n
    returning id`;
  for (const { id } of users) await owner`select open_user_accounts(${id}::uuid)`;
  accounts = users.map(({ id }) => investorAccount(id, "deposit_funds"));
  bots = (await owner<{ id: string }[]>`select id from trading_bots order by id`).map(({ id }) => id);
  // Each has one connection, so that their calls run at the same time.
  pools = Array.from({ length: DOORS }, () => openPool(database.url, { max: 1 }));
  doors = pools.map((sql) => openDoor(sql));
});

afterAll(async () => {
  await Promise.all([owner, ...pools].map((each) => each.end()));
  await database.drop();
});

/** An operation that takes locks and writes nothing. */
function lockOnly(locks: Operation["locks"]): Operation {
  return { operationId: createOperationId(), locks, expects: {} };
}

describe("locks of the ledger's door", () => {
  it("never wait for each other in a circle, in whatever order an operation names them", async () => {
    const random = createSeededRandom(7);
    const shuffled = <T>(all: readonly T[]): T[] =>
      all
        .map((item) => ({ item, place: random.next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item);
    for (let round = 0; round < ROUNDS; round += 1) {
      // Somebody holds the last account and a pool, so that each operation stops with the locks that it has by then.
      const release = await holdIn(async (tx) => {
        await tx`select from ledger_accounts where code = ${accounts.at(-1) ?? ""} for update`;
        await tx`select pg_advisory_xact_lock(hashtextextended('pool:' || ${bots[round % bots.length] ?? ""}::text, 0))`;
      });
      const posted = doors.map((door, index) => {
        // Half of them lock accounts only, because pools come first and would keep them from the accounts.
        const named = index % 2 === 0 ? shuffled(bots).map((id) => [id, "exclusive"] as const) : [];
        return door.post(lockOnly({ pools: Object.fromEntries(named), accounts: shuffled(accounts) }));
      });
      await expect.poll(() => countLockWaits(owner)).toBe(DOORS);
      await release();
      // A circle would be a BUSY after PostgreSQL's deadlock timeout.
      expect(new Set(await Promise.all(posted))).toEqual(new Set(["posted"]));
    }
  });

  it("make an operation wait while another transaction has the account", async () => {
    const [account = "market"] = accounts;
    const release = await holdIn((tx) => tx`select from ledger_accounts where code = ${account} for update`);
    expect(await isWaiting(lockOnly({ pools: {}, accounts: [account] }), release)).toBe(true);
  });

  it.each([
    ["exclusive", "shared", true],
    ["shared", "shared", false],
    ["shared", "exclusive", true],
  ] as const)("make a %s lock of a pool wait for a %s one: %s", async (asked, held, waits) => {
    const [bot = ""] = bots;
    const release = await holdIn((tx) =>
      held === "shared"
        ? tx`select pg_advisory_xact_lock_shared(hashtextextended('pool:' || ${bot}::text, 0))`
        : tx`select pg_advisory_xact_lock(hashtextextended('pool:' || ${bot}::text, 0))`,
    );
    expect(await isWaiting(lockOnly({ pools: { [bot]: asked }, accounts: [] }), release)).toBe(waits);
  });
});

/** Runs a statement in a transaction that stays open. Returns how to end it. */
async function holdIn(lock: (tx: Queryable) => Promise<unknown>) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = owner.begin(async (tx) => {
      await lock(tx);
      resolve();
      await released;
    });
    ended.catch(reject);
  });
  return async (): Promise<void> => {
    release();
    await ended;
  };
}

/** Posts an operation, tells whether it waited for what is held, and releases that. */
async function isWaiting(operation: Operation, release: () => Promise<void>): Promise<boolean> {
  let isPosted = false;
  const posted = doors[0]!.post(operation).finally(() => (isPosted = true));
  let isHeld = false;
  await expect.poll(async () => (isHeld = (await countLockWaits(owner)) > 0) || isPosted).toBe(true);
  await release();
  expect(await posted).toBe("posted");
  return isHeld;
}
