import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
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
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, stdout, stderr } = spawnSync(npm, [...args, "-w", "@wazi/server", "-w", "@wazi/web"], {
    cwd: folder,
    maxBuffer: MAX_BYTES,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr?.toString() ?? "npm was not found"}`);
  const sbom = JSON.parse(stdout.toString());
  sbom.metadata.timestamp = new Date(madeAt * MS_PER_SECOND).toISOString();
  const hash = createHash("sha256").update(JSON.stringify(sbom.components)).digest("hex");
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  sbom.serialNumber = `urn:uuid:${[...groups, hash.slice(20, 32)].join("-")}`;
  return `${JSON.stringify(sbom, null, 2)}\n`;
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
