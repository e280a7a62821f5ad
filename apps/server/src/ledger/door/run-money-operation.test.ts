import { investorAccount } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { AnsweredElsewhereError } from "../idempotency/request-key.ts";
import { createOperationId, type Operation, type PostingOutcome } from "./operation.ts";
import type { Door } from "./post.ts";
import { runMoneyOperation } from "./run-money-operation.ts";

const requestKey = { userId: "amina", call: "POST /withdrawals", key: "k", payloadHash: "00" };

/** A door that answers as it is told, and keeps what it was given. */
function createDoor(answer: (count: number) => PostingOutcome | Promise<PostingOutcome>) {
  const posted: Operation[] = [];
  const door: Door = {
    post: async (operation) => {
      posted.push(operation);
      return answer(posted.length);
    },
  };
  return { door, posted };
}

/** The steps of an operation on an investor's account, or on no account, and the reads that it made. */
function createSteps(userId: string | null) {
  const reads: boolean[] = [];
  const operation: Operation = {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: userId === null ? [] : [investorAccount(userId, "deposit_funds")] },
    expects: {},
  };
  const steps = {
    read: (isFirst: boolean) => Promise.resolve(reads.push(isFirst)),
    decide: (count: number) => ({ operation, answer: { status: 201, body: { reads: count } } }),
  };
  return { steps, reads, operation };
}

describe("a money operation", () => {
  it("answers when it is posted, and stores the answer under the request's key", async () => {
    const { door, posted } = createDoor(() => "posted");
    const { steps, operation } = createSteps("amina");
    expect(await runMoneyOperation(door, requestKey, steps)).toEqual({ status: 201, body: { reads: 1 } });
    expect(await runMoneyOperation(door, null, steps)).toEqual({ status: 201, body: { reads: 2 } });
    expect(posted).toEqual([{ ...operation, answer: { ...requestKey, status: 201, body: '{"reads":1}' } }, operation]);
  });

  it("reads and decides again while what it read has changed", async () => {
    const { door } = createDoor((count) => (count < 6 ? "moved" : "posted"));
    const { steps, reads } = createSteps("amina");
    expect(await runMoneyOperation(door, requestKey, steps)).toMatchObject({ body: { reads: 6 } });
    expect(reads).toEqual([true, false, false, false, false, false]);
  });

  it("gives up after sixty attempts", async () => {
    const { door, posted } = createDoor(() => "moved");
    await expect(runMoneyOperation(door, requestKey, createSteps("amina").steps)).rejects.toMatchObject({
      code: "BUSY",
      message: "The service is busy. No money was moved. Please try again.",
      details: { retryAfterSeconds: 1 },
    });
    expect(posted).toHaveLength(60);
  });

  it("stops when another process has answered the request", async () => {
    const { door, posted } = createDoor(() => "answered");
    const answered = runMoneyOperation(door, requestKey, createSteps("amina").steps);
    await expect(answered).rejects.toThrow(AnsweredElsewhereError);
    expect(posted).toHaveLength(1);
  });
});

describe("a money operation that has failed three times", () => {
  /** Starts an operation whose fourth attempt, the first of its turn, is held back. */
  async function startTurn() {
    let release: () => void = () => undefined;
    const released = new Promise<PostingOutcome>((resolve) => (release = () => resolve("posted")));
    const { door, posted } = createDoor((count) => (count < 4 ? "moved" : count === 4 ? released : "posted"));
    const inTurn = createSteps("amina");
    const answered = runMoneyOperation(door, null, inTurn.steps);
    await expect.poll(() => posted.length).toBe(4);
    return { door, posted, answered, release };
  }

  it("has its turn: others of its account read once and wait, and other accounts do not wait", async () => {
    const { door, posted, answered, release } = await startTurn();
    const [waiting, other, none] = [createSteps("amina"), createSteps("brian"), createSteps(null)];
    const waited = runMoneyOperation(door, null, waiting.steps);
    await runMoneyOperation(door, null, other.steps);
    await runMoneyOperation(door, null, none.steps);
    expect(posted.slice(4)).toEqual([other.operation, none.operation]);
    expect(waiting.reads).toEqual([true]);
    release();
    await Promise.all([answered, waited]);
    expect(posted.slice(6)).toEqual([waiting.operation]);
    expect(waiting.reads).toEqual([true, false]);
  });

  it("does not hold up another door", async () => {
    const { answered, release } = await startTurn();
    const { door, posted } = createDoor(() => "posted");
    await runMoneyOperation(door, null, createSteps("amina").steps);
    expect(posted).toHaveLength(1);
    release();
    await answered;
  });
});
