import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { doMainJob } from "./main-job.mjs";
import { isMain, readArguments, refuse } from "./project.mjs";

const HELP = `
Usage: node ops/scripts/first-run.mjs CLONE

Does in a clone without node_modules what a new user does: npm start, the main job over HTTP (sign up, deposit, approve, activate,
trade, withdraw), and a stop by SIGTERM, which has to end with 0. Prints how long the installation, the build and the start took.`;

/** An installation over a slow line, and a build on a busy machine. */
const READY_WITHIN_MS = 30 * 60_000;
const STOP_WITHIN_MS = 60_000;
const POLL_MS = 10;
/** So that bots close trades within seconds. */
const SIMULATED_SPEED = "600";

/**
 * @param clone a folder with the repository, and without installed packages unless they should be used
 * @param env added to the environment
 * @param uid runs it as this user
 * @returns the seconds of each part
 */
export async function runFirst(clone, { env = {}, uid } = {}) {
  const running = startClone(clone, { env, uid });
  try {
    const address = await running.untilReady();
    const seconds = running.measure();
    process.stdout.write(`npm start on a clone: ${describeSeconds(seconds)}\n`);
    const startedAt = performance.now();
    const trades = await doMainJob(address, running.readAdministrator());
    seconds["main job"] = (performance.now() - startedAt) / 1_000;
    seconds.stop = await running.stop();
    process.stdout.write(
      `The main job took ${seconds["main job"].toFixed(1)} s, with ${trades} closed trades, and the stop ${seconds.stop.toFixed(1)} s.\n`,
    );
    return seconds;
  } finally {
    await running.end();
  }
}

/** Starts Wazi in the clone, by default as a user does. */
export function startClone(clone, { env = {}, uid, command = ["npm", "start"] } = {}) {
  const startedAt = performance.now();
  const marks = new Map();
  let output = "";
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: clone,
    env: { ...process.env, PORT: "0", SIMULATED_SPEED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, which is killed when something fails.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      for (const name of ["Installing packages", "Building the server", "Built the web"])
        if (!marks.has(name) && output.includes(name)) marks.set(name, performance.now());
    });
  }
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  const endGroup = () => killGroup(child, "SIGTERM");
  process.on("exit", endGroup);
  const find = (pattern) => pattern.exec(output)?.[1];
  return {
    async untilReady() {
      const deadline = performance.now() + READY_WITHIN_MS;
      while (performance.now() < deadline) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`npm start ended with ${await ended}:\n${output}`);
        const address = find(/^Wazi is at (http\S+)$/m);
        const answer = address && (await fetch(`${address}/readyz`).catch(() => undefined));
        if (answer?.ok) {
          marks.set("ready", performance.now());
          return address;
        }
        await sleep(POLL_MS);
      }
      throw new Error(`npm start was not ready within ${READY_WITHIN_MS / 60_000} minutes:\n${output}`);
    },
    measure() {
      const build = marks.get("Building the server");
      const built = marks.get("Built the web") ?? startedAt;
      const seconds = (from, to) => (from === undefined || to === undefined ? 0 : (to - from) / 1_000);
      return {
        installation: seconds(marks.get("Installing packages"), build),
        build: seconds(build, built),
        start: seconds(built, marks.get("ready")),
        all: seconds(startedAt, marks.get("ready")),
      };
    },
    readAdministrator() {
      const file = find(/^Password: in the file (.+)$/m);
      if (file === undefined) throw new Error(`npm start named no file of the administrator's password:\n${output}`);
      return { email: find(/^First administrator: (\S+)$/m), password: readFileSync(file, "utf8").trim() };
    },
    /** @returns how many seconds it took */
    async stop() {
      const stoppedAt = performance.now();
      child.kill("SIGTERM");
      const end = await Promise.race([ended, sleep(STOP_WITHIN_MS, "nothing", { ref: false })]);
      if (end !== 0) throw new Error(`npm start ended with ${end} after SIGTERM, and not with 0:\n${output}`);
      return (performance.now() - stoppedAt) / 1_000;
    },
    /** Whatever has happened, nothing is left running. */
    async end() {
      killGroup(child, "SIGTERM");
      await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      killGroup(child, "SIGKILL");
      process.removeListener("exit", endGroup);
    },
  };
}

function killGroup({ pid, exitCode, signalCode }, signal) {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

function describeSeconds(seconds) {
  return Object.entries(seconds)
    .map(([name, value]) => `${name} ${value.toFixed(1)} s`)
    .join(", ");
}

async function main() {
  const { positionals } = readArguments(HELP, { allowPositionals: true });
  const [clone] = positionals;
  if (clone === undefined || !existsSync(join(clone, "package.json"))) refuse("Give the folder of a clone.");
  try {
    await runFirst(realpathSync(clone));
  } catch (error) {
    process.stderr.write(`npm start on a clone failed: ${error.message}\n`);
    process.exit(1);
  }
}

if (isMain(import.meta.url)) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  await main();
}
