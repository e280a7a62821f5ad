import {
  depositSorts,
  userSorts,
  verificationSorts,
  withdrawalSorts,
  type AdminDeposit,
  type AdminUser,
  type AdminVerification,
  type AdminWithdrawal,
  type BackOfficeOverview,
} from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { errorOf, settleWithdrawal, startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { pageOf, walkTable, type AnyPage } from "../harness/walk-table.ts";
import { seedBackOffice } from "../../lab/commands/seeding/seed-back-office.ts";

let test: TestApp;
let owner: Sql;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  await seedBackOffice(owner, {
    seed: 7,
    now: new Date("2026-11-01T12:00:00Z"),
    users: 60,
    deposits: 190,
    withdrawals: 190,
    hashedPassword: "-",
    allowExistingUsers: false,
  });
  // Many rows have the same time and amount, so only the id distinguishes them.
  await owner`update deposits set created_at = date_trunc('month', created_at), amount = 100 where amount < 400`;
  await owner`update withdrawals set created_at = date_trunc('month', created_at)`;
  await owner`update users set created_at = date_trunc('month', created_at), first_name = 'Amina', last_name = 'Otieno'
    where not is_admin and email like '%5@%'`;
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

type Row = AdminUser | AdminDeposit | AdminWithdrawal | AdminVerification;

const listIds = (pages: readonly AnyPage<{ id: string }>[]): string[] =>
  pages.flatMap(({ items }) => items.map(({ id }) => id));
const isWaiting = (row: Row): boolean => "status" in row && ["pending", "processing"].includes(row.status);
const formatName = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): string =>
  `${firstName} ${lastName} ${email}`.toLowerCase();

/** The sort key of a row; the id comes after it. */
const valueOf: Readonly<Record<string, (row: Row) => string | number>> = {
  createdAt: ({ createdAt }) => createdAt,
  amount: (row) => ("amount" in row ? Number(row.amount) : 0),
  user: (row) => ("user" in row ? formatName(row.user) : ""),
  name: (row) => ("account" in row ? formatName(row) : ""),
  balance: (row) => ("account" in row ? Number(row.account.balance) : 0),
  totalInvested: (row) => ("account" in row ? Number(row.account.totalInvested) : 0),
};

function compare(one: string | number, other: string | number): number {
  // By bytes, like the database, and not by the rules of a language.
  return one < other ? -1 : one > other ? 1 : 0;
}

function isInOrder(rows: readonly Row[], sort: string): boolean {
  const name = sort.replace("-", "");
  const direction = sort.startsWith("-") ? -1 : 1;
  const value = valueOf[name];
  return rows.every((row, index) => {
    const before = rows[index - 1];
    if (before === undefined || value === undefined) return true;
    const byValue = compare(value(before), value(row)) * direction;
    if (byValue !== 0) return byValue < 0;
    // Equal rows are sorted by time when there is one, then by id.
    const byTime = name === "amount" || name === "user" ? compare(before.createdAt, row.createdAt) * direction : 0;
    return byTime < 0 || (byTime === 0 && compare(before.id, row.id) * direction < 0);
  });
}

const sorts = [
  ...userSorts.map((sort) => ["users", sort] as const),
  ...depositSorts.map((sort) => ["deposits", sort] as const),
  ...withdrawalSorts.map((sort) => ["withdrawals", sort] as const),
  ...verificationSorts.map((sort) => ["verifications", sort] as const),
];

