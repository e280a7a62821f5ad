import { randomBytes } from "node:crypto";
import { cents } from "@wazi/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { createOperationId } from "../../ledger/door/operation.ts";
import { openDoor } from "../../ledger/door/post.ts";
import { createExportGate } from "../../platform/csv/export-gate.ts";
import { openPool } from "../../platform/db/pool.ts";
import { createAddressSource, makeDemoKeys } from "../addresses/configured-addresses.ts";
import { withNewIndex } from "./address-indexes.ts";
import { createDeposit, type DepositDeps } from "./create-deposit.ts";

let test: TestApp;
/** Two processes of one installation, which share the keys of their addresses. */
let processes: DepositDeps[];

beforeAll(async () => {
  test = await startTestApp();
  const addresses = createAddressSource(makeDemoKeys(randomBytes(32)), true);
  processes = [1, 2].map(() => {
    const sql = openPool(test.database.url);
    return {
      sql,
      door: openDoor(sql),
      addresses,
      requireIdentity: false,
      requireHash: false,
      givesPracticeMoney: false,
      aloneRule: { limit: cents(100_000n), bindsOnlyOne: false },
      rateLimitScale: 0,
      maxRateAgeMs: 60_000,
      now: () => new Date(),
      exports: createExportGate(),
    };
  });
});
afterAll(async () => {
  await Promise.all(processes.map(({ sql }) => sql.end()));
  await test.close();
});

const create = (deps: DepositDeps, userId: string) =>
  createDeposit(deps, {
    userId,
    body: { amount: "100", currency: "USDT", network: "ERC20" },
    requestKey: null,
    first: null,
  });

const listIndexes = async (): Promise<number[]> =>
  (
    await test.sql<{ index: number }[]>`
      select address_index::integer as index from deposit_addresses where network = 'ERC20' order by address_index`
  ).map(({ index }) => index);

it("are given once by two processes at the same time, next to each other", async () => {
  const investors = await Promise.all(Array.from({ length: 24 }, () => test.signUp()));
  const answers = await Promise.all(investors.map(({ userId }, place) => create(processes[place % 2]!, userId)));
  expect(new Set(answers.map(({ body }) => body.walletAddress)).size).toBe(investors.length);
  const indexes = await listIndexes();
  expect(new Set(indexes).size).toBe(investors.length);
  expect(Math.max(...indexes)).toBeLessThan(2 * investors.length);
  const [counter] = await test.sql<{ next: number }[]>`
    select next_index::integer as next from deposit_address_counters where path = 'ERC20'`;
  expect(counter?.next).toBeGreaterThan(Math.max(...indexes));
});

it("are not used up by a deposit that is refused", async () => {
  const { userId } = await test.signUp();
  await create(processes[0]!, userId);
  const before = await listIndexes();
  await expect(create(processes[0]!, userId)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await listIndexes()).toEqual(before);
});

it("are given again after a call that failed, and not after one that succeeded", async () => {
  const { door } = processes[0]!;
  const take = (isRefused: boolean) =>
    withNewIndex(door, (takeIndex) => {
      const index = takeIndex("a network", 5);
      return isRefused ? Promise.reject(new Error(String(index))) : Promise.resolve(index);
    });
  await expect(take(true)).rejects.toThrow("5");
  expect([await take(false), await take(false)]).toEqual([5, 6]);
  expect(await Promise.all([take(false), take(false)])).toEqual([7, 8]);
});

it("are refused by the door when the address belongs to another investor", async () => {
  const [one, other] = [await test.signUp(), await test.signUp()];
  const { walletAddress } = (await create(processes[0]!, one.userId)).body;
  const give = (userId: string) => {
    const address = { network: "ERC20", walletAddress, userId };
    return test.door.post({
      operationId: createOperationId(),
      locks: { pools: {}, accounts: [] },
      expects: { depositAddresses: [address] },
      writes: { depositAddresses: [{ ...address, addressIndex: "3" }] },
    });
  };
  expect(await give(other.userId)).toBe("moved");
  // As an operation that is sent again after a lost connection.
  expect(await give(one.userId)).toBe("posted");
});
