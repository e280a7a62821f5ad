import type { RailStatements, Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { listAccountStatements } from "../reserves/store.ts";
import { listQueues } from "../../office/operations/store.ts";
import { compareAgain } from "./keep-comparison.ts";
import { findRailDifferences } from "../rail-checks/rail-checks.ts";
import { listLines } from "./store.ts";

let test: TestApp;
let omar: TestClient;
beforeAll(async () => {
  test = await startTestApp();
  omar = await test.administrator("money", { firstName: "Omar" });
});
afterAll(() => test.close());

const columns = { date: "Date", amount: "Amount", currency: "Ccy", id: "Ref", text: ["Text"], name: "Party" };
const TODAY = new Date().toISOString().slice(0, 10);
/** A bank may book a payment this much later. */
const LATER = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const build = (rows: string[]): string => `Date,Amount,Ccy,Ref,Text,Party\n${rows.join("\n")}\n`;
const upload = (text: string | Buffer, changes: object = {}) =>
  test.admin.call("POST", "/api/admin/rail-statements", {
    account: "KCB 001",
    kind: "bank",
    format: "csv",
    fileName: "november.csv",
    content: Buffer.from(text).toString("base64"),
    columns,
    ...changes,
  });
const readAll = async (): Promise<RailStatements> => (await test.admin.call("GET", "/api/admin/rail-statements")).body;

/** A withdrawal that an administrator paid by hand. */
async function payByHand(reference: string): Promise<void> {
  const investor = await test.funded("500");
  const bank = {
    withdrawalType: "bank",
    country: "Kenya",
    bankName: "KCB Bank",
    accountName: "Amina Otieno",
    destinationAddress: "1234567890",
  };
  const { id } = (await investor.call("POST", "/api/user/withdrawals", { amount: "50", ...bank })).body as Withdrawal;
  await test.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, {
    status: "completed",
    transactionHash: reference,
  });
}

