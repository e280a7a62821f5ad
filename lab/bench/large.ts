import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { railChecks } from "../../apps/server/src/bank/rail-checks/rail-checks.ts";
import { findDifferences } from "../../apps/server/src/ledger/reconciliation/compare-books.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { readMemoryMb } from "./money-load/processor-time.ts";
import {
  adminAccount,
  callWith,
  measureBackOffice,
  measureCall,
  type MeasuredCall,
  openSession,
} from "./serving/back-office-calls.ts";
import { withServer } from "./serving/server-process.ts";
import { pino } from "pino";
import { seedBots } from "../../apps/server/src/investing/bots/store.ts";
import { ensureFirstAdmin } from "../../apps/server/src/people/identity/first-admin.ts";
import { createPasswordHasher } from "../../apps/server/src/people/identity/passwords.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { type BooksSize, seedBooks } from "./volume/seed-books.ts";

/** The password of the investor whose statement is measured. */
const investorAccount = { email: "investor@example.com", password: "Investor-passw0rd!" };

interface KeptDatabase {
  url: string;
  /** A superuser's pool. */
  sql: Sql;
  /** Null when the folder had the database already. */
  buildSeconds: number | null;
}

/** The steps of the build with their seconds, in standard error. */
function createReport(): (step: string) => void {
  let since = performance.now();
  return (step) => {
    process.stderr.write(`${step}: ${((performance.now() - since) / 1_000).toFixed(1)} s\n`);
    since = performance.now();
  };
}

/**
 * Runs `work` on the database in a folder, which is built first if the folder is new. A folder of an older version gets the
 * new migrations. While it is built, nothing waits for the disk; the measurements do.
 */
async function withKeptDatabase<T>(
  folder: string,
  size: BooksSize,
  work: (database: KeptDatabase) => Promise<T>,
): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const marker = join(folder, "large.json");
  const isBuilt = existsSync(marker);
  if (isBuilt && readFileSync(marker, "utf8") !== JSON.stringify(size)) {
    throw new Error(
      `${folder} has a database of another size: ${readFileSync(marker, "utf8")}. Choose another folder.`,
    );
  }
  const lock = acquireDataDirLock(folder, "command");
  const start = (durable: boolean): Promise<EmbeddedDatabase> =>
    startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }), durable });
  try {
    const buildSeconds = isBuilt ? null : await buildIn(await start(false), size);
    writeFileSync(marker, JSON.stringify(size));
    const database = await start(true);
    const sql = openPool(database.url, { max: 2, role: null, queryTimeoutMs: 0, statementTimeoutMs: 0 });
    try {
      await migrate(database.url);
      return await work({ url: database.url, sql, buildSeconds });
    } finally {
      await sql.end();
      await database.stop();
    }
  } finally {
    lock.release();
  }
}

async function buildIn(database: EmbeddedDatabase, size: BooksSize): Promise<number> {
  const startedAt = performance.now();
  try {
    await migrate(database.url);
    const sql = openPool(database.url, { max: 1, role: null, queryTimeoutMs: 0, statementTimeoutMs: 0 });
    const passwords = createPasswordHasher();
    await seedBots(sql);
    await ensureFirstAdmin({ sql, passwords, now: () => new Date() }, adminAccount);
    await seedBooks(sql, size, createReport());
    const { email, password } = investorAccount;
    await sql`
      update users set email = ${email}, hashed_password = ${await passwords.hash(password)}, is_active = true
      where referral_code = 'LARGE0'`;
    await sql.end();
    return (performance.now() - startedAt) / 1_000;
  } finally {
    await database.stop();
  }
}

/**
 * Measures the back office with a year of a large platform: every list in every order, searches, money flows, files and an
 * investor's statement. `--data=FOLDER` keeps the database there and uses it again.
 */
const SIZE = { investors: readNumber("investors", 1_000_000), entries: readNumber("entries", 10_000_000) };
const ROUNDS = 5;
const BYTES_PER_GB = 2 ** 30;
const FILES = ["users", "deposits", "withdrawals"];

const readText = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

interface MeasuredFile {
  name: string;
  firstByteMs: number;
  rows: number;
  rowsPerSecond: number;
  /** The growth of the server's memory while it writes the file. */
  memoryMb: number;
}

async function measureFile(origin: string, cookie: string, pid: number, name: string): Promise<MeasuredFile> {
  const before = readMemoryMb(pid);
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/api/admin/${name}.csv`, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${name}.csv: ${answer.status} ${await answer.text()}`);
  let [firstByteMs, rows, most] = [0, -1, before];
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    firstByteMs ||= performance.now() - startedAt;
    for (const byte of chunk) if (byte === 10) rows += 1;
    most = Math.max(most, readMemoryMb(pid));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    name,
    firstByteMs: roundTo(firstByteMs, 0),
    rows,
    rowsPerSecond: roundTo(rows / seconds, 0),
    memoryMb: roundTo(most - before, 0),
  };
}

