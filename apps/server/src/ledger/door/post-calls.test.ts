import { investorAccount, type AccountCode } from "@wazi/domain";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DatabaseUnavailableError } from "../../platform/db/database-errors.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { HintChannel } from "../../platform/hints/hint-channel.ts";
import type { Operation, PostingOutcome } from "./operation.ts";
import { openDoor } from "./post.ts";
import { postArguments } from "./post-arguments.ts";

/** Timers run only on command. */
beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

const IDS_PLACE = postArguments.findIndex(({ name }) => name === "operations_id");

interface Call {
  ids: string[];
  answer: (...outcomes: PostingOutcome[]) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

/** Gives the door and its callers the time for what they do without timers. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
};

/** A door whose calls are answered by the test in place of the database. */
function openTestDoor() {
  const calls: Call[] = [];
  const sent: string[] = [];
  const sql = (_texts: TemplateStringsArray, ...values: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      calls.push({
        ids: String(values[IDS_PLACE]).slice(1, -1).split(","),
        answer: (...outcomes) => (resolve([{ outcomes }]), settle()),
        fail: (error) => (reject(error), settle()),
      });
    });
  const hints: HintChannel = {
    send: (payloads) => Promise.resolve(void sent.push(...payloads)),
    listen: () => ({ stop: () => Promise.resolve() }),
  };
  const door = openDoor(sql as unknown as Sql, hints);
  /** The result of each operation, by id; an error's code. */
  const results: Record<string, string> = {};
  const post = async (...operations: Operation[]): Promise<void> => {
    for (const operation of operations) {
      void door.post(operation).then(
        (outcome) => (results[operation.operationId] = outcome),
        (error: Error & { code?: string }) => (results[operation.operationId] = error.code ?? error.name),
      );
    }
    await settle();
  };
  return { door, post, calls, results, sent, idsOf: () => calls.map(({ ids }) => ids) };
}

const accountOf = (user: string): AccountCode => investorAccount(user, "deposit_funds");

/** An operation that reads and changes the balance of a user; its id is the user's unless given. */
function credit(user: string, id = user): Operation {
  const account = accountOf(user);
  return {
    operationId: id,
    locks: { pools: {}, accounts: [] },
    expects: { balances: { [account]: "0.00" } },
    transaction: {
      ...{ kind: "deposit", actorId: null, reason: null },
      entries: [
        { account: "external:crypto", amount: "-1.00" },
        { account, amount: "1.00" },
      ],
    },
  };
}

/** An operation that locks accounts and pools and expects nothing. */
const lock = (id: string, users: readonly string[], pools: Operation["locks"]["pools"] = {}): Operation => ({
  operationId: id,
  locks: { pools, accounts: users.map(accountOf) },
  expects: {},
});

const failure = (code: string): Error => Object.assign(new Error("refused"), { code });

describe("operations that arrive during a call", () => {
  it("go together in the next call, without those that share an investor account", async () => {
    const { post, calls, results, idsOf } = openTestDoor();
    await post(credit("a"));
    await post(credit("b"), lock("again", ["b"]), credit("c"));
    expect(idsOf()).toEqual([["a"]]);
    await calls[0]?.answer("posted");
    expect(idsOf()).toEqual([["a"], ["b", "c"]]);
    await calls[1]?.answer("moved", "answered");
    await calls[2]?.answer("posted");
    expect(idsOf()).toEqual([["a"], ["b", "c"], ["again"]]);
    expect(results).toEqual({ a: "posted", b: "moved", c: "answered", again: "posted" });
  });

  it("never overtake an earlier one on an account", async () => {
    const { post, calls, idsOf } = openTestDoor();
    await post(lock("first", []));
    await post(lock("x", ["a"]), lock("y", ["a", "b"]), lock("z", ["b"]));
    for (const index of [0, 1, 2, 3]) await calls[index]?.answer("posted");
    expect(idsOf()).toEqual([["first"], ["x"], ["y"], ["z"]]);
  });

  it("are posted alone when they lock a pool exclusively or adjust", async () => {
    const { post, calls, idsOf } = openTestDoor();
    await post(lock("first", []));
    const adjusting = lock("adjusting", ["c"]);
    adjusting.expects.actedAlone = [{ adminId: "jane", since: new Date(0), amount: "0" }];
    await post(
      lock("close", [], { bot: "exclusive" }),
      lock("a", ["a"], { bot: "shared" }),
      adjusting,
      lock("b", ["b"]),
    );
    for (const index of [0, 1, 2, 3]) await calls[index]?.answer("posted", "posted");
    expect(idsOf()).toEqual([["first"], ["close"], ["a", "b"], ["adjusting"]]);
  });

  it("are at most a hundred in a call", async () => {
    const { post, idsOf } = openTestDoor();
    await post(...Array.from({ length: 150 }, (_, index) => credit(`user-${index}`)));
    expect(idsOf().map(({ length }) => length)).toEqual([100]);
  });
});

