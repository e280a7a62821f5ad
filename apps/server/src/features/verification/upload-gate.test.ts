import { describe, expect, it } from "vitest";
import { AppError } from "../../core/app-error.ts";
import { createUploadGate } from "./upload-gate.ts";

const limits = { bytes: 100, minBytes: 10, waiting: 2, waitMs: 60_000 };

/** Whether a promise has settled once everything that is ready has run. */
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
  it("lets in what there is memory for, and the others in their order", async () => {
    const gate = createUploadGate(limits);
    const first = await gate.enter("a", 70);
    const second = gate.enter("b", 40);
    const third = gate.enter("c", 10);
    expect([await isSettled(second), await isSettled(third)]).toEqual([false, false]);
    first.leave();
    first.leave();
    (await second).leave();
    (await third).leave();
    expect(await codeOf(gate.enter("d", 100))).toBe("admitted");
  });

  it("lets one upload of a user in at a time", async () => {
    const gate = createUploadGate(limits);
    const place = await gate.enter("a", 10);
    expect(await codeOf(gate.enter("a", 10))).toBe("CONFLICT");
    place.leave();
    expect(await codeOf(gate.enter("a", 10))).toBe("admitted");
  });

  it("counts a small one for what it takes to decode, and lets one of unknown size go alone", async () => {
    const gate = createUploadGate(limits);
    const places = await Promise.all(Array.from({ length: 10 }, (_, index) => gate.enter(`small ${index}`, 1)));
    const unknown = gate.enter("a", undefined);
    expect(await isSettled(unknown)).toBe(false);
    for (const place of places) place.leave();
    await unknown;
    expect(await isSettled(gate.enter("b", 1))).toBe(false);
  });

  it("turns away who comes when too many wait, and who has waited too long", async () => {
    const gate = createUploadGate({ ...limits, waitMs: 1 });
    await gate.enter("a", 100);
    const waiting = [gate.enter("b", 10), gate.enter("c", 10)].map(codeOf);
    expect(await codeOf(gate.enter("d", 10))).toBe("BUSY");
    expect(await Promise.all(waiting)).toEqual(["BUSY", "BUSY"]);
    // Nobody who was turned away keeps a place.
    const again = codeOf(gate.enter("b", 10));
    expect(await again).toBe("BUSY");
  });
});