/** The median of several tries, and the largest growth of memory. */
async function measureFiles(origin: string, cookie: string, pid: number): Promise<MeasuredFile[]> {
  const best: MeasuredFile[] = [];
  for (const name of FILES) {
    const tries: MeasuredFile[] = [];
    for (let round = 0; round < ROUNDS; round += 1) tries.push(await measureFile(origin, cookie, pid, name));
    best.push({
      name,
      firstByteMs: findMedian(tries.map(({ firstByteMs }) => firstByteMs)),
      rows: tries[0]?.rows ?? 0,
      rowsPerSecond: findMedian(tries.map(({ rowsPerSecond }) => rowsPerSecond)),
      memoryMb: Math.max(...tries.map(({ memoryMb }) => memoryMb)),
    });
  }
  return best;
}

/** Measures a call whose answer is a file. */
async function measureStatement(origin: string): Promise<number> {
  const cookie = await openSession(origin, investorAccount);
  const month = new Date().toISOString().slice(0, 7);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/api/user/statement.pdf?month=${month}`, { headers: { cookie } });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok || byteLength === 0) throw new Error(`statement.pdf: ${answer.status}`);
    times.push(performance.now() - startedAt);
  }
  return roundTo(findMedian(times), 0);
}

async function readSize(sql: Sql): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>[]>`
    select pg_database_size(current_database())::float8 as bytes, (select count(*)::int from users) as users,
      (select count(*)::int from ledger_entries) as entries, (select count(*)::int from deposits) as deposits,
      (select count(*)::int from withdrawals) as withdrawals, (select count(*)::int from audit_log) as "auditRows"`;
  const { bytes = 0, ...rows } = row ?? {};
  return { gigabytes: roundTo(bytes / BYTES_PER_GB, 2), ...rows };
}

/** Waits until the past days are added up and stored, which happens once. Returns the seconds. */
async function storeDays(origin: string, cookie: string): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const { status } = await fetch(`${origin}/api/admin/money-flows`, { headers: { cookie } });
    if (status === 200) return roundTo((performance.now() - startedAt) / 1_000, 1);
    if (status !== 503) throw new Error(`money flows: ${status}`);
  }
}

async function measureAll(url: string): Promise<object & { calls: MeasuredCall[]; moneyFlowsMs: number }> {
  return withServer(
    async ({ origin, child }) => {
      const cookie = await openSession(origin, adminAccount);
      const get = callWith(origin, cookie);
      const storingSeconds = await storeDays(origin, cookie);
      const flows = await measureCall(get, "money flows", "/api/admin/money-flows?days=365");
      const files = await measureFiles(origin, cookie, child.pid ?? 0);
      const statementMs = await measureStatement(origin);
      return {
        storingSeconds,
        moneyFlowsMs: flows.medianMs,
        files,
        statementMs,
        calls: process.argv.includes("--brief") ? [] : await measureBackOffice(get),
      };
    },
    { DATABASE_URL: url, ROLE: "api" },
  );
}

const GIVEN = readText("data");
const FOLDER = GIVEN ?? mkdtempSync(join(tmpdir(), "wazi-large-"));
try {
  const result = await withKeptDatabase(FOLDER, SIZE, async ({ url, sql, buildSeconds }) => {
    const built = buildSeconds === null ? null : roundTo(buildSeconds, 0);
    if (process.argv.includes("--build")) return { name: "large", buildSeconds: built, ...(await readSize(sql)) };
    const differences = process.argv.includes("--reconcile")
      ? (await findDifferences(sql, { further: railChecks })).differences
      : [];
    if (differences.length > 0) throw new Error(`The books differ: ${JSON.stringify(differences.slice(0, 5))}`);
    const measured = await measureAll(url);
    const slowest = measured.calls.reduce<MeasuredCall | null>(
      (one, other) => (one && one.medianMs >= other.medianMs ? one : other),
      null,
    );
    return {
      name: "large",
      value: slowest?.medianMs ?? Number.NaN,
      unit: `ms, median of the slowest list (${slowest?.name ?? "none"})`,
      floor: null,
      ratio: null,
      buildSeconds: built,
      ...(await readSize(sql)),
      ...measured,
    };
  });
  process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
} finally {
  if (GIVEN === undefined) rmSync(FOLDER, { recursive: true, force: true });
}
