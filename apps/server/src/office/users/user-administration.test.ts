import type { AdminUser, AdminUserDetail, AuditEvent, DeactivatedUser } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountOf,
  activate,
  errorOf,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startTwins,
  startWithdrawal,
  usdt,
  type Twins,
} from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import type { TestAnswer, TestApp, TestClient } from "../../../../../tests/harness/test-app.ts";

const PASSWORD = "Correct-h0rse!";

let twins: Twins;
let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  twins = await startTwins();
  test = twins.one;
  bots = await startScriptedBots(test);
});

afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await twins.close();
});

type Subject = Pick<TestClient, "userId">;

const pathOf = ({ userId }: Subject, call = ""): string => `/api/admin/users/${userId}${call}`;
const post = (subject: Subject, call: string, body?: unknown): Promise<TestAnswer> =>
  test.admin.call("POST", pathOf(subject, call), body);
const remove = (subject: Subject): Promise<TestAnswer> => test.admin.call("DELETE", pathOf(subject));

async function detailOf(subject: Subject): Promise<AdminUserDetail> {
  return (await test.admin.call("GET", pathOf(subject))).body;
}

async function auditOf(subject: Subject): Promise<AuditEvent[]> {
  const path = `/api/admin/audit?subjectId=${subject.userId}`;
  const { items } = (await test.admin.call("GET", path)).body as { items: AuditEvent[] };
  return items.filter(({ action }) => !action.startsWith("user.view"));
}

