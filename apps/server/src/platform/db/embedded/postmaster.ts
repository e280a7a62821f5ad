import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../process/free-port.ts";
import { explainLastWords, StartError } from "../../process/start-error.ts";
import { enterFolder, type Cluster } from "./cluster.ts";
import { isPostgresOf, toPostmasterFile, readPostmasterFile } from "./postmaster-file.ts";
import { programEnvironment } from "./programs.ts";

/** Recovery after a crash replays at most max_wal_size, which takes seconds. After a minute the disk has a problem. */
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
/**
 * A launch is repeated when the port was taken just before it was bound, or when children of a killed server are still
 * ending.
 */
const LAUNCH_ATTEMPTS = 20;
const RETRY_PAUSE_MS = 250;
const KEPT_LOG_LINES = 20;
/** A fast stop, which writes everything to disk, then an immediate one, then a kill. */
const FAST_STOP_MS = 1_500;
const hardStopSteps = [
  { signal: "SIGQUIT", waitMs: 600 },
  { signal: "SIGKILL", waitMs: 300 },
] as const;
const HARD_STOP_MS = hardStopSteps.reduce((sum, { waitMs }) => sum + waitMs, 0);
/** A server left by an earlier process gets more time, to write its data to disk. */
const orphanStopSteps = [
  { signal: "SIGINT", waitMs: 5_000 },
  { signal: "SIGQUIT", waitMs: 3_000 },
  { signal: "SIGKILL", waitMs: 1_000 },
] as const;

/** Every setting that differs from PostgreSQL's own default, sized for two cores and a shared machine. */
const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements contain personal data, so they are not logged. Callers report failed statements.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "",
};

/** Only for tests, which discard the data. */
const settingsWithoutDurability = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // Several test files run at the same time, some with two servers.
  max_connections: "150",
};

/**
 * Only while a restore loads an empty database, which begins again after a crash. What is loaded into tables that the same
 * transaction has emptied is written to its files and synced at the commit, and not to the log as well.
 */
const settingsForLoading = {
  wal_level: "minimal",
  max_wal_senders: "0",
  // Statistics are made at the end.
  autovacuum: "off",
};

/** The part of a pino logger that the database needs. */
export interface DatabaseLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface LaunchOptions {
  readonly log: DatabaseLog;
  readonly durable: boolean;
  /** True while an empty database is loaded. */
  readonly isLoading?: boolean;
  /** A fixed port for a restart, so that clients can reconnect. */
  readonly port?: number;
  /** Cancels a launch. */
  readonly signal?: AbortSignal;
}

/** A running PostgreSQL server, started as a child process. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<string>;
  /** The last error in the server's log, with what to do if that is known. */
  lastWords(): string;
  stop(withinMs?: number): Promise<void>;
}

/**
 * Starts the server and waits until it accepts connections.
 * @throws StartError with the server's last log line when it does not start
 */
export async function launchPostmaster(cluster: Cluster, options: LaunchOptions): Promise<Postmaster> {
  let lastWords = "";
  for (let attempt = 0; attempt < LAUNCH_ATTEMPTS; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    const { child, lines } = spawnPostgres(cluster, port, options);
    const exited = new Promise<string>((resolve) =>
      child.once("exit", (code, signal) => resolve(String(signal ?? code))),
    );
    const ready = await waitUntilReady(child, cluster, options.signal);
    if (ready) return describe(child, port, exited, lines);
    lastWords = findLastWords(lines);
    // A server that was killed during recovery is started again, because recovery can be repeated.
    if (!isPassing(lines) && child.signalCode === null) break;
    await sleep(RETRY_PAUSE_MS);
  }
  throw new StartError(`The embedded PostgreSQL did not start: ${lastWords}`);
}

/**
 * Stops a server of this cluster that a killed process left running. Removes a `postmaster.pid` whose pid now belongs
 * to another program, because PostgreSQL would take that program for a running server. Other programs are never
 * signalled.
 */
