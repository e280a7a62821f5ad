import { allCalls, type Call } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedBackOffice } from "../../lab/commands/seeding/seed-back-office.ts";
import type { MailData, MailTemplate } from "../../apps/server/src/record/mails/mail-data.ts";
import { greet, renderMail } from "../../apps/server/src/notices/mails/render-mail.ts";
import { writeMail } from "../../apps/server/src/notices/mails/templates/template-list.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { changeHistory } from "../harness/change-history.ts";
import { startWithdrawal } from "../harness/money-calls.ts";
import { PLANTED, storedTexts } from "../harness/stored-texts.ts";
import { startTestApp, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
let owner: Sql;
let investor: TestClient;

/** Texts that a spreadsheet would read as a formula. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]/u;
const NUMBER = /^-?\d+(\.\d+)?$/;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { max: 1, role: null });
  investor = await test.funded("500");
  await startWithdrawal(investor, "20");
  const size = { users: 210, deposits: 90, withdrawals: 210 };
  await seedBackOffice(owner, { ...size, seed: 1, now: new Date(), hashedPassword: "-", allowExistingUsers: true });
  await plant();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** Gives every row of each table the next text in each column that holds what people type. */
async function plant(): Promise<void> {
  const columns: Readonly<Record<string, readonly string[]>> = {
    users: ["first_name", "last_name", "deactivation_reason"],
    withdrawals: ["bank_name", "account_name", "destination_address", "notes", "transaction_hash"],
    deposits: ["transaction_hash"],
    sessions: ["user_agent"],
    ledger_transactions: ["reason"],
    trading_bots: ["description"],
  };
  for (const [table, names] of Object.entries(columns)) {
    for (const name of names) await plantColumn(table, name);
  }
  await test.sql`update verifications set rejection_reason = ${storedTexts.join(" ").slice(0, 500)} where status = 'rejected'`;
}

const plantColumn = (table: string, column: string): Promise<object> =>
  changeHistory(
    owner,
    (tx) => tx`
      update ${tx.raw(table)} t set ${tx.raw(column)} = p.texts[1 + n % ${storedTexts.length}]
      from (select ctid as place, row_number() over () - 1 as n, ${storedTexts}::text[] as texts from ${tx.raw(table)}) p
      where t.ctid = p.place`,
  );

const reads = allCalls.filter(({ method, path }) => method === "GET" && !/:|events$/.test(path));
const isFor = (client: "investor" | "admin", { permission }: Call): boolean =>
  client === "admin" ? permission === "admin" : permission !== "admin";

describe("stored texts in answers", { tags: ["S41"] }, () => {
  it.each(["investor", "admin"] as const)("are data and never a page, for the %s", { tags: ["S41"] }, async (who) => {
    const client = who === "admin" ? test.admin : investor;
    const paths = reads.filter((call) => isFor(who, call)).map(({ path }) => path);
    if (who === "admin") paths.push(`/api/admin/users/${investor.userId}`);
    let shown = 0;
    for (const path of paths) {
      const { status, text, headers } = await client.call("GET", path, undefined, { "sec-fetch-site": "same-origin" });
      expect([path, status < 500]).toEqual([path, true]);
      expect([headers["content-type"]].join()).not.toMatch(/html|svg|xml/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      if (text.includes(PLANTED)) shown += 1;
    }
    // Fewer would mean that the texts were lost on the way.
    expect(shown).toBeGreaterThanOrEqual(who === "admin" ? 8 : 3);
  });

  it("are the texts that were stored", { tags: ["S41"] }, async () => {
    const { items } = (await test.admin.call("GET", "/api/admin/users?limit=100")).body as {
      items: { firstName: string }[];
    };
    expect(items.length).toBe(100);
    for (const { firstName } of items) expect(storedTexts).toContain(firstName);
  });

  it.each(["/", "/api/", "/status/", "/assets/"])(
    "are not repeated by an unknown address below %s",
    { tags: ["S41"] },
    async (folder) => {
      for (const given of storedTexts) {
        const { text, headers } = await test.visitor().call("GET", `${folder}${encodeURIComponent(given)}`);
        expect(`${text} ${JSON.stringify(headers)}`).not.toContain(PLANTED);
      }
    },
  );
});

describe("stored texts in files", { tags: ["S41"] }, () => {
  it.each(["users", "deposits", "withdrawals", "audit", "verifications"])(
    "are no formulas in the file of %s",
    { tags: ["S41"] },
    async (list) => {
      const path = `/api/admin/${list}.csv`;
      if (!allCalls.some((call) => call.path === path)) return;
      const { status, text } = await test.admin.call("GET", path, undefined, { "sec-fetch-site": "same-origin" });
      expect(status).toBe(200);
      const cells = readCells(text);
      expect(cells.filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell))).toEqual([]);
      if (list === "users" || list === "withdrawals") {
        for (const given of storedTexts) {
          expect(cells).toContain(FORMULA.test(given) || /^[\t\r\n]/.test(given) ? `'${given}` : given);
        }
      }
    },
  );

  it("are text in statements", { tags: ["S41"] }, async () => {
    const month = new Date().toISOString().slice(0, 7);
    const names = storedTexts.slice(0, 20).concat(storedTexts.slice(80));
    for (const name of names) {
      await test.sql`update users set first_name = ${name}, last_name = ${name} where id = ${investor.userId}`;
      const own = { "sec-fetch-site": "same-origin" };
      const pdf = await investor.call("GET", `/api/user/statement.pdf?month=${month}`, undefined, own);
      expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(readStructure(pdf.bytes)).not.toMatch(
        /\/(JS|JavaScript|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFile)\b/,
      );
      const csv = await investor.call("GET", `/api/user/statement.csv?month=${month}`, undefined, own);
      expect(csv.status).toBe(200);
      expect(readCells(csv.text).filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell))).toEqual([]);
    }
  });
});

