import { depositSorts, userSorts, verificationSorts, withdrawalSorts, type Page } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { seedBackOffice } from "../../../../../lab/commands/seeding/seed-back-office.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

/** Tables that grow with the platform. */
const GROWING = [
  "users",
  "deposits",
  "withdrawals",
  "verifications",
  "audit_log",
  "ledger_transactions",
  "ledger_entries",
];
/** A row that is found is read for the page and for the count, and its owner, the session and a few others beside them. */
const [READ_FOR_EACH, READ_BESIDE] = [2, 100];
/** The sums that these orders need are not stored, because every posting changes them. */
const SUMMED = new Set(["balance", "-balance", "totalInvested", "-totalInvested"]);

let test: TestApp;
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  const size = { users: 200, deposits: 600, withdrawals: 600 };
  await seedBackOffice(owner, { ...size, seed: 1, now: new Date(), hashedPassword: "x", allowExistingUsers: true });
  // A small table is read whole for less than its index. This makes it as expensive as a large one.
  await owner.unsafe(
    `do $$ begin execute format('alter database %I set seq_page_cost = 10000', current_database()); end $$`,
  );
  await endSessions();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** Ends the application's sessions. New ones have the new settings, and the counts of ended ones are complete. */
async function endSessions(): Promise<void> {
  await owner`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
}

async function countScans(): Promise<Record<string, number>> {
  // The scans of this session itself are counted up to a second later otherwise.
  await owner`select pg_stat_force_next_flush()`;
  const rows = await owner<{ name: string; scans: number }[]>`
    select relname as name, seq_scan::int as scans from pg_stat_user_tables where relname = any(${GROWING}::text[])`;
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
}

/** The index entries of growing tables that were read. */
async function countEntriesRead(): Promise<number> {
  await owner`select pg_stat_force_next_flush()`;
  const [row] = await owner<{ read: number }[]>`
    select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname = any(${GROWING}::text[])`;
  return row?.read ?? Number.NaN;
}

const sorted = (sorts: readonly string[]): string[] =>
  sorts.filter((sort) => !SUMMED.has(sort)).map((sort) => `limit=20&sort=${sort}`);
const searches = ["otieno", "no such text", "li", "a", "@"].map(
  (text) => `limit=20&search=${encodeURIComponent(text)}`,
);
const requests = (sorts: readonly string[]): string[] => [...sorted(sorts), ...searches, "limit=20&status=pending"];
const lists: Readonly<Record<string, readonly string[]>> = {
  users: [...sorted(userSorts), ...searches, "limit=20&status=active", "limit=20&kycStatus=rejected"],
  deposits: [
    "",
    ...requests(depositSorts),
    "limit=20&status=failed",
    "limit=20&currency=LTC",
    "limit=20&search=otieno&sort=amount",
  ],
  withdrawals: [
    "",
    ...requests(withdrawalSorts),
    "limit=20&status=rejected",
    "limit=20&withdrawalType=bank",
    "limit=20&hidden=only",
  ],
  verifications: ["", ...requests(verificationSorts), "limit=20&status=approved"],
  audit: ["limit=20", "limit=20&search=otieno"],
  overview: [""],
};

it.each(Object.keys(lists))("reads no growing table whole for %s", async (list) => {
  const before = await countScans();
  for (const query of lists[list]!) {
    const answer = await test.admin.call("GET", `/api/admin/${list}?${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    const { nextCursor } = answer.body as Partial<Page<object>>;
    if (nextCursor) await test.admin.call("GET", `/api/admin/${list}?${query}&cursor=${nextCursor}`);
  }
  await endSessions();
  expect(await countScans()).toEqual(before);
});

// The same answer without a filter's index reads another index whole, which is no scan of a table.
it.each([
  "users?status=deactivated",
  "users?kycStatus=rejected",
  "deposits?status=failed",
  "deposits?currency=LTC",
  "withdrawals?status=rejected",
  "withdrawals?withdrawalType=bank",
  "verifications?status=rejected",
])("reads no more than what a filter finds: %s", async (request) => {
  const ask = () => test.admin.call("GET", `/api/admin/${request}&limit=20`);
  await ask();
  await endSessions();
  const before = await countEntriesRead();
  const { body } = await ask();
  await endSessions();
  const read = (await countEntriesRead()) - before;
  const { total } = body as { total: number };
  expect(read).toBeLessThan(READ_FOR_EACH * total + READ_BESIDE);
});
