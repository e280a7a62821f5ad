import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkLeaves, openCheckpoint, parseKey, readWholeLog, toBase64, type ReadTile } from "@wazi/proofs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { createTestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { insertAuditEvent } from "../../record/audit/store.ts";
import { checkDatabase } from "./check-database.ts";
import { createOnce, getLogKeyPath, openLogSigner, type LogSigner } from "./log-signer.ts";
import { recordRules } from "./record-rules.ts";
import { stretchBound } from "../../../../../tests/harness/stretch-bound.ts";
import { integrateLeaves, runLog, updateLog } from "./run-log.ts";
import { LogStopped, type Cosign } from "./sign-checkpoint.ts";
import { appendLeaf, countLeaves, readLogState } from "../../record/leaves/store.ts";

const alone: Cosign = (note) => Promise.resolve(note);
const folders: string[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wazi-log-"));
  folders.push(folder);
  return folder;
}

const openSigner = (sql: Sql, dataDir: string): Promise<LogSigner> => openOwnSigner(sql, { dataDir });
const at = (dataDir: string, logKey?: string) => ({ dataDir, logKey, publicOrigin: undefined });

async function openDatabase(): Promise<{ sql: Sql; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const sql = openPool(database.url);
  return {
    sql,
    close: async () => {
      await sql.end();
      await database.drop();
    },
  };
}

