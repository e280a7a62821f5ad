import { DAY_MS } from "@wazi/contracts";
import { simpleParser } from "mailparser";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { settleWithdrawal, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { createRecordingMail } from "../../../../../tests/harness/recording-mail.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { PASSWORD, startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { MailRefusedError, MailServerDownError } from "../../platform/mail/mail-transport.ts";
import type { SecurityChange } from "../../record/api.ts";
import { queueMail } from "../../record/mails/queue-mail.ts";
import { removeExpiredRows } from "../../platform/retention/remove-expired-rows.ts";
import { retentionRules } from "../../start/modules.ts";
import { RETRY_WAITS_MS, sendDueMails } from "./send-mails.ts";

let test: TestApp;
let clock = new Date();

const { transport, sent, failures, clear } = createRecordingMail();

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(async () => {
  await test.sql`delete from mail_outbox`;
  clear();
  clock = new Date();
});

const send = (): Promise<number> =>
  sendDueMails(
    { sql: test.sql, now: () => clock, transport, links: test.links, origin: "https://wazi.example" },
    silentLog,
  );

const makeDue = (): Promise<object[]> =>
  test.sql`update mail_outbox set next_attempt_at = clock_timestamp() - interval '1 second' where sent_at is null`;

interface State {
  attempts: number;
  isSent: boolean;
  isFailed: boolean;
  reason: string | null;
  waitSeconds: number;
}

async function stateOf({ userId }: TestClient): Promise<State[]> {
  return test.sql<State[]>`
    select attempts, sent_at is not null as "isSent", failed_at is not null as "isFailed", last_error as reason,
      round(extract(epoch from next_attempt_at - clock_timestamp()))::int as "waitSeconds"
    from mail_outbox where user_id = ${userId} order by created_at`;
}

/** A user with no mail in the outbox. */
async function signUp(names: { firstName?: string } = {}): Promise<TestClient> {
  const client = await test.signUp(names);
  await test.sql`delete from mail_outbox where user_id = ${client.userId}`;
  return client;
}

describe("the outbox", () => {
  it("is not written when the transaction is rolled back", async () => {
    const client = await signUp();
    const failing = test.sql.begin(async (tx) => {
      await queueMail(tx, client.userId, "account-activated", {});
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await send()).toBe(0);
  });

  it("is sent once, to the user's address, by any number of processes", { tags: ["mail-life"] }, async () => {
    const client = await signUp();
    for (let each = 0; each < 12; each += 1) await queueMail(test.sql, client.userId, "account-activated", {});
    const taken = await Promise.all(Array.from({ length: 6 }, send));
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(12);
    expect(sent.map(({ to }) => to)).toEqual(Array(12).fill(client.email));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
    expect(await send()).toBe(0);
    expect((await test.sql<{ data: object }[]>`select distinct data from mail_outbox`)[0]?.data).toEqual({});
  });

  it("takes a mail again that a process had taken when it died", async () => {
    const client = await signUp();
    await queueMail(test.sql, client.userId, "account-activated", {});
    await test.sql`update mail_outbox set attempts = 1, next_attempt_at = clock_timestamp() + interval '15 minutes'`;
    expect(await send()).toBe(0);
    await makeDue();
    expect(await send()).toBe(1);
  });

  it("waits longer after each failure, and gives a mail up after the last one", async () => {
    const client = await signUp();
    await queueMail(test.sql, client.userId, "account-activated", {});
    for (const waitMs of RETRY_WAITS_MS) {
      failures.push(new Error("451 busy\r\nlater"));
      await send();
      const [state] = await stateOf(client);
      expect(state).toMatchObject({ isFailed: false, isSent: false, reason: "451 busy later" });
      expect(Math.abs((state?.waitSeconds ?? 0) - waitMs / 1_000)).toBeLessThanOrEqual(2);
      await makeDue();
    }
    failures.push(new Error("451 busy"));
    await send();
    expect(await stateOf(client)).toMatchObject([{ attempts: RETRY_WAITS_MS.length + 1, isFailed: true }]);
    await makeDue();
    expect(await send()).toBe(0);
  });

  it("gives a refused mail up at once, and uses up no attempt of others when the server is down", async () => {
    const client = await signUp();
    for (let each = 0; each < 3; each += 1) await queueMail(test.sql, client.userId, "account-activated", {});
    failures.push(new MailRefusedError("550 no such mailbox"), new MailServerDownError("connect ECONNREFUSED"));
    await send();
    const states = await stateOf(client);
    expect(states.map(({ attempts, isFailed }) => [attempts, isFailed]).sort()).toEqual([
      [0, false],
      [1, false],
      [1, true],
    ]);
    expect(sent).toEqual([]);
    expect(await send()).toBe(0);
    await makeDue();
    await send();
    expect(sent).toHaveLength(2);
  });

  it("does not send a link that has ended, nor a mail of an unknown kind", async () => {
    const client = await signUp();
    const expiresAt = new Date(clock.getTime() - 1);
    await queueMail(test.sql, client.userId, "verify-email", { link: crypto.randomUUID() }, { expiresAt });
    await test.sql`insert into mail_outbox (user_id, template, data) values (${client.userId}, 'of-tomorrow', '{}')`;
    await send();
    expect((await stateOf(client)).map(({ reason }) => reason)).toEqual([
      "It was not sent in time: its link has ended.",
      'It could not be written: There is no mail template "of-tomorrow"',
    ]);
    const { failed } = (
      (await test.admin.call("GET", "/api/admin/operations")).body as {
        mail: { failed: { id: string; template: string; canBeSentAgain: boolean }[] };
      }
    ).mail;
    expect(failed.map(({ template, canBeSentAgain }) => [template, canBeSentAgain]).sort()).toEqual([
      ["of-tomorrow", true],
      ["verify-email", false],
    ]);
    await test.sql`update mail_outbox set template = 'account-activated' where template = 'of-tomorrow'`;
    for (const { id, canBeSentAgain } of failed) {
      const answer = await test.admin.call("POST", `/api/admin/mails/${id}/resend`);
      expect(answer.status).toBe(canBeSentAgain ? 204 : 409);
    }
    await send();
    expect(sent).toHaveLength(1);
    const again = await test.admin.call("POST", `/api/admin/mails/${sent[0]?.id ?? ""}/resend`);
    expect(again.status).toBe(409);
  });
});

describe("a mail", () => {
  it("is deleted 30 days after it was sent, and 90 days after it was given up", { tags: ["mail-life"] }, async () => {
    const client = await signUp();
    const days = [29, 31, 89, 91];
    for (const [index, age] of days.entries()) {
      const column = test.sql.raw(index < 2 ? "sent_at" : "failed_at");
      await test.sql`
        insert into mail_outbox (user_id, template, data, last_error, ${column})
        values (${client.userId}, 'account-activated', '{}', ${String(age)}, ${new Date(clock.getTime() - age * DAY_MS)})`;
    }
    await removeExpiredRows(retentionRules, { sql: test.sql, now: () => clock });
    expect((await stateOf(client)).map(({ reason }) => reason).sort()).toEqual(["29", "89"]);
  });
});

describe("mails about money", () => {
  it("are queued with the commit that they tell of", async () => {
    const investor = await test.funded("300");
    const rejected = await startWithdrawal(investor, "100");
    await settleWithdrawal(test.admin, rejected.id, { status: "rejected", notes: "wrong network" });
    const paid = await startWithdrawal(investor, "150.5");
    await settleWithdrawal(test.admin, paid.id, { status: "completed", transactionHash: "ab".repeat(32) });
    while ((await send()) > 0);
    const mine = sent.filter(({ to }) => to === investor.email);
    expect(mine.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        "Your deposit of $300.00 has arrived",
        "You requested a withdrawal of $100.00",
        "Your withdrawal of $100.00 was rejected",
        "You requested a withdrawal of $150.50",
        "Your withdrawal of $150.50 was paid",
      ]),
    );
    expect(mine.find(({ subject }) => subject.endsWith("rejected"))?.text).toContain("Reason: wrong network");
    expect(mine.find(({ subject }) => subject.startsWith("You requested"))?.text).toContain("This was not me");
  });
});

