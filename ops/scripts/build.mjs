import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "./build-web.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { sameContent, takeFingerprint } from "./fingerprint.mjs";
import { COMPILED_CODE, readArguments, isMain, ROOT, SERVER_DIST, WEB_DIST } from "./project.mjs";
import { runNode } from "./run-child.mjs";
import { runExclusively } from "./run-exclusively.mjs";

const HELP = `
Usage: npm run build [-- --force]

Builds the server and the web app if their sources have changed. The other commands do this when needed.`;

const STAMP = ".built-from.json";
const COMMON_SOURCES = ["package-lock.json", "ops/scripts/build.mjs", "tsconfig.json"];
/** Benches start servers as tests do. */
const BENCH_SOURCES = ["lab", "tests/harness", "tests/cluster"];
const WEB_SCRIPTS = ["ops/scripts/build-web.mjs", "ops/scripts/compile-messages.mjs", "ops/scripts/page-files.mjs"];

const TARGETS = [
  {
    name: "server",
    dist: SERVER_DIST,
    sources: [...COMMON_SOURCES, "packages", "apps/server/src", "apps/server/package.json", ...BENCH_SOURCES],
    build: buildServer,
  },
  {
    name: "web",
    dist: WEB_DIST,
    sources: [...COMMON_SOURCES, ...WEB_SCRIPTS, "packages", "apps/web"],
    build: buildWeb,
  },
];

/** Builds what is stale for the other commands, in a separate process, so that a server does not load the compiler. */
export async function ensureBuilt() {
  if (TARGETS.every(isFresh)) return;
  const code = await runNode([fileURLToPath(import.meta.url)]);
  if (code !== 0) process.exit(code);
}

