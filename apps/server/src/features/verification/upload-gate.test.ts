import { describe, expect, it } from "vitest";
import { AppError } from "../../core/app-error.ts";
import { createUploadGate } from "./upload-gate.ts";

const limits = { bytes: 100, minBytes: 10, waiting: 2, waitMs: 60_000 };

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
    () => "admitted",
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe("the upload gate", () => {
  it("admits uploads that fit into memory and queues the others in order", async () => {
    const gate = createUploadGate(limits);
    const first = await gate.enter("a", 70);
    const second = gate.enter("b", 40);
    const third = gate.enter("c", 10);
    expect([await isSettled(second), await isSettled(third)]).toEqual([false, false]);
    first.release();
    first.release();
    (await second).release();
    (await third).release();
    expect(await codeOf(gate.enter("d", 100))).toBe("admitted");
  });

  it("admits one upload per user at a time", async () => {
    const gate = createUploadGate(limits);
    const slot = await gate.enter("a", 10);
    expect(await codeOf(gate.enter("a", 10))).toBe("CONFLICT");
    slot.release();
    expect(await codeOf(gate.enter("a", 10))).toBe("admitted");
  });

  it("counts a small upload with its decoding memory and runs one of unknown size alone", async () => {
    const gate = createUploadGate(limits);
    const slots = await Promise.all(Array.from({ length: 10 }, (_, index) => gate.enter(`small ${index}`, 1)));
    const unknown = gate.enter("a", undefined);
    expect(await isSettled(unknown)).toBe(false);
    for (const slot of slots) slot.release();
    await unknown;
    expect(await isSettled(gate.enter("b", 1))).toBe(false);
  });

  it("rejects an upload when the queue is full or the wait is too long", async () => {
    const gate = createUploadGate({ ...limits, waitMs: 1 });
    await gate.enter("a", 100);
    const waiting = [gate.enter("b", 10), gate.enter("c", 10)].map(codeOf);
    expect(await codeOf(gate.enter("d", 10))).toBe("BUSY");
    expect(await Promise.all(waiting)).toEqual(["BUSY", "BUSY"]);
    // A rejected upload holds no slot.
    const again = codeOf(gate.enter("b", 10));
    expect(await again).toBe("BUSY");
  });
});
