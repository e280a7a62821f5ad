import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian's PostgreSQL, as an external server of another major version. */
export interface DebianPostgres {
  /** The folder of initdb, postgres and pg_basebackup. */
  bin: string;
  uid: number;
  gid: number;
}

const FOLDER = "/usr/lib/postgresql";
const PGBOUNCER = "/usr/sbin/pgbouncer";

/** Finds the programs and the user postgres; undefined where they are missing or this is not root. */
export function findDebianPostgres(): DebianPostgres | undefined {
  if (process.getuid?.() !== 0 || !existsSync(FOLDER)) return undefined;
  const [newest] = readdirSync(FOLDER).sort().reverse();
  const idOf = (flag: string): number =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout.trim());
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  if (newest === undefined || !(uid > 0 && gid > 0)) return undefined;
  const bin = join(FOLDER, newest, "bin");
  return existsSync(join(bin, "initdb")) ? { bin, uid, gid } : undefined;
}

/** The packages that tests of an operator's servers lack. A PostgreSQL that this user cannot start counts as missing. */
export function findMissingServerPackages(): string[] {
  return [
    ...(findDebianPostgres() === undefined ? ["postgresql-15"] : []),
    ...(existsSync(PGBOUNCER) ? [] : ["pgbouncer"]),
  ];
}