async function buildStale({ force = false } = {}) {
  await runExclusively("build", async () => {
    for (const target of TARGETS) {
      if (!force && isFresh(target)) continue;
      const startedAt = performance.now();
      process.stderr.write(`Building the ${target.name} …\n`);
      await buildTarget(target);
      process.stderr.write(`Built the ${target.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    }
  });
}

/** The files of a target, and the language of the build. */
const takeSources = ({ sources }, known) => ({
  ...takeFingerprint(sources, known),
  language: { hash: process.env.WAZI_LANGUAGE ?? "" },
});

function isFresh(target) {
  const stampFile = join(target.dist, STAMP);
  if (!existsSync(stampFile)) return false;
  const built = JSON.parse(readFileSync(stampFile, "utf8"));
  const now = takeSources(target, built);
  if (!sameContent(now, built)) return false;
  if (JSON.stringify(now) !== JSON.stringify(built)) tryToWrite(stampFile, now); // new times: read by time alone again
  return true;
}

function tryToWrite(stampFile, fingerprint) {
  try {
    writeFileSync(stampFile, JSON.stringify(fingerprint));
  } catch {
    // The folder belongs to another user, so contents are compared each time.
  }
}

/** Builds into a new folder and renames it, so that a build that fails or is killed leaves the old one unchanged. */
async function buildTarget(target) {
  const fingerprint = takeSources(target);
  const [draft, previous] = [`${target.dist}.new`, `${target.dist}.old`];
  for (const folder of [draft, previous]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await target.build(draft);
  writeFileSync(join(draft, STAMP), JSON.stringify(fingerprint));
  if (existsSync(target.dist)) renameSync(target.dist, previous);
  renameSync(draft, target.dist);
  rmSync(previous, { recursive: true, force: true });
}

const STATEMENT_FONTS = join(ROOT, "apps/server/src/investing/statements/statement-fonts");
const RECORDED_EVIDENCE = join(ROOT, "apps/server/src/investing/evidence/recorded");
const BILL_RATES = join(ROOT, "apps/server/src/investing/retirement/us-treasury-bills.csv");
const TRIALS = join(ROOT, "lab/commands/evidence/trials.json");
const MIGRATIONS = join(ROOT, "apps/server/src/platform/db/migrations");
const FUNCTIONS = join(ROOT, "apps/server/src/platform/db/functions");

/** Builds one flat folder, so that any file of the bundle finds ./migrations, ./functions, ./recorded and ./statement-fonts beside it. */
async function buildServer(folder) {
  const { build } = await import("rolldown");
  const { writeMessageModules } = await import("./compile-messages.mjs");
  writeMessageModules();
  await build(serverBundle(folder));
  copyServerFiles(folder);
  rmSync(COMPILED_CODE, { recursive: true, force: true });
}

/**
 * Packages of many small files are bundled with our own, because a process that opens hundreds of files starts later. The others
 * are loaded from node_modules: they carry binaries or data files, or belong to a part that a release may lack.
 */
const bundledPackages =
  /^(@wazi\/|zod|@noble\/|@scure\/(?!btc-signer)|otpauth|fastify|@fastify\/|pg$|pg-copy-streams|pino|prom-client|@opentelemetry\/api|any-ascii|aws4fetch)/;
/** Tells whether the programs contain this package, so that a release does not need its folder. */
export const isBundledPackage = (name) => bundledPackages.test(name);

/** Imports of a bundled package are bundled too, in its own version. Only pg looks for pg-native, which nobody installs. */
const isBundled = (id, importer) =>
  id !== "pg-native" && (bundledPackages.test(id) || importer?.includes("/node_modules/") === true);

/** Imports of all packages but our own. An expression, because rolldown would call a function thousands of times. */
const INSTALLED = /^(?!\.|\/|@wazi\/)/;

/**
 * Options of rolldown for all programs of the server, or for those named.
 * @param isQuick bundles our own packages only, which takes half the time; the program then starts later
 */
export function serverBundle(folder, { names, isQuick = false } = {}) {
  const entries = Object.entries(serverEntries());
  return {
    input: Object.fromEntries(entries.filter(([name]) => names?.includes(name) ?? true)),
    platform: "node",
    external: isQuick
      ? INSTALLED
      : (id, importer) => !id.startsWith(".") && !isAbsolute(id) && !isBundled(id, importer),
    output: {
      dir: folder,
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "shared-[name]-[hash].js",
    },
    logLevel: "warn",
  };
}

/** The files that the server reads at run time. */
export function copyServerFiles(folder) {
  cpSync(STATEMENT_FONTS, join(folder, "statement-fonts"), { recursive: true });
  cpSync(RECORDED_EVIDENCE, join(folder, "recorded"), { recursive: true });
  cpSync(BILL_RATES, join(folder, basename(BILL_RATES)));
  if (existsSync(TRIALS)) cpSync(TRIALS, join(folder, basename(TRIALS)));
  cpSync(MIGRATIONS, join(folder, "migrations"), { recursive: true });
  cpSync(FUNCTIONS, join(folder, "functions"), { recursive: true });
}

export function listServerFiles() {
  return [STATEMENT_FONTS, RECORDED_EVIDENCE, MIGRATIONS, FUNCTIONS].flatMap((path) =>
    readdirSync(path).map((name) => join(path, name)),
  );
}

function serverEntries() {
  const entries = { main: join(ROOT, "apps/server/src/main.ts") };
  // Started as threads, by their file names.
  entries["prepare-submission"] = join(ROOT, "apps/server/src/people/verification/prepare-submission.ts");
  entries["judge-series"] = join(ROOT, "lab/commands/evidence/judge-series.ts");
  entries["sweep-worker"] = join(ROOT, "lab/commands/backtest/sweep-worker.ts");
  // Programs that anybody can run without a server.
  entries["check-files"] = join(ROOT, "packages/proofs/src/checker/cli.ts");
  entries["check-release"] = join(ROOT, "packages/proofs/src/checker/release/cli.ts");
  entries["check-reserves"] = join(ROOT, "packages/proofs/src/checker/reserves/cli.ts");
  entries.witness = join(ROOT, "packages/proofs/src/witness/cli.ts");
  for (const folder of ["apps/server/src/commands", "lab/commands"])
    for (const file of typescriptIn(folder)) entries[basename(file, ".ts")] = file;
  for (const file of typescriptIn("lab/bench")) entries[`bench-${basename(file, ".ts")}`] = file;
  return entries;
}

function typescriptIn(folder) {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(path, name));
}

if (isMain(import.meta.url)) {
  const { values } = readArguments(HELP, { options: { force: { type: "boolean" } } });
  await ensureInstalled();
  try {
    await buildStale({ force: values.force });
  } catch (error) {
    process.stderr.write(`The build failed: ${error.message}\n`);
    process.exit(1);
  }
}
