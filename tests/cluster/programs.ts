import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POSTGRES_FOLDER = "/usr/lib/postgresql";
const LOG_END_CHARACTERS = 1_500;
const LISTEN_MS = 60_000;
/** A program that does not end on its signal is killed after this time. */
const STOP_MS = 10_000;

/** Debian's programs of a cluster. */
export interface ClusterPrograms {
  /** The folder of initdb and postgres. */
  postgres: string;
  haproxy: string;
  pgbouncer: string;
  nats: string;
  /** Patroni and etcd, for a cluster with a standby. */
  patroni?: string;
  etcd?: string;
  /** PostgreSQL and PgBouncer refuse to run as root. Undefined when this is another user. */
  owner: { uid: number; gid: number } | undefined;
}

/** Finds the programs, or the Debian packages that are missing. */
export function findClusterPrograms(): ClusterPrograms | { missing: string[] } {
  const [version] = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER).sort().reverse() : [];
  const postgres = version === undefined ? undefined : join(POSTGRES_FOLDER, version, "bin");
  const [haproxy, pgbouncer, nats] = ["haproxy", "pgbouncer", "nats-server"].map(findProgram);
  if (postgres !== undefined && existsSync(join(postgres, "initdb")) && haproxy && pgbouncer && nats) {
    const [patroni, etcd] = ["patroni", "etcd"].map(findProgram);
    return { postgres, haproxy, pgbouncer, nats, ...(patroni && etcd && { patroni, etcd }), owner: findOwner() };
  }
  const packages = { "postgresql-15": postgres, haproxy, pgbouncer, "nats-server": nats };
  return { missing: Object.entries(packages).flatMap(([name, found]) => (found === undefined ? [name] : [])) };
}

/** In the usual folders too, because a user's PATH often lacks /usr/sbin. */
export function findProgram(name: string): string | undefined {
  return ["/usr/sbin", "/usr/bin", "/usr/local/bin"]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

export function findOwner(): ClusterPrograms["owner"] {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout.trim());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A program that runs until it is stopped. */
export interface RunningProgram {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<void>;
  /** Sends SIGTERM, or the signal, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** The end of what it has written. */
  log(): string;
}

const running = new Set<RunningProgram>();
process.once("exit", () => {
  for (const each of running) each.kill("SIGKILL");
});

export function startProgram(
  path: string,
  args: readonly string[],
  options: { owner?: ClusterPrograms["owner"]; env?: Record<string, string> } = {},
): RunningProgram {
  const child = spawn(path, args, {
    cwd: "/",
    env: { PATH: process.env["PATH"], TMPDIR: process.env["TMPDIR"], LANG: "C.UTF-8", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    ...options.owner,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (text = (text + part).slice(-LOG_END_CHARACTERS)));
  const exited = once(child, "exit").then(() => undefined);
  const program: RunningProgram = {
    pid: child.pid ?? 0,
    exited,
    kill: (signal) => void child.kill(signal),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
    log: () => text,
  };
  running.add(program);
  void exited.finally(() => running.delete(program));
  return program;
}

/** Runs a program to its end. @throws Error with what it has written, when it fails */
export function runProgram(path: string, args: readonly string[], owner: ClusterPrograms["owner"]): void {
  const { status, stderr, stdout } = spawnSync(path, args, { cwd: "/", encoding: "utf8", ...owner });
  if (status !== 0) throw new Error(`${path}: ${stderr}${stdout}`);
}

/** Waits until a condition holds. @throws Error that names what was waited for */
export async function until(what: string, condition: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${withinMs / 1_000} s`);
    await sleep(50);
  }
}

/** Waits until a program that was started accepts connections. */
export async function untilListening(name: string, port: number, program: RunningProgram): Promise<void> {
  const ended = program.exited.then(() => {
    throw new Error(`${name} ended: ${program.log()}`);
  });
  ended.catch(() => undefined);
  const listens = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
  await Promise.race([ended, until(`the start of ${name}`, listens, LISTEN_MS)]);
}
