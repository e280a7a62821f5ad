import type { AdminWithdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  deleteWithdrawal,
  errorOf,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import {
  adminAccount,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

let test: TestApp;
let owner: Sql;
/** Two administrators who may settle withdrawals, and one who may only read. */
let jane: TestClient;
let omar: TestClient;
let reader: TestClient;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, { ADMIN_ALONE_DAILY_LIMIT: "5000" });
  owner = openPool(test.database.url, { role: null, max: 1 });
  jane = await test.administrator("money", { firstName: "Jane", lastName: "Doe" });
  omar = await test.administrator("full", { firstName: "Omar", lastName: "Sall" });
  reader = await test.administrator("read-only");
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await owner.end();
  await test.close();
});

const ruleFor = (amount: string): string =>
  `One administrator can move at most $5,000.00 in 24 hours, and you have $5,000.00 left. This withdrawal of ${amount} needs two administrators.`;
const RULE = ruleFor("$6,000.00");
const paid = { status: "completed" };

async function seenBy(admin: TestClient, id: string): Promise<AdminWithdrawal> {
  const found = ((await admin.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[]).find(
    (each) => each.id === id,
  );
  if (!found) throw new Error(`withdrawal ${id} is not in the list`);
  return found;
}

/** A withdrawal as administrators see it, and its owner. */
async function asked(amount = "6000"): Promise<AdminWithdrawal & { investor: TestClient }> {
  const investor = await test.funded(String(Math.max(Number(amount), 100)));
  const { id } = await startWithdrawal(investor, amount);
  return { ...(await seenBy(jane, id)), investor };
}

const confirm = (by: TestClient, { id, amount, destination }: AdminWithdrawal, changes = {}): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination, ...changes });
const said = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};
const changeRole = (id: string, role: string): Promise<TestAnswer> =>
  test.admin.call("POST", `/api/admin/administrators/${id}/role`, { role, password: adminAccount.password });

async function auditOf(id: string): Promise<object[]> {
  return test.sql<object[]>`
    select actor_id as "by", action, after from audit_log where subject_id = ${id} order by id`;
}