describe("every table, in every order", () => {
  it.each(sorts)("of %s by %s has each row once, forwards and backwards", async (table, sort) => {
    const plain = (await test.admin.call("GET", `/api/admin/${table}`)).body as Row[];
    expect(plain.length).toBeGreaterThan(20);
    for (const limit of [7, 200]) {
      const { onwards, back } = await walkTable<Row>(test.admin, `/api/admin/${table}?sort=${sort}&limit=${limit}`);
      const ids = listIds(onwards);
      expect([...ids].sort()).toEqual(plain.map(({ id }) => id).sort());
      expect(onwards.map(({ total }) => total)).toEqual(onwards.map(() => plain.length));
      // Going back gives the same pages, except for the last one, where it starts.
      expect(listIds([...back, ...onwards.slice(-1)])).toEqual(ids);
      const [first] = onwards;
      expect([first?.previousCursor, onwards.at(-1)?.nextCursor]).toEqual([null, null]);
      expect(
        isInOrder(
          onwards.flatMap(({ items }) => items),
          sort,
        ),
      ).toBe(true);
    }
  });

  it("has the newest rows first by default", async () => {
    for (const table of ["users", "deposits", "withdrawals", "verifications"]) {
      const { items } = await pageOf<Row>(test.admin, `/api/admin/${table}?limit=50`);
      const { items: sorted } = await pageOf<Row>(test.admin, `/api/admin/${table}?limit=50&sort=-createdAt`);
      expect(items).toEqual(sorted);
    }
  });

  const addWaiting = {
    deposits: async () => startDeposit(await test.signUp(), "100"),
    withdrawals: async () => startWithdrawal(await test.funded("500"), "11"),
    verifications: () => owner`
      update verifications set status = 'pending', reviewed_at = null, reviewed_by = null
      where id in (select id from verifications where status = 'approved' order by id limit 1)`,
  };

  it.each(["deposits", "withdrawals", "verifications"] as const)(
    "of %s has waiting rows first, oldest first, then settled rows, newest first",
    async (table) => {
      for (const add of [addWaiting[table], addWaiting[table]]) await add();
      const { items, total } = await pageOf<Row>(test.admin, `/api/admin/${table}?limit=200&sort=waiting`);
      expect(items).toHaveLength(total);
      const waiting = items.filter(isWaiting);
      const ended = items.slice(waiting.length);
      expect(waiting.length).toBeGreaterThan(1);
      expect(ended.some(isWaiting)).toBe(false);
      const times = (rows: Row[]): string[] => rows.map(({ createdAt }) => createdAt);
      expect(times(waiting)).toEqual(times(waiting).sort());
      expect(times(ended)).toEqual(times(ended).sort().reverse());
    },
  );

  it("has users who never signed in last, in both directions", async () => {
    for (const sort of ["lastLoginAt", "-lastLoginAt"]) {
      const { items } = await pageOf<AdminUser>(test.admin, `/api/admin/users?limit=200&sort=${sort}`);
      const times = items.map(({ lastLoginAt }) => lastLoginAt);
      const known = times.filter((time) => time !== null);
      expect(known.length).toBeGreaterThan(0);
      expect(known.length).toBeLessThan(times.length);
      expect(times.slice(known.length).every((time) => time === null)).toBe(true);
      expect(known).toEqual(sort.startsWith("-") ? [...known].sort().reverse() : [...known].sort());
    }
  });
});

describe("a table that changes while it is read", () => {
  it("neither repeats nor hides a row when rows are added and deleted, in both directions", async () => {
    const address = "/api/admin/deposits?sort=amount&limit=10";
    const whole = (await pageOf<AdminDeposit>(test.admin, "/api/admin/deposits?sort=amount&limit=200")).items;
    const first = await pageOf<AdminDeposit>(test.admin, address);
    const second = await pageOf<AdminDeposit>(test.admin, `${address}&cursor=${first.nextCursor ?? ""}`);
    const [goneBefore, goneAtEnd] = [first.items[4]!, second.items.at(-1)!];
    const put = async (id: string, at: Date): Promise<void> => {
      await owner`update deposits set created_at = ${at} where id = ${id}`;
    };
    // One of the rows with equal amounts moves from the first page to the end, one from the second page to the start.
    await put(goneBefore.id, new Date("2100-01-01T00:00:00Z"));
    await put(goneAtEnd.id, new Date("2000-01-01T00:00:00Z"));
    const third = await pageOf<AdminDeposit>(test.admin, `${address}&cursor=${second.nextCursor ?? ""}`);
    expect(third.items.map(({ id }) => id)).toEqual(whole.slice(20, 30).map(({ id }) => id));
    const back = await pageOf<AdminDeposit>(test.admin, `${address}&cursor=${third.previousCursor ?? ""}`);
    expect(back.items.map(({ id }) => id)).toEqual([
      first.items.at(-1)!.id,
      ...second.items.slice(0, -1).map(({ id }) => id),
    ]);
    await put(goneBefore.id, new Date(goneBefore.createdAt));
    await put(goneAtEnd.id, new Date(goneAtEnd.createdAt));
  });

  it("goes back from a page that is now empty to the row before it", async () => {
    const investor = await test.funded("500");
    const before = await pageOf<AdminWithdrawal>(test.admin, `/api/admin/withdrawals?user=${investor.userId}`);
    expect([before.items, before.total, before.nextCursor, before.previousCursor]).toEqual([[], 0, null, null]);
    const ids: string[] = [];
    for (const amount of ["11", "12"]) {
      const { id } = await startWithdrawal(investor, amount);
      await settleWithdrawal(test.admin, id, { status: "rejected" });
      ids.unshift(id);
    }
    const address = `/api/admin/withdrawals?user=${investor.userId}&limit=1`;
    const first = await pageOf<AdminWithdrawal>(test.admin, address);
    await test.admin.call("DELETE", `/api/admin/withdrawals/${ids[1]}`);
    const empty = await pageOf<AdminWithdrawal>(test.admin, `${address}&cursor=${first.nextCursor ?? ""}`);
    expect([empty.items, empty.total, empty.nextCursor]).toEqual([[], 1, null]);
    const again = await pageOf<AdminWithdrawal>(test.admin, `${address}&cursor=${empty.previousCursor ?? ""}`);
    expect([again.items.map(({ id }) => id), again.previousCursor]).toEqual([[ids[0]], null]);
  });
});

