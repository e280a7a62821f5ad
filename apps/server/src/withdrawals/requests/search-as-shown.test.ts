import { randomUUID } from "node:crypto";
import type { AdminWithdrawal, Page } from "@wazi/contracts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { cellsOf } from "../../../../../tests/harness/walk-table.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

let test: TestApp;
let owner: Sql;
let investor: TestClient;

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { role: null, max: 1 });
  investor = await test.signUp();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

interface BankDestination {
  bank: string;
  account: string;
  name: string;
}

async function keep({ bank, account, name }: BankDestination): Promise<string> {
  const id = randomUUID();
  await owner`
    insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, country, bank_name,
      account_name, destination_address, status, transaction_hash, created_at, updated_at, version)
    values (${id}, ${investor.userId}, 10, 10, 0, 'bank', 'Kenya', ${bank}, ${name}, ${account}, 'completed',
      ${`hash ${id}`}, now(), now(), 1)`;
  return id;
}

async function found(search: string): Promise<AdminWithdrawal[]> {
  const answer = await test.admin.call("GET", `/api/admin/withdrawals?limit=200&search=${encodeURIComponent(search)}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as Page<AdminWithdrawal>).items;
}

const idsFound = async (search: string): Promise<string[]> => (await found(search)).map(({ id }) => id);

/** The text as a browser shows and copies it. */
const asCopied = (text: string): string => text.replace(/ +/g, " ");

/** Typical and unusual input. */
const pieces = [
  ..."aZé,.;:'\"\\—-=+@%_&#<>ßİ漢",
  "  ",
  " Bank",
  ", account ",
  "account name",
  "u{22}",
  "\\u{22}",
  "\\u{0}",
  "\\u{d800}",
  "\u200b",
  "\n",
  "\t",
  "e\u0301",
  "🏦",
];
const typed = (most: number) =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 })
    .map((chosen) =>
      chosen
        .join("")
        .slice(0, most)
        .replace(/\p{Surrogate}/gu, "")
        .trim(),
    )
    .filter((text) => text !== "");
const destination = fc.record({
  bank: typed(200),
  name: typed(200),
  account: fc.stringMatching(/^[a-zA-Z\d]{4,34}$/),
});

describe("a search for displayed text", () => {
  it.each([
    ["a comma", { bank: "Post, Bank & Co", account: "0123456789", name: "Amina Otieno" }],
    ["quotes", { bank: 'The "Old" Bank', account: "111122223333", name: 'A "B" \\ C' }],
    ["what can't be seen", { bank: "Two\nlines\u200b", account: "5555", name: "Otieno,  Amina" }],
    ["all that fits", { bank: `${"B".repeat(199)},`, account: "9".repeat(34), name: '"'.repeat(200) }],
  ])("finds a bank's destination with %s", async (_, kept) => {
    const id = await keep(kept);
    const shown = (await found(id))[0]!.destination;
    expect(await idsFound(shown)).toContain(id);
    expect(await idsFound(asCopied(shown).toUpperCase().replaceAll("\\U{", "\\u{"))).toContain(id);
    expect(await idsFound(`${shown}x`)).not.toContain(id);
  });

  it("finds a destination as shown, copied or exported, and its bank and account name as typed", async () => {
    await fc.assert(
      fc.asyncProperty(destination, async (kept) => {
        const id = await keep(kept);
        const shown = (await found(id))[0]!.destination;
        const file = await test.admin.call("GET", `/api/admin/withdrawals.csv?search=${id}`);
        const [titles = [], row = []] = cellsOf(file.text);
        const cell = (title: string): string => row[titles.indexOf(title)] ?? "";
        for (const text of [shown, asCopied(shown), cell("Destination"), cell("Bank"), cell("Account name")]) {
          expect([text, await idsFound(text)]).toEqual([text, expect.arrayContaining([id])]);
        }
        await owner`delete from withdrawals where id = ${id}`;
      }),
      { numRuns: 60 },
    );
  });

  it("finds a word that begins like a number with an exponent", async () => {
    const id = await keep({ bank: "Bank", account: "5e719101e845", name: "Name" });
    expect(await idsFound("5e719101e845")).toEqual([id]);
  });

  it("finds an M-Pesa number in the local form, as the list shows it", async () => {
    const id = randomUUID();
    await owner`
      insert into withdrawals (id, user_id, amount, from_deposit, from_profit, withdrawal_type, country, phone_number,
        status, created_at, updated_at, version)
      values (${id}, ${investor.userId}, 10, 10, 0, 'mpesa', 'Kenya', '+254722000111', 'completed', now(), now(), 1)`;
    for (const text of ["M-Pesa Kenya 0722 000 111", "0722 000 111", "0722000111", "+254722000111"]) {
      expect([text, await idsFound(text)]).toEqual([text, [id]]);
    }
  });

  it("finds a hash of 200 characters and names the maximum length", async () => {
    const id = await keep({ bank: "Bank", account: "1234", name: "Name" });
    const hash = "Af".repeat(100);
    await owner`update withdrawals set transaction_hash = ${hash} where id = ${id}`;
    expect(await idsFound(hash)).toEqual([id]);
    for (const [list, most] of [
      ["withdrawals", 5_000],
      ["deposits", 500],
      ["users", 500],
    ] as const) {
      const ask = (length: number) => test.admin.call("GET", `/api/admin/${list}?search=${"a".repeat(length)}`);
      expect((await ask(most)).status).toBe(200);
      const refused = await ask(most + 1);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(`at most ${most} characters`)]);
    }
  });

  it("finds a phone number with the apostrophe of a CSV file", async () => {
    const file = await test.admin.call("GET", `/api/admin/users.csv?search=${investor.email}`);
    const [titles = [], row = []] = cellsOf(file.text);
    const phone = row[titles.indexOf("Phone")] ?? "";
    expect(phone).toBe("'+254712345678");
    const answer = await test.admin.call("GET", `/api/admin/users?search=${encodeURIComponent(phone)}`);
    expect((answer.body as Page<{ id: string }>).items.map(({ id }) => id)).toContain(investor.userId);
  });
});
