import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGitState } from "./git-state.mjs";
import { isMain, readArguments, ROOT } from "./project.mjs";

const SBOM_FILE = "dist/sbom.cdx.json";
const MAX_BYTES = 100_000_000;
const MS_PER_SECOND = 1_000;

/**
 * Lists the packages of the server and the web app in CycloneDX, from the lockfile alone. The same lockfile and time give the
 * same text: npm's own serial number is random, and is replaced by one made from the list.
 * @param madeAt in seconds
 * @param folder of a release, whose lockfile has its parts only; otherwise this project, with all parts
 */
export function makeSbom(madeAt, folder = ROOT) {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, stdout, stderr } = spawnSync(npm, [...args, "-w", "@wazi/server", "-w", "@wazi/web"], {
    cwd: folder,
    maxBuffer: MAX_BYTES,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr?.toString() ?? "npm was not found"}`);
  const sbom = JSON.parse(stdout.toString());
  const isServed = findServed(folder);
  sbom.components = sbom.components.filter((each) => isServed(each["bom-ref"]));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => isServed(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isServed) }));
  sbom.metadata.timestamp = new Date(madeAt * MS_PER_SECOND).toISOString();
  const hash = createHash("sha256").update(JSON.stringify(sbom.components)).digest("hex");
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  sbom.serialNumber = `urn:uuid:${[...groups, hash.slice(20, 32)].join("-")}`;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/**
 * Tells packages from those that only tests and the build use. `npm sbom --omit dev` leaves out what any workspace has as a
 * devDependency, also where another one needs it to run.
 */
function findServed(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const served = new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path.includes("node_modules/") && !dev)
      .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`),
  );
  return (ref) => served.has(ref) || /^(@wazi\/|wazi@)/.test(ref);
}

if (isMain(import.meta.url)) {
  readArguments(`
Usage: npm run wazi -- sbom

Lists the packages of the server and the web app, with versions, licences and hashes, in CycloneDX, from the lockfile alone.
Writes ${SBOM_FILE}.`);
  try {
    const text = makeSbom(readGitState().madeAt);
    const path = join(ROOT, SBOM_FILE);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    process.stdout.write(`${JSON.parse(text).components.length} packages in ${SBOM_FILE}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