describe("a cursor", () => {
  const tables = ["users", "deposits", "withdrawals", "verifications"];
  const refused = async (address: string): Promise<void> => {
    const answer = await test.admin.call("GET", address);
    const message = "cursor does not match this list and its filters. Leave it out to start from the first page.";
    expect([address, answer.status, errorOf(answer).message]).toEqual([address, 400, message]);
  };

  it.each(tables)("of %s is valid only for that table, sort and filters, and for any limit", async (table) => {
    const address = `/api/admin/${table}?sort=createdAt&search=example`;
    const { nextCursor } = await pageOf<Row>(test.admin, `${address}&limit=2`);
    expect((await pageOf<Row>(test.admin, `${address}&limit=5&cursor=${nextCursor ?? ""}`)).items).toHaveLength(5);
    await refused(`/api/admin/${table}?sort=-createdAt&search=example&cursor=${nextCursor ?? ""}`);
    await refused(`/api/admin/${table}?sort=createdAt&search=amina&cursor=${nextCursor ?? ""}`);
    await refused(`/api/admin/${table}?search=example&cursor=${nextCursor ?? ""}`);
    for (const other of tables.filter((each) => each !== table)) {
      await refused(`/api/admin/${other}?sort=createdAt&search=example&cursor=${nextCursor ?? ""}`);
    }
  });

  it("is rejected when it was changed", async () => {
    for (const [table, sort] of [
      ["users", "lastLoginAt"],
      ["users", "name"],
      ["deposits", "amount"],
      ["deposits", "waiting"],
    ] as const) {
      const address = `/api/admin/${table}?limit=2&sort=${sort}`;
      const { nextCursor } = await pageOf<Row>(test.admin, address);
      const made = JSON.parse(Buffer.from(nextCursor!, "base64url").toString()) as string[];
      const [fingerprint = "", side = "", value = "", ...rest] = made;
      const forged: unknown[] = [
        [fingerprint, "beside", value, ...rest],
        [fingerprint, side, value],
        [fingerprint, side, ...rest],
        [fingerprint, side, value, ...rest, "1"],
        [fingerprint, side, sort === "name" ? "\0" : "9".repeat(40), ...rest],
        [fingerprint, side, value, ...rest.slice(0, -1), "1' or true --"],
        [fingerprint, side, null, ...rest],
        ...(sort === "lastLoginAt" ? [[fingerprint, side, "0000-01-01T00:00:00.000000Z", ...rest]] : []),
        { fingerprint },
        "text",
      ];
      for (const parts of forged) {
        await refused(`${address}&cursor=${Buffer.from(JSON.stringify(parts)).toString("base64url")}`);
      }
      await refused(`${address}&cursor=${Buffer.from("{").toString("base64url")}`);
      await refused(`${address}&cursor=`);
    }
  });
});

describe("filters", () => {
  it("can be combined with each other and with any order", async () => {
    const all = (await pageOf<AdminDeposit>(test.admin, "/api/admin/deposits?limit=200")).items;
    const { userId, user } = all.find(({ status }) => status === "failed")!;
    const word = user.lastName.slice(0, 3);
    const from = "2020-01-01T00:00:00Z";
    const expected = all.filter(
      (each) => each.userId === userId && each.status === "failed" && each.currency === "USDT" && each.createdAt > from,
    );
    for (const sort of depositSorts) {
      const address = `/api/admin/deposits?user=${userId.toUpperCase()}&status=failed&currency=USDT&search=${word}&from=${from}&sort=${sort}`;
      const { items, total } = await pageOf<AdminDeposit>(test.admin, address);
      expect(total).toBe(expected.length);
      expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    }
  });

  it("refuse an invalid user and an unknown sort", async () => {
    for (const [table, sort] of [
      ["deposits", "status"],
      ["withdrawals", "-waiting"],
      ["verifications", "amount"],
    ] as const) {
      const notUser = await test.admin.call("GET", `/api/admin/${table}?user=1`);
      expect([notUser.status, errorOf(notUser).message]).toEqual([400, "user must be the id of a user"]);
      const notSort = await test.admin.call("GET", `/api/admin/${table}?sort=${sort}`);
      expect([notSort.status, errorOf(notSort).message]).toMatchObject([
        400,
        expect.stringMatching(/^sort must be one of: /),
      ]);
    }
  });
});

