import { expect, test } from "vitest";

/** The scripts are plain JavaScript without types. */
const { needsBuild } = (await import(new URL("../../ops/scripts/test-selection.mjs", import.meta.url).href)) as {
  needsBuild: (args: readonly string[]) => boolean;
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
