import { expect, test } from "vitest";

/** The scripts are plain JavaScript without types. */
const { findRefusal, needsBuild, toVitestArguments } = (await import(
  new URL("../../ops/scripts/test-selection.mjs", import.meta.url).href
)) as {
  findRefusal: (args: readonly string[]) => string | undefined;
  needsBuild: (args: readonly string[]) => boolean;
  toVitestArguments: (args: readonly string[], newSeed?: number) => string[];
};

test.each([
  [[], true],
  [["packages/domain"], false],
  [["./packages/domain", "apps/server/src/deposits"], false],
  [["packages/domain", "tests/journeys"], true],
  [["money"], true],
  [["tests/races/fuzz"], false],
  [["tests/crash"], true],
  [["--project", "unit"], false],
  [["--project=api", "--project=unit"], false],
  [["--project", "browser"], true],
  [["-t", "packages/domain"], true],
  [["packages/domain", "-t", "rounds down"], false],
] as const)("npm test -- %j builds: %s", (args, isBuilding) => {
  expect(needsBuild(args)).toBe(isBuilding);
});

test.each([
  [["-u", "packages/domain"], undefined],
  [["packages/domain", "-t", "-u"], undefined],
  [["--bail=1", "packages/domain"], undefined],
  [["--bail", "1"], "Option '--bail' needs a value: --bail=VALUE."],
  [["--shuffle"], undefined],
  [["--shuffle=17"], undefined],
  [["--shuffle=often"], "The seed in '--shuffle=often' is not a whole number."],
  [["--watch"], "Unknown option '--watch'. --help says what is allowed."],
] as const)("npm test -- %j is refused: %s", (args, refusal) => {
  expect(findRefusal(args)).toBe(refusal);
});

test.each([
  [
    ["-u", "packages/domain"],
    ["--update=all", "packages/domain"],
  ],
  [
    ["--silent", "packages/domain", "--update"],
    ["--silent=true", "packages/domain", "--update=all"],
  ],
  [
    ["packages/domain", "-t", "-u"],
    ["packages/domain", "-t", "-u"],
  ],
  [
    ["--shuffle", "packages/domain"],
    ["--sequence.shuffle", "--sequence.seed=5", "packages/domain"],
  ],
  [["--shuffle=17"], ["--sequence.shuffle", "--sequence.seed=17"]],
] as const)("npm test -- %j gives vitest %j", (args, forVitest) => {
  expect(toVitestArguments(args, 5)).toEqual(forVitest);
});

interface Duration {
  project: string;
  file: string;
  name: string;
  ms: number;
}

/** The scripts are plain JavaScript without types. */
const { findTooSlow, judgeProcessorTime, listSlowest } = (await import(
  new URL("../../ops/scripts/slow-tests.mjs", import.meta.url).href
)) as {
  findTooSlow: (
    durations: Duration[],
    budgets: { seconds: Record<string, number>; exceptions: Record<string, number> },
    stretch: number,
  ) => string[];
  listSlowest: (durations: Duration[], count: number) => string[];
  judgeProcessorTime: (times: string, budget: number) => { isKept: boolean; sentence: string };
};

const budgets = { seconds: { unit: 5, api: 10 }, exceptions: { "b.test.ts > walks far": 8 } };
const take = (project: string, file: string, name: string, seconds: number): Duration => ({
  project,
  file,
  name,
  ms: seconds * 1_000,
});

test("a test above the budget of its kind, or above its own, is too slow", () => {
  expect(
    findTooSlow(
      [
        take("unit", "a.test.ts", "adds", 5),
        take("unit", "a.test.ts", "multiplies", 5.1),
        take("unit", "b.test.ts", "walks far", 8),
        take("api", "c.test.ts", "asks", 9),
        take("nightly", "d.test.ts", "streams", 600),
      ],
      budgets,
      1,
    ),
  ).toEqual(["too slow: a.test.ts > multiplies: 5.1 s; its budget is 5 s"]);
  expect(findTooSlow([take("unit", "b.test.ts", "walks far", 8.2)], budgets, 1)).toHaveLength(1);
});

test("budgets stretch on a busy machine", () => {
  const busy = [take("unit", "a.test.ts", "adds", 9), take("unit", "a.test.ts", "divides", 11)];
  expect(findTooSlow(busy, budgets, 2)).toEqual([
    "too slow: a.test.ts > divides: 11.0 s; its budget is 5 s, 10 s while so much runs",
  ]);
});

test("the slowest tests come first", () => {
  const all = [take("unit", "a.test.ts", "adds", 1), take("api", "b.test.ts", "asks", 2)];
  expect(listSlowest(all, 1)).toEqual(["slow: 2.0 s b.test.ts > asks"]);
});

test("the processor time of a run is user and system together", () => {
  expect(judgeProcessorTime("12m30.000s 1m15.000s\n", 13.75)).toEqual({
    isKept: true,
    sentence: "processor time: 13.8 minutes (user 12.5, system 1.3); the budget is 13.75",
  });
  const advice = "Make something faster, or move what takes long to .ci/nightly.";
  expect(judgeProcessorTime("12m30,000s 1m15,000s", 10)).toEqual({
    isKept: true,
    sentence: `processor time: 13.8 minutes (user 12.5, system 1.3); the budget is 10. ${advice}`,
  });
  expect(judgeProcessorTime("12m30,000s 1m15,000s", 9.8).isKept).toBe(false);
  expect(() => judgeProcessorTime("", 20)).toThrow("not a line");
});
