import { expect, test } from "vitest";
import { runVitest } from "./run-vitest.ts";

/** Longer than a test that does nothing takes beside much other work. */
const AFTER_MS = 3_000;
const LONG_MS = 3 * AFTER_MS;
const LIMIT_MS = 120_000;
/** A test, a hook and an import, each of which takes longer than that; and a test that does not. */
const FILES = {
  "test.test.js": `
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
test("is quick", () => {});
describe("a page", () => test("waits in vain", () => wait(${LONG_MS}), ${LIMIT_MS}));
`,
  "hook.test.js": `
beforeAll(() => new Promise((resolve) => setTimeout(resolve, ${LONG_MS})), ${LIMIT_MS});
test("comes after", () => {});
`,
  "import.test.js": `
await new Promise((resolve) => setTimeout(resolve, ${LONG_MS}));
test("comes after", () => {});
`,
};

test("a run says what it has been at for long", () => {
  const { status, stderr } = runVitest(FILES, {
    reporter: "unfinished-reporter.mjs",
    env: { WAZI_UNFINISHED_AFTER_MS: String(AFTER_MS) },
  });
  expect(status).toBe(0);
  const places = new Set(stderr.match(/(?<=^unfinished for [\d.]+ min: ).*$/gm));
  expect(places).toContain("test.test.js: a page > waits in vain");
  expect(places).toContain("hook.test.js: beforeAll of the file");
  expect(places).toContain("import.test.js: starting or loading");
  expect([...places].filter((place) => place.includes("is quick"))).toEqual([]);
});
