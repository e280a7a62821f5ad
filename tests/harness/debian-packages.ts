import { existsSync } from "node:fs";

const PACKAGES = { "postgresql-15": "/usr/lib/postgresql", pgbouncer: "/usr/sbin/pgbouncer" };

/** The packages of Debian that tests of an operator's servers lack. PostgreSQL refuses root, so root starts it as its own user. */
export function findMissingServerPackages(): string[] {
  return Object.entries(PACKAGES).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
}
