import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, test } from "vitest";

type Goal = [field: string, sign: "≥" | "≤", limit: number];
const { formatRow, goals, replaceResults } = (await import(
  new URL("../../ops/scripts/bench-all.mjs", import.meta.url).href
)) as {
  formatRow: (result: object, asked: readonly Goal[]) => string;
  goals: Record<string, Goal[]>;
  replaceResults: (document: string, rows: readonly string[], caption: string) => string;
};

const DOCUMENT = `# Performance

<!-- results of bench:all -->

Measured on 2020-01-01: old machine.

| bench | result | floor | ratio | to reach |
|---|---|---|---|---|
| money | 1 transfers/s | 2 | 0.5 | ratio ≥ 0.35: yes |
| read | 7 calls/s | 10 | 0.7 | ratio ≥ 0.7: yes |

<!-- end of results -->

## money
`;

it("says for each goal whether it was reached", () => {
  const result = { name: "money", value: 1234.5, unit: "transfers/s", floor: 3456.7, ratio: 0.3571, p99Ms: 71.26 };
  const asked: Goal[] = [
    ["ratio", "≥", 0.35],
    ["p99Ms", "≤", 60],
    ["missing", "≤", 1],
  ];
  expect(formatRow(result, asked)).toBe(
    "| money | 1,235 transfers/s | 3,457 | 0.357 | ratio ≥ 0.35: yes; p99Ms ≤ 60 (71.3): **no**; missing ≤ 1 (–): **no** |",
  );
});

it("replaces the rows of the benches that ran and keeps the others and the text", () => {
  const row = "| money | 9 transfers/s | 10 | 0.9 | – |";
  const changed = replaceResults(DOCUMENT, [row], "Measured on 2026-11-22: new machine.");
  expect(changed).toContain(row);
  expect(changed).toContain("| read | 7 calls/s | 10 | 0.7 | ratio ≥ 0.7: yes |");
  expect(changed).not.toContain("1 transfers/s");
  expect(changed).not.toContain("old machine");
  expect(changed.startsWith("# Performance\n")).toBe(true);
  expect(changed.endsWith("<!-- end of results -->\n\n## money\n")).toBe(true);
  expect(() => replaceResults("nothing", [], "")).toThrow("lacks");
});

it("knows every bench, and the document has a place for the results", () => {
  const benches = readdirSync(new URL("../../lab/bench", import.meta.url)).filter((file) => file.endsWith(".ts"));
  expect(benches.map((file) => file.slice(0, -".ts".length)).sort()).toEqual(Object.keys(goals).sort());
  const performance = readFileSync(new URL("../../docs/reference/performance.md", import.meta.url), "utf8");
  expect(() => replaceResults(performance, [], "")).not.toThrow();
});

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
