/**
 * How far a test goes that can always go further: "quick" for named files during development, "ci" for a whole run, "long" for
 * `.ci/nightly`. ops/scripts/test.mjs sets it.
 */
type TestDepth = "quick" | "ci" | "long";

/** Picks a number of steps, seeds or runs. Without a quick one, a quick run takes that of CI. */
export function byDepth<T>({ ci, long, quick = ci }: { ci: T; long: T; quick?: T }): T {
  const depth = (process.env["WAZI_TEST_DEPTH"] ?? "ci") as TestDepth;
  return { quick, ci, long }[depth];
}