async function appendMany(sql: Sql, from: number, to: number): Promise<void> {
  await sql`select append_log_leaf('test', null, jsonb_build_object('n', n)) from generate_series(${from}::int, ${to}::int) n`;
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe("the transparency log", () => {
  let app: TestApp;
  let signer: LogSigner;
  const read: ReadTile = async (path) => {
    const answer = await app.app.inject({ method: "GET", url: `/log/${path}` });
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return new Uint8Array(answer.rawPayload);
  };
  const readCheckpoint = async () => {
    const note = Buffer.from(await read("checkpoint")).toString("utf8");
    return { note, ...openCheckpoint(note, parseKey(signer.publicKey)) };
  };

  beforeAll(async () => {
    app = await startTestApp();
    await recordRules(app.sql, { mode: "demo", unprovenBots: "open", profitShareAbove: "nothing" });
    signer = await openSigner(app.sql, makeFolder());
    await updateLog(app.sql, signer, alone);
  });
  afterAll(() => app.close());

  it("stops between two parts of a backlog, and signs nothing then", async () => {
    const { sql, close } = await openDatabase();
    const own = await openSigner(sql, makeFolder());
    await appendMany(sql, 1, 3 * 4_096);
    const running = runLog({ sql, signer: own, cosign: alone }, { warn: () => undefined, error: () => undefined });
    await running.stop();
    expect(await countLeaves(sql)).toBeLessThanOrEqual(4_096);
    expect((await readLogState(sql))?.checkpoint).toBeNull();
    await close();
  });

  it("has the registrations, rules and audit entries that the database has, without personal data", async () => {
    const investor = await app.funded("250.00");
    await updateLog(app.sql, signer, alone);
    const leaves = await readWholeLog(await readCheckpoint(), read);
    const types = leaves.map((leaf) => (JSON.parse(leaf) as { type: string }).type);
    for (const type of ["registration", "fees", "terms", "audit"]) expect(types).toContain(type);
    // A demo's bots are open whatever the setting says.
    expect(types).not.toContain("bots");
    const text = leaves.join("\n");
    for (const personal of [investor.userId, investor.email, "Otieno", "127.0.0.1"])
      expect(text).not.toContain(personal);
  });

  it("has a leaf of fees for each change of the gain above which the share is taken, and none for the default", async () => {
    const { sql, close } = await openDatabase();
    for (const profitShareAbove of ["nothing", "nothing", "bills", "bills", "nothing"] as const)
      await recordRules(sql, { mode: "demo", unprovenBots: "closed", profitShareAbove });
    const leaves = await sql<{ leaf: string }[]>`select leaf from log_outbox where kind = 'fees' order by id`;
    const above = leaves.map(({ leaf }) => /"profitShareAbove": ?"(\w+)"/.exec(leaf)?.[1]);
    expect(above).toEqual([undefined, "bills", undefined]);
    await close();
  });

  it("has a leaf of fees with the legal basis of interest on balances, while there is one", async () => {
    const { sql, close } = await openDatabase();
    const rules = { mode: "demo", unprovenBots: "closed", profitShareAbove: "nothing" } as const;
    for (const balanceInterestLegalBasis of [undefined, "Deposit licence 12/2026", undefined])
      await recordRules(sql, { ...rules, balanceInterestLegalBasis });
    const leaves = await sql<{ leaf: string }[]>`select leaf from log_outbox where kind = 'fees' order by id`;
    const bases = leaves.map(({ leaf }) => /"balanceInterestLegalBasis": ?"([^"]+)"/.exec(leaf)?.[1]);
    expect(bases).toEqual([undefined, "Deposit licence 12/2026", undefined]);
    await close();
  });

  it("keeps its key for the owner only and publishes the public part", async () => {
    expect(statSync(join(signer.dataDir, "keys", "log.key")).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await read("key")).toString()).toBe(`${signer.publicKey}\n`);
  });

  it("proves every leaf, and that it only grows, over tile borders", async () => {
    const earlier = await readCheckpoint();
    await appendMany(app.sql, 1, 700);
    while ((await integrateLeaves(app.sql, 300)) > 0);
    await updateLog(app.sql, signer, alone);
    const later = await readCheckpoint();
    expect(later.size).toBe(earlier.size + 700);
    const leaves = await readWholeLog(later, read, earlier);
    const chosen = [0, 1, 255, 256, 511, later.size - 1].map((index) => ({ index, leaf: leaves[index] ?? "" }));
    await checkLeaves({ checkpoint: later.note, leaves: chosen, tiles: {} }, signer.publicKey, read);
    const wrong = [{ index: 3, leaf: leaves[4] ?? "" }];
    await expect(
      checkLeaves({ checkpoint: later.note, leaves: wrong, tiles: {} }, signer.publicKey, read),
    ).rejects.toThrow("leaf 3 is not in the log");
  });

  it("serves only files of the log, for good", async () => {
    const { size } = await readCheckpoint();
    const paths = [
      "tile/0/999",
      "tile/8/000",
      "tile/0/x000/000",
      "tile/0/000.p/256",
      "tile/0/000.p/0",
      "tile/entries/0",
    ];
    for (const path of [...paths, `tile/entries/${String(Math.floor(size / 256) + 1).padStart(3, "0")}`])
      await expect(read(path)).rejects.toThrow("404");
    const full = await app.app.inject({ method: "GET", url: "/log/tile/0/000" });
    expect(full.headers["cache-control"]).toContain("immutable");
    expect(full.headers["access-control-allow-origin"]).toBe("*");
    expect(full.rawPayload.length).toBe(8_192);
  });

  it("gives each leaf one place when several processes integrate at once", async () => {
    const before = await countLeaves(app.sql);
    await appendMany(app.sql, 701, 1_200);
    const counts = await Promise.all(Array.from({ length: 6 }, () => integrateLeaves(app.sql, 100)));
    while ((await integrateLeaves(app.sql)) > 0);
    expect(counts.every((count) => count === 0 || count === 100)).toBe(true);
    expect(await countLeaves(app.sql)).toBe(before + 500);
    await updateLog(app.sql, signer, alone);
    await readWholeLog(await readCheckpoint(), read);
  });

  it("publishes a leaf within 5 seconds of its commit", async () => {
    let rounds = 0;
    const cosign: Cosign = (note) => {
      rounds += 1;
      return Promise.resolve(note);
    };
    const log = runLog({ sql: app.sql, signer, cosign }, { warn: () => undefined, error: () => undefined });
    // A leaf that comes just after a round waits longest.
    await expect.poll(() => rounds).toBeGreaterThan(0);
    const { size } = await readCheckpoint();
    await appendLeaf(app.sql, "test", null, { n: "now" });
    const start = Date.now();
    while ((await readCheckpoint()).size === size) {
      if (Date.now() - start > stretchBound(5_000)) throw new Error("not within 5 seconds");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await log.stop();
  });

  it.each([
    "update log_leaves set leaf = 'x' where position = 0",
    "delete from log_leaves where position = 0",
    "truncate log_leaves",
    "delete from log_tiles",
    "update log_tiles set hashes = substr(hashes, 33) where level = 0 and number = 0",
    "delete from log_outbox",
  ])("cannot be changed by the application: %s", async (statement) => {
    await expect(app.sql.unsafe(statement)).rejects.toThrow(/only appended|never removed|permission denied/);
  });
});

