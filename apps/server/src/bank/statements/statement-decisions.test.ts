import type { Deposit, MpesaQuote, PayoutOverview, RailDifference, RailStatements } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { makeReference } from "../../deposits/mpesa/mpesa-reference.ts";
import { findRailDifferences } from "../rail-checks/rail-checks.ts";

const PAYBILL = "Paybill 600638";
let test: TestApp;
let omar: TestClient;
let amina: TestClient;
/** Amina's account number at the paybill. */
let accountNumber: string;

beforeAll(async () => {
  const env = {
    DEPOSIT_CREDIT: "automatic",
    PUBLIC_ORIGIN: "https://wazi.example",
    // Nothing answers here: a prompt that cannot be sent changes nothing about its deposit.
    MPESA_URL: "http://127.0.0.1:9",
    MPESA_CONSUMER_KEY: "key",
    MPESA_CONSUMER_SECRET: "secret",
    MPESA_SHORTCODE: "600638",
    MPESA_PASSKEY: "a-passkey",
    MPESA_CALLBACK_SECRET: "a-secret-of-the-call-backs-1234",
    MPESA_CALLBACK_ADDRESSES: "127.0.0.1",
  };
  test = await startTestApp(undefined, undefined, env);
  omar = await test.administrator("money", { firstName: "Omar" });
  amina = await test.signUp({ firstName: "Amina", lastName: "Otieno" });
  await test.admin.call("POST", "/api/admin/local-rates", { currency: "KES", rate: "129.25", source: "Central bank" });
  const quote = (await amina.call("GET", "/api/user/mpesa-quote?amount=200")).body as MpesaQuote;
  const body = { amount: "200", phoneNumber: "+254712345678", rate: quote.rate };
  accountNumber = ((await amina.call("POST", "/api/user/mpesa-deposits", body)).body as Deposit).walletAddress;
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const NAIROBI_MS = 3 * 3_600_000;
const NOW = new Date(Date.now() + NAIROBI_MS).toISOString().slice(0, 16).replace("T", " ");
const HEADINGS =
  "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,A/C No.";
/** The balances follow from each other in each file. */
const withBalances = (lines: readonly string[]): string[] => {
  let balance = 100_000;
  return lines.map((line) => {
    const [, , , , paidIn, withdrawn] = line.split(",");
    balance += Number(paidIn) - Math.abs(Number(withdrawn));
    return line.replace("BALANCE", balance.toFixed(2));
  });
};
const toLine = (
  receipt: string,
  details: string,
  paidIn: string,
  withdrawn: string,
  party: string,
  account = "",
): string => `${receipt},${NOW}:00,${details},Completed,${paidIn},${withdrawn},BALANCE,x,${party},${account}`;
let files = 0;
const upload = (...lines: string[]): Promise<TestAnswer> =>
  test.admin.call("POST", "/api/admin/rail-statements", {
    ...{ account: PAYBILL, kind: "mpesa", format: "mpesa", shows: "deposits", fileName: `file-${++files}.csv` },
    content: Buffer.from(`${HEADINGS}\n${withBalances(lines).join("\n")}\n`).toString("base64"),
  });
const readAll = async (): Promise<RailStatements> => (await test.admin.call("GET", "/api/admin/rail-statements")).body;
const findOne = async (kind: RailDifference["kind"]): Promise<RailDifference> => {
  const found = (await readAll()).differences.find((each) => each.kind === kind);
  expect(found).toBeDefined();
  return found!;
};
const decide = (client: TestClient, { account, key }: RailDifference, choice: object): Promise<TestAnswer> =>
  client.call("POST", "/api/admin/rail-statements/decisions", { account, key, note: "Seen in the portal.", ...choice });
const act = (client: TestClient, id: string, verb: "approve" | "decline"): Promise<TestAnswer> =>
  client.call("POST", `/api/admin/rail-statements/decisions/${id}/${verb}`);

describe("money in a statement that no deposit claims", () => {
  it("waits with its choices, is credited by two administrators once, and then agrees with our books", async () => {
    const line = toLine("SGX0000001", "Pay Bill from 2547***678 - A FRIEND", "25851.00", "", "2547***678 - A FRIEND");
    expect((await upload(line)).status).toBe(201);
    const unclaimed = await findOne("unclaimed");
    expect(unclaimed).toMatchObject({
      choices: ["credit", "explain"],
      accountNumber: null,
      ageDays: 0,
      candidates: [],
    });
    expect((await decide(test.admin, unclaimed, { kind: "credit", accountNumber: "W1234567" })).status).toBe(400);
    expect((await decide(test.admin, unclaimed, { kind: "link", paymentId: "x" })).status).toBe(400);
    const proposed = await decide(test.admin, unclaimed, {
      kind: "credit",
      accountNumber: accountNumber.toLowerCase(),
    });
    expect(proposed.body).toMatchObject({ proposal: { text: `Credit it to the account number ${accountNumber}.` } });
    const { id } = (proposed.body as { proposal: { id: string } }).proposal;
    expect((await act(test.admin, id, "approve")).status).toBe(403);
    expect((await accountOf(amina)).balance).toBe("0.00");
    expect((await act(omar, id, "approve")).status).toBe(204);
    expect((await act(omar, id, "approve")).status).toBe(409);
    expect((await accountOf(amina)).balance).toBe("200.00");
    const { differences, accounts } = await readAll();
    expect([differences, accounts[0]?.matched]).toEqual([[], 1]);
    expect(await findRailDifferences(test.sql)).toEqual([]);
    const [event] = await test.sql<{ after: object }[]>`select after from audit_log where action = 'statement.approve'`;
    expect(event?.after).toMatchObject({ kind: "credit", accountNumber });
  });

  it("can be decided again after a decision was taken back", async () => {
    await upload(toLine("SGX0000002", "Pay Bill", "500.00", "", "2547***678 - A FRIEND"));
    const first = (await decide(test.admin, await findOne("unclaimed"), {})).body as { proposal: { id: string } };
    expect((await decide(omar, await findOne("unclaimed"), {})).status).toBe(409);
    expect((await act(test.admin, first.proposal.id, "decline")).status).toBe(204);
    expect((await act(omar, first.proposal.id, "approve")).status).toBe(404);
    const second = (await decide(test.admin, await findOne("unclaimed"), {})).body as { proposal: { id: string } };
    expect((await act(omar, second.proposal.id, "approve")).status).toBe(204);
    expect((await readAll()).differences).toEqual([]);
  });

  it("is never credited to the administrator who decides", async () => {
    await upload(toLine("SGX0000003", "Pay Bill", "700.00", "", "2547***678 - A FRIEND"));
    const own = makeReference(9_999);
    await test.sql`
      insert into deposit_addresses (network, wallet_address, user_id, address_index) values ('MPESA', ${own}, ${omar.userId}, 9999)`;
    const unclaimed = await findOne("unclaimed");
    expect((await decide(omar, unclaimed, { kind: "credit", accountNumber: own })).status).toBe(403);
    const proposed = await decide(test.admin, unclaimed, { kind: "credit", accountNumber: own });
    const { id } = (proposed.body as { proposal: { id: string } }).proposal;
    expect((await act(omar, id, "approve")).status).toBe(403);
    await act(omar, id, "decline");
    const again = (await decide(test.admin, unclaimed, {})).body as { proposal: { id: string } };
    await act(omar, again.proposal.id, "approve");
  });
});

describe("a deposit in our books", () => {
  it("that no line of a statement shows is a difference, and a second account of payouts does not ask for it", async () => {
    const body = { status: "completed", transactionHash: "SGX0000009" };
    const [row] = await test.sql<
      { id: string }[]
    >`select id from deposits where user_id = ${amina.userId} and status = 'pending'`;
    const id = row?.id ?? (await requestAgain());
    expect((await test.admin.call("POST", `/api/admin/deposits/${id}/approve`, body)).status).toBe(200);
    const missing = await findOne("missing-in-statement");
    expect(missing.summary).toMatch(/^The deposit of 25851 KES .* is not in the statement\.$/);
    await upload(toLine("SGX0000009", "Pay Bill", "25851.00", "", "2547***678 - AMINA OTIENO", accountNumber));
    expect((await readAll()).differences).toEqual([]);
  });
});

async function requestAgain(): Promise<string> {
  const quote = (await amina.call("GET", "/api/user/mpesa-quote?amount=200")).body as MpesaQuote;
  const body = { amount: "200", phoneNumber: "+254712345678", rate: quote.rate };
  return ((await amina.call("POST", "/api/user/mpesa-deposits", body)).body as Deposit).id;
}

describe("charges of a statement", () => {
  const feesBooked = async (): Promise<string | undefined> => {
    const [row] = await test.sql<{ sum: string }[]>`
      select (-sum(e.amount))::text as sum from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.kind = 'rail-charge' and e.account_id = (select id from ledger_accounts where code = 'platform:fees')`;
    return row?.sum;
  };
  const propose = (client: TestClient, more: object = {}): Promise<TestAnswer> =>
    client.call("POST", "/api/admin/rail-statements/charges", {
      ...{ account: PAYBILL, month: NOW.slice(0, 7), currency: "KES", note: "Charges of the paybill.", ...more },
    });
  const settle = (client: TestClient, id: string, decision: "book" | "decline"): Promise<TestAnswer> =>
    client.call("POST", `/api/admin/rail-statements/charges/${id}/decide`, { decision });
  const idOf = ({ body }: TestAnswer): string => (body as { proposal: { id: string } }).proposal.id;

  it("are booked to the platform's fees by two administrators, once, and shown by account and month", async () => {
    await upload(
      toLine("SGX0000004", "Pay Utility Charge", "", "-34.00", ""),
      toLine("SGX0000005", "Pay Utility Charge", "", "-23.50", ""),
    );
    const { charges, differences } = await readAll();
    // 57.50 KES at 129.25 KES for $1 = $0.4449, rounded up.
    expect(charges).toMatchObject([
      { account: PAYBILL, lines: 2, localAmount: "57.5", amount: "0.45", proposal: null },
    ]);
    expect(differences).toEqual([]);
    expect((await findRailDifferences(test.sql)).map(({ check }) => check)).toEqual(["charges to book"]);
    const proposed = await propose(test.admin);
    expect([proposed.status, proposed.body]).toMatchObject([201, { amount: "0.45", rate: "129.25000000", lines: 2 }]);
    expect((await propose(omar)).status).toBe(404);
    const id = idOf(proposed);
    expect((await settle(test.admin, id, "book")).status).toBe(403);
    expect(await feesBooked()).toBeNull();
    const answers = await Promise.all([settle(omar, id, "book"), settle(omar, id, "book")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await feesBooked()).toBe("0.45");
    const overview = (await test.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview;
    expect(overview.charges).toEqual([{ account: PAYBILL, month: NOW.slice(0, 7), lines: 2, amount: "0.45" }]);
    expect(await findRailDifferences(test.sql)).toEqual([]);
    const actions = await test.sql<{ action: string }[]>`
      select action from audit_log where action like 'statement.%-charges' order by id`;
    expect(actions.map(({ action }) => action)).toEqual(["statement.propose-charges", "statement.book-charges"]);
  });

  it("that are declined can be proposed again; one line that went out can be booked as a charge", async () => {
    await upload(toLine("SGX0000006", "Business account maintenance", "", "-129.25", ""));
    const unknown = await findOne("missing-in-books");
    expect(unknown.choices).toEqual(["charge", "explain"]);
    const { lineId } = unknown;
    const first = idOf(await propose(test.admin, { lineId }));
    expect((await readAll()).differences).toEqual([]);
    expect((await settle(test.admin, first, "decline")).status).toBe(200);
    expect((await settle(omar, first, "book")).status).toBe(409);
    const second = idOf(await propose(test.admin, { lineId }));
    expect((await settle(omar, second, "book")).status).toBe(200);
    expect(await feesBooked()).toBe("1.45");
    expect(await findRailDifferences(test.sql)).toEqual([]);
  });
});

it("one administrator alone in a demo decides on their own proposals, until there is a second one", async () => {
  const single = await startTestApp();
  try {
    const read = async (by = single.admin): Promise<RailStatements & { needsSecond: boolean }> =>
      (await by.call("GET", "/api/admin/rail-statements")).body;
    expect((await read()).needsSecond).toBe(false);
    const lines = ["X1", "X2"].map((receipt) => toLine(receipt, "Pay Bill", "258.51", "", "A FRIEND"));
    const content = Buffer.from(`${HEADINGS}\n${withBalances(lines).join("\n")}\n`).toString("base64");
    const file = { account: PAYBILL, kind: "mpesa", format: "mpesa", shows: "deposits", fileName: "one.csv", content };
    expect((await single.admin.call("POST", "/api/admin/rail-statements", file)).status).toBe(201);
    const [first, second] = (await read()).differences;
    const propose = async (difference: RailDifference | undefined): Promise<string> => {
      const answer = await decide(single.admin, difference!, { kind: "explain" });
      return (answer.body as { proposal: { id: string } }).proposal.id;
    };
    expect((await act(single.admin, await propose(first), "approve")).status).toBe(204);
    const later = await propose(second);
    await single.administrator("money");
    expect((await read()).needsSecond).toBe(true);
    expect((await act(single.admin, later, "approve")).status).toBe(403);
  } finally {
    await single.close();
  }
});
