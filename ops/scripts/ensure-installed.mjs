import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isMain, readArguments, ROOT } from "./project.mjs";
import { runNode } from "./run-child.mjs";
import { runExclusively } from "./run-exclusively.mjs";

const NEEDED_NODE = [20, 19];
const NEEDED_OPEN_FILES = 256;
const WANTED_LOCK = join(ROOT, "package-lock.json");
const INSTALLED_LOCK = join(ROOT, "node_modules/.package-lock.json");
const STAMP = join(ROOT, "node_modules/.wazi-installed");
/** Development packages are always included, because the build needs them. */
const NPM_ARGS = ["ci", "--include=dev", "--no-audit", "--no-fund"];

/** Installs the packages that package-lock.json lists, unless they are installed already. */
export async function ensureInstalled() {
  assertNode();
  assertOpenFiles();
  if (isInstalled()) return;
  await runExclusively("install", async () => {
    if (isInstalled()) return;
    process.stderr.write("Installing packages …\n");
    const code = await runNpm(NPM_ARGS);
    if (code !== 0) fail(`npm ${NPM_ARGS.join(" ")} failed (${code}). Its output is above.`);
    writeFileSync(STAMP, stampOfNow());
  });
}

function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [neededMajor, neededMinor] = NEEDED_NODE;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  fail(
    `Wazi needs Node ${NEEDED_NODE.join(".")} or later, this is ${process.versions.node}. Get it from https://nodejs.org`,
  );
}

/** With fewer files, Node fails with a trace while it loads the packages. */
function assertOpenFiles() {
  if (process.platform !== "linux") return;
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  if (limit === undefined || Number(limit) >= NEEDED_OPEN_FILES) return;
  fail(
    `Wazi needs ${NEEDED_OPEN_FILES} open files, and the limit of this shell is ${limit}. Raise it (ulimit -n 4096) and start again.`,
  );
}

function isInstalled() {
  if (!existsSync(INSTALLED_LOCK)) return false;
  const stamp = stampOfNow();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return true;
  if (!hasAllPackages()) return false;
  tryToStamp(stamp); // npm was run by hand
  return true;
}

/** A hash of the wanted and the installed packages: it changes when either does, and takes a few milliseconds. */
function stampOfNow() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}`);
  for (const file of [WANTED_LOCK, INSTALLED_LOCK]) hash.update(readFileSync(file));
  return hash.digest("hex");
}

function hasAllPackages() {
  const wanted = JSON.parse(readFileSync(WANTED_LOCK, "utf8")).packages;
  const installed = JSON.parse(readFileSync(INSTALLED_LOCK, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, optional, peer, link }]) => {
    if (!path.includes("node_modules/")) return true;
    const there = installed[path];
    if (there === undefined) return optional === true || peer === true;
    return link === true ? existsSync(join(ROOT, path)) : there.version === version;
  });
}

function tryToStamp(stamp) {
  try {
    writeFileSync(STAMP, stamp);
  } catch {
    // The folder belongs to another user, so the comparison is made each time.
  }
}

function runNpm(args) {
  const npm = findNpm();
  if (npm === undefined) fail(`npm was not found. Run \`npm ${args.join(" ")}\` and try again.`);
  return runNode([npm, ...args]);
}

/** Finds the npm that started this process, or the one in the PATH. */
export function findNpm() {
  const inShell = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "npm"));
  const candidates = [process.env.npm_execpath, ...inShell].filter((path) => path !== undefined && existsSync(path));
  return candidates.map((path) => realpathSync(path)).find((path) => path.endsWith("npm-cli.js"));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (isMain(import.meta.url)) {
  readArguments(
    "Usage: node ops/scripts/ensure-installed.mjs\n\nInstalls the packages if package-lock.json has changed.",
  );
  await ensureInstalled();
}
