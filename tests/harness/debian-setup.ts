import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { findOwner, findProgram } from "../cluster/programs.ts";
import { createTemplate } from "./database-setup.ts";
import { findDebianPostgres, findMissingServerPackages } from "./debian-packages.ts";
import { startDebianPostgres, startPgBouncer } from "./debian-postgres.ts";

/** The defaults of Debian's package, which the tests of other files change for speed. */
const DEFAULTS = { fsync: "on" };

/** Starts Debian's PostgreSQL with its own defaults, and in the project "pgbouncer" PgBouncer in front of it. */
export default async function startDebian(project: TestProject): Promise<() => Promise<void>> {
  const programs = findDebianPostgres();
  if (!programs || findMissingServerPackages().length > 0) return () => Promise.resolve();
  const folder = mkdtempSync(join(tmpdir(), "wazi-debian-"));
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const server = await startDebianPostgres(programs, folder, DEFAULTS);
    const { superuserUrl } = server;
    stops.push(() => server.stop());
    await createTemplate(superuserUrl);
    project.provide("maintenanceUrl", superuserUrl);
    if (project.name === "pgbouncer") {
      const sql = openPool(superuserUrl, { max: 1, role: null });
      await sql.unsafe("create role wazi_web login password 'web'");
      await sql.end();
      const directUrl = superuserUrl.replace(/\/\/[^@]*@/, "//wazi_web:web@");
      const pgbouncer = { pgbouncer: findProgram("pgbouncer") ?? "", owner: findOwner() };
      const { url, program } = await startPgBouncer(pgbouncer, folder, directUrl, "*");
      stops.push(() => program.stop("SIGTERM"));
      project.provide("poolerUrl", url);
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