async function signIn({ email }: TestClient): Promise<TestClient> {
  const client = test.visitor();
  const answer = await client.call("POST", "/api/auth/signin", { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return client;
}

const statusOf = async (client: TestClient): Promise<number> => (await client.call("GET", "/api/auth/user")).status;

describe("the status of an identity check", () => {
  it("is set directly and logged with the previous value", async () => {
    const investor = await test.signUp();
    const answer = await post(investor, "/kyc", { kycStatus: "approved" });
    expect([answer.status, (answer.body as AdminUser).kycStatus]).toEqual([200, "approved"]);
    expect((await detailOf(investor)).user.kycStatus).toBe("approved");
    expect((await auditOf(investor))[0]).toMatchObject({
      actorId: test.admin.userId,
      actor: { email: "admin@wazi.local" },
      action: "user.set-kyc-status",
      before: { kycStatus: "pending" },
      after: { kycStatus: "approved" },
      address: "127.0.0.1",
    });
    expect(errorOf(await post(investor, "/kyc", { kycStatus: "maybe" }))).toMatchObject({
      statusCode: 400,
      message: "kycStatus must be one of: pending, approved, rejected",
    });
  });
});

describe("deactivating a user", () => {
  it(
    "ends all sessions, closes positions and leaves the money to the user",
    { tags: ["deactivation-reason"] },
    async () => {
      const investor = await test.funded("1000");
      const elsewhere = await signIn(investor);
      await activate(investor, bots.ids[0], "300");
      await activate(investor, bots.ids[1], "200");
      const answer = await post(investor, "/deactivate", { reason: "Asked for by the investor" });
      expect(answer.status).toBe(200);
      expect(answer.body as DeactivatedUser).toMatchObject({
        isActive: false,
        waitingBotIds: [],
        account: { balance: "1000.00", totalInvested: "0.00" },
      });
      expect([await statusOf(investor), await statusOf(elsewhere.through(twins.two))]).toEqual([401, 401]);

      const back = await signIn(investor);
      expect(await accountOf(back)).toMatchObject({ balance: "1000.00" });
      const deposit = await back.call("POST", "/api/user/deposits", usdt("100"));
      expect([deposit.status, errorOf(deposit).code]).toEqual([403, "RESTRICTED"]);
      expect((await activate(back, bots.ids[0], "100")).status).toBe(403);
      const { id } = await startWithdrawal(back, "1000");
      expect((await settleWithdrawal(test.admin, id, { status: "completed" })).status).toBe(200);

      const mail = await test.sql<{ template: string; data: object; sent_at: Date | null }[]>`
      select template, data, sent_at from mail_outbox
      where user_id = ${investor.userId} and template = 'account-deactivated'`;
      expect(mail).toEqual([
        { template: "account-deactivated", data: { reason: "Asked for by the investor" }, sent_at: null },
      ]);
      const { body: shown } = await back.call("GET", "/api/auth/user");
      expect(shown).toMatchObject({ isActive: false, deactivationReason: "Asked for by the investor" });
      expect((await auditOf(investor)).map(({ action }) => action)).toContain("user.deactivate");
    },
  );

  it("closes positions without a price at the next good price, or by a repeated call", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[2], "300");
    await activate(investor, bots.ids[3], "300");
    await bots.open(3, { side: "buy", price: 100, exposure: "0.5" });
    await test.sql`update pool_marks set priced_at = clock_timestamp() - interval '1 hour'`;
    const first = (await post(investor, "/deactivate")).body as DeactivatedUser;
    expect(first).toMatchObject({
      isActive: false,
      waitingBotIds: [bots.ids[3]],
      account: { totalInvested: "300.00" },
    });
    expect((await remove(investor)).status).toBe(409);
    const second = (await post(investor, "/deactivate")).body as DeactivatedUser;
    expect(second.waitingBotIds).toEqual([bots.ids[3]]);
    await bots.price(3, 100);
    const again = await post(investor, "/deactivate");
    expect(again.body as DeactivatedUser).toMatchObject({ waitingBotIds: [], account: { totalInvested: "0.00" } });
    expect(errorOf(await post(investor, "/deactivate"))).toMatchObject({
      statusCode: 409,
      message: expect.stringMatching(/^This user is already deactivated, by Wazi Admin at .* UTC$/) as string,
    });
    await bots.close(3, 100);
  });

  it("replaces a waiting partial exit and settles like any other", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[3], "300");
    await bots.open(3, { side: "buy", price: 100, exposure: "0.5" });
    await test.sql`update pool_marks set priced_at = clock_timestamp() - interval '1 hour'`;
    const part = await investor.call("POST", "/api/user/investment/transfer", { amount: "50" });
    expect(part.status).toBe(202);
    expect((await post(investor, "/deactivate")).body).toMatchObject({ waitingBotIds: [bots.ids[3]] });
    await bots.price(3, 100);
    await bots.settle();
    const [left] = await test.sql`select from positions where user_id = ${investor.userId} and is_active`;
    expect(left).toBeUndefined();
    const exits =
      await test.sql`select kind, status from exits where user_id = ${investor.userId} order by requested_at`;
    expect(exits).toEqual([
      { kind: "investment-transfer", status: "cancelled" },
      { kind: "deactivation", status: "settled" },
    ]);
    await bots.close(3, 100);
  });

  it("repeats the first answer for the same key, and activating undoes it", async () => {
    const investor = await test.funded("1000");
    const key = { "idempotency-key": "deactivate-1" };
    const first = await test.admin.call("POST", pathOf(investor, "/deactivate"), {}, key);
    const again = await test.admin.call("POST", pathOf(investor, "/deactivate"), {}, key);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    const answer = await post(investor, "/activate");
    expect([answer.status, (answer.body as AdminUser).isActive]).toEqual([200, true]);
    expect(errorOf(await post(investor, "/activate"))).toMatchObject({
      statusCode: 409,
      message: expect.stringMatching(/^This user is already active, activated by Wazi Admin at .* UTC$/) as string,
    });
    expect((await activate(await signIn(investor), bots.ids[4], "100")).status).toBe(200);
  });
});

