import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { createSmallPicture, toDataUrl } from "../../apps/server/src/people/documents/sample-pictures.ts";
import { PASSWORD, approveDeposit, createDeposit, signIn, signUp } from "../harness/http-client.ts";
import { copiedWaziTest } from "../harness/process-test.ts";
import {
  adminAccount,
  adminOf,
  copyDataDir,
  createDataDir,
  findDifferences,
  findPostgres,
  linesOf,
  runNpm,
  startWazi,
  type Serving,
} from "../harness/wazi-process.ts";

/** The drill of docs/how-to/operator/back-up-and-restore.md: back up a product in use, restore it elsewhere, and work on. */

const EMAIL = "amina.backup@example.com";
const BEFORE = "250.00";

const test = copiedWaziTest.extend("backup", { scope: "file" }, async ({ folder, template }) => {
  const dataDir = copyDataDir(template.dataDir);
  const serving = await startWazi(dataDir);
  await startPerson(serving);
  const load = startLoad(serving);
  const startedAt = performance.now();
  const { code, stdout, stderr } = await runNpm(dataDir, ["run", "--silent", "wazi", "--", "backup", "--to", folder]);
  const operations = await load.stop();
  process.stdout.write(
    `backup beside ${operations} operations took ${Math.round(performance.now() - startedAt)} ms: ${stdout}`,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(operations).toBeGreaterThan(0);
  await serving.stop();
  return /^Backup: (.+)$/m.exec(stdout)?.[1] ?? "";
});

/** An investor with money and an identity document. */
async function startPerson(serving: Serving): Promise<void> {
  const investor = serving.client();
  await signUp(investor, { email: EMAIL });
  await approveDeposit(await adminOf(serving), await createDeposit(investor, BEFORE));
  const image = toDataUrl("jpeg", await createSmallPicture());
  const form = { documentType: "passport", documentNumber: "A1234567", frontImageUrl: image, backImageUrl: image };
  expect((await investor.call("POST", "/api/verification/submit", form)).status).toBe(201);
}

/** Deposits by several investors, one after the other each, until it is stopped. Returns their number. */
function startLoad(serving: Serving): { stop: () => Promise<number> } {
  let isStopped = false;
  let count = 0;
  const work = async (): Promise<void> => {
    const [investor, admin] = [serving.client(), await adminOf(serving)];
    await signUp(investor);
    while (!isStopped) {
      await approveDeposit(admin, await createDeposit(investor, "100"));
      count += 1;
    }
  };
  const working = Promise.all([work(), work(), work()]);
  return {
    stop: async () => {
      isStopped = true;
      await working;
      return count;
    },
  };
}

const restoreArgs = (...args: string[]): string[] => ["run", "--silent", "wazi", "--", "restore", ...args];

/** Signs in, sees the money and the document, and moves money. */
async function expectToWork(serving: Serving): Promise<void> {
  const investor = serving.client();
  await signIn(investor, { email: EMAIL, password: PASSWORD });
  expect((await investor.call("GET", "/api/user")).body).toMatchObject({ account: { balance: BEFORE } });
  const verification = await investor.call("GET", "/api/verification");
  expect(verification).toMatchObject({ status: 200, body: { status: "pending" } });
  const image = await investor.call("GET", (verification.body as { frontImageUrl: string }).frontImageUrl);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  await approveDeposit(await adminOf(serving), await createDeposit(investor, "100"));
  expect((await investor.call("GET", "/api/user")).body).toMatchObject({ account: { balance: "350.00" } });
}

interface Edited {
  tables: { name: string; path: string; bytes: number; sha256: string }[];
}

const sha256 = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

/** A copy of the backup to damage. */
function copyBackup(backup: string): string {
  const copy = join(mkdtempSync(`${backup}-copy-`), "backup");
  cpSync(backup, copy, { recursive: true });
  cpSync(`${backup}.key`, `${copy}.key`);
  return copy;
}

async function refusalOf(args: string[], dataDir = createDataDir()): Promise<string> {
  const { code, stdout, stderr } = await runNpm(dataDir, restoreArgs(...args));
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const lines = linesOf(stderr);
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

/** Nothing ends the quarantine without a person's note, nor while something is not compared, unless that is said. */
async function expectQuarantine(dataDir: string, backup: string): Promise<void> {
  const end = (...args: string[]) => runNpm(dataDir, ["run", "--silent", "wazi", "--", "quarantine", ...args]);
  const note = ["--by", adminAccount.email, "--note", "Compared with the list of the bank"];
  const compared = await end();
  expect({ code: compared.code, stderr: compared.stderr }).toEqual({ code: 2, stderr: "" });
  expect(compared.stdout).toContain("Consistent, not verified: It was compared with no checkpoint");
  expect((await end(...note)).stdout).toContain("Payouts are still stopped, because not all agrees.");
  expect((await end("--by", adminAccount.email)).stderr).toBe('Give both --by EMAIL and --note "TEXT".\n');
  const [, key = ""] = /^key (\S+)$/m.exec(readFileSync(`${backup}.seal`, "utf8")) ?? [];
  const kept = ["--checkpoint", `${backup}.seal`, "--key", key];
  expect((await end(...kept, "--by", EMAIL, ...note.slice(2))).stderr).toContain("There is no administrator");
  const ended = await end(...kept, ...note);
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: "" });
  expect(ended.stdout).toMatch(/^Verified: The log begins with the \d+ leaves of the kept checkpoint\.$/m);
  expect(ended.stdout).toContain("The quarantine has ended.");
  expect((await end()).stdout).toBe("This database is not in quarantine. Nothing was changed.\n");
  expect(await end("--begin", "2026-11-23T10:00:00Z")).toMatchObject({ code: 0, stderr: "" });
  expect((await end("--days", "1")).stdout).toContain("with the state of 2026-11-23T10:00:00.000Z.");
}

