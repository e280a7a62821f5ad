import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The scripts are plain JavaScript without types. */
const { hasPassed, keyOf, recordPass } = (await import(
  new URL("../../ops/scripts/passed-checks.mjs", import.meta.url).href
)) as {
  hasPassed: (key: string, folder?: string) => boolean;
  keyOf: (check: { name: string; args: string[]; inputs: string[] }) => string;
  recordPass: (key: string, folder?: string) => void;
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "wazi-passed-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a check counts as passed for the same content only", () => {
  const sources = join(folder, "sources");
  const memory = join(folder, "memory");
  const check = { name: "lint", args: [], inputs: [relative(ROOT, sources)] };
  writeFileSync(sources, "one");
  const first = keyOf(check);
  expect(hasPassed(first, memory)).toBe(false);
  recordPass(first, memory);
  expect(hasPassed(keyOf(check), memory)).toBe(true);
  writeFileSync(sources, "two");
  expect(hasPassed(keyOf(check), memory)).toBe(false);
  writeFileSync(sources, "one");
  expect(hasPassed(keyOf(check), memory)).toBe(true);
  expect(hasPassed(keyOf({ ...check, args: ["--fix"] }), memory)).toBe(false);
  expect(hasPassed(keyOf({ ...check, name: "types" }), memory)).toBe(false);
});

test("a machine that cannot remember repeats its checks", () => {
  writeFileSync(join(folder, "file"), "");
  recordPass("key", join(folder, "file/below"));
  expect(hasPassed("key", join(folder, "file/below"))).toBe(false);
});
