import { expect, test } from "vitest";
import type { AppError } from "../app-error.ts";
import { createExportGate, type ExportGate } from "./export-gate.ts";

/** With what a place is refused. */
function refusalOf(gate: ExportGate, adminId: string): Pick<AppError, "code" | "details"> {
  try {
    gate.enter(adminId);
  } catch (error) {
    return error as AppError;
  }
  throw new Error(`${adminId} has got a place`);
}

test("an administrator has one file at a time, a process two", () => {
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

test("who went away may ask again at once, and what is still read for them counts until it has been", () => {
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
