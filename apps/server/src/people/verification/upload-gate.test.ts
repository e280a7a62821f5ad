import { describe, expect, it } from "vitest";
import { stretchBound } from "../../../../../tests/harness/stretch-bound.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { createUploadGate } from "./upload-gate.ts";

const limits = { bytes: 100, uploads: 5, waitMs: 60_000, windowMs: 60_000, minBytesPerWindow: 10 };

/** Returns whether a promise has settled after all pending callbacks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "passed",
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const tryTo = (act: () => unknown): Promise<unknown> => codeOf(Promise.resolve().then(act));

describe("the upload gate", () => {
  it("takes memory by what arrives: uploads that only announce much block nobody", { tags: ["S43"] }, async () => {
    const gate = createUploadGate(limits);
    const slow = ["a", "b", "c", "d"].map((user) => gate.enter(user));
    for (const slot of slow) await slot.add(1);
    const own = gate.enter("e");
    expect(await isSettled(own.add(90))).toBe(true);
  });

  it("lets uploads wait for memory, and gives it to the oldest one in any case", async () => {
    const gate = createUploadGate(limits);
    const [first, second, third] = [gate.enter("a"), gate.enter("b"), gate.enter("c")];
    await first.add(60);
    await second.add(40);
    const more = second.add(10);
    const others = third.add(20);
    expect([await isSettled(more), await isSettled(others)]).toEqual([false, false]);
    expect(await isSettled(first.add(30))).toBe(true);
    first.release();
    first.release();
    await more;
    await others;
    second.release();
    third.release();
    const [next, last] = [gate.enter("d"), gate.enter("e")];
    await next.add(50);
    expect(await isSettled(last.add(50))).toBe(true);
  });

  it("admits one upload per user at a time, and a bounded number in all", { tags: ["S48"] }, async () => {
    const gate = createUploadGate(limits);
    const slot = gate.enter("a");
    expect(await tryTo(() => gate.enter("a"))).toBe("CONFLICT");
    slot.release();
    for (const user of ["a", "b", "c", "d", "e"]) gate.enter(user);
    expect(await tryTo(() => gate.enter("f"))).toBe("BUSY");
  });

  it("refuses an upload that waits too long for memory", async () => {
    const gate = createUploadGate({ ...limits, waitMs: 1 });
    await gate.enter("a").add(100);
    const second = gate.enter("b");
    expect(await codeOf(second.add(10))).toBe("BUSY");
    second.release();
    expect(await codeOf(gate.enter("b").add(10))).toBe("BUSY");
  });

  it("gives up an upload that is too slow, but not one that waits for memory or is complete", async () => {
    const gate = createUploadGate({ ...limits, windowMs: 20 });
    const [slow, fast, complete] = [gate.enter("a"), gate.enter("b"), gate.enter("c")];
    await slow.add(9);
    await complete.add(1);
    complete.complete();
    const started = Date.now();
    const waiting = fast.add(100);
    expect(await codeOf(slow.tooSlow)).toBe("VALIDATION");
    expect(Date.now() - started).toBeLessThan(stretchBound(2_000));
    expect([await isSettled(fast.tooSlow), await isSettled(complete.tooSlow)]).toEqual([false, false]);
    slow.release();
    complete.release();
    await waiting;
  });
});
