import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../process/free-port.ts";
import { StartError } from "../../process/start-error.ts";
import { enterFolder, type Cluster } from "./cluster.ts";
import { isPostgresOf, toPostmasterFile, readPostmasterFile } from "./postmaster-file.ts";
import { programEnvironment } from "./programs.ts";

/** Recovery after a crash replays at most max_wal_size, some seconds; a minute is a disk in trouble. */
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
/** A port taken in the moment between finding and binding it, or children of a killed server still dying. */
const LAUNCH_ATTEMPTS = 20;
const RETRY_PAUSE_MS = 250;
const KEPT_LOG_LINES = 20;
/** Fast, then immediate, then killed: together under the 2.5 s that a shutdown of the whole process has for it. */
const stopSteps = [
  { signal: "SIGINT", waitMs: 1_500 },
  { signal: "SIGQUIT", waitMs: 600 },
  { signal: "SIGKILL", waitMs: 300 },
] as const;
/** What another process left behind may first write out all it holds. */
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
  // Statements and their details hold people's data; failed ones are the caller's to report.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_line_prefix: "",
};

/** For tests alone, which throw the data away. */
const settingsWithoutDurability = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // Several test files at once, some with two instances of the server.
  max_connections: "150",
};

/** The part of a pino logger that is needed here. */
export interface DatabaseLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface LaunchOptions {
  readonly log: DatabaseLog;
  readonly durable: boolean;
  /** The port it must have, at a restart that connected clients are to find again. */
  readonly port?: number;
  /** Gives up a launch under way. */
  readonly signal?: AbortSignal;
}

/** A running PostgreSQL server that is our child. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the server and waits until it takes connections; throws a `StartError` with its last words otherwise. */
export async function launchPostmaster(cluster: Cluster, options: LaunchOptions): Promise<Postmaster> {
  let lastWords = "";
  for (let attempt = 0; attempt < LAUNCH_ATTEMPTS; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    const { child, lines } = spawnPostgres(cluster, port, options);
    const exited = new Promise<string>((resolve) =>
      child.once("exit", (code, signal) => resolve(String(signal ?? code))),
    );
    const ready = await waitUntilReady(child, cluster, options.signal);
    if (ready) return describe(child, port, exited);
    lastWords = lines.findLast((line) => /^(FATAL|PANIC)/.test(line)) ?? lines.at(-1) ?? "it said nothing";
    // Killed while it recovers from having been killed: what it was doing is simply begun again.
    if (!isPassing(lines) && child.signalCode === null) break;
    await sleep(RETRY_PAUSE_MS);
  }
  throw new StartError(`The embedded PostgreSQL did not start: ${lastWords.replace(/\s+/g, " ")}`);
}

/**
 * Stops a server that a killed process left behind on this cluster, and clears a `postmaster.pid` whose pid another
 * program has by now, which PostgreSQL itself would take for a running server. Other programs are never signalled.
 */
export async function stopOrphan(clusterDir: string, log: DatabaseLog): Promise<void> {
  const left = readPostmasterFile(clusterDir);
  if (left === undefined) return;
  if (!isPostgresOf(left.pid, clusterDir)) {
    // A file whose process is simply gone is left to PostgreSQL, which looks through it for surviving children.
    if (isTaken(left.pid)) rmSync(toPostmasterFile(clusterDir), { force: true });
    return;
  }
  log.warn({ pid: left.pid }, "stopping the database server that an earlier process left behind");
  const kill = (signal: NodeJS.Signals): void => void process.kill(left.pid, signal);
  const isGone = (): boolean => !isPostgresOf(left.pid, clusterDir);
  if (await stopBySteps(orphanStopSteps, kill, isGone)) return;
  throw new StartError(
    `A database server left behind (process ${left.pid}) can't be stopped. Stop it, then start again.`,
  );
}

/** As PostgreSQL itself asks: also for another user's process, and for one that ended but was never reaped. */
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
  const settings = { ...serverSettings, ...(options.durable ? {} : settingsWithoutDurability), port: String(port) };
  const args = ["-D", dataArgument, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = spawn(cluster.programs.postgres, args, {
    cwd,
    env: programEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
    // A session of its own: Ctrl-C in the terminal is for us, who still have requests to finish before it stops.
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
      // Seen to its end: nobody else would be left to.
      await stopBySteps(
        stopSteps.slice(1),
        (name) => void child.kill(name),
        () => closed.yes,
      );
      throw new StartError("The embedded PostgreSQL was not ready in time; its disk may be full or failing.");
    }
    const file = readPostmasterFile(cluster.directory);
    if (file?.pid === child.pid && file?.isReady === true) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Whether trying again can help: another port, or the last children of a killed server gone. */
function isPassing(lines: readonly string[]): boolean {
  return lines.some((line) => /could not bind|could not create any TCP|shared memory block/.test(line));
}

function describe(child: ChildProcess, port: number, exited: Promise<string>): Postmaster {
  const pid = child.pid ?? 0;
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const stop = async (): Promise<void> => {
    await stopBySteps(stopSteps, (signal) => void child.kill(signal), isGone);
  };
  return { pid, port, exited, stop };
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
