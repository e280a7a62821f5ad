import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { depositSorts, userSorts, verificationSorts, withdrawalSorts } from "@wazi/contracts";
import { pino } from "pino";
import { seedBots } from "../apps/server/src/core/bots/store.ts";
import { ensureFirstAdmin } from "../apps/server/src/core/identity/first-admin.ts";
import { createPasswordHasher } from "../apps/server/src/core/identity/passwords.ts";
import { startEmbeddedDatabase } from "../apps/server/src/db/embedded/supervisor.ts";
import { migrate } from "../apps/server/src/db/migrate.ts";
import { openPool } from "../apps/server/src/db/pool.ts";
import { acquireDataDirLock } from "../apps/server/src/process/data-dir-lock.ts";
import { defaultSize, seedBackOffice } from "../apps/server/src/commands/seeding/seed-back-office.ts";
import { withServer } from "./serving/server-process.ts";

/**
 * Measures the response times of the back office on a database of 10,000 users, 50,000 deposits and 50,000 withdrawals:
 * first pages in every order, pages in the middle, searches, lists of 1,000 without parameters, the overview and the
 * audit log. It uses HTTP to a separate server process, with the trader and the database on the same machine.
 */
const BOUND_MS = 150;
const ROUNDS = 15;
const MIDDLE_PAGES = 20;
const adminAccount = { email: "admin@wazi.local", password: "Admin-passw0rd!" };
/** Search texts with many matches, with no match, and with a match in nearly every row. */
const searchTexts = { hit: "otieno", miss: "no such text anywhere", letter: "a" } as const;

const tables = {
  users: userSorts,
  deposits: depositSorts,
  withdrawals: withdrawalSorts,
  verifications: verificationSorts,
} as const;

interface Measured {
  name: string;
  medianMs: number;
  worstMs: number;
  boundMs: number;
}

type Get = (path: string) => Promise<{ ms: number; body: never }>;

async function signIn(origin: string): Promise<Get> {
  const signedIn = await fetch(`${origin}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(adminAccount),
  });
  if (!signedIn.ok) throw new Error(`Sign-in failed: ${signedIn.status} ${await signedIn.text()}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return async (path) => {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
    const text = await answer.text();
    const ms = performance.now() - startedAt;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return { ms, body: JSON.parse(text) as never };
  };
}

async function measure(get: Get, name: string, path: string): Promise<Measured> {
  const times: number[] = [];
  // The first call fills the caches, so it is not measured.
  await get(path);
  for (let round = 0; round < ROUNDS; round += 1) times.push((await get(path)).ms);
  times.sort((one, other) => one - other);
  const rounded = (ms: number | undefined): number => Math.round((ms ?? Number.NaN) * 10) / 10;
  const measured = {
    name,
    medianMs: rounded(times[Math.floor(times.length / 2)]),
    worstMs: rounded(times.at(-1)),
    boundMs: BOUND_MS,
  };
  if (!process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(measured)}\n`);
  return measured;
}

/** Returns the path of a page far from both ends. */
async function middleOf(get: Get, path: string): Promise<string> {
  let cursor = "";
  for (let page = 0; page < MIDDLE_PAGES; page += 1) {
    const { body } = await get(`${path}${cursor}`);
    const { nextCursor } = body as { nextCursor: string | null };
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  return `${path}${cursor}`;
}

async function measureAll(get: Get): Promise<Measured[]> {
  const results: Measured[] = [];
  const add = async (name: string, path: string): Promise<void> => {
    results.push(await measure(get, name, path));
  };
  await add("overview", "/api/admin/overview");
  for (const [table, sorts] of Object.entries(tables)) {
    const path = `/api/admin/${table}`;
    await add(`${table}: first page`, `${path}?limit=50`);
    for (const sort of sorts) {
      await add(`${table}: by ${sort}`, `${path}?limit=50&sort=${sort}`);
      await add(`${table}: by ${sort}, in the middle`, await middleOf(get, `${path}?limit=200&sort=${sort}`));
    }
    for (const [kind, search] of Object.entries(searchTexts)) {
      await add(`${table}: search, ${kind}`, `${path}?limit=50&search=${encodeURIComponent(search)}`);
    }
    await add(`${table}: search and sort`, `${path}?limit=50&search=${searchTexts.hit}&sort=${sorts[0]}`);
    if (table !== "users") await add(`${table}: pending`, `${path}?limit=50&status=pending&sort=waiting`);
  }
  for (const table of ["deposits", "withdrawals"]) await add(`${table}: without parameters`, `/api/admin/${table}`);
  await add("audit: first page", "/api/admin/audit?limit=50");
  for (const [kind, search] of Object.entries(searchTexts)) {
    await add(`audit: search, ${kind}`, `/api/admin/audit?limit=50&search=${encodeURIComponent(search)}`);
  }
  return results;
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const lock = acquireDataDirLock(dataDir, "command");
  const database = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  try {
    await migrate(database.url);
    const sql = openPool(database.url, { max: 1, role: null, queryTimeoutMs: 0 });
    const passwords = createPasswordHasher();
    const now = (): Date => new Date();
    await seedBots(sql);
    await ensureFirstAdmin({ sql, passwords, now }, adminAccount);
    const hashedPassword = await passwords.hash(adminAccount.password);
    await seedBackOffice(sql, { ...defaultSize, seed: 1, now: now(), hashedPassword, allowExistingUsers: false });
    await sql.end();
    const calls = await withServer(async ({ origin }) => measureAll(await signIn(origin)), {
      DATABASE_URL: database.url,
    });
    const slowest = calls.reduce((one, other) => (other.medianMs > one.medianMs ? other : one));
    const result = {
      name: "back-office",
      value: slowest.medianMs,
      unit: `ms, median of the slowest call (${slowest.name})`,
      floor: BOUND_MS,
      ratio: BOUND_MS / slowest.medianMs,
    };
    const text = `Slowest: ${slowest.name}, median ${slowest.medianMs} ms, worst ${slowest.worstMs} ms, limit ${BOUND_MS} ms.`;
    process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify({ ...result, calls }) : text}\n`);
  } finally {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