describe("a withdrawal above the limit", { tags: ["S58"] }, () => {
  it("is confirmed by one administrator and completed by another", async () => {
    const withdrawal = await asked();
    expect(withdrawal).toMatchObject({ needsConfirmation: true, confirmation: null });
    expect(said(await settleWithdrawal(omar, withdrawal.id, paid))).toEqual([
      409,
      "CONFLICT",
      `${RULE} It has not been confirmed yet. One administrator must confirm it and another must complete it.`,
    ]);
    const answer = await confirm(jane, withdrawal, { amount: 6000 });
    expect(answer.status).toBe(200);
    const { confirmation } = answer.body as AdminWithdrawal;
    expect(confirmation).toMatchObject({
      confirmedBy: { id: jane.userId, email: jane.email, firstName: "Jane", lastName: "Doe" },
      amount: "6000.00",
      destination: withdrawal.destination,
    });
    expect(await seenBy(reader, withdrawal.id)).toEqual(answer.body);
    expect((await accountOf(withdrawal.investor)).withdrawalHold).toBe("6000.00");
    const completed = await settleWithdrawal(omar, withdrawal.id, paid);
    const ended = { ...confirmation, shared: [] };
    expect(completed.body).toMatchObject({ status: "completed", needsConfirmation: false, confirmation: ended });
    expect(await seenBy(jane, withdrawal.id)).toMatchObject({ settledBy: { firstName: "Omar" }, confirmation: ended });
    expect((await accountOf(withdrawal.investor)).withdrawalHold).toBe("0.00");
    expect(await auditOf(withdrawal.id)).toMatchObject([
      {
        by: jane.userId,
        action: "withdrawal.confirm",
        after: { amount: "6000.00", destination: withdrawal.destination },
      },
      { by: omar.userId, action: "withdrawal.settle", after: { status: "completed", confirmedBy: jane.userId } },
    ]);
  });

  it("cannot be completed by the administrator who confirmed it", async () => {
    const withdrawal = await asked();
    await confirm(jane, withdrawal);
    for (let time = 0; time < 2; time += 1) {
      expect(said(await settleWithdrawal(jane, withdrawal.id, paid))).toEqual([
        409,
        "CONFLICT",
        `${RULE} Jane Doe confirmed it; another administrator must complete it.`,
      ]);
    }
    expect((await accountOf(withdrawal.investor)).withdrawalHold).toBe("6000.00");
    expect((await settleWithdrawal(test.admin, withdrawal.id, paid)).status).toBe(200);
  });

  it("is confirmed once, and a second try names the first administrator and the time", async () => {
    const withdrawal = await asked();
    await confirm(jane, withdrawal);
    for (const by of [jane, omar]) {
      expect(said(await confirm(by, withdrawal))).toEqual([
        409,
        "CONFLICT",
        expect.stringMatching(
          /^Jane Doe confirmed this withdrawal at \d{4}-\d\d-\d\d \d\d:\d\d UTC; another administrator must complete it\.$/,
        ),
      ]);
    }
    expect(await auditOf(withdrawal.id)).toHaveLength(1);
  });

  it("needs the right to be confirmed, and never by its owner", async () => {
    const withdrawal = await asked();
    expect(said(await confirm(reader, withdrawal))[1]).toBe("FORBIDDEN");
    expect(said(await confirm(withdrawal.investor, withdrawal))[1]).toBe("FORBIDDEN");
    await test.sql`update users set is_admin = true where id = ${withdrawal.investor.userId}`;
    expect(said(await confirm(withdrawal.investor, withdrawal))).toEqual([
      403,
      "FORBIDDEN",
      "You cannot confirm your own withdrawal.",
    ]);
    await test.sql`update users set is_admin = false where id = ${withdrawal.investor.userId}`;
    expect((await confirm(jane, { ...withdrawal, id: jane.userId })).status).toBe(404);
  });

  it("can be rejected by one administrator, confirmed or not", async () => {
    for (const isConfirmed of [false, true]) {
      const withdrawal = await asked();
      if (isConfirmed) await confirm(jane, withdrawal);
      expect((await settleWithdrawal(jane, withdrawal.id, { status: "rejected" })).status).toBe(200);
      expect((await accountOf(withdrawal.investor)).balance).toBe("6000.00");
      expect(said(await confirm(omar, withdrawal))).toEqual([
        409,
        "CONFLICT",
        expect.stringMatching(/^This withdrawal is no longer pending: it was rejected by Jane Doe at .* UTC$/),
      ]);
    }
  });

  it("is returned when deleted, and can no longer be confirmed", async () => {
    const withdrawal = await asked();
    await confirm(jane, withdrawal);
    expect((await deleteWithdrawal(jane, withdrawal.id)).status).toBe(204);
    expect((await accountOf(withdrawal.investor)).balance).toBe("6000.00");
    expect((await confirm(omar, withdrawal)).status).toBe(404);
    expect((await settleWithdrawal(omar, withdrawal.id, paid)).status).toBe(404);
  });

  it("needs two administrators while it is being paid out", async () => {
    const withdrawal = await asked();
    await test.sql`update withdrawals set status = 'processing', version = version + 1 where id = ${withdrawal.id}`;
    const proof = { ...paid, transactionHash: "QK7FOUREYES" };
    expect((await settleWithdrawal(omar, withdrawal.id, proof)).status).toBe(409);
    expect((await confirm(omar, withdrawal)).status).toBe(200);
    expect((await settleWithdrawal(omar, withdrawal.id, proof)).status).toBe(409);
    expect((await settleWithdrawal(jane, withdrawal.id, proof)).status).toBe(200);
  });
});

