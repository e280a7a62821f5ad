import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isPostgresOf, readPostmasterFile } from "../../apps/server/src/platform/db/embedded/postmaster-file.ts";
import { createHttpClient, signIn, type HttpClient } from "./http-client.ts";
import { stretchBound } from "./stretch-bound.ts";

/** Real processes of the product, started, stopped and killed as from a terminal. */

export const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));
const REPLAY_FOLDER = join(CHECKOUT, "../shared/market-data/replay");
/** Longer than any step takes. Tests about time have their own bounds. */
const PATIENCE_MS = 120_000;
const POLL_MS = 20;
const startCommand = [process.execPath, "ops/scripts/start.mjs"];
/** Environment variables of the shell that are not Wazi settings. */
const fromTheShell = /^(PATH|HOME|TMPDIR|WAZI_LOCK_DIR|LANG|LC_.*|npm_config_cache|SystemRoot)$/;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface LaunchOptions {
  /** Added to the settings of every test. An undefined value removes a variable. */
  env?: Record<string, string | undefined>;
  /** By default Node on ops/scripts/start.mjs, without npm. */
  command?: readonly string[];
  cwd?: string;
  /** Runs the command as this user. */
  uid?: number;
}

export interface Launched {
  pid: number;
  exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  kill(signal: NodeJS.Signals): void;
  /** Signals the command and all processes in its terminal group, as Ctrl-C does. */
  killGroup(signal: NodeJS.Signals): void;
}

export interface FirstAdmin {
  email: string;
  password: string;
}

export interface Serving extends Launched {
  address: string;
  /** The first administrator, if it was printed, with the password of its file. */
  printedAdmin: FirstAdmin | undefined;
  readyAfterMs: number;
  client(): HttpClient;
  /** Sends a signal, waits for the end and returns how long it took. */
  stop(signal?: NodeJS.Signals): Promise<Exit & { afterMs: number }>;
  /** Kills only this process, with SIGKILL; its children stay. */
  crash(): Promise<void>;
}

/** The administrator of data made by `makeTemplate`. */
export const adminAccount: FirstAdmin = { email: "admin@wazi.local", password: "Admin-passw0rd!" };

const launched = new Set<ChildProcess>();
const folders = new Set<string>();
/** All data folders used, including those outside `folders`. */
const dataDirs = new Set<string>();

process.once("exit", () => {
  for (const child of launched) killGroupOf(child, "SIGKILL");
});

/** Returns the path of a new data folder that does not exist yet. `endEverything` removes it and stops what runs on it. */
export function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "wazi-whole-"));
  folders.add(folder);
  return join(folder, "data");
}

/** Copies the data of a stopped instance, with file owners. */
export function copyDataDir(source: string): string {
  const copy = createDataDir();
  const { status, stderr } = spawnSync("cp", ["-a", source, copy], { encoding: "utf8" });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
  return copy;
}

/**
 * The data of an instance after its first start, with ADMIN in it. A test that is not about the first start takes a copy, which
 * costs no initdb and no simulated past.
 */
export async function makeTemplate(env: Record<string, string> = {}): Promise<{ dataDir: string; remove(): void }> {
  const dataDir = createDataDir();
  folders.delete(dirname(dataDir));
  const serving = await startWazi(dataDir, { env: { ADMIN_PASSWORD: adminAccount.password, ...env } });
  await serving.stop();
  return { dataDir, remove: () => rmSync(dirname(dataDir), { recursive: true, force: true }) };
}

/** Stops everything that tests have started, and removes its data. The fixtures of process-test.ts call it. */
export async function endEverything(): Promise<void> {
  for (const child of launched) killGroupOf(child, "SIGKILL");
  launched.clear();
  for (const dataDir of dataDirs) {
    const pid = findPostgres(dataDir);
    if (pid === undefined) continue;
    process.kill(pid, "SIGQUIT");
    await eventually(() => findPostgres(dataDir) === undefined);
  }
  dataDirs.clear();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.clear();
}

/** Finds the pid of the PostgreSQL that runs on a data folder. */
export function findPostgres(dataDir: string): number | undefined {
  const cluster = join(dataDir, "postgres");
  if (!existsSync(cluster)) return undefined;
  const pid = readPostmasterFile(cluster)?.pid;
  return pid !== undefined && isPostgresOf(pid, cluster) ? pid : undefined;
}