export async function stopOrphan(clusterDir: string, log: DatabaseLog): Promise<void> {
  const left = readPostmasterFile(clusterDir);
  if (left === undefined) return;
  if (!isPostgresOf(left.pid, clusterDir)) {
    // PostgreSQL itself handles a file whose process has ended, and uses it to look for surviving children.
    if (isTaken(left.pid)) rmSync(toPostmasterFile(clusterDir), { force: true });
    return;
  }
  log.warn({ pid: left.pid }, "stopping the database server of an earlier process");
  const kill = (signal: NodeJS.Signals): void => void process.kill(left.pid, signal);
  const isGone = (): boolean => !isPostgresOf(left.pid, clusterDir);
  if (await stopBySteps(orphanStopSteps, kill, isGone)) return;
  throw new StartError(
    `The database server of an earlier process (process ${left.pid}) cannot be stopped. Stop it, then start Wazi again.`,
  );
}

/** Uses PostgreSQL's own test, which is also true for another user's process and for a zombie. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function spawnPostgres(
  cluster: Cluster,
  port: number,
  options: LaunchOptions,
): { child: ChildProcess; lines: string[] } {
  const { cwd, dataArgument } = enterFolder(cluster.directory, cluster.user);
  const settings = {
    ...serverSettings,
    ...(options.durable ? {} : settingsWithoutDurability),
    ...(options.isLoading ? settingsForLoading : {}),
    port: String(port),
  };
  const args = ["-D", dataArgument, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = spawn(cluster.programs.postgres, args, {
    cwd,
    env: programEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
    // A separate session, so that Ctrl-C stops only Wazi, which finishes its requests before it stops the database.
    detached: true,
    ...cluster.user,
  });
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    if (lines.length > KEPT_LOG_LINES) lines.shift();
    if (line.startsWith("PANIC")) options.log.error({ source: "postgres" }, line);
    else options.log.debug({ source: "postgres" }, line);
  };
  child.once("error", (error) => note(`FATAL: ${error.message}`));
  if (child.stderr !== null) createInterface({ input: child.stderr }).on("line", note);
  return { child, lines };
}

async function waitUntilReady(child: ChildProcess, cluster: Cluster, signal?: AbortSignal): Promise<boolean> {
  const closed = { yes: false };
  child.once("close", () => (closed.yes = true));
  child.once("error", () => (closed.yes = true));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!closed.yes) {
    if (signal?.aborted === true || Date.now() > deadline) {
      // Waits until the child has ended, because no other code would stop it.
      await stopBySteps(
        hardStopSteps,
        (name) => void child.kill(name),
        () => closed.yes,
      );
      throw new StartError("The embedded PostgreSQL was not ready in time. The disk may be full or failing.");
    }
    const file = readPostmasterFile(cluster.directory);
    if (file?.pid === child.pid && file?.isReady === true) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** True when another attempt can help: with another port, or after the children of a killed server have ended. */
function isPassing(lines: readonly string[]): boolean {
  return lines.some((line) => /could not bind|could not create any TCP|shared memory block/.test(line));
}

function findLastWords(lines: readonly string[]): string {
  return explainLastWords(lines.findLast((line) => /^(FATAL|PANIC)/.test(line)) ?? lines.at(-1) ?? "no message");
}

function describe(child: ChildProcess, port: number, exited: Promise<string>, lines: readonly string[]): Postmaster {
  const pid = child.pid ?? 0;
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (withinMs = FAST_STOP_MS + HARD_STOP_MS): Promise<void> => {
    const steps = [{ signal: "SIGINT", waitMs: Math.max(0, withinMs - HARD_STOP_MS) }, ...hardStopSteps] as const;
    await stopBySteps(steps, (signal) => void child.kill(signal), isGone);
  };
  return { pid, port, exited, lastWords: () => findLastWords(lines), stop };
}

type StopSteps = readonly { readonly signal: NodeJS.Signals; readonly waitMs: number }[];

async function stopBySteps(steps: StopSteps, kill: (signal: NodeJS.Signals) => void, isGone: () => boolean) {
  for (const { signal, waitMs } of steps) {
    if (isGone()) return true;
    kill(signal);
    const deadline = Date.now() + waitMs;
    while (!isGone() && Date.now() < deadline) await sleep(POLL_MS);
  }
  return isGone();
}
