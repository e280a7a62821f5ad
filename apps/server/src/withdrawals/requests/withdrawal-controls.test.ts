import type { AdminWithdrawal, PayoutAddress, Withdrawal, WithdrawalTerms } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";
import {
  accountOf,
  deleteWithdrawal,
  errorOf,
  mpesa,
  settleWithdrawal,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import {
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { createRecordingMail } from "../../../../../tests/harness/recording-mail.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { sendDueMails } from "../../notices/mails/send-mails.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";

let test: TestApp;
let owner: Sql;
let jane: TestClient;
let omar: TestClient;

beforeAll(async () => {
  test = await startTestApp(undefined, undefined, { WITHDRAWAL_DAILY_LIMIT: "9000" });
  owner = openPool(test.database.url, { role: null, max: 1 });
  jane = await test.administrator("money", { firstName: "Jane", lastName: "Doe" });
  omar = await test.administrator("full", { firstName: "Omar", lastName: "Sall" });
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await owner.end();
  await test.close();
});

const NEW_PASSWORD = "An0ther-h0rse!";
const paid = { status: "completed" };
const said = (answer: TestAnswer): [number, string, string] => {
  const { code, message } = errorOf(answer);
  return [answer.status, code, message];
};
const changePassword = async (client: TestClient): Promise<void> => {
  const answer = await client.call("POST", "/api/user/password", {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
  });
  expect(answer.status, answer.text).toBeLessThan(300);
};
const listOf = async (admin: TestClient, query = ""): Promise<AdminWithdrawal[]> => {
  const { body } = await admin.call("GET", `/api/admin/withdrawals${query}`);
  return Array.isArray(body) ? body : (body as { items: AdminWithdrawal[] }).items;
};
const seenBy = async (admin: TestClient, id: string): Promise<AdminWithdrawal | undefined> =>
  (await listOf(admin)).find((each) => each.id === id);
const termsOf = async (client: TestClient): Promise<WithdrawalTerms> =>
  (await client.call("GET", "/api/user/withdrawals/terms")).body;
const cancel = (client: TestClient, id: string): Promise<TestAnswer> =>
  client.call("POST", `/api/user/withdrawals/${id}/cancel`);

describe("a change of the password", { tags: ["S56"] }, () => {
  it("lets the investor request, and holds the payout for 24 hours", { tags: ["withdrawals-wait"] }, async () => {
    const investor = await test.funded("100");
    await changePassword(investor);
    const before = Date.now();
    const withdrawal = await startWithdrawal(investor, "60");
    expect(withdrawal).toMatchObject({ status: "pending", hold: { reasons: ["password-changed"] } });
    const endsAt = Date.parse(withdrawal.hold!.endsAt);
    expect(endsAt - before).toBeGreaterThan(24 * 3_600_000 - 60_000);
    expect(endsAt - before).toBeLessThanOrEqual(24 * 3_600_000);
    expect((await termsOf(investor)).hold).toEqual(withdrawal.hold);
    expect((await seenBy(jane, withdrawal.id))?.hold).toEqual(withdrawal.hold);
    expect(said(await settleWithdrawal(jane, withdrawal.id, paid))).toEqual([
      409,
      "CONFLICT",
      expect.stringMatching(
        /^This withdrawal is held until \d{4}-\d\d-\d\d \d\d:\d\d UTC, because the investor's password was changed\. /,
      ),
    ]);
    expect((await settleWithdrawal(jane, withdrawal.id, { status: "rejected" })).status).toBe(200);
    expect(await accountOf(investor)).toMatchObject({ balance: "100.00", withdrawalHold: "0.00" });
  });

  it("holds no longer than the end", async () => {
    const investor = await test.funded("100");
    await changePassword(investor);
    const { id } = await startWithdrawal(investor, "60");
    await changeHistory(
      owner,
      (tx) => tx`
      update security_events set happened_at = happened_at - interval '24 hours', holds_until = clock_timestamp()
      where user_id = ${investor.userId}`,
    );
    expect((await termsOf(investor)).hold).toBeNull();
    expect((await settleWithdrawal(jane, id, paid)).status).toBe(200);
  });

  it("is lengthened by a later change, and never shortened", async () => {
    const investor = await test.funded("100");
    await owner`
      insert into security_events (user_id, kind, happened_at, holds_until)
      values (${investor.userId}, 'account-frozen', now(), now() + interval '5 days')`;
    const frozen = (await termsOf(investor)).hold;
    await changePassword(investor);
    expect((await termsOf(investor)).hold).toEqual({
      reasons: ["account-frozen", "password-changed"],
      endsAt: frozen!.endsAt,
    });
  });

  it(
    "is never for ever: the table refuses a hold of more than a week, by an administrator of more than two",
    { tags: ["hold-ends"] },
    async () => {
      const investor = await test.signUp();
      await expect(owner`
      insert into security_events (user_id, kind, happened_at, holds_until)
      values (${investor.userId}, 'account-frozen', now(), now() + interval '8 days')`).rejects.toThrow(
        "check constraint",
      );
      const freeze = (days: number) => owner`
      insert into security_events (user_id, kind, happened_at, holds_until, frozen_by, reason)
      values (${investor.userId}, 'account-frozen', now(), now() + ${days} * interval '1 day', ${jane.userId}, 'A test')`;
      await freeze(14);
      await expect(freeze(15)).rejects.toThrow("check constraint");
    },
  );

  it("is ended early only by an administrator with a reason, who is in the audit log", async () => {
    const investor = await test.funded("100");
    await changePassword(investor);
    const { id, hold } = await startWithdrawal(investor, "60");
    const release = (by: TestClient, body: object): Promise<TestAnswer> =>
      by.call("POST", `/api/admin/withdrawals/${id}/release`, body);
    const seen = { endsAt: hold!.endsAt };
    expect((await release(investor, { ...seen, reason: "mine" })).status).toBe(403);
    expect((await release(jane, seen)).status).toBe(400);
    expect((await release(jane, { ...seen, reason: " " })).status).toBe(400);
    const stale = { endsAt: new Date(Date.now() + 60_000).toISOString(), reason: "called" };
    expect(said(await release(jane, stale))[2]).toBe("The hold has changed since you saw it. Please check again.");
    const released = await release(jane, { ...seen, reason: "The investor called from the known number." });
    expect([released.status, released.body]).toMatchObject([200, { id, hold: null }]);
    expect(said(await release(omar, { ...seen, reason: "again" }))[2]).toBe(
      "This withdrawal is not held. It can be completed.",
    );
    const events = await test.sql<object[]>`
      select actor_id as by, action, after from audit_log where subject_id = ${id} order by id`;
    expect(events).toEqual([
      {
        by: jane.userId,
        action: "withdrawal.release",
        after: { reason: "The investor called from the known number." },
      },
    ]);
    expect((await settleWithdrawal(omar, id, paid)).status).toBe(200);
  });
});

describe("completing a withdrawal", () => {
  it("always leaves a reference of the payment; paper money gets a paper receipt", async () => {
    const investor = await test.funded("100");
    const { id } = await startWithdrawal(investor, "60");
    const answer = await settleWithdrawal(jane, id, paid);
    expect((answer.body as AdminWithdrawal).transactionHash).toBe(`PAPER-${id.slice(0, 8).toUpperCase()}`);
  });
});

describe("what an investor asked for in 24 hours", () => {
  it("counts neither rejected requests nor those of the day before", async () => {
    const investor = await test.funded("8000");
    const rejected = await startWithdrawal(investor, "4000");
    await settleWithdrawal(jane, rejected.id, { status: "rejected" });
    const old = await startWithdrawal(investor, "4000");
    await settleWithdrawal(jane, old.id, paid);
    await owner`update withdrawals set created_at = created_at - interval '25 hours' where id = ${old.id}`;
    const { id } = await startWithdrawal(investor, "4000");
    expect(await seenBy(jane, id)).toMatchObject({ dayAmount: "4000.00" });
  });
});

describe("the daily limit", () => {
  it("refuses what is above it, says what is left, and leaves the money in the balance", async () => {
    const investor = await test.funded("20000");
    expect((await termsOf(investor)).dailyLimit).toEqual({ limit: "9000.00", left: "9000.00", fullAt: null });
    const { id } = await startWithdrawal(investor, "4000");
    await settleWithdrawal(jane, id, paid);
    const answer = await investor.call("POST", "/api/user/withdrawals", mpesa("5000.01"));
    expect(said(answer)).toEqual([
      422,
      "WITHDRAWAL_LIMIT",
      expect.stringMatching(
        /^You can withdraw up to \$9,000\.00 in 24 hours\. Now you can request up to \$5,000\.00\. All of it is free again at .* UTC\. Your money stays in your balance\.$/,
      ),
    ]);
    expect((await accountOf(investor)).balance).toBe("16000.00");
    expect((await termsOf(investor)).dailyLimit).toMatchObject({
      left: "5000.00",
      fullAt: expect.any(String) as string,
    });
    expect((await investor.call("POST", "/api/user/withdrawals", mpesa("5000"))).status).toBe(201);
  });

  it("counts a withdrawal for 24 hours", async () => {
    const investor = await test.funded("20000");
    const { id } = await startWithdrawal(investor, "4000");
    await settleWithdrawal(jane, id, paid);
    const leftAfter = async (age: string): Promise<string | undefined> => {
      await owner`update withdrawals set created_at = now() - ${age}::interval where id = ${id}`;
      return (await termsOf(investor)).dailyLimit?.left;
    };
    expect(await leftAfter("23 hours 59 minutes")).toBe("5000.00");
    expect(await leftAfter("24 hours 1 minute")).toBe("9000.00");
  });
});

describe("cancelling a withdrawal", () => {
  it("returns the money, and shows who cancelled it", { tags: ["cancel"] }, async () => {
    const investor = await test.funded("100");
    const { id } = await startWithdrawal(investor, "60");
    const answer = await cancel(investor, id);
    expect([answer.status, answer.body]).toMatchObject([200, { status: "rejected", isCancelled: true, hold: null }]);
    expect(await accountOf(investor)).toMatchObject({ balance: "100.00", withdrawalHold: "0.00" });
    expect(await seenBy(jane, id)).toMatchObject({ isCancelled: true, settledBy: null });
    expect(said(await cancel(investor, id))[0]).toBe(409);
    expect(said(await settleWithdrawal(jane, id, paid))[2]).toMatch(/was cancelled by the investor at /);
  });

  it("is only for its owner, and only while it is pending", async () => {
    const investor = await test.funded("100");
    const other = await test.signUp();
    const { id } = await startWithdrawal(investor, "60");
    expect((await cancel(other, id)).status).toBe(404);
    expect((await cancel(test.visitor(), id)).status).toBe(401);
    await settleWithdrawal(jane, id, paid);
    expect(said(await cancel(investor, id))).toEqual([
      409,
      "CONFLICT",
      "This withdrawal has been paid out and cannot be cancelled.",
    ]);
    const [row] = (await investor.call("GET", "/api/user/withdrawals")).body as Withdrawal[];
    expect(row).toMatchObject({ status: "completed", isCancelled: false });
  });
});

describe("a withdrawal that an administrator deleted", () => {
  it(
    "stays visible to the other administrators, with who hid it and when, also in the file",
    { tags: ["nothing-hidden"] },
    async () => {
      const investor = await test.funded("100");
      const { id } = await startWithdrawal(investor, "60");
      await settleWithdrawal(jane, id, paid);
      expect((await deleteWithdrawal(jane, id)).status).toBe(204);
      expect(await seenBy(jane, id)).toBeUndefined();
      for (const query of ["", "?limit=100"]) {
        const found = (await listOf(omar, query)).find((each) => each.id === id);
        expect(found).toMatchObject({ status: "completed", hiddenBy: { email: jane.email, firstName: "Jane" } });
        expect(Date.parse(found!.hiddenAt!)).toBeGreaterThan(Date.now() - 60_000);
      }
      const only = await listOf(jane, "?hidden=only&limit=100");
      expect(only.map((each) => each.id)).toContain(id);
      expect(only.every(({ hiddenAt }) => hiddenAt !== null)).toBe(true);
      const file = await omar.call("GET", "/api/admin/withdrawals.csv");
      const line = file.text.split("\r\n").find((each) => each.includes(id));
      expect(line).toContain(jane.email);
      expect((await jane.call("GET", "/api/admin/withdrawals.csv")).text).not.toContain(id);
      expect((await jane.call("GET", "/api/admin/withdrawals.csv?hidden=only")).text).toContain(id);
      expect((await omar.call("GET", "/api/admin/withdrawals?hidden=none")).status).toBe(400);
    },
  );
});

describe("the address book", { tags: ["S55"] }, () => {
  const body = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };

  it("saves, lists and removes destinations; by default any destination can be used", async () => {
    const investor = await test.funded("100");
    const added = await investor.call("POST", "/api/user/payout-addresses", body);
    expect([added.status, added.body]).toMatchObject([201, { ...body, destination: "M-Pesa Kenya +254712345678" }]);
    const { id, addedAt, usableFrom } = added.body as PayoutAddress;
    expect(usableFrom).toBe(addedAt);
    expect(said(await investor.call("POST", "/api/user/payout-addresses", body))[0]).toBe(409);
    const other = await test.signUp();
    expect((await other.call("DELETE", `/api/user/payout-addresses/${id}`)).status).toBe(404);
    expect((await investor.call("DELETE", `/api/user/payout-addresses/${id}`)).status).toBe(204);
    expect((await investor.call("GET", "/api/user/payout-addresses")).body).toEqual([]);
    expect((await investor.call("POST", "/api/user/withdrawals", { ...body, amount: "20" })).status).toBe(201);
  });

  it("tells both when two accounts save one destination, however it is written and also at the same time", async () => {
    const recording = createRecordingMail();
    const links = { links: test.links, origin: "https://wazi.example" };
    const deps = { sql: test.sql, now: () => new Date(), ...recording, ...links };
    const told = async (...people: TestClient[]): Promise<number[]> => {
      while ((await sendDueMails(deps, silentLog)) > 0);
      const shared = recording.sent.filter(
        ({ subject }) => subject === "Another account has the same withdrawal destination",
      );
      return people.map(
        ({ email }) => shared.filter(({ to, text }) => to === email && !text.includes("127.0.0.1")).length,
      );
    };
    const save = (client: TestClient, destination: object) =>
      client.call("POST", "/api/user/payout-addresses", destination);
    const wallet = { withdrawalType: "crypto", currency: "USDT", network: "ERC20" };
    const address = "0xde709f2102306220921060314715629080e2fb77";
    const [one, two, three] = [await test.signUp(), await test.signUp(), await test.signUp()];
    expect((await save(one, { ...wallet, destinationAddress: address })).status).toBe(201);
    expect((await save(three, { ...wallet, destinationAddress: `${address.slice(0, -1)}8` })).status).toBe(201);
    expect(await told(one, two, three)).toEqual([0, 0, 0]);
    const upper = `0x${address.slice(2).toUpperCase()}`;
    expect((await save(two, { ...wallet, currency: "ETH", destinationAddress: upper })).status).toBe(201);
    expect(await told(one, two, three)).toEqual([1, 1, 0]);
    const phone = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345111" };
    const answers = await Promise.all([save(two, phone), save(three, phone)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await told(one, two, three)).toEqual([1, 2, 1]);
    const account = {
      withdrawalType: "bank",
      country: "Nigeria",
      accountName: "Amina",
      destinationAddress: "0690000040",
    };
    expect((await save(one, { ...account, bankName: "Access Bank" })).status).toBe(201);
    expect((await save(three, { ...account, bankName: "Access Bank", destinationAddress: "0690000041" })).status).toBe(
      201,
    );
    expect(await told(one, two, three)).toEqual([1, 2, 1]);
    const other = { accountName: "Otieno", destinationAddress: "069-000 0040", bankName: "ACCESS bank plc" };
    expect((await save(two, { ...account, ...other })).status).toBe(201);
    expect(await told(one, two, three)).toEqual([2, 3, 1]);
  });

  it("tells the user by mail what was added and removed, with a link that freezes the account", async () => {
    const strict = await startTestApp(test.database, undefined, { ADDRESS_WAIT_HOURS: "24" });
    const investor = (await test.signUp()).through(strict);
    const recording = createRecordingMail();
    const deps = {
      sql: test.sql,
      now: () => new Date(),
      ...recording,
      links: test.links,
      origin: "https://wazi.example",
    };
    try {
      const { id, usableFrom } = (await investor.call("POST", "/api/user/payout-addresses", body))
        .body as PayoutAddress;
      expect((await investor.call("DELETE", `/api/user/payout-addresses/${id}`)).status).toBe(204);
      while ((await sendDueMails(deps, silentLog)) > 0);
      const mails = recording.sent.filter(({ to }) => to === investor.email);
      const of = (end: string): string => mails.find(({ subject }) => subject.endsWith(end))?.text ?? "";
      const day = new Date(usableFrom).getUTCDate();
      expect(of("destination was added")).toMatch(new RegExp(`What: M-Pesa …5678\n[^]*Can be used from: ${day} `));
      expect(of("destination was removed")).toContain("What: M-Pesa …5678");
      for (const end of ["added", "removed"]) expect(of(end)).toContain("This was not me");
      expect(mails.map(({ text }) => text).join()).not.toContain("254712345678");
    } finally {
      await strict.close();
    }
  });

  it("with a waiting time, refuses a destination that is not in it or still waits", async () => {
    const strict = await startTestApp(test.database, undefined, { ADDRESS_WAIT_HOURS: "24" });
    try {
      const investor = (await test.funded("100")).through(strict);
      const ask = (): Promise<TestAnswer> => investor.call("POST", "/api/user/withdrawals", { ...body, amount: "20" });
      expect(said(await ask())).toEqual([
        403,
        "FORBIDDEN",
        "This destination is not in your address book. Please add it first.",
      ]);
      await investor.call("POST", "/api/user/payout-addresses", body);
      expect(said(await ask())[2]).toMatch(
        /^This destination is new in your address book\. You can use it from .* UTC\.$/,
      );
      expect((await accountOf(investor)).balance).toBe("100.00");
      await owner`
        update payout_addresses set added_at = added_at - interval '24 hours', usable_from = now()
        where user_id = ${investor.userId}`;
      expect((await ask()).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});
