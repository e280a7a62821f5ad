import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArguments, ROOT } from "./project.mjs";

const SBOM_FILE = "dist/sbom.cdx.json";
const MAX_BYTES = 100_000_000;

readArguments(`
Usage: npm run sbom

Lists the packages of the server and the web app, with versions, licences and hashes, in CycloneDX, from the lockfile alone.
Writes ${SBOM_FILE}.`);

const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const { status, stdout, stderr } = spawnSync(npm, [...args, "-w", "@wazi/server", "-w", "@wazi/web"], {
  cwd: ROOT,
  maxBuffer: MAX_BYTES,
  shell: process.platform === "win32",
});
if (status !== 0) {
  process.stderr.write(`npm sbom failed: ${stderr?.toString() ?? "npm was not found"}\n`);
  process.exit(1);
}
const { components } = JSON.parse(stdout.toString());
const path = join(ROOT, SBOM_FILE);
mkdirSync(join(path, ".."), { recursive: true });
writeFileSync(path, stdout);
process.stdout.write(`${components.length} packages in ${SBOM_FILE}\n`);
