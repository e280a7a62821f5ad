import { expect, test } from "vitest";
import type { AppError } from "../base/app-error.ts";
import { createExportGate, type ExportGate } from "./export-gate.ts";

/** Returns the error that `enter` throws. */
function refusalOf(gate: ExportGate, adminId: string): Pick<AppError, "code" | "details"> {
  try {
    gate.enter(adminId);
  } catch (error) {
    return error as AppError;
  }
  throw new Error(`${adminId} got a place`);
}

test("allows one export per administrator and two per process", () => {
  const gate = createExportGate();
  const first = gate.enter("a");
  expect(refusalOf(gate, "a")).toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 5 } });
  gate.enter("b");
  expect(refusalOf(gate, "a").code).toBe("RATE_LIMITED");
  expect(refusalOf(gate, "c")).toMatchObject({ code: "BUSY", details: { retryAfterSeconds: 5 } });
  first.leave();
  gate.enter("c");
  expect(refusalOf(gate, "a").code).toBe("BUSY");
});

test("lets an administrator retry after leaving, and counts the abandoned export until its reading ends", () => {
  const gate = createExportGate();
  const left = gate.enter("a");
  left.abandon();
  const again = gate.enter("a");
  expect(refusalOf(gate, "b").code).toBe("BUSY");
  left.leave();
  left.leave();
  expect(refusalOf(gate, "a").code).toBe("RATE_LIMITED");
  gate.enter("b");
  expect(refusalOf(gate, "c").code).toBe("BUSY");
  again.leave();
  gate.enter("c");
});

test("gives all exports two reads at a time together", async () => {
  const gate = createExportGate();
  const places = [gate.enter("a"), gate.enter("b")];
  let running = 0;
  const ends: (() => void)[] = [];
  const reads = [...places, ...places].map(({ read }) =>
    read(() => {
      running += 1;
      return new Promise<void>((resolve) => ends.push(resolve)).then(() => void (running -= 1));
    }),
  );
  for (let done = 0; done < reads.length; done += 1) {
    await expect.poll(() => ends.length).toBe(Math.min(2, reads.length - done));
    expect(running).toBe(ends.length);
    ends.shift()!();
  }
  await Promise.all(reads);
});
