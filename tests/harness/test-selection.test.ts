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