describe("a confirmation", () => {
  it("covers exactly one amount and one destination", async () => {
    const withdrawal = await asked();
    const wrong: [object, string[]][] = [
      [{ amount: "6000.01" }, ["amount"]],
      [{ destination: `${withdrawal.destination} ` }, ["destination"]],
      [{ amount: "1", destination: "elsewhere" }, ["amount", "destination"]],
    ];
    for (const [changes, fields] of wrong) {
      const answer = await confirm(jane, withdrawal, changes);
      expect(said(answer)).toEqual([
        409,
        "CONFLICT",
        `This withdrawal is $6,000.00 to ${withdrawal.destination}, which is not what you saw. Please check again.`,
      ]);
      expect(Object.keys(errorOf(answer).fields ?? {})).toEqual(fields);
    }
    for (const malformed of [{ amount: "" }, { destination: "" }, { amount: "-1" }, { status: "completed" }]) {
      expect((await confirm(jane, withdrawal, malformed)).status).toBe(400);
    }
    expect(await seenBy(jane, withdrawal.id)).toMatchObject({ confirmation: null });
  });

  it.each([
    ["the amount", "amount = 7000, from_deposit = 7000", "$7,000.00 to M-Pesa Kenya +254712345678"],
    ["the destination", "phone_number = '254700000001'", "$6,000.00 to M-Pesa Kenya 254700000001"],
  ])("is invalid once %s has changed", async (_what, change, now) => {
    const withdrawal = await asked();
    await confirm(jane, withdrawal);
    await test.sql`update withdrawals set ${test.sql.raw(change)} where id = ${withdrawal.id}`;
    expect(await seenBy(omar, withdrawal.id)).toMatchObject({ needsConfirmation: true, confirmation: null });
    expect(said(await settleWithdrawal(omar, withdrawal.id, paid))).toEqual([
      409,
      "CONFLICT",
      `${ruleFor(now.slice(0, "$6,000.00".length))} Jane Doe confirmed $6,000.00 to ${withdrawal.destination}, which no longer matches; it must be confirmed again.`,
    ]);
    const expected = { amount: withdrawal.amount, destination: withdrawal.destination };
    expect(said(await settleWithdrawal(omar, withdrawal.id, { status: "rejected", expected }))).toEqual([
      409,
      "CONFLICT",
      `This withdrawal is ${now}, which is not what you saw. Please check again.`,
    ]);
    expect((await confirm(jane, await seenBy(jane, withdrawal.id))).status).toBe(200);
    await test.sql`
      update withdrawals set amount = 6000, from_deposit = 6000, phone_number = ${withdrawal.phoneNumber} where id = ${withdrawal.id}`;
    expect((await settleWithdrawal(omar, withdrawal.id, { ...paid, expected })).status).toBe(200);
  });

  it("is invalid once its administrator may no longer settle withdrawals", async () => {
    const withdrawal = await asked();
    const ida = await test.administrator("money", { firstName: "Ida", lastName: "Ba" });
    await confirm(ida, withdrawal);
    await changeRole(ida.userId, "read-only");
    expect(await seenBy(omar, withdrawal.id)).toMatchObject({ confirmation: null });
    const refusal = `${RULE} Ida Ba confirmed it but may no longer settle withdrawals; it must be confirmed again.`;
    expect(said(await settleWithdrawal(omar, withdrawal.id, paid))).toEqual([409, "CONFLICT", refusal]);
    const revoked = await test.admin.call("POST", `/api/admin/administrators/${ida.userId}/revoke`, {
      password: adminAccount.password,
    });
    expect(revoked.status).toBe(204);
    expect(said(await settleWithdrawal(omar, withdrawal.id, paid))).toEqual([409, "CONFLICT", refusal]);
    expect((await confirm(jane, withdrawal)).status).toBe(200);
    expect(said(await settleWithdrawal(jane, withdrawal.id, paid))).toEqual([
      409,
      "CONFLICT",
      `${RULE} Jane Doe confirmed it; another administrator must complete it.`,
    ]);
    expect((await settleWithdrawal(omar, withdrawal.id, paid)).status).toBe(200);
  });

  it("cannot be changed or deleted by the application", async () => {
    await confirm(jane, await asked());
    await expect(test.sql`update withdrawal_confirmations set destination = 'elsewhere'`).rejects.toThrow(/denied/);
    await expect(test.sql`delete from withdrawal_confirmations`).rejects.toThrow(/denied/);
  });
});