describe("deleting a user", () => {
  it("is refused with reasons while they hold money or have pending requests", async () => {
    const investor = await test.funded("1000");
    const refused = async (message: string): Promise<void> => {
      const answer = await remove(investor);
      expect([answer.status, errorOf(answer).message]).toEqual([409, message]);
      expect((await detailOf(investor)).deletionObstacles.join(" ")).toBe(message);
    };
    const holds = (what: string): string =>
      `This user still holds money: ${what}. Deactivate them and let them withdraw it first.`;
    await refused(holds("a balance of $1,000.00"));
    await activate(investor, bots.ids[5], "700");
    await activate(investor, bots.ids[6], "100");
    await startWithdrawal(investor, "50");
    await refused(
      `${holds("a balance of $150.00, a withdrawal hold of $50.00, 2 active bots")} They still have pending requests: a pending withdrawal.`,
    );
    const { withdrawal } = (await detailOf(investor)).pendingItems;
    await settleWithdrawal(test.admin, withdrawal!.id, { status: "rejected" });
    await post(investor, "/balance", { balance: "0", totalInvested: "0", totalProfit: "5" });
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", totalInvested: "0.00" });
    await refused(holds("an adjustment of the running profit of $5.00"));
    await post(investor, "/balance", { totalProfit: "0" });
    const { id } = await startDeposit(investor, "100");
    await refused("They still have pending requests: a pending deposit.");
    await settleDeposit(test.admin, id, { status: "failed" });
    await test.sql`
      insert into verifications (id, user_id, document_type, front_document, created_at, updated_at)
      values (gen_random_uuid(), ${investor.userId}, 'passport', 'front', now(), now())`;
    await refused("They still have pending requests: identity documents to be reviewed.");
    await test.sql`delete from verifications where user_id = ${investor.userId}`;
    expect((await detailOf(investor)).deletionObstacles).toEqual([]);
    expect((await remove(investor)).status).toBe(204);
  });

  it(
    "erases personal data, ends sessions, frees the e-mail address and keeps the ledger",
    { tags: ["erasure"] },
    async () => {
      const investor = await test.funded("100");
      const { id } = await startWithdrawal(investor, "100");
      await settleWithdrawal(test.admin, id, { status: "completed" });
      await test.sql`
      insert into verifications (id, user_id, document_type, document_number, front_document, status, rejection_reason,
        reviewed_at, created_at, updated_at)
      values (gen_random_uuid(), ${investor.userId}, 'passport', 'A123', 'front', 'rejected', 'blurred', now(), now(), now())`;
      await post(investor, "/deactivate", { reason: "will be gone with them" });
      const back = await signIn(investor);
      expect((await remove(investor)).status).toBe(204);

      expect(await statusOf(back.through(twins.two))).toBe(401);
      const [row] = await test.sql<Record<string, unknown>[]>`
      select email, hashed_password, first_name, last_name, phone, country, birthday, deleted_at is not null as gone,
        (select count(*)::int from known_devices d where d.user_id = u.id) as devices,
        (select count(*)::int from mail_outbox m where m.user_id = u.id) as mails,
        (select count(*)::int from verifications v where v.user_id = u.id) as documents,
        (select count(*)::int from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.user_id = u.id) as entries
      from users u where id = ${investor.userId}`;
      expect(row).toEqual({
        email: `deleted-${investor.userId}`,
        hashed_password: "",
        first_name: "Deleted",
        last_name: "user",
        phone: "",
        country: "",
        birthday: null,
        gone: true,
        devices: 0,
        mails: 0,
        documents: 0,
        entries: 4,
      });
      const listed = (await test.admin.call("GET", "/api/admin/users")).body as AdminUser[];
      expect(listed.map(({ id: listedId }) => listedId)).not.toContain(investor.userId);
      const withdrawals = (await test.admin.call("GET", "/api/admin/withdrawals")).body as {
        id: string;
        user: object;
      }[];
      expect(withdrawals.find((each) => each.id === id)?.user).toMatchObject({
        firstName: "Deleted",
        lastName: "user",
      });
      for (const answer of [
        await remove(investor),
        await post(investor, "/activate"),
        await post(investor, "/balance", { balance: "1" }),
        await test.admin.call("GET", pathOf(investor)),
      ]) {
        expect([answer.status, errorOf(answer).message]).toEqual([404, "User not found."]);
      }
      const signingIn = await test
        .visitor()
        .call("POST", "/api/auth/signin", { email: investor.email, password: PASSWORD });
      expect(signingIn.status).toBe(401);
      const again = await test.signUp({ email: investor.email });
      expect(again.userId).not.toBe(investor.userId);
      expect((await auditOf(investor)).map(({ action }) => action)).toContain("user.delete");
    },
  );

  it("closes the accounts to further postings", async () => {
    const investor = await test.signUp();
    expect((await remove(investor)).status).toBe(204);
    await expect(
      test.sql`update ledger_accounts set balance = 0.01 where code = ${`user:${investor.userId}:deposit_funds`}`,
    ).rejects.toThrow("closed_accounts_stay_empty");
  });
});

describe("one user", () => {
  it("is shown with positions, pending requests and sessions, which can be ended", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[6], "400");
    await startDeposit(investor, "100");
    await startWithdrawal(investor, "100");
    const other = await signIn(investor);
    expect(await detailOf(investor)).toMatchObject({
      user: { id: investor.userId, account: { balance: "500.00", withdrawalHold: "100.00" } },
      positions: [{ botId: bots.ids[6], allocatedAmount: "400.00", value: "400.00", userSharePct: 90, fresh: true }],
      pending: { deposits: 1, withdrawals: 1, verifications: 0 },
      sessions: 2,
    });
    expect((await post(investor, "/sessions/end")).status).toBe(204);
    expect([await statusOf(investor), await statusOf(other)]).toEqual([401, 401]);
    expect((await detailOf(investor)).sessions).toBe(0);
    expect((await auditOf(investor))[0]).toMatchObject({ action: "user.end-sessions", before: { sessions: 2 } });
  });
});