describe("a database that is not the one that was signed", () => {
  it.each([
    { what: "a restored one with fewer leaves", leaves: 3, says: "is older than its log" },
    { what: "a forked one with other leaves", leaves: 40, says: "are not the ones that were signed" },
  ])("stops the log: $what", async ({ leaves, says }) => {
    const [first, second] = await Promise.all([openDatabase(), openDatabase()]);
    const dataDir = makeFolder();
    const signer = await openSigner(first.sql, dataDir);
    await appendMany(first.sql, 1, 20);
    await updateLog(first.sql, signer, alone);
    const signed = readFileSync(join(dataDir, "log-checkpoint"), "utf8");
    const again = await openSigner(second.sql, dataDir);
    await appendMany(second.sql, 1_000, 1_000 + leaves - 1);
    await expect(updateLog(second.sql, again, alone)).rejects.toThrow(LogStopped);
    await expect(updateLog(second.sql, again, alone)).rejects.toThrow(says);
    expect(readFileSync(join(dataDir, "log-checkpoint"), "utf8")).toBe(signed);
    const said: string[] = [];
    const log = runLog(
      { sql: second.sql, signer: again, cosign: alone },
      { warn: () => undefined, error: (text: unknown) => said.push(String(text)) },
    );
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await log.stop();
    expect(said[0]).toContain(says);
    const state = await readLogState(second.sql);
    expect(state?.stopped).toContain(says);
    expect(state?.checkpoint).toBeNull();
    await Promise.all([first.close(), second.close()]);
  });

  it("is signed only with its own key, whoever starts beside it", async () => {
    const { sql, close } = await openDatabase();
    const openings = await Promise.all([1, 2, 3].map(() => openLogSigner(sql, at(makeFolder()))));
    expect(openings.filter((signer) => signer !== null)).toHaveLength(1);
    const empty = makeFolder();
    expect(await openLogSigner(sql, at(empty))).toBeNull();
    expect(readdirSync(empty)).toEqual([]);
    const other = toBase64(new Uint8Array(32).fill(7));
    await expect(openLogSigner(sql, at(empty, other))).rejects.toThrow(/^LOG_KEY: .* is signed with another key/);
    await close();
  });

  it("has one key for all processes that start at once in one folder", () => {
    const file = getLogKeyPath(makeFolder());
    for (const key of ["first", "second"]) createOnce(file, key);
    expect(readFileSync(file, "utf8")).toBe("first");
    expect(readdirSync(dirname(file))).toEqual(["log.key"]);
  });
});

