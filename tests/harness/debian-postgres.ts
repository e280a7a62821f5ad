import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import type { DebianPostgres } from "./debian-packages.ts";
import { type ClusterPrograms, type RunningProgram, startProgram, untilListening } from "../cluster/programs.ts";

export interface RunningPostgres {
  version: string;
  folder: string;
  port: number;
  superuserUrl: string;
  /** The owner of an empty database who may create roles and is no superuser. */
  ownerUrl: string;
  stop(): Promise<void>;
}

const START_MS = 120_000;

/** Creates a cluster in a new folder below `parent` and starts it with these settings. */
export async function startDebianPostgres(
  programs: DebianPostgres,
  parent: string,
  settings: Record<string, string> = {},
): Promise<RunningPostgres> {
  const { bin, uid, gid } = programs;
  const folder = join(parent, "debian");
  chmodSync(parent, 0o755);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
  const passwordFile = join(parent, "password");
  writeFileSync(passwordFile, "secret\n");
  const args = [
    "-D",
    folder,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  ];
  const made = spawnSync(join(bin, "initdb"), args, { uid, gid, cwd: "/", encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  return runDebianPostgres(programs, folder, settings, async (superuserUrl) => {
    const sql = openPool(superuserUrl, { max: 1, role: null });
    await sql.unsafe("create role owner login createrole password 'owner'");
    await sql.unsafe("create database wazi owner owner");
    await sql.end();
  });
}

/** Starts a server on an existing folder, such as a restored one, and waits until it is what it is meant to be: a primary, or a standby. */
export async function runDebianPostgres(
  { bin, uid, gid }: DebianPostgres,
  folder: string,
  settings: Record<string, string>,
  prepare: (superuserUrl: string) => Promise<void> = () => Promise.resolve(),
  role: "primary" | "standby" = "primary",
): Promise<RunningPostgres> {
  const port = await findFreePort();
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    ...settings,
    port: String(port),
  };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(bin, "postgres"), ["-D", folder, ...options], { uid, gid, cwd: "/", stdio: "ignore" });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGINT");
    await once(child, "exit");
  };
  const superuserUrl = `postgres://postgres:secret@127.0.0.1:${port}/postgres`;
  try {
    const version = await untilItAnswers(superuserUrl, role);
    await prepare(superuserUrl);
    return { version, folder, port, superuserUrl, ownerUrl: `postgres://owner:owner@127.0.0.1:${port}/wazi`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilItAnswers(url: string, role: "primary" | "standby"): Promise<string> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const sql = openPool(url, { max: 1, role: null });
    try {
      const [row] = await sql<{ version: string; role: string }[]>`
        select current_setting('server_version') as version,
          case when pg_is_in_recovery() then 'standby' else 'primary' end as role`;
      if (row?.role === role) return row.version;
      if (Date.now() > deadline) throw new Error(`PostgreSQL is still no ${role}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    } finally {
      await sql.end({ timeout: 1 });
    }
    await sleep(50);
  }
}

/**
 * Starts PgBouncer with the configuration of ops/deploy/pgbouncer in a new folder below `parent`. Where the direct connection is
 * encrypted, PgBouncer's are too, as docs/how-to/operator/cluster.md says; Wazi's to PgBouncer stay on this machine and are not.
 * @param directUrl the application's connection to PostgreSQL itself
 * @param databases the name of the database, or `*` for all
 */
export async function startPgBouncer(
  { pgbouncer, owner }: Pick<ClusterPrograms, "pgbouncer" | "owner">,
  parent: string,
  directUrl: string,
  databases: "wazi" | "*" = "wazi",
): Promise<{ url: string; program: RunningProgram }> {
  const direct = new URL(directUrl);
  const port = await findFreePort();
  const own = join(parent, "pgbouncer");
  mkdirSync(own, { mode: 0o755 });
  const server = `host=${direct.hostname} port=${direct.port}`;
  // Below the working folder, because the bundle of a bench is at another depth than this file.
  const settings = readFileSync("ops/deploy/pgbouncer/pgbouncer.ini", "utf8")
    .replace(/^wazi = .*$/m, databases === "*" ? `* = ${server}` : `wazi = ${server} dbname=wazi`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(own, "userlist.txt")}`);
  const authority = direct.searchParams.get("sslrootcert");
  const tls = authority === null ? "" : `server_tls_sslmode = verify-full\nserver_tls_ca_file = ${authority}\n`;
  writeFileSync(join(own, "pgbouncer.ini"), `${settings}${tls}`);
  writeFileSync(join(own, "userlist.txt"), `"${direct.username}" "${direct.password}"\n`, { mode: 0o600 });
  if (owner) chownSync(join(own, "userlist.txt"), owner.uid, owner.gid);
  const program = startProgram(pgbouncer, [join(own, "pgbouncer.ini")], { owner });
  await untilListening("PgBouncer", port, program);
  direct.port = String(port);
  direct.search = "";
  return { url: direct.href, program };
}
