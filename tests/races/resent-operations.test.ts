import { afterAll, beforeAll, expect, it } from "vitest";
import { randomBytes } from "node:crypto";
import type { Deposit } from "@wazi/contracts";
import { deriveAddressesFrom, makeDemoKeys } from "../../apps/server/src/adapters/deposit-addresses.ts";
import type { Door } from "../../apps/server/src/core/ledger/post.ts";
import { createDeposit } from "../../apps/server/src/features/deposits/create-deposit.ts";
import { accountOf, settleDeposit } from "../harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A door whose connection breaks after the commit: the same operation is sent again, some time later. */
function breaking(inBetween: () => Promise<void>): Door {
  let isFirst = true;
  return {
    async post(operation) {
      const outcome = await test.door.post(operation);
      if (!isFirst) return outcome;
      isFirst = false;
      await inBetween();
      return test.door.post(operation);
    },
  };
}

const pendingOf = async (client: TestClient): Promise<Deposit[]> =>
  (await client.call("GET", "/api/user/deposits")).body;

// Known and open: the door knows an operation again by its ledger transaction, which a deposit request has none of, and
// writes the row a second time. `where deposits.version < excluded.version` on the door's two upserts would do; then
// this becomes a plain `it`.
it.fails(
  "a deposit request that is sent again after its deposit was credited does not make it pending again",
  async () => {
    const investor = await test.signUp();
    const door = breaking(async () => {
      const [made] = await pendingOf(investor);
      const approved = await settleDeposit(test.admin, made!.id, { status: "completed" });
      expect(approved.status).toBe(200);
    });
    const addresses = deriveAddressesFrom(makeDemoKeys(randomBytes(32)), true);
    const deps = { sql: test.sql, door, addresses, now: () => new Date() };
    const body = { amount: "100", currency: "USDT" as const, network: "TRC20" };
    await createDeposit(deps, { userId: investor.userId, body, claim: null }).catch(() => undefined);
    const credited = (await pendingOf(investor)).filter(({ status }) => status === "completed");
    expect(credited).toHaveLength(1);
    expect((await accountOf(investor)).balance).toBe("100.00");
    expect(await test.differences()).toEqual([]);
  },
);
