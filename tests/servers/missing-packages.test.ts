import { it } from "vitest";
import { findMissingServerPackages } from "../harness/debian-packages.ts";

it("Wazi works on Debian's PostgreSQL and behind PgBouncer", (context) => {
  context.skip(`needs root and Debian's packages: apt-get install ${findMissingServerPackages().join(" ")}`);
});