/** Settings for a replay of real prices, if they are on this machine. */
export function replayEnvironment(barsPerSecond: number): Record<string, string> | undefined {
  if (!existsSync(REPLAY_FOLDER)) return undefined;
  return { MARKET_FEED: `replay:${REPLAY_FOLDER}`, REPLAY_SPEED: String(barsPerSecond) };
}

/** Starts a command in the checkout. */
export function launch(dataDir: string, options: LaunchOptions = {}): Launched {
  const [program = "", ...args] = options.command ?? startCommand;
  const child = spawn(program, args, {
    cwd: options.cwd ?? CHECKOUT,
    env: environmentFor(dataDir, options.env),
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, so that a test can signal the group as a terminal does.
    detached: true,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  launched.add(child);
  dataDirs.add(dataDir);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  }
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      // The pipes may still hold output after the exit.
      // oxlint-disable-next-line wazi/no-fixed-sleeps -- children that outlive it keep the pipes open, so their end tells nothing
      void sleep(POLL_MS).then(() => resolve({ code, signal }));
    });
  });
  return {
    pid: child.pid ?? 0,
    exited,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => killGroupOf(child, signal),
  };
}

/** Starts Wazi and waits until it is ready. */
export async function startWazi(dataDir: string, options: LaunchOptions = {}): Promise<Serving> {
  const startedAt = performance.now();
  const running = launch(dataDir, options);
  const serving = await untilServing(running);
  await eventually(async () => (await fetch(`${serving.address}/readyz`)).status === 200, stretchBound(PATIENCE_MS));
  return { ...serving, readyAfterMs: Math.round(performance.now() - startedAt) };
}

/** Waits until the process prints its address. */
export async function untilServing(running: Launched): Promise<Serving> {
  const ended = running.exited.then(({ code, signal }) => {
    throw new Error(`Wazi ended before it served (${code ?? signal}): ${running.stderr()}${running.stdout()}`);
  });
  const find = (pattern: RegExp): string | undefined => pattern.exec(running.stdout())?.[1];
  const pattern = /^Wazi is at (http\S+)$/m;
  await Promise.race([ended, eventually(() => find(pattern) !== undefined, stretchBound(PATIENCE_MS))]);
  ended.catch(() => undefined);
  const address = find(pattern) ?? "";
  const email = find(/^First administrator: (\S+)$/m);
  const passwordFile = find(/^Password: in the file (.+)$/m);
  const password = passwordFile === undefined ? "" : readFileSync(passwordFile, "utf8").trim();
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<Exit & { afterMs: number }> => {
    const stoppedAt = performance.now();
    running.kill(signal);
    return { ...(await running.exited), afterMs: Math.round(performance.now() - stoppedAt) };
  };
  return {
    ...running,
    address,
    printedAdmin: email === undefined ? undefined : { email, password },
    readyAfterMs: 0,
    client: () => createHttpClient(address),
    stop,
    crash: async () => void (await stop("SIGKILL")),
  };
}

export async function adminOf(serving: Serving, admin: FirstAdmin = adminAccount): Promise<HttpClient> {
  const client = serving.client();
  await signIn(client, admin);
  return client;
}

/** Runs an npm script to its end, without npm's own output. */
export async function runNpm(
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Exit & { stdout: string; stderr: string }> {
  const command = launch(dataDir, { command: ["npm", ...args], env });
  const exit = await command.exited;
  return { ...exit, stdout: command.stdout(), stderr: command.stderr() };
}

/** Runs `npm run reconcile`. Null when there is no difference, else its output. */
export async function findDifferences(dataDir: string, env: Record<string, string> = {}): Promise<string | null> {
  const { code, stdout, stderr } = await runNpm(dataDir, ["run", "--silent", "reconcile"], env);
  return code === 0 ? null : `exit code ${code}\n${stdout}${stderr}`;
}

export async function eventually(condition: () => boolean | Promise<boolean>, withinMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`timed out after ${Math.round(withinMs)} ms: ${condition.toString()}`);
    await sleep(POLL_MS);
  }
}

/** Splits a text into its non-empty lines. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function environmentFor(dataDir: string, changes: LaunchOptions["env"] = {}): NodeJS.ProcessEnv {
  const shell = Object.entries(process.env).filter(([name]) => fromTheShell.test(name));
  const wanted = {
    PORT: "0",
    RATE_LIMIT_SCALE: "0",
    LOG_LEVEL: "warn",
    SIMULATED_SPEED: "1",
    DATA_DIR: dataDir,
    ...changes,
  };
  return Object.fromEntries([...shell, ...Object.entries(wanted)].filter(([, value]) => value !== undefined));
}

function killGroupOf({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // the group has already exited
  }
}