describe("searching", () => {
  const found = async <Item extends Row>(table: string, search: string): Promise<Item[]> => {
    const address = `/api/admin/${table}?limit=200&search=${encodeURIComponent(search)}`;
    const { onwards } = await walkTable<Item>(test.admin, address);
    expect(onwards[0]?.total).toBe(listIds(onwards).length);
    return onwards.flatMap(({ items }) => items);
  };

  it("finds a deposit by its whole address, hash and id, and by their beginnings and ends, in any case", async () => {
    const all = (await pageOf<AdminDeposit>(test.admin, "/api/admin/deposits?limit=200")).items;
    const deposit = all.find(({ transactionHash }) => transactionHash !== null)!;
    const texts = [deposit.walletAddress, deposit.transactionHash!, deposit.id];
    for (const text of texts.flatMap((each) => [each, each.toUpperCase(), each.slice(0, 16), each.slice(-16)])) {
      expect([text, (await found<AdminDeposit>("deposits", text)).map(({ id }) => id)]).toEqual([text, [deposit.id]]);
    }
  });

  it("finds a withdrawal by its displayed destination, its hash and its id", async () => {
    const all = (await pageOf<AdminWithdrawal>(test.admin, "/api/admin/withdrawals?limit=200")).items;
    for (const type of ["crypto", "bank", "mpesa"] as const) {
      const withdrawal = all.find((each) => each.withdrawalType === type)!;
      const same = all.filter(({ destination }) => destination === withdrawal.destination).map(({ id }) => id);
      const texts = [withdrawal.destination, withdrawal.destination.toUpperCase()];
      for (const text of texts) {
        const ids = (await found<AdminWithdrawal>("withdrawals", text)).map(({ id }) => id);
        expect([text, ids.sort()]).toEqual([text, same.sort()]);
      }
      expect((await found<AdminWithdrawal>("withdrawals", withdrawal.id)).map(({ id }) => id)).toEqual([withdrawal.id]);
    }
    const paid = all.find(({ transactionHash }) => transactionHash !== null)!;
    expect((await found<AdminWithdrawal>("withdrawals", paid.transactionHash!)).map(({ id }) => id)).toEqual([paid.id]);
  });

  it("finds documents by their number, and requests of all kinds by their user", async () => {
    const [document] = (await pageOf<AdminVerification>(test.admin, "/api/admin/verifications?limit=1")).items;
    const number = document!.documentNumber!;
    expect((await found<AdminVerification>("verifications", number.toLowerCase())).map(({ id }) => id)).toEqual([
      document!.id,
    ]);
    for (const table of ["deposits", "withdrawals", "verifications"]) {
      const everything = await found<AdminDeposit | AdminWithdrawal | AdminVerification>(table, "");
      for (const search of ["amina otieno", "AMINA", "5@example.com"]) {
        const expected = everything.filter(({ user }) => formatName(user).includes(search.toLowerCase()));
        expect(expected.length).toBeGreaterThan(0);
        expect((await found<Row>(table, search)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
    }
  });

  it("treats per cent sign, underscore and backslash as plain characters", async () => {
    for (const table of ["users", "deposits", "withdrawals", "verifications"]) {
      for (const search of ["%", "_", "\\", "' or true --", "no such text anywhere"]) {
        expect([table, search, await found<Row>(table, search)]).toEqual([table, search, []]);
      }
    }
  });
});

describe("the overview", () => {
  it("counts users and waiting requests, with the age of the oldest", async () => {
    const overview = (await test.admin.call("GET", "/api/admin/overview")).body as BackOfficeOverview;
    const users = await pageOf<AdminUser>(test.admin, "/api/admin/users?limit=1");
    expect(overview.users).toBe(users.total);
    for (const table of ["deposits", "withdrawals", "verifications"] as const) {
      const { items } = await pageOf<Row>(test.admin, `/api/admin/${table}?limit=200&sort=waiting`);
      const waiting = items.filter(isWaiting);
      expect(overview[table]).toEqual({ count: waiting.length, oldestAt: waiting[0]?.createdAt ?? null });
    }
  });

  it("has no age without waiting requests", async () => {
    await owner`update verifications set status = 'approved', reviewed_at = now() where status = 'pending'`;
    const overview = (await test.admin.call("GET", "/api/admin/overview")).body as BackOfficeOverview;
    expect(overview.verifications).toEqual({ count: 0, oldestAt: null });
  });
});
