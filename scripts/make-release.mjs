import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, findNpm } from "./ensure-installed.mjs";
import { readArguments, refuse, ROOT } from "./project.mjs";
import { runNode } from "./run-child.mjs";

/** The built programs and pages, and what npm needs to install the server's packages by the lockfile. */
const COPIED = ["package.json", "package-lock.json", ".npmrc", "NOTICE.md", "apps/server/dist", "apps/web/dist"];
/** The server's own packages, without those for development and those of the web app, the tests and the benchmarks. */
const NPM_ARGS = ["ci", "--omit=dev", "--workspace=apps/server", "--no-audit", "--no-fund", "--prefer-offline"];

const help = `
Usage: npm run make-release -- --to FOLDER

Builds Wazi and writes what a server needs to FOLDER: the programs, the pages, and the packages of the server only. Start it
with node apps/server/dist/main.js in that folder.`;

const { values } = readArguments(help, { options: { to: { type: "string" } } });
if (values.to === undefined) refuse("make-release needs --to FOLDER.");
const folder = resolve(values.to);
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty. Give a new folder.`);

await ensureInstalled();
await ensureBuilt();
mkdirSync(folder, { recursive: true });
const { workspaces } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const manifests = listManifests(workspaces);
for (const path of [...COPIED, ...manifests]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(ROOT, path), join(folder, path), { recursive: true });
}
const npm = findNpm();
if (npm === undefined) fail(`npm was not found. Run \`npm ${NPM_ARGS.join(" ")}\` in ${folder}.`);
const code = await runNode([npm, ...NPM_ARGS], { cwd: folder });
if (code !== 0) fail(`npm ${NPM_ARGS.join(" ")} failed (${code}).`);
// Links to the sources of the workspaces, which the bundle contains.
rmSync(join(folder, "node_modules/@wazi"), { recursive: true, force: true });
process.stdout.write(`Release: ${folder}\n`);

/** npm compares the lockfile with the package.json of every workspace. */
function listManifests(patterns) {
  return patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, "");
    const names = parent === pattern ? [pattern] : readdirSync(join(ROOT, parent)).map((name) => join(parent, name));
    return names.map((name) => join(name, "package.json")).filter((path) => existsSync(join(ROOT, path)));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