describe("administrators", () => {
  const calls: [string, "POST" | "DELETE", object | undefined][] = [
    ["/kyc", "POST", { kycStatus: "approved" }],
    ["/deactivate", "POST", undefined],
    ["/activate", "POST", undefined],
    ["/sessions/end", "POST", undefined],
    ["", "DELETE", undefined],
  ];

  it.each(calls)("cannot manage themselves or each other: %s", async (call, method, body) => {
    const own = await test.admin.call(method, pathOf(test.admin, call), body);
    expect([own.status, errorOf(own).message]).toEqual([403, "You cannot manage your own account."]);
    const other = await test.signUp();
    await test.sql`update users set is_admin = true where id = ${other.userId}`;
    const answer = await test.admin.call(method, pathOf(other, call), body);
    expect([answer.status, errorOf(answer).code]).toEqual([403, "FORBIDDEN"]);
    const unknown = await test.admin.call(method, pathOf({ userId: crypto.randomUUID() }, call), body);
    expect([unknown.status, errorOf(unknown).code]).toEqual([404, "NOT_FOUND"]);
  });

  it("lose their access with the next request", async () => {
    const other = await test.signUp();
    await test.sql`update users set is_admin = true where id = ${other.userId}`;
    expect((await other.call("GET", "/api/admin/users")).status).toBe(200);
    await test.sql`update users set is_admin = false where id = ${other.userId}`;
    expect((await other.call("GET", "/api/admin/users")).status).toBe(403);
    const [denied] = await test.sql<{ action: string; subject_id: string; address: string }[]>`
      select action, subject_id, address from audit_log where actor_id = ${other.userId} order by id desc limit 1`;
    expect(denied).toEqual({ action: "call.denied", subject_id: "GET /api/admin/users", address: "127.0.0.1" });
  });

  it("change both gas wallet settings together", async () => {
    const settings = { gasFeeAddress: "TNewWallet", gasFeeAmount: "650 TRX" };
    for (const body of [{}, { gasFeeAddress: "TNewWallet" }, { ...settings, gasFeeAmount: "  " }]) {
      const answer = await test.admin.call("POST", "/api/admin/settings", body);
      expect([answer.status, errorOf(answer).message]).toEqual([400, "Please fill in all fields"]);
    }
    const answer = await test.admin.call("POST", "/api/admin/settings", settings);
    expect([answer.status, answer.body]).toEqual([200, settings]);
    expect((await (await test.signUp()).call("GET", "/api/system/settings")).body).toEqual(settings);
    const [written] = await test.sql<{ before: object; after: object }[]>`
      select before, after from audit_log where action = 'settings.change' order by id desc limit 1`;
    expect(written).toMatchObject({ before: { gasFeeAmount: "500 TRX" }, after: settings });
  });
});

describe("signing in and out", () => {
  it("is logged, successful or not, without passwords or unknown e-mail addresses", async () => {
    const investor = await test.signUp();
    const visitor = test.visitor();
    await visitor.call("POST", "/api/auth/signin", { email: investor.email, password: "wrong-P4ssword" });
    await visitor.call("POST", "/api/auth/signin", { email: "nobody@example.com", password: "wrong-P4ssword" });
    const back = await signIn(investor);
    await back.call("POST", "/api/auth/signout");
    await back.call("POST", "/api/auth/signout");
    const actions = (await auditOf(investor)).map(({ action, actorId }) => [action, actorId]);
    expect(actions).toEqual([
      ["session.sign-out", investor.userId],
      ["session.sign-in", investor.userId],
      ["session.sign-in-failed", null],
    ]);
    const [unknown] = await test.sql<{ row: string }[]>`
      select to_jsonb(a.*)::text as row from audit_log a where subject_id = 'unknown' order by id desc limit 1`;
    expect(unknown?.row).toContain("session.sign-in-failed");
    const [leaked] = await test.sql<{ count: number }[]>`
      select count(*)::int from audit_log a where to_jsonb(a.*)::text ~ 'nobody@example.com|P4ssword|Correct-h0rse'`;
    expect(leaked?.count).toBe(0);
  });
});