describe("a statement", () => {
  it("is imported once, adds each line once, and is compared with our books", async () => {
    await payByHand("FT26327ABC");
    await payByHand("FT26327DEF");
    const known = `${TODAY},-6462.50,KES,FT26327ABC,payout,AMINA OTIENO`;
    const stranger = `${TODAY},-900.00,KES,FT26327XYZ,cash,SOMEONE ELSE`;
    const first = await upload(build([known, stranger]));
    expect([first.status, first.body]).toMatchObject([201, { lines: 2, known: 0 }]);
    expect((await upload(build([known, stranger]))).status).toBe(409);
    const later = await upload(build([known, stranger, `${LATER},-1.00,KES,FT26327NEW,x,y`]));
    expect(later.body).toMatchObject({ lines: 3, known: 2 });
    const { accounts, differences } = await readAll();
    expect(accounts).toMatchObject([{ account: "KCB 001", lines: 3, matched: 1, explained: 0 }]);
    expect(differences.map(({ kind }) => kind).sort()).toEqual([
      "missing-in-books",
      "missing-in-books",
      "missing-in-statement",
    ]);
    expect(differences.find(({ kind }) => kind === "missing-in-statement")?.summary).toContain(
      "is not in the statement",
    );
    expect((await findRailDifferences(test.sql)).length).toBe(3);
  });

  it("can be looked at before its import, which stores nothing", async () => {
    const before = await readAll();
    const rows = [`${TODAY},-6462.50,KES,PREVIEW1,payout,AMINA`, `${TODAY},-250.00,KES,PREVIEW2,Ledger fee,`];
    const content = Buffer.from(build([...rows, `${LATER},100,USD,PREVIEW3,in,`])).toString("base64");
    const file = { account: "KCB 001", kind: "bank", format: "csv", fileName: "p.csv", content, columns };
    const preview = (body: object) => test.admin.call("POST", "/api/admin/rail-statements/preview", body);
    expect((await preview(file)).body).toMatchObject({
      ...{ lines: 3, from: TODAY, to: LATER, charges: 1, closing: null, skipped: 0, warnings: ["no-balances"] },
      moneyIn: [{ currency: "USD", amount: "100" }],
      moneyOut: [{ currency: "KES", amount: "-6712.5" }],
      first: [{ amount: "-6462.50", externalId: "PREVIEW1", name: "AMINA", isCharge: false }, { isCharge: true }, {}],
    });
    const cut = Buffer.from(build(rows).trimEnd()).toString("base64");
    expect((await preview({ ...file, content: cut })).body).toMatchObject({ warnings: ["no-line-end", "no-balances"] });
    const damaged = await preview({ ...file, columns: { ...columns, date: "Day" } });
    expect([damaged.status, damaged.text]).toEqual([400, expect.stringContaining('There is no column \\"Day\\"')]);
    expect(await readAll()).toEqual(before);
  });

  it("that is damaged, in another encoding or of another kind changes nothing, and says why", async () => {
    const before = await readAll();
    const refused = [
      await upload(Buffer.from("Date,Amount\nÁ", "latin1")),
      await upload(build([`${TODAY},abc,KES,1,2,3`])),
      await upload(build([`${TODAY},1.00,KES`])),
      await upload("<Document>", { format: "camt053" }),
      await upload(build([`${TODAY},1.00,KES,1,2,3`]), { columns: undefined }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(JSON.stringify(refused[1]?.body)).toContain("Line 1");
    expect((await upload(build([`${TODAY},1.00,KES,1,2,3`]), { kind: "mpesa" })).status).toBe(409);
    expect(await readAll()).toEqual(before);
  });

  it("'s differences are explained by two administrators, and both steps are in the audit log", async () => {
    const [difference] = (await readAll()).differences;
    const { account = "", key = "" } = difference ?? {};
    const note = "Cash for the office, booked elsewhere.";
    const explained = await test.admin.call("POST", "/api/admin/rail-statements/decisions", { account, key, note });
    expect([explained.status, explained.body]).toMatchObject([201, { proposal: { note } }]);
    const { proposal } = explained.body as { proposal: { id: string } };
    const approve = (client: TestClient) =>
      client.call("POST", `/api/admin/rail-statements/decisions/${proposal.id}/approve`);
    expect((await approve(test.admin)).status).toBe(403);
    expect((await approve(omar)).status).toBe(204);
    expect((await approve(omar)).status).toBe(409);
    const { accounts, differences } = await readAll();
    expect(accounts).toMatchObject([{ explained: 1 }]);
    expect(differences.map((each) => each.key)).not.toContain(key);
    const events = await test.sql`select from audit_log where action in ('statement.explain', 'statement.approve')`;
    expect(events.length).toBe(2);
  });

  it("in CSV gives the reserves the balance after its newest line, when the mapping names the column", async () => {
    const rows = [`${TODAY},100.00,KES,1,a,b,600.00`, `${TODAY},-50.25,KES,2,a,b,549.75`];
    const text = `Date,Amount,Ccy,Ref,Text,Party,Balance\n${rows.join("\n")}\n`;
    const changes = { account: "KCB 002", columns: { ...columns, balance: "Balance" } };
    expect((await upload(text, changes)).status).toBe(201);
    const [statement, ...others] = await listAccountStatements(test.sql, TODAY);
    expect(statement).toMatchObject({ account: "KCB 002", currency: "KES", amount: "549.75", asOf: TODAY });
    expect(others).toEqual([]);
  });

  it("with more lines than can be compared is refused, and no line is left out", async () => {
    const lines = await listLines(test.sql, "bank");
    expect(await listLines(test.sql, "bank", lines.length)).toEqual(lines);
    await expect(listLines(test.sql, "bank", lines.length - 1)).rejects.toThrow(
      `The bank statements have more than ${lines.length - 1} lines.`,
    );
  });

  it("'s differences are a queue for the Operations page, counted at each comparison and once an hour", async () => {
    const readQueue = async () => {
      const queues = await listQueues(test.sql);
      return queues.find(({ name }) => name === "statement-differences");
    };
    const { total, differences } = await readAll();
    expect(total).toBeGreaterThan(0);
    expect(await readQueue()).toMatchObject({ count: total, oldestAt: `${differences[0]?.day}T00:00:00.000Z` });
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    expect((await upload(build([`${day},-14.00,KES,OLD1,cash,X`]), { account: "KCB 003" })).status).toBe(201);
    const now = new Date();
    await compareAgain({ sql: test.sql, now: () => now });
    expect(await readQueue()).toMatchObject({ count: total });
    await compareAgain({ sql: test.sql, now: () => new Date(now.getTime() + 3_600_000) });
    expect(await readQueue()).toMatchObject({ count: total + 1, oldestAt: `${day}T00:00:00.000Z` });
  });

  it("'s open lines have their age, the oldest first", async () => {
    const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
    const rows = [
      `${day(2)},-11.00,KES,AGE2,cash,X`,
      `${day(9)},-12.00,KES,AGE9,cash,Y`,
      `${TODAY},-13.00,KES,AGE0,cash,Z`,
    ];
    expect((await upload(build(rows), { account: "KCB 009" })).status).toBe(201);
    const open = (await readAll()).differences.filter(({ account }) => account === "KCB 009");
    expect(open.map(({ day: at, ageDays }) => [at, ageDays])).toEqual([
      [day(9), 9],
      [day(2), 2],
      [TODAY, 0],
    ]);
  });
});