describe("npm run verify", () => {
  let app: TestApp;
  let owner: Sql;
  let signer: LogSigner;
  beforeAll(async () => {
    app = await startTestApp();
    owner = openPool(app.database.url, { max: 1, role: null });
    signer = await openSigner(app.sql, makeFolder());
    await app.funded("100.00");
    await updateLog(app.sql, signer, alone);
  });
  afterAll(async () => {
    await owner.end();
    await app.close();
  });

  /** Runs statements as whoever holds the database, with its triggers off, and undoes them afterwards. */
  async function findAfter(statement: string): Promise<string[]> {
    let problems: string[] = [];
    await owner
      .begin(async (tx) => {
        await tx.unsafe("set local session_replication_role = replica");
        await tx.unsafe(statement);
        ({ problems } = await checkDatabase(tx, null));
        throw new Error("undo");
      })
      .catch((error: unknown) => expect(String(error)).toContain("undo"));
    return problems;
  }

  it("finds no problem in a database that nobody changed", { tags: ["S65"] }, async () => {
    const result = await checkDatabase(owner, null);
    expect(result.problems).toEqual([]);
    expect(result.auditEntries).toBeGreaterThan(0);
  });

  it.each([
    ["update audit_log set action = 'deposit.other' where id = (select max(id) from audit_log)", "was changed"],
    ["update audit_log set actor_id = null where id = (select max(id) from audit_log)", "was changed"],
    [
      "update audit_log set happened_at = happened_at - interval '1 day' where id = (select max(id) from audit_log)",
      "was changed",
    ],
    [`update audit_log set after = after || '{"receivedAmount": "9.99"}' where after is not null`, "was changed"],
    ["update audit_log set address = '10.0.0.1' where address is not null", "was changed"],
    ["update audit_log set address = null where address is not null", "was changed"],
    ["delete from audit_log where id = (select max(id) from audit_log)", "was deleted"],
    ["delete from audit_log where true", "was deleted"],
    [
      "insert into audit_log (action, subject_type, subject_id) values ('x.y', 'user', 'z')",
      "was written around the log",
    ],
    [
      `delete from audit_log where id = (select max(id) from audit_log);
       delete from log_leaves where subject = (select max(id) + 1 from audit_log)::text`,
      "leaves",
    ],
    [
      `update log_leaves set leaf = replace(leaf, '"type"', '"kind"') where position = 0`,
      "are not the ones that were signed",
    ],
  ])("finds a change of the audit log: %s", { tags: ["S65"] }, async (statement, says) => {
    const problems = await findAfter(statement);
    expect(problems.join("\n")).toContain(says);
  });

  it("finds that all leaves and entries from a point on are gone", { tags: ["S65"] }, async () => {
    const kept = readFileSync(join(signer.dataDir, "log-checkpoint"), "utf8");
    let problems: string[] = [];
    await owner
      .begin(async (tx) => {
        await tx.unsafe("set local session_replication_role = replica");
        await tx.unsafe("delete from log_leaves where position >= 5; update log_state set checkpoint = null");
        ({ problems } = await checkDatabase(tx, kept));
        throw new Error("undo");
      })
      .catch(() => undefined);
    expect(problems.join("\n")).toContain("and the database 5");
  });

  it("says what is wrong with a checkpoint that is not the log's", async () => {
    const kept = readFileSync(join(signer.dataDir, "log-checkpoint"), "utf8");
    const other = parseKey(signer.publicKey).name.replace(/.$/, "_");
    const wrong: [string, string][] = [
      ["text", "cannot be used: not a checkpoint"],
      [kept.replace("\n", "0\n"), "cannot be used: the signature of"],
      [kept.replaceAll(signer.origin, other), "cannot be used: the checkpoint is not signed by this log"],
    ];
    for (const [note, says] of wrong) {
      const { problems, signed } = await checkDatabase(owner, note);
      expect([problems.length, problems[0], signed]).toEqual([1, expect.stringContaining(says), 0]);
    }
  });

  it("accepts what is erased with a deleted account, and counts it", async () => {
    const leaving = await app.signUp();
    const about = { actorId: leaving.userId, action: "user.test", subjectType: "user", subjectId: leaving.userId };
    await insertAuditEvent(app.sql, { ...about, after: { name: "Amina" }, address: "10.0.0.9" });
    await updateLog(app.sql, signer, alone);
    const before = await checkDatabase(owner, null);
    const removed = await app.admin.call("DELETE", `/api/admin/users/${leaving.userId}`);
    expect(removed.status).toBeLessThan(300);
    await updateLog(app.sql, signer, alone);
    const result = await checkDatabase(owner, null);
    expect(result.problems).toEqual([]);
    expect(result.erased).toBeGreaterThan(before.erased);
  });
});
