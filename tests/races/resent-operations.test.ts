import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deposit } from "@wazi/contracts";
import type { Door } from "../../apps/server/src/ledger/door/post.ts";
import { accountOf, settleDeposit, startDeposit } from "../harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
let afterCommit: (() => Promise<void>) | null = null;

/** A door whose connection breaks after the commit, so that the same operation is sent again later. */
const createBreakingDoor = (door: Door): Door => ({
  async post(operation) {
    const outcome = await door.post(operation);
    const inBetween = afterCommit;
    if (!inBetween) return outcome;
    afterCommit = null;
    await inBetween();
    return door.post(operation);
  },
});

beforeAll(async () => {
  test = await startTestApp(undefined, createBreakingDoor);
});
afterAll(() => test.close());

const listDeposits = async (client: TestClient): Promise<Deposit[]> =>
  (await client.call("GET", "/api/user/deposits")).body;

describe("an operation that is sent again after a broken connection", () => {
  it("credits an approved deposit once", async () => {
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "100");
    afterCommit = () => Promise.resolve();
    expect((await settleDeposit(test.admin, id, { status: "completed" })).status).toBe(200);
    expect((await accountOf(investor)).balance).toBe("100.00");
    expect(await test.differences()).toEqual([]);
  });
});

describe("a deposit request that is sent again after its deposit was credited", () => {
  let investor: TestClient;

  beforeAll(async () => {
    investor = await test.signUp();
    afterCommit = async () => {
      const [made] = await listDeposits(investor);
      const approved = await settleDeposit(test.admin, made!.id, { status: "completed" });
      expect(approved.status).toBe(200);
    };
    await startDeposit(investor, "100");
    expect((await accountOf(investor)).balance).toBe("100.00");
  });

  it("does not make it pending again", async () => {
    expect((await listDeposits(investor)).map(({ status }) => status)).toEqual(["completed"]);
  });
});
