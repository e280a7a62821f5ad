import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, deactivate, settleWithdrawal, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { OWN_TIME, startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { followingMonth, folderOfMonth, formatManifest, MANIFEST, readManifest } from "./archive-format.ts";
import { archivedTables } from "./store.ts";
import { verifyArchive, writeArchive, type WrittenMonth } from "./write-archive.ts";

const HOUR_MS = 3_600_000;
const MARK = "Amina Otieno of Kisumu";
const ADDRESS = "192.0.2.77";

/** The columns that the files leave out on purpose, by table. */
const LEFT_OUT: Record<string, string[]> = {
  // A text of an administrator, which erasing an account removes, and a number of this server.
  ledger_transactions: ["reason", "database_transaction"],
  // In the part that stays: id, actor, action, subject, time, and values without personal texts.
  audit_log: [
    "id",
    "actor_id",
    "action",
    "subject_type",
    "subject_id",
    "before",
    "after",
    "address",
    "happened_at",
    "words",
  ],
  // The account's code is written in place of its number.
  ledger_entries: ["account_id"],
};

let test: TestApp;
let owner: Sql;
let gone: TestClient;
let target: string;
let written: WrittenMonth[];
/** This month, which the tests treat as ended. */
const MONTH = new Date().toISOString().slice(0, 7);
const LAST_MONTH = new Date(Date.parse(`${MONTH}-01`) - HOUR_MS).toISOString().slice(0, 7);
const FIRST_MONTH = new Date(Date.parse(`${LAST_MONTH}-01`) - HOUR_MS).toISOString().slice(0, 7);
const end = new Date(`${followingMonth(MONTH)}-01`);

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, OWN_TIME);
  owner = openPool(test.database.url, { max: 1, role: null });
  target = mkdtempSync(join(tmpdir(), "wazi-archives-"));
  await live();
  written = await write();
});
afterAll(async () => {
  rmSync(target, { recursive: true, force: true });
  await owner.end();
  await test.close();
});

const sign = (sha256: string): string => `signed ${sha256}`;
const write = (): Promise<WrittenMonth[]> =>
  writeArchive({ url: test.database.url, waziVersion: "0.0.0", now: () => new Date(), sign }, target, end);
const verify = (folder = target) => verifyArchive(test.database.url, folder);

/** Money in and out, a trade, an exit, a user who will be erased, and an audit entry of two months ago. */
async function live(): Promise<void> {
  const bots = await startScriptedBots(test);
  const investor = await test.funded("1000");
  expect((await activate(investor, bots.ids[0], "500")).status).toBe(200);
  await bots.open(0, { side: "buy", price: 100, exposure: "0.5" });
  await bots.price(0, 110);
  await bots.close(0, 110);
  for (const day of [20_000, 20_001]) await bots.earn(1, day, { gross: 120_600_000n, margin: 0n });
  // Waits for a price, and is then settled.
  await bots.open(0, { side: "buy", price: 110, exposure: "0.5" });
  await test.sql`update pool_marks set priced_at = now() - interval '1 minute'`;
  expect((await deactivate(investor, bots.ids[0])).status).toBe(202);
  await bots.price(0, 112);
  await bots.settle();
  gone = await test.funded("100");
  const { id } = await startWithdrawal(gone, "100");
  const paid = { status: "completed", transactionHash: "QGH7XX12AB", notes: MARK };
  expect((await settleWithdrawal(test.admin, id, paid)).status).toBe(200);
  await owner`
    insert into audit_log (actor_id, action, subject_type, subject_id, after, address, happened_at)
    values (${gone.userId}, 'user.sign-in', 'session', ${gone.userId}, ${JSON.stringify({ notes: MARK })}::jsonb, ${ADDRESS},
      ${new Date(`${FIRST_MONTH}-28T12:00:00Z`)})`;
}

