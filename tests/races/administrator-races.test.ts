import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminWithdrawal, WaitingAppointment } from "@wazi/contracts";
import { createHoldingDoor } from "../harness/holding-door.ts";
import {
  accountOf,
  atOnce,
  deleteWithdrawal,
  errorOf,
  isSuccess,
  settleWithdrawal,
  startWithdrawal,
  statusCounts,
} from "../harness/money-calls.ts";
import {
  adminAccount,
  PASSWORD,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../harness/test-app.ts";
import { byDepth } from "../harness/test-depth.ts";

const CALLS = 16;
const ROUNDS = byDepth({ ci: 2, long: 6 });
const env = { ADMIN_ALONE_DAILY_LIMIT: "500" };
const PATH = "/api/admin/administrators";

let one: TestApp;
let two: TestApp;

beforeAll(async () => {
  one = await startTestApp(undefined, undefined, env);
  two = await startTestApp(one.database, undefined, env);
});
afterEach(async () => {
  await leaveFirst();
  expect(await one.differences()).toEqual([]);
});
afterAll(async () => {
  const [row] = await one.sql<{ deadlocks: string }[]>`
    select deadlocks::text from pg_stat_database where datname = current_database()`;
  expect(row?.deadlocks).toBe("0");
  await two.close();
  await one.close();
});

/** Revokes all administrators except the first, who has full access. */
async function leaveFirst(): Promise<void> {
  await one.sql`update users set is_admin = (id = ${one.admin.userId}), admin_role = 'full' where is_admin`;
}

async function rounds(run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await run(round);
}

const revoke = (by: TestClient, id: string, password = PASSWORD): Promise<TestAnswer> =>
  by.call("POST", `${PATH}/${id}/revoke`, { password });
const listFullAdministrators = (): Promise<{ id: string }[]> =>
  one.sql<{ id: string }[]>`select id from users where is_admin and admin_role = 'full'`;
async function countAuditEvents(action: string, ids: readonly string[]): Promise<number> {
  const rows = await one.sql`select from audit_log where action = ${action} and subject_id = any(${ids}::text[])`;
  return rows.length;
}

describe("concurrent changes of administrators, over two instances", () => {
  it("let one of two administrators revoke the other", () =>
    rounds(async () => {
      const [jane, omar] = [await one.administrator("full"), await one.administrator("full")];
      const answers = await Promise.all([
        revoke(jane.through(one), omar.userId),
        revoke(omar.through(two), jane.userId),
        revoke(jane.through(two), omar.userId),
        revoke(omar.through(one), jane.userId),
      ]);
      expect(answers.filter(isSuccess)).toHaveLength(1);
      for (const answer of answers.filter((each) => !isSuccess(each))) expect([403, 404]).toContain(answer.status);
      expect(await countAuditEvents("administrator.revoke", [jane.userId, omar.userId])).toBe(1);
      const left = (await listFullAdministrators()).map(({ id }) => id);
      expect(left.filter((id) => id === jane.userId || id === omar.userId)).toHaveLength(1);
    }));

  it("always keep one administrator with full access when all revoke each other", () =>
    rounds(async () => {
      await leaveFirst();
      const circle = await Promise.all([1, 2, 3].map(() => one.administrator("full")));
      // The first administrator is revoked, so that the last one is one of these.
      await one.sql`update users set admin_role = 'money' where id = ${one.admin.userId}`;
      const answers = await atOnce(CALLS, [circle[0]!, circle[1]!, circle[2]!], (client, index) => {
        const target = circle[(index + 1 + (Math.floor(index / 3) % 2)) % 3]!;
        const through = client.through(index % 2 === 0 ? one : two);
        if (index % 4 < 2) return revoke(through, target.userId);
        return through.call("POST", `${PATH}/${target.userId}/role`, { role: "money", password: PASSWORD });
      });
      for (const answer of answers.filter((each) => !isSuccess(each))) {
        expect([403, 404, 409], answer.text).toContain(answer.status);
      }
      expect(await listFullAdministrators()).toHaveLength(1);
    }));

  it("tell the second of two who appoint the same administrator", () =>
    rounds(async () => {
      const candidate = await one.signUp();
      const body = { email: candidate.email, role: "money", password: adminAccount.password };
      const answers = await atOnce(8, [one.admin.through(one), one.admin.through(two)], (admin) =>
        admin.call("POST", PATH, body),
      );
      expect(statusCounts(answers)).toEqual({ 201: 1, 409: 7 });
      expect(await countAuditEvents("administrator.make", [candidate.userId])).toBe(1);
      const asked = await one.signUp();
      const waits = await atOnce(8, [one.admin.through(one), one.admin.through(two)], (admin) =>
        admin.call("POST", PATH, { ...body, email: asked.email }),
      );
      expect(statusCounts(waits)).toEqual({ 202: 1, 409: 7 });
      await leaveFirst();
    }));

  it("decide an appointment once, and never give a deleted user a role", () =>
    rounds(async () => {
      const [second, candidate] = [await one.administrator("full"), await one.signUp()];
      const body = { email: candidate.email, role: "money", password: adminAccount.password };
      const asked = await one.admin.call("POST", PATH, body);
      expect(asked.status, asked.text).toBe(202);
      const { id } = (asked.body as WaitingAppointment).appointment;
      const answers = await atOnce(12, [second.through(one), second.through(two)], (admin, index) =>
        index % 6 < 2
          ? admin.call("POST", `/api/admin/appointments/${id}/confirm`, { password: PASSWORD })
          : index % 6 < 4
            ? admin.call("POST", `/api/admin/appointments/${id}/decline`, { password: PASSWORD })
            : admin.call("DELETE", `/api/admin/users/${candidate.userId}`, undefined),
      );
      const words = answers.map(({ text }) => text).join("\n");
      for (const answer of answers.filter((each) => !isSuccess(each)))
        expect([403, 404, 409], words).toContain(answer.status);
      const [row] = await one.sql<{ admin: boolean; gone: boolean; ended: boolean }[]>`
        select u.is_admin as admin, u.deleted_at is not null as gone, a.ended_at is not null as ended
        from users u join appointments a on a.administrator_id = u.id where u.id = ${candidate.userId}`;
      expect(row?.admin && (row.gone || row.ended), words).toBe(false);
      expect(await countAuditEvents("administrator.make", [candidate.userId])).toBe(row?.admin ? 1 : 0);
      const decided = answers.filter((each) => isSuccess(each)).length - (row?.gone ? 1 : 0);
      expect(decided, words).toBeLessThanOrEqual(1);
    }));
});

describe("a large withdrawal that is confirmed, completed, rejected and deleted at once, over two instances", () => {
  let jane: TestClient;
  let omar: TestClient;
  let sessions: readonly TestClient[];

  beforeEach(async () => {
    jane = await one.administrator("money", { firstName: "Jane" });
    omar = await one.administrator("money", { firstName: "Omar" });
    sessions = [jane.through(one), omar.through(two), jane.through(two), omar.through(one)];
  });

  async function asked(): Promise<AdminWithdrawal & { investor: TestClient }> {
    const investor = await one.funded("600");
    const { id } = await startWithdrawal(investor, "600");
    const all = (await jane.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[];
    return { ...all.find((each) => each.id === id)!, investor };
  }
  const confirm = (by: TestClient, { id, amount, destination }: AdminWithdrawal): Promise<TestAnswer> =>
    by.call("POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination });
  const complete = (by: TestClient, { id }: AdminWithdrawal): Promise<TestAnswer> =>
    settleWithdrawal(by, id, { status: "completed" });

  interface AuditEvent {
    action: string;
    by: string;
    status: string;
  }
  const listAuditEvents = ({ id }: AdminWithdrawal): Promise<AuditEvent[]> =>
    one.sql<AuditEvent[]>`
      select action, actor_id as by, after ->> 'status' as status from audit_log where subject_id = ${id} order by id`;

  it("is confirmed once and completed once, by two different administrators", () =>
    rounds(async () => {
      const withdrawal = await asked();
      const answers = await atOnce(CALLS, sessions, (admin, index) =>
        Math.floor(index / 4) % 2 === 0 ? confirm(admin, withdrawal) : complete(admin, withdrawal),
      );
      for (const answer of answers.filter((each) => !isSuccess(each))) expect(answer.status, answer.text).toBe(409);
      const events = await listAuditEvents(withdrawal);
      const [confirmed, completed] = events;
      expect(confirmed?.action).toBe("withdrawal.confirm");
      expect(events.length).toBeLessThanOrEqual(2);
      if (completed) expect([completed.action, completed.by !== confirmed?.by]).toEqual(["withdrawal.settle", true]);
      expect(answers.filter(isSuccess)).toHaveLength(events.length);
      const held = completed ? "0.00" : "600.00";
      expect(await accountOf(withdrawal.investor)).toMatchObject({ balance: "0.00", withdrawalHold: held });
      if (completed) return;
      const other = confirmed?.by === jane.userId ? omar : jane;
      expect((await complete(other, withdrawal)).status).toBe(200);
    }));

  it("has one outcome, and is paid only with two administrators", () =>
    rounds(async () => {
      const withdrawal = await asked();
      const answers = await atOnce(CALLS, sessions, (admin, index) => {
        const turn = Math.floor(index / 4);
        if (turn === 0) return confirm(admin, withdrawal);
        if (turn === 1) return complete(admin, withdrawal);
        if (turn === 2) return settleWithdrawal(admin, withdrawal.id, { status: "rejected" });
        return deleteWithdrawal(admin, withdrawal.id);
      });
      for (const answer of answers.filter((each) => !isSuccess(each))) {
        expect([404, 409], answer.text).toContain(answer.status);
      }
      const events = await listAuditEvents(withdrawal);
      const confirmations = events.filter(({ action }) => action === "withdrawal.confirm");
      const endings = events.filter(({ action }) => action === "withdrawal.settle");
      const isPaid = endings.some(({ status }) => status === "completed");
      expect(confirmations.length).toBeLessThanOrEqual(1);
      expect(endings.length).toBeLessThanOrEqual(1);
      // The confirmation comes before the outcome.
      if (confirmations.length > 0) expect(events[0]?.action).toBe("withdrawal.confirm");
      if (isPaid) expect(confirmations[0]?.by).not.toBe(endings[0]?.by);
      expect(await accountOf(withdrawal.investor)).toMatchObject({
        balance: isPaid ? "0.00" : "600.00",
        withdrawalHold: "0.00",
      });
    }));
});

describe("an administrator who loses the right to settle withdrawals during a payout with their confirmation", () => {
  let held: TestApp;
  const door = createHoldingDoor();

  beforeAll(async () => {
    held = await startTestApp(one.database, door.wrap, env);
  });
  afterAll(() => held.close());

  it("cannot confirm it any more, although the payout was decided before", async () => {
    const [jane, omar] = [await one.administrator("money", { firstName: "Jane" }), await one.administrator("money")];
    const investor = await one.funded("600");
    const { id } = await startWithdrawal(investor, "600");
    const [seen] = (await jane.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[];
    const { amount, destination } = seen!;
    expect((await jane.call("POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination })).status).toBe(200);
    const arrived = door.holdNext();
    const late = settleWithdrawal(omar.through(held), id, { status: "completed" });
    await arrived;
    expect((await revoke(one.admin, jane.userId, adminAccount.password)).status).toBe(204);
    door.release();
    const answer = await late;
    expect([answer.status, errorOf(answer).message]).toEqual([
      409,
      "One administrator can move at most $500.00 in 24 hours, and you have $500.00 left. This withdrawal of $600.00 needs two administrators. Jane Otieno confirmed it but may no longer settle withdrawals; it must be confirmed again.",
    ]);
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: "600.00" });
  });

  it("cannot complete it either", async () => {
    const omar = await one.administrator("money");
    const investor = await one.funded("200");
    const { id } = await startWithdrawal(investor, "200");
    const arrived = door.holdNext();
    const late = settleWithdrawal(omar.through(held), id, { status: "completed" });
    await arrived;
    const role = { role: "read-only", password: adminAccount.password };
    expect((await one.admin.call("POST", `/api/admin/administrators/${omar.userId}/role`, role)).status).toBe(200);
    door.release();
    const answer = await late;
    expect([answer.status, errorOf(answer).message]).toEqual([
      403,
      "This needs an administrator with the role money or full. Yours is read-only.",
    ]);
    expect(await accountOf(investor)).toMatchObject({ balance: "0.00", withdrawalHold: "200.00" });
  });
});