describe("a backup", () => {
  test("is readable by its owner only, and its key lies beside it", ({ backup, folder }) => {
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(statSync(join(backup, "tables/users.copy.gz")).mode & 0o777).toBe(0o600);
    for (const end of [".key", ".log.key", ".seal"]) expect(statSync(`${backup}${end}`).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("is restored elsewhere: people sign in, documents open, the books agree, and money moves", async ({
    backup,
  }) => {
    const dataDir = createDataDir();
    const { code, stdout, stderr } = await runNpm(dataDir, restoreArgs("--from", backup));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Restored the state of .+: \d+ rows and 2 documents in [\d.]+ s\.$/m);
    expect(stdout).toContain(`The books agree. Start Wazi on ${dataDir}.`);
    expect(stdout).toMatch(/^Consistent, not verified: It is signed with its own key \(wazi\/backup\//m);
    expect(findPostgres(dataDir)).toBeUndefined();
    process.stdout.write(stdout);

    const verify = () => runNpm(dataDir, ["run", "--silent", "verify"]);
    const alone = await verify();
    expect([alone.code, alone.stdout]).toEqual([3, expect.stringMatching(/^Consistent, not verified: the database/m)]);
    const serving = await startWazi(dataDir);
    expect(serving.printedAdmin).toBeUndefined();
    await expectToWork(serving);
    await expectQuarantine(dataDir, backup);
    // Since its start this machine keeps a checkpoint outside of the database, with its own key of the log.
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Verified: the database/m) as string,
    });
    expect(await findDifferences(dataDir)).toBeNull();
    await serving.stop();

    // The same folder a second time.
    expect(await refusalOf(["--from", backup], dataDir)).toMatch(/^The target is not empty: its database has users\./);
  });

  test("crosses PostgreSQL's major versions, into a server whose user is no superuser", async ({
    backup,
    debianPostgres,
  }) => {
    const server = await debianPostgres.start(dirname(createDataDir()));
    const dataDir = createDataDir();
    const env = { DATABASE_URL: server.ownerUrl };
    const { code, stdout, stderr } = await runNpm(dataDir, restoreArgs("--from", backup), env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("The books agree. Start Wazi on DATABASE_URL.");
    const serving = await startWazi(dataDir, { env });
    await expectToWork(serving);
    expect(await findDifferences(dataDir, env)).toBeNull();
    await serving.stop();
    process.stdout.write(`restored into PostgreSQL ${server.version}\n`);
  });

  test("keeps the newest ones, and writes nothing into a folder that it cannot use", async ({ folder, template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const target = join(folder, "kept");
    mkdirSync(target);
    for (let round = 0; round < 3; round += 1) {
      const args = ["run", "--silent", "wazi", "--", "backup", "--to", target, "--keep", "2"];
      expect(await runNpm(dataDir, args)).toMatchObject({ code: 0, stderr: "" });
    }
    const kept = readdirSync(target).filter((name) => existsSync(join(target, name, "backup.json")));
    expect(kept).toHaveLength(2);
    expect(readdirSync(target)).toHaveLength(8);
    const refused = await runNpm(dataDir, ["run", "--silent", "wazi", "--", "backup", "--to", "/proc/x"]);
    expect(refused.code).toBe(1);
    expect(linesOf(refused.stderr)).toEqual([
      expect.stringMatching(/^Cannot write the backup to \/proc\/x\/.+ Give another folder with --to\.$/),
    ]);
  });
});

describe("the key of the transparency log", () => {
  const backUp = (folder: string, dataDir: string, env: Record<string, string> = {}) =>
    runNpm(dataDir, ["run", "--silent", "wazi", "--", "backup", "--to", mkdtempSync(join(folder, "log-key-"))], env);

  test("fails a backup that has no access to it, and the rest is written", async ({ folder, template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const file = join(dataDir, "keys/log.key");
    rmSync(file);
    const { code, stdout, stderr } = await backUp(folder, dataDir);
    expect(code).toBe(1);
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(
        /^The key of the transparency log is not part of this backup: LOG_KEY is not set, and there/,
      ),
    ]);
    expect(stderr).toContain(file);
    const [, written = ""] = /^Backup: (.+)$/m.exec(stdout) ?? [];
    expect(existsSync(join(written, "backup.json"))).toBe(true);
    expect(stdout).not.toContain("LOG_KEY");
  });

  test("is said to be in LOG_KEY only when it is", async ({ folder, template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const file = join(dataDir, "keys/log.key");
    const logKey = readFileSync(file, "utf8").trim();
    rmSync(file);
    const { code, stdout, stderr } = await backUp(folder, dataDir, { LOG_KEY: logKey });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("The key of the transparency log is in LOG_KEY and not part of the backup.");
  });
});

describe("a restore is refused in one line, before anything is written,", () => {
  test("of a backup that is cut off, incomplete, changed, or none", async ({ backup }) => {
    const cut = copyBackup(backup);
    const entries = join(cut, "tables/ledger_entries.copy.gz");
    truncateSync(entries, statSync(entries).size - 10);
    const dataDir = createDataDir();
    expect(await refusalOf(["--from", cut], dataDir)).toMatch(
      /is damaged: tables\/ledger_entries\.copy\.gz has \d+ of \d+ bytes/,
    );
    expect(existsSync(dataDir)).toBe(false);
    const incomplete = copyBackup(backup);
    rmSync(join(incomplete, "tables/users.copy.gz"));
    expect(await refusalOf(["--from", incomplete])).toContain("is not complete: tables/users.copy.gz is missing");
    const changed = copyBackup(backup);
    const manifest = readFileSync(join(changed, "backup.json"), "utf8");
    writeFileSync(join(changed, "backup.json"), manifest.replace('"mode": "demo"', '"mode": "live"'));
    expect(await refusalOf(["--from", changed])).toContain("backup.json was changed");
    const unfinished = copyBackup(backup);
    rmSync(join(unfinished, "backup.json"));
    expect(await refusalOf(["--from", unfinished])).toContain("is not a complete backup: it has no backup.json");
  });

  test("that was edited, with all hashes computed again; the message names what differs", async ({ backup }) => {
    const edited = copyBackup(backup);
    const file = join(edited, "backup.json");
    const { seal, backup: manifest } = JSON.parse(readFileSync(file, "utf8")) as { seal: string; backup: Edited };
    const table = manifest.tables.find(({ name }) => name === "ledger_accounts");
    if (!table) throw new Error("no accounts");
    const rows = gunzipSync(readFileSync(join(edited, table.path))).toString("utf8");
    const bytes = gzipSync(rows.replace(`\t${BEFORE}`, "\t925000.00"));
    writeFileSync(join(edited, table.path), bytes);
    Object.assign(table, { bytes: bytes.length, sha256: sha256(bytes) });
    const text = { sha256: sha256(JSON.stringify(manifest)), seal, backup: manifest };
    writeFileSync(file, `${JSON.stringify(text, null, 1)}\n`);
    const message = /^Not verified: ledger_accounts is not what was signed: another content of its \d+ rows\. Nothing/;
    expect(await refusalOf(["--from", edited])).toMatch(message);
    const { seal: _seal, ...unsigned } = text;
    writeFileSync(file, `${JSON.stringify(unsigned, null, 1)}\n`);
    expect(await refusalOf(["--from", edited])).toMatch(/^This backup has no signature\./);
    expect(await refusalOf(["--from", edited, "--unsigned", "--checkpoint", `${backup}.seal`])).toMatch(message);
  });

  test("with the key of another installation, or without one", async ({ backup, folder }) => {
    const foreign = join(folder, "foreign.key");
    writeFileSync(foreign, `${Buffer.alloc(32, 7).toString("base64")}\n`);
    const message = /^The document key does not fit this backup\. Give the key file/;
    expect(await refusalOf(["--from", backup, "--keys", foreign])).toMatch(message);
    const copy = copyBackup(backup);
    rmSync(`${copy}.key`);
    expect(await refusalOf(["--from", copy])).toMatch(message);
  });

  test("into a running instance", async ({ backup, template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir);
    expect(await refusalOf(["--from", backup], dataDir)).toContain("Another Wazi process is using this data folder");
    expect((await serving.client().call("GET", "/readyz")).status).toBe(200);
    expect((await adminOf(serving, adminAccount)).cookies.size).toBeGreaterThan(0);
  });
});

test("a start with another document key is refused in one line, unless the key is lost for ever", async ({
  backup,
}) => {
  const dataDir = createDataDir();
  expect(await runNpm(dataDir, restoreArgs("--from", backup))).toMatchObject({ code: 0 });
  const other = { DOCUMENT_KEY: Buffer.alloc(32, 9).toString("base64") };
  rmSync(join(dataDir, "keys/documents.key"));
  const start = spawnSync(process.execPath, ["ops/scripts/start.mjs"], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: dataDir,
      PORT: "0",
      LOG_LEVEL: "warn",
      ...other,
    },
    encoding: "utf8",
  });
  expect(start.status).toBe(1);
  expect(linesOf(start.stderr)).toEqual([
    expect.stringMatching(/^DOCUMENT_KEY: this database was used with another key\. .*DOCUMENT_KEY_LOST=on/),
  ]);
  const serving = await startWazi(dataDir, { env: { ...other, DOCUMENT_KEY_LOST: "on" } });
  await signIn(serving.client(), { email: EMAIL, password: PASSWORD });
});
