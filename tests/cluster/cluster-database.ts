import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { runProgram, startProgram, until, type ClusterPrograms } from "./programs.ts";

const START_MS = 120_000;
export const SUPERUSER_PASSWORD = "super-secret";
const OWNER_PASSWORD = "owner-secret";
const APPLICATION_PASSWORD = "application-secret";

/** The database of a cluster, with an owner and an application's user. */
export interface ClusterDatabase {
  port: number;
  superuserUrl: string;
  ownerUrl: string;
  /** The application's direct connection. */
  directUrl: string;
  stop(): Promise<void>;
}

/** Starts one PostgreSQL that keeps its promises (fsync on). */
export async function startDatabase(programs: ClusterPrograms, folder: string): Promise<ClusterDatabase> {
  const { postgres, owner } = programs;
  const data = join(folder, "postgres");
  mkdirSync(data, { mode: 0o700 });
  const passwordFile = join(folder, "superuser-password");
  writeFileSync(passwordFile, `${SUPERUSER_PASSWORD}\n`, { mode: 0o600 });
  if (owner) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  const args = ["-D", data, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
  runProgram(join(postgres, "initdb"), args, owner);
  const port = await findFreePort();
  const settings = { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port) };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = startProgram(join(postgres, "postgres"), ["-D", data, ...options], { owner });
  const urls = toUrls(port);
  await until("the start of PostgreSQL", () => answers(urls.superuserUrl), START_MS);
  await createUsers(urls.superuserUrl);
  return { ...urls, stop: () => server.stop("SIGINT") };
}

/** @param authority connections are encrypted, and the server's certificate is verified with this file */
export function toUrls(port: number, authority?: string): Omit<ClusterDatabase, "stop"> {
  const query = authority === undefined ? "" : `?sslmode=verify-full&sslrootcert=${authority}`;
  const at = (user: string, password: string, database = "wazi"): string =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}${query}`;
  return {
    port,
    superuserUrl: at("postgres", SUPERUSER_PASSWORD, "postgres"),
    ownerUrl: at("wazi_owner", OWNER_PASSWORD),
    directUrl: at("wazi_web", APPLICATION_PASSWORD),
  };
}

/** Creates an empty database with its owner, and a user without rights for the application. */
export async function createUsers(superuserUrl: string): Promise<void> {
  const sql = openPool(superuserUrl, { max: 1, role: null });
  try {
    await sql.unsafe(`create role wazi_owner login createrole password '${OWNER_PASSWORD}'`);
    await sql.unsafe(`create role wazi_web login password '${APPLICATION_PASSWORD}'`);
    await sql.unsafe("create database wazi owner wazi_owner");
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export async function answers(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    const [row] = await sql<{ waits: boolean }[]>`select pg_is_in_recovery() as waits`;
    return row?.waits === false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
