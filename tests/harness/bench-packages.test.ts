import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

interface Found {
  folder: string;
  missing: string | null;
}
interface LockFile {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string }>;
}
const { findBenchPackages } = (await import(new URL("../../ops/scripts/bench-packages.mjs", import.meta.url).href)) as {
  findBenchPackages: (name: string, base?: string) => Found | undefined;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const EXTRA = join(ROOT, "lab/bench/extra");
const names = readdirSync(EXTRA, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const readLock = (path: string): LockFile => JSON.parse(readFileSync(path, "utf8")) as LockFile;
const wantedBy = (name: string): Record<string, string> =>
  (JSON.parse(readFileSync(join(EXTRA, name, "package.json"), "utf8")) as { dependencies: Record<string, string> })
    .dependencies;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "wazi-bench-packages-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a package that only one bench needs is missing until the version asked for is installed", () => {
  write("web/package.json", { dependencies: { lighthouse: "12.8.2" } });
  const command =
    /^The bench "web" needs lighthouse 12\.8\.2\. Install with: npm ci --ignore-scripts --prefix \S+\/web$/;
  expect(findBenchPackages("web", folder)?.missing).toMatch(command);
  write("web/node_modules/lighthouse/package.json", { version: "12.8.1" });
  expect(findBenchPackages("web", folder)?.missing).toMatch(command);
  write("web/node_modules/lighthouse/package.json", { version: "12.8.2" });
  expect(findBenchPackages("web", folder)).toEqual({ folder: join(folder, "web"), missing: null });
  expect(findBenchPackages("money", folder)).toBeUndefined();
});

test.runIf(findBenchPackages("web")?.missing)("the bench of the pages ends with 2 without Lighthouse", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["ops/scripts/bench.mjs", "web"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: `${findBenchPackages("web")?.missing ?? ""}\n`,
  });
});

test.each(names)("the packages of the bench %s have exact versions, a checksum each, and one home", (name) => {
  const own = readLock(join(EXTRA, name, "package-lock.json"));
  const ordinary = readLock(join(ROOT, "package-lock.json"));
  for (const [wanted, version] of Object.entries(wantedBy(name))) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(own.packages[`node_modules/${wanted}`]?.version).toBe(version);
    expect(Object.keys(ordinary.packages).filter((path) => path.endsWith(`node_modules/${wanted}`))).toEqual([]);
  }
  const remote = Object.entries(own.packages).filter(([path]) => path !== "");
  expect(remote.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  expect(remote.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

function write(path: string, content: object): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(content));
}