describe("an operation that was decided before its balance changed", () => {
  it("moves without a call, and one that arrives later does not", async () => {
    const { post, calls, results, idsOf } = openTestDoor();
    await post(lock("plain", ["b"]), credit("a"));
    await post(credit("a", "outdated"), credit("b"), lock("other", ["a"]));
    await calls[0]?.answer("posted", "posted");
    expect(results).toMatchObject({ plain: "posted", a: "posted", outdated: "moved" });
    expect(idsOf()[1]).toEqual(["b", "other"]);
    await calls[1]?.answer("posted", "posted");
    await post(credit("b", "later"));
    expect(idsOf()[2]).toEqual(["later"]);
  });

  it("is sent when the balance did not change after all", async () => {
    const { post, calls, idsOf } = openTestDoor();
    await post(credit("a"));
    await post(credit("a", "next"));
    await calls[0]?.answer("moved");
    expect(idsOf()).toEqual([["a"], ["next"]]);
  });
});

describe("hints", () => {
  it("are sent for operations that were posted", async () => {
    const { post, calls, sent } = openTestDoor();
    await post(credit("a"), credit("b"));
    await calls[0]?.answer("moved", "posted");
    vi.advanceTimersByTime(100);
    expect(sent).toEqual(['[{"type":"account","userId":"b"}]']);
  });
});

describe("a call that fails", () => {
  it("moves a single operation whose row another one has inserted, and rejects other errors", async () => {
    const { post, calls, results } = openTestDoor();
    await post(credit("a"));
    await calls[0]?.fail(failure("23505"));
    await post(credit("b"));
    await calls[1]?.fail(failure("23514"));
    await post(credit("c"));
    await calls[2]?.fail(failure("55P03"));
    await post(credit("d"));
    await calls[3]?.answer();
    expect(results).toEqual({ a: "moved", b: "23514", c: "BUSY", d: "moved" });
  });

  it("is repeated for each of its operations, one after the other", async () => {
    const { post, calls, results, idsOf } = openTestDoor();
    await post(credit("a"), credit("b"), credit("c"));
    await calls[0]?.fail(failure("23505"));
    expect(idsOf()).toEqual([["a", "b", "c"], ["a"]]);
    await post(credit("b", "outdated"));
    await calls[1]?.fail(failure("23505"));
    await calls[2]?.answer("posted");
    await calls[3]?.fail(failure("23514"));
    expect(idsOf()).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]]);
    expect(results).toEqual({ a: "moved", b: "posted", c: "23514", outdated: "moved" });
  });

  it("refuses its operations after ten seconds", async () => {
    const { post, calls, results, idsOf } = openTestDoor();
    await post(credit("a"), credit("b"), credit("c"));
    vi.advanceTimersByTime(10_000);
    await calls[0]?.fail(failure("55P03"));
    vi.advanceTimersByTime(1);
    await calls[1]?.answer("posted");
    expect(idsOf()).toEqual([["a", "b", "c"], ["a"]]);
    expect(results).toEqual({ a: "posted", b: "BUSY", c: "BUSY" });
  });
});

describe("a call whose connection is lost", () => {
  it("is sent again with the same operations, three times at most", async () => {
    const { post, calls, results, idsOf } = openTestDoor();
    await post(credit("a"), credit("b"));
    for (const sent of [1, 2, 3, 4]) {
      await expect.poll(() => calls.length).toBe(sent);
      expect(results).toEqual({});
      await calls[sent - 1]?.fail(new DatabaseUnavailableError("broken"));
    }
    expect(idsOf()).toEqual([1, 2, 3, 4].map(() => ["a", "b"]));
    expect(results).toEqual({ a: "DatabaseUnavailableError", b: "DatabaseUnavailableError" });
  });
});

describe("a queue", () => {
  /** Four calls that wait for locks, which is the most at once. */
  async function startSlowCalls() {
    const door = openTestDoor();
    for (const user of ["1", "2", "3", "4"]) {
      await door.post(lock(user, []));
      vi.advanceTimersByTime(20);
    }
    return door;
  }

  it("refuses what has waited for more than five seconds", async () => {
    const { post, calls, results, idsOf } = await startSlowCalls();
    vi.advanceTimersByTime(920);
    await post(credit("a"));
    vi.advanceTimersByTime(3_000);
    await post(credit("b"));
    vi.advanceTimersByTime(2_000);
    await settle();
    expect(results).toEqual({});
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(results).toEqual({ a: "BUSY" });
    await calls[0]?.answer("posted");
    expect(idsOf().slice(4)).toEqual([["b"]]);
  });

  it("refuses the same without waiting for its next look when a call ends", async () => {
    const { post, calls, results, idsOf } = await startSlowCalls();
    await post(credit("a"));
    vi.advanceTimersByTime(5_100);
    await calls[0]?.answer("posted");
    expect(idsOf()).toHaveLength(4);
    expect(results).toEqual({ 1: "posted", a: "BUSY" });
  });

  it("has at most 5,000 operations", async () => {
    const { door, post, results } = openTestDoor();
    const posted = post(...Array.from({ length: 5_000 }, (_, index) => lock(`id-${index}`, [])));
    await expect(door.post(lock("last", []))).rejects.toMatchObject({
      code: "BUSY",
      message: "The service is busy. No money was moved. Please try again.",
      details: { retryAfterSeconds: 1 },
    });
    await posted;
    await post(lock("next", []));
    expect(results).toEqual({});
  });
});
