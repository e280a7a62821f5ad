import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

interface Summary {
  skips: unknown[];
  retried: unknown[];
  durations: { project: string; name: string; ms: number }[];
  failures: { file: string; name: string; error: string }[];
}

/** A file whose tests fail, pass or are skipped in each way that the summary tells apart. */
const FAILING_FILE = `
describe("a node (needs its package)", () => {
  test.skip("starts", () => {});
});
test("adds", ({ task }) => {
  task.meta.pages = "/dashboard";
  expect(1 + 1).toBe(3);
});
test("says much", () => {
  throw new Error("x".repeat(5000));
});
test("passes", async () => {
  void Promise.reject(new Error("a rejection without a handler", { cause: new Error("its cause") }));
});
let tries = 0;
test("takes long", () => new Promise((resolve) => setTimeout(resolve, 1_100)));
test("fails once", { retry: { count: 1, condition: /timed out/ } }, () => {
  tries += 1;
  if (tries === 1) throw new Error("timed out");
});
test("is skipped", (context) => {
  context.skip("no prices here");
});
`;

test("the summary of a run names what failed, with its error, and what was skipped, with its reason", () => {
  const folder = mkdtempSync(join(tmpdir(), "wazi-reporter-"));
  try {
    const output = join(folder, "summary.json");
    const { status } = runVitest(
      { "failing.test.js": FAILING_FILE, "broken.test.js": "throw new Error('this file does not load');" },
      { reporter: "summary-reporter.mjs", env: { WAZI_TEST_SUMMARY: output } },
    );
    expect(status).toBe(1);

    const summary = JSON.parse(readFileSync(output, "utf8")) as Summary;
    expect(summary).toMatchObject({ passed: 3, failed: 4, skipped: 2 });
    const retried = { file: "failing.test.js", name: "fails once", error: "timed out\nat failing.test.js:19" };
    expect(summary.retried).toEqual([retried]);
    // Beside much other work, a test that does nothing takes a second now and then.
    expect(summary.durations).toContainEqual(expect.objectContaining({ project: "", name: "takes long" }));
    for (const { ms } of summary.durations) expect(ms).toBeGreaterThan(1_000);
    expect(summary.skips).toEqual([
      { name: "a node (needs its package) > starts" },
      { name: "is skipped", reason: "no prices here" },
    ]);
    const errorsOf = (name: string): string[] =>
      summary.failures.filter((failure) => failure.name === name).map(({ error }) => error);
    expect(errorsOf("adds")[0]).toMatch(/expected 2 to be 3.*\nat failing\.test\.js:7\n\/dashboard$/);
    expect(errorsOf("says much")[0]).toHaveLength("x".repeat(1_200).length + "…\nat failing.test.js:10".length);
    const outside = summary.failures.filter(({ name }) => name === "outside of any test");
    expect(outside.map(({ file, error }) => [file, error.split("\n")[0]])).toEqual([
      ["failing.test.js", "a rejection without a handler"],
      ["broken.test.js", "this file does not load"],
    ]);
    expect(outside[0]?.error).toMatch(/\ncaused by Error: its cause\n +at (.*\/)?failing\.test\.js:13/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