/** Every change that a mail tells of: a new one does not compile without a line here. */
const securityChanges: Readonly<Record<SecurityChange, true>> = {
  "password-changed": true,
  "password-reset": true,
  "password-reset-by-administrator": true,
  "second-factor-added": true,
  "second-factor-removed": true,
  "passkey-added": true,
  "passkey-removed": true,
  "recovery-codes-replaced": true,
  "recovery-code-used": true,
  "phone-changed": true,
  "withdrawal-address-added": true,
  "withdrawal-address-removed": true,
  "withdrawal-address-shared": true,
  "account-frozen": true,
  "account-unfrozen": true,
};

describe("a mail about security", { tags: ["S24", "freeze-link"] }, () => {
  it.each(Object.keys(securityChanges) as SecurityChange[])(
    "has a link that freezes the account, without a session: %s",
    async (change) => {
      const client = await signUp();
      await queueMail(test.sql, client.userId, "security-changed", { change, at: clock.toISOString(), address: null });
      await send();
      const token = /\/freeze#([\w-]+)/.exec(sent.find(({ to }) => to === client.email)?.text ?? "")?.[1];
      expect((await test.visitor().call("POST", "/api/auth/freeze", { token })).status).toBe(204);
      expect((await client.call("GET", "/api/auth/user")).status).toBe(401);
      const form = { email: client.email, password: PASSWORD };
      expect((await test.visitor().call("POST", "/api/auth/signin", form)).status).toBe(403);
    },
  );

  it("tells of another phone number, and not of another name", async () => {
    const client = await signUp();
    const names = { firstName: "Amina", lastName: "Otieno-Mwangi" };
    expect((await client.call("POST", "/api/user/profile", { ...names, phone: "+254712345678" })).status).toBe(200);
    expect(await send()).toBe(0);
    expect((await client.call("POST", "/api/user/profile", { ...names, phone: "+254712345679" })).status).toBe(200);
    await send();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[client.email, "Your phone number was changed"]]);
  });
});

describe("what people type", { tags: ["S41"] }, () => {
  const corpus = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "Amina\r\nBcc: all@example.com",
    "Visit https://evil.example now",
    "\u202eevil\u2066",
    "=cmd|' /C calc'!A0",
  ];

  it.each(corpus)("is text in every mail: %j", { tags: ["S41"] }, async (text) => {
    const client = await signUp({ firstName: text });
    await queueMail(test.sql, client.userId, "account-deactivated", { reason: text });
    await send();
    const [mail] = sent;
    const parsed = await simpleParser(
      `Subject: ${mail?.subject ?? ""}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${mail?.html ?? ""}`,
    );
    expect(mail?.subject).toBe("Your account was deactivated");
    expect(parsed.html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(mail?.html).not.toContain('href="https://evil');
    expect(mail?.text).toContain("Hello,");
    expect(mail?.text).not.toMatch(/^Bcc:/m);
    expect(mail?.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});
