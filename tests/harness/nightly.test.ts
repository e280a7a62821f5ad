import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** The scripts are plain JavaScript without types. */
const { readRows, recordResults, steps } = (await import(
  new URL("../../ops/scripts/nightly.mjs", import.meta.url).href
)) as {
  readRows: (document: string) => Map<string, string>;
  recordResults: (document: string, results: ReadonlyMap<string, string>) => string;
  steps: { name: string; command: string }[];
};
const DOCUMENT = readFileSync(
  join(fileURLToPath(new URL("../..", import.meta.url)), "docs/reference/tests.md"),
  "utf8",
);

describe("the nightly run", () => {
  test("has a row in the documentation for each step, and no other", () => {
    expect([...readRows(DOCUMENT).keys()]).toEqual(steps.map(({ name }) => name));
    for (const { name, command } of steps) expect(readRows(DOCUMENT).get(name)).toContain(`| \`${command}\` |`);
  });

  test("records the result of one step and keeps those of the others", () => {
    const once = recordResults(DOCUMENT, new Map([["torture", "2026-11-24: passed in 10.6 minutes"]]));
    const twice = recordResults(once, new Map([["soak", "2026-11-25: **failed** in 3.0 minutes"]]));
    expect(readRows(twice).get("torture")).toMatch(/\| 2026-11-24: passed in 10\.6 minutes \|$/);
    expect(readRows(twice).get("soak")).toMatch(/\| 2026-11-25: \*\*failed\*\* in 3\.0 minutes \|$/);
    const untouched = steps.map(({ name }) => name).filter((name) => name !== "torture" && name !== "soak");
    for (const name of untouched) expect(readRows(twice).get(name)).toBe(readRows(DOCUMENT).get(name));
  });
});