function linesOf(folder: string, name: string): string[] {
  const text = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`))).toString("utf8");
  return text.split("\n").filter((line) => line !== "");
}

const rowsOf = (name: string): Record<string, unknown>[] =>
  linesOf(folderOfMonth(target, MONTH), name).map((line) => JSON.parse(line) as Record<string, unknown>);

/** A copy of the archive to damage. */
function copyArchive(): string {
  const copy = mkdtempSync(join(tmpdir(), "wazi-archives-"));
  cpSync(target, copy, { recursive: true });
  return copy;
}

/** Replaces a file of this month and its manifest, as someone would who can write the folder. */
function forge(copy: string, name: string, change: (text: string) => string): void {
  const folder = folderOfMonth(copy, MONTH);
  const { archive } = readManifest(folder);
  const file = archive.files.find((each) => each.name === name)!;
  const bytes = gzipSync(change(linesOf(folder, name).join("\n").concat("\n")));
  writeFileSync(join(folder, file.path), bytes);
  Object.assign(file, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  writeFileSync(join(folder, MANIFEST), formatManifest(archive).text);
}

async function problemsOf(folder: string): Promise<string[]> {
  const months = await verify(folder);
  return months.flatMap(({ month: each, problems }) => problems.map((problem) => `${each} ${problem}`));
}

/** Changes the database past its triggers. */
async function problemsOfChange(statement: string): Promise<string[]> {
  await owner.begin(async (tx) => void (await tx.unsafe(`set local session_replication_role = replica; ${statement}`)));
  return problemsOf(target);
}

describe("an archive", () => {
  it("has a folder for each month since the first row, with every row of the books", async () => {
    expect(written.map((each) => each.month)).toEqual([FIRST_MONTH, LAST_MONTH, MONTH]);
    const folder = folderOfMonth(target, MONTH);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "ledger-entries.jsonl.gz")).mode & 0o777).toBe(0o600);
    const [counts] = await test.sql<Record<string, number>[]>`
      select (select count(*) from ledger_transactions)::int as "ledger-transactions",
        (select count(*) from ledger_entries)::int as "ledger-entries",
        (select count(distinct account_id) from ledger_entries)::int as "account-sums",
        (select count(*) from position_events)::int as "position-events",
        (select count(*) from bot_trades)::int as "bot-trades",
        (select count(*) from pool_interest)::int as "pool-interest",
        (select count(*) from exits where status <> 'pending')::int as exits,
        (select count(*) - 1 from audit_log)::int as "audit-log"`;
    const { archive } = readManifest(folder);
    expect(Object.fromEntries(archive.files.map(({ name, rows }) => [name, rows]))).toEqual(counts);
    for (const [name, rows] of Object.entries(counts ?? {})) {
      expect(rows, name).toBeGreaterThan(0);
      expect(rowsOf(name), name).toHaveLength(rows);
    }
  });

  it("has every column of those tables that erasing an account leaves", async () => {
    for (const { name } of archivedTables.filter((each) => each.name !== "account-sums")) {
      const table = name.replaceAll("-", "_");
      const columns = await owner<{ name: string }[]>`
        select column_name as name from information_schema.columns where table_name = ${table} and table_schema = 'public'`;
      const expected = columns.map((each) => each.name).filter((each) => !LEFT_OUT[table]?.includes(each));
      const others = { audit_log: ["kept", "nonce"], ledger_entries: ["account"] }[table] ?? [];
      expect(Object.keys(rowsOf(name)[0] ?? {}).sort(), name).toEqual([...expected, ...others].sort());
    }
  });

  it("has sums that equal the balances, with amounts as texts", async () => {
    const sums = rowsOf("account-sums");
    const balances = await test.sql`
      select code as account, balance::text as sum from ledger_accounts where balance <> 0 order by code collate "C"`;
    const investors = sums.filter(({ account, sum }) => String(account).startsWith("user:") && sum !== "0.00");
    expect(investors.map(({ account, sum }) => ({ account, sum }))).toEqual(balances);
    const total = sums.reduce((sum, row) => sum + BigInt(String(row["sum"]).replace(".", "")), 0n);
    expect(total).toBe(0n);
  });

  it("can be checked against the public log: the hash of each audit entry is in its leaf", async () => {
    const leaves = await owner<{ kept: string }[]>`
      select l.leaf::jsonb ->> 'kept' as kept from (
        select kind, leaf from log_outbox union all select kind, leaf from log_leaves) l where kind = 'audit'`;
    const logged = new Set(leaves.map(({ kept }) => kept));
    const entries = rowsOf("audit-log") as { kept: string; nonce: string }[];
    for (const { kept, nonce } of entries) {
      const hash = createHash("sha256").update(Buffer.from(nonce, "hex")).update(kept).digest("hex");
      expect(logged).toContain(hash);
    }
  });

  it("agrees with the database, and is not written again", async () => {
    const verified = await verify();
    expect(verified).toMatchObject(written.map(({ month: each, rows }) => ({ month: each, rows, problems: [] })));
    for (const { sha256, signature } of verified) expect(signature).toBe(sign(sha256));
    expect(await write()).toEqual([]);
    expect(readdirSync(target).sort()).toEqual([FIRST_MONTH, LAST_MONTH, MONTH].map((each) => `wazi-archive-${each}`));
  });

  it("has no personal text, and agrees after an account is erased", async () => {
    const texts = [FIRST_MONTH, MONTH].flatMap((each) =>
      archivedTables.flatMap(({ name }) => linesOf(folderOfMonth(target, each), name)),
    );
    for (const secret of [MARK, ADDRESS, "@", "QGH7XX12AB", "127.0.0.1"])
      expect(texts.filter((line) => line.includes(secret))).toEqual([]);
    // The erasure itself is an audit entry of this month: the archive is of a moment before it.
    expect((await test.admin.call("DELETE", `/api/admin/users/${gone.userId}`)).status).toBe(204);
    const [row] = await test.sql<{ erased: boolean }[]>`
      select after::text not like ${`%${MARK}%`} as erased from audit_log where happened_at < ${new Date(`${LAST_MONTH}-01`)}`;
    expect(row).toEqual({ erased: true });
    const rows = rowsOf("audit-log").length;
    expect(await problemsOf(target)).toEqual([
      `${MONTH} audit-log: the database has more than the ${rows} archived rows`,
    ]);
    rmSync(folderOfMonth(target, MONTH), { recursive: true });
    await write();
    expect(await problemsOf(target)).toEqual([]);
  });
});

describe("verifying finds", () => {
  it("a file that was damaged or is missing, and a manifest that was changed", async () => {
    const copy = copyArchive();
    const folder = folderOfMonth(copy, MONTH);
    const path = join(folder, "exits.jsonl.gz");
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    expect(await problemsOf(copy)).toEqual([expect.stringMatching(/exits\.jsonl\.gz has .* or another content$/)]);
    rmSync(path);
    expect(await problemsOf(copy)).toEqual([`${MONTH} exits.jsonl.gz is missing`]);
    const manifest = readFileSync(join(folder, MANIFEST), "utf8");
    writeFileSync(join(folder, MANIFEST), manifest.replace('"rows": ', '"rows": 1'));
    await expect(verify(copy)).rejects.toThrow(/archive\.json was changed/);
    rmSync(copy, { recursive: true });
  });

  it("a file that the month before has, unless an earlier version wrote both", async () => {
    const copy = copyArchive();
    const remove = (months: readonly string[]): void => {
      let previous: string | null = null;
      for (const month of [FIRST_MONTH, LAST_MONTH, MONTH]) {
        const folder = folderOfMonth(copy, month);
        const { archive } = readManifest(folder);
        const files = archive.files.filter(({ name }) => name !== "pool-interest" || !months.includes(month));
        const { text, sha256 } = formatManifest({ ...archive, files, previous });
        writeFileSync(join(folder, MANIFEST), text);
        previous = sha256;
      }
    };
    remove([MONTH]);
    expect(await problemsOf(copy)).toEqual([
      `${MONTH} pool-interest is missing in the manifest, and the month before has it`,
    ]);
    remove([FIRST_MONTH, LAST_MONTH, MONTH]);
    expect(await problemsOf(copy)).toEqual([]);
    rmSync(copy, { recursive: true });
  });

  it("forged rows under a forged manifest", async () => {
    const copy = copyArchive();
    forge(copy, "ledger-entries", (text) => text.replace('"1000.00"', '"2000.00"'));
    const problems = await problemsOf(copy);
    expect(problems.join("\n")).toMatch(/does not sum to zero/);
    expect(problems.join("\n")).toMatch(/its \d+ entries sum to [\d.-]+, not to/);
    expect(problems.join("\n")).toMatch(/ledger-entries: row \d+ differs from the database/);
    rmSync(copy, { recursive: true });
    const shorter = copyArchive();
    forge(shorter, "bot-trades", () => "");
    expect(await problemsOf(shorter)).toEqual([`${MONTH} bot-trades: the database has more than the 0 archived rows`]);
    rmSync(shorter, { recursive: true });
  });

  it("a month that is missing or was replaced", async () => {
    const copy = copyArchive();
    rmSync(folderOfMonth(copy, LAST_MONTH), { recursive: true });
    expect(await problemsOf(copy)).toEqual([`${MONTH} the month ${LAST_MONTH} is missing before it`]);
    const away = mkdtempSync(join(tmpdir(), "wazi-archives-"));
    renameSync(folderOfMonth(copy, MONTH), folderOfMonth(away, MONTH));
    const deps = { url: test.database.url, waziVersion: "other", now: () => new Date() };
    await writeArchive(deps, copy, new Date(`${MONTH}-01`));
    renameSync(folderOfMonth(away, MONTH), folderOfMonth(copy, MONTH));
    expect(await problemsOf(copy)).toEqual([
      `${MONTH} it was written after another ${LAST_MONTH} than the one in this folder`,
    ]);
    rmSync(copy, { recursive: true });
    rmSync(away, { recursive: true });
  });

  it("rows of the database that were changed or removed since", async () => {
    expect(await problemsOfChange("update bot_trades set nav_after = nav_after + 1")).toEqual([
      `${MONTH} bot-trades: row 1 differs from the database`,
    ]);
    await problemsOfChange("update bot_trades set nav_after = nav_after - 1");
    const problems = await problemsOfChange(
      "delete from position_events where transaction_id = (select max(transaction_id) from position_events)",
    );
    expect(problems).toEqual([expect.stringMatching(/position-events: row \d+ is not in the database$/)]);
  });
});