describe("settling with expected values", () => {
  it("succeeds if they still hold and is refused otherwise, for any amount", async () => {
    const { id, amount, destination, investor } = await asked("100");
    for (const wrong of [
      { amount: "100.01", destination },
      { amount, destination: "M-Pesa" },
    ]) {
      expect((await settleWithdrawal(jane, id, { ...paid, expected: wrong })).status).toBe(409);
    }
    expect((await settleWithdrawal(jane, id, { ...paid, expected: { amount } })).status).toBe(400);
    expect((await accountOf(investor)).withdrawalHold).toBe("100.00");
    expect((await settleWithdrawal(jane, id, { ...paid, expected: { amount, destination } })).status).toBe(200);
  });
});

describe("what one administrator may do alone", { tags: ["S58", "two-administrators"] }, () => {
  it("includes the limit itself, over the withdrawals of all investors in 24 hours", async () => {
    const alone = await test.administrator("money");
    const [first, second, third] = [await asked("3000"), await asked("2000"), await asked("10")];
    expect(await seenBy(alone, first.id)).toMatchObject({ needsConfirmation: false, confirmation: null });
    expect((await settleWithdrawal(alone, first.id, paid)).status).toBe(200);
    expect(await seenBy(alone, second.id)).toMatchObject({ needsConfirmation: false });
    expect((await settleWithdrawal(alone, second.id, paid)).status).toBe(200);
    expect(await seenBy(alone, third.id)).toMatchObject({ needsConfirmation: true });
    expect(said(await settleWithdrawal(alone, third.id, paid))[2]).toMatch(
      /^One administrator can move at most \$5,000\.00 in 24 hours, and you have \$0\.00 left\. This withdrawal of \$10\.00 /,
    );
    // Another one may, alone or after a confirmation, which counts for neither.
    expect(await seenBy(omar, third.id)).toMatchObject({ needsConfirmation: false });
    expect((await confirm(omar, third)).status).toBe(200);
    expect((await settleWithdrawal(alone, third.id, paid)).status).toBe(200);
    const fourth = await asked("10");
    expect((await settleWithdrawal(alone, fourth.id, paid)).status).toBe(409);
    await owner`update acts_alone set acted_at = acted_at - interval '24 hours' where admin_id = ${alone.userId}`;
    expect((await settleWithdrawal(alone, fourth.id, paid)).status).toBe(200);
  });

  it("counts deposits and adjustments too, and what they reject not", async () => {
    const alone = await test.administrator("money");
    const investor = await test.signUp();
    const { id } = await startDeposit(investor, "3000");
    expect((await settleDeposit(alone, id, { status: "completed" })).status).toBe(200);
    const gift = { balance: "4500", reason: "Refund of case 12" };
    expect((await alone.call("POST", `/api/admin/users/${investor.userId}/balance`, gift)).status).toBe(200);
    const withdrawal = await asked("500.01");
    expect((await settleWithdrawal(alone, withdrawal.id, paid)).status).toBe(409);
    expect((await settleWithdrawal(alone, withdrawal.id, { status: "rejected" })).status).toBe(200);
    const exact = await asked("500");
    expect((await settleWithdrawal(alone, exact.id, paid)).status).toBe(200);
    const failed = await startDeposit(await test.signUp(), "1000");
    expect((await settleDeposit(alone, failed.id, { status: "failed" })).status).toBe(200);
    const another = await startDeposit(await test.signUp(), "100");
    expect((await settleDeposit(alone, another.id, { status: "completed" })).status).toBe(202);
  });

  it("counts the end of a hold and of a freeze, at what they free, and frees what another one confirmed", async () => {
    const [alone, full] = [await test.administrator("money"), await test.administrator("full")];
    const held = await asked("6000");
    const reason = "Called on the known number";
    const freezeIt = (by: TestClient): Promise<TestAnswer> =>
      by.call("POST", `/api/admin/users/${held.investor.userId}/freeze`, { reason });
    expect((await freezeIt(full)).status).toBe(200);
    const release = async (by: TestClient): Promise<TestAnswer> => {
      const { hold } = await seenBy(by, held.id);
      return by.call("POST", `/api/admin/withdrawals/${held.id}/release`, { reason, endsAt: hold?.endsAt });
    };
    const above =
      "This would free waiting withdrawals of $6,000.00, and you may still move $5,000.00 alone in these 24 hours. Another administrator must confirm the withdrawals first.";
    expect(said(await release(alone))).toEqual([409, "CONFLICT", above]);
    const unfreeze = (by: TestClient): Promise<TestAnswer> =>
      by.call("POST", `/api/admin/users/${held.investor.userId}/unfreeze`);
    expect(said(await unfreeze(full))).toEqual([409, "CONFLICT", above]);
    expect((await confirm(jane, held)).status).toBe(200);
    expect(said(await unfreeze(jane))[0], "the right to manage").toBe(403);
    expect((await unfreeze(full)).status).toBe(204);

    const small = await asked("3000");
    await full.call("POST", `/api/admin/users/${small.investor.userId}/freeze`, { reason });
    expect((await full.call("POST", `/api/admin/users/${small.investor.userId}/unfreeze`)).status).toBe(204);
    expect((await settleWithdrawal(full, (await asked("2000.01")).id, paid)).status).toBe(409);
    expect((await settleWithdrawal(full, (await asked("2000")).id, paid)).status).toBe(200);
  });

  it("is not shared out between the end of a hold and the payment at the same moment, in any order, and none waits for the other", async () => {
    for (let round = 0; round < 4; round += 1) {
      const alone = await test.administrator("full");
      const [held, other] = [await asked("3000"), await asked("3000")];
      const reason = "Called on the known number";
      await alone.call("POST", `/api/admin/users/${held.investor.userId}/freeze`, { reason });
      const calls = [
        () => alone.call("POST", `/api/admin/users/${held.investor.userId}/unfreeze`),
        () => settleWithdrawal(alone, other.id, paid),
        () => settleWithdrawal(alone, held.id, paid),
      ];
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((call) => call()));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    }
  });

  it("is not shared out by calls at the same moment", async () => {
    const alone = await test.administrator("money");
    const withdrawals = await Promise.all(Array.from({ length: 8 }, () => asked("1000")));
    const answers = await Promise.all(withdrawals.map(({ id }) => settleWithdrawal(alone, id, paid)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it("has no limit in a demo with one administrator, and the usual one from the second on", async () => {
    const single = await startTestApp(undefined, undefined, { ADMIN_ALONE_DAILY_LIMIT: "" });
    try {
      const pay = async (amount: string): Promise<TestAnswer> => {
        const { id } = await startWithdrawal(await single.funded(String(Math.max(Number(amount), 100))), amount);
        return settleWithdrawal(single.admin, id, paid);
      };
      const { id, amount, destination } = await startWithdrawal(await single.funded("100"), "100").then(({ id: own }) =>
        single.admin
          .call("GET", "/api/admin/withdrawals")
          .then(({ body }) => (body as AdminWithdrawal[]).find((each) => each.id === own)!),
      );
      const confirmed = await single.admin.call("POST", `/api/admin/withdrawals/${id}/confirm`, {
        amount,
        destination,
      });
      expect(said(confirmed)).toEqual([
        409,
        "CONFLICT",
        "This withdrawal needs no confirmation while there is only one administrator. It can be completed directly.",
      ]);
      expect((await pay("20000")).status).toBe(200);
      const second = await single.administrator("money");
      expect(said(await pay("10"))[2]).toContain("at most $10,000.00 in 24 hours, and you have $0.00 left.");
      expect((await settleWithdrawal(second, id, paid)).status).toBe(200);
    } finally {
      await single.close();
    }
  });

  it("of 0 applies to every withdrawal", async () => {
    const every = await startTestApp(test.database, undefined, { ADMIN_ALONE_DAILY_LIMIT: "0" });
    const withdrawal = await asked("100");
    expect(said(await settleWithdrawal(jane.through(every), withdrawal.id, paid))[2]).toBe(
      "Every withdrawal needs two administrators. It has not been confirmed yet. One administrator must confirm it and another must complete it.",
    );
    expect((await confirm(jane.through(every), withdrawal)).status).toBe(200);
    expect((await settleWithdrawal(omar.through(every), withdrawal.id, paid)).status).toBe(200);
    await every.close();
  });
});
