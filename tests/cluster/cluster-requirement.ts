import type { TestContext } from "vitest";
import type { ClusterPrograms } from "./programs.ts";

/**
 * Skips a test where Debian's packages are missing, and says what to install. `npm run wazi -- test:cluster` fails instead.
 * @param extra packages that only this test needs
 */
export function skipWithout(
  context: TestContext,
  found: ClusterPrograms | { missing: string[] },
  extra: readonly string[] = [],
): void {
  const missing = "missing" in found ? [...found.missing, ...extra] : found.patroni === undefined ? [...extra] : [];
  const reason = `needs Debian's packages: apt-get install ${missing.join(" ")}`;
  if (missing.length > 0 && process.env["WAZI_CLUSTER"] === "required") throw new Error(reason);
  context.skip(missing.length > 0, reason);
}