/** A PDF without its compressed streams and its texts. */
function readStructure(pdf: Buffer): string {
  return pdf
    .toString("latin1")
    .replace(/\bstream\r?\n[^]*?endstream/g, "")
    .replace(/\((?:\\[^]|[^\\)])*\)/g, "()");
}

/** Reads the cells of a CSV file without their quotes. */
function readCells(text: string): string[] {
  return [...text.matchAll(/(?:^\ufeff?|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

describe("stored texts in mails", { tags: ["S41"] }, () => {
  const at = new Date("2026-11-22T10:00:00Z").toISOString();
  const dataOf = (text: string): MailData => ({
    welcome: { link: "x" },
    "verify-email": { link: "x" },
    "reset-password": { link: "x", at, address: text },
    "new-device": { at, address: text, userAgent: text },
    "security-changed": { change: "passkey-added", detail: text, at, address: text },
    "deposit-arrived": { amount: "1.00" },
    "deposit-rejected": { amount: "1.00" },
    "withdrawal-requested": { amount: "1.00", destination: text },
    "withdrawal-paid": { amount: "1.00", destination: text, transactionHash: text },
    "withdrawal-rejected": { amount: "1.00", reason: text },
    "withdrawal-cancelled": { amount: "1.00" },
    "verification-approved": {},
    "verification-rejected": { reason: text },
    "account-deactivated": { reason: text },
    "account-activated": {},
    "administrator-appointment": { state: "asked", name: text, role: "full", askedBy: text, confirmedBy: text, at },
    "frozen-by-administrator": { reason: text, until: at },
    "position-closed": { bot: text, cause: "stop-loss", amount: "1.00" },
    "account-adjusted": { reason: text },
    "bot-paused": { bot: text },
    "bot-resumed": { bot: text },
    "bot-resting": { bot: text },
    "bot-retired": { bot: text },
    "bot-rule-changes": { bot: text, date: "2028-03-01" },
    "email-change-requested": { newEmail: text, at, address: text, link: "x", dueAt: at },
    "email-change-confirm": { link: "x" },
    "email-changed": { oldEmail: text, newEmail: text, at, address: text, link: "x" },
    "email-change-undone": { oldEmail: text, newEmail: text, at, address: text },
  });
  const render = (template: MailTemplate, text: string): ReturnType<typeof renderMail> => {
    const context = { userId: investor.userId, origin: "https://wazi.example", links: test.links, now: new Date(at) };
    return renderMail(writeMail(template, dataOf(text)[template], context), greet(text), context);
  };
  /** The elements of a mail with their attributes, without the texts between them. */
  const elementsOf = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];

  it.each(Object.keys(dataOf("")) as MailTemplate[])(
    "load nothing: no pictures, fonts or trackers, in %s",
    { tags: ["no-trackers"] },
    (template) => {
      const { html } = render(template, "Amina");
      expect(html).not.toMatch(/<(img|link|iframe|script|object|video)\b|\b(src|srcset|background)=|url\(|@import/i);
    },
  );

  it.each(Object.keys(dataOf("")) as MailTemplate[])(
    "add no element, address or header to %s",
    { tags: ["S41"] },
    (template) => {
      const plain = render(template, "Amina");
      for (const text of storedTexts) {
        const mail = render(template, text);
        expect(elementsOf(mail.html)).toEqual(elementsOf(plain.html));
        expect(mail.subject).toBe(plain.subject);
        expect(mail.text).not.toMatch(/^(Bcc|Set-Cookie):|[\u202a-\u202e\u2066-\u2069]/m);
      }
    },
  );
});
