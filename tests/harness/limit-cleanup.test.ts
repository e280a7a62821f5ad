import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { limitCleanup } from "./limit-cleanup.ts";
import { runVitest } from "./run-vitest.ts";

const fileWith = (scope: string): string => `
import { limitCleanup } from ${JSON.stringify(resolve("tests/harness/limit-cleanup.ts"))};

const it = test.extend("door", { scope: "${scope}" }, ({}, { onCleanup }) => {
  onCleanup(limitCleanup("the door did not close", () => new Promise(() => {}), 100));
  return "open";
});
it("passes", ({ door }) => expect(door).toBe("open"));
`;

describe("a fixture's cleanup that never ends", () => {
  test.for([
    { scope: "test", status: 1 },
    { scope: "file", status: 1 },
    // vitest ignores the failures of these.
    { scope: "worker", status: 0 },
  ])("is named, and does not hold up a run: scope $scope", ({ scope, status }) => {
    const run = runVitest({ "door.test.js": fileWith(scope) });
    expect(run.stderr).toContain("the door did not close within 0.1 s");
    expect(run.stderr.includes("Error: the door did not close within 0.1 s")).toBe(status === 1);
    expect(run.status).toBe(status);
  });
});

test("a fixture's cleanup that ends in time is no failure, and one that fails has its own reason", async () => {
  await limitCleanup("the door did not close", () => Promise.resolve())();
  const stuck = limitCleanup("the door did not close", () => Promise.reject(new Error("the key broke")));
  await expect(stuck()).rejects.toThrow("the key broke");
});
