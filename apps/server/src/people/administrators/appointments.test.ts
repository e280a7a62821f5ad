import {
  type Administrator,
  type Adjustment,
  type AdminWithdrawal,
  type Appointment,
  type AnswerOf,
  HOUR_MS,
  type listAppointments,
  type WaitingAdjustment,
  type WaitingAppointment,
} from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { turnOnApp } from "../../../../../tests/harness/authenticator-app.ts";
import { liveEnvironment } from "../../../../../tests/harness/live-environment.ts";
import {
  accountOf,
  errorOf,
  settleDeposit,
  settleWithdrawal,
  startDeposit,
  startWithdrawal,
} from "../../../../../tests/harness/money-calls.ts";
import {
  adminAccount,
  PASSWORD,
  PreparedRace,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestClient,
} from "../../../../../tests/harness/test-app.ts";
import { openPool } from "../../platform/db/pool.ts";
import { appointByMachine } from "./appoint-by-machine.ts";

const PATH = "/api/admin/administrators";
const env = { ADMIN_ALONE_DAILY_LIMIT: "1000" };
const DAYS_30 = 720;

let test: TestApp;
const race = new PreparedRace();

const passwordOf = (by: TestClient): string => (by === test.admin ? adminAccount.password : PASSWORD);
const appoint = (by: TestClient, { email }: { email: string }, role = "full"): Promise<TestAnswer> =>
  by.call("POST", PATH, { email, role, password: passwordOf(by) });
const change = (by: TestClient, { userId }: TestClient, role: string): Promise<TestAnswer> =>
  by.call("POST", `${PATH}/${userId}/role`, { role, password: passwordOf(by) });
const revoke = (by: TestClient, { userId }: TestClient): Promise<TestAnswer> =>
  by.call("POST", `${PATH}/${userId}/revoke`, { password: passwordOf(by) });
const decide = (by: TestClient, { id }: { id: string }, how: "confirm" | "decline" = "confirm"): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/appointments/${id}/${how}`, { password: passwordOf(by) });
const signIn = (client: TestClient): Promise<TestAnswer> =>
  client.call("POST", "/api/auth/signin", { email: client.email, password: PASSWORD });
const said = (answer: TestAnswer): [number, string] => [answer.status, errorOf(answer).message];
const read = async (by: TestClient): Promise<AnswerOf<typeof listAppointments>> =>
  (await by.call("GET", "/api/admin/appointments")).body;
const rowOf = async (by: TestClient, { userId }: TestClient): Promise<Administrator> =>
  ((await by.call("GET", PATH)).body as Administrator[]).find(({ id }) => id === userId)!;
const roleOf = async ({ userId }: TestClient): Promise<string | null> => {
  const [row] = await test.sql<{ role: string | null }[]>`
    select case when is_admin then admin_role end as role from users where id = ${userId}`;
  return row?.role ?? null;
};
function waiting(answer: TestAnswer): Appointment {
  expect(answer.status, answer.text).toBe(202);
  return (answer.body as WaitingAppointment).appointment;
}
/** Lets hours pass for one administrator: the appointment in force was confirmed that much earlier. */
const pass = ({ userId }: TestClient, hours: number): Promise<unknown> =>
  test.sql`
    update appointments set confirmed_at = confirmed_at - make_interval(hours => ${hours}::int)
    where administrator_id = ${userId} and ended_at is null`;
const byMachine = async (client: TestClient, role: "money" | "full" = "full"): Promise<TestClient> => {
  await appointByMachine({ sql: test.sql, now: () => new Date() }, { email: client.email, role });
  await signIn(client);
  return client;
};

/** Asks to give an investor 5,000, which takes two. */
async function ask(by: TestClient): Promise<Adjustment & { investor: TestClient }> {
  const investor = await test.signUp();
  const body = { balance: "5000", reason: "A refund" };
  const answer = await by.call("POST", `/api/admin/users/${investor.userId}/balance`, body);
  expect(answer.status, answer.text).toBe(202);
  return { ...(answer.body as WaitingAdjustment).pendingAdjustment, investor };
}
const approve = (by: TestClient, { id }: Adjustment): Promise<TestAnswer> =>
  by.call("POST", `/api/admin/adjustments/${id}/approve`);

async function start(settings = {}): Promise<void> {
  test = await startTestApp(undefined, race.wrapDoor, { ...env, ...settings });
}
const stop = async (): Promise<void> => {
  expect(await test.differences()).toEqual([]);
  await test.close();
};

describe("the only administrator of a demo", () => {
  beforeEach(() => start());
  const end = async (): Promise<void> => stop();

  it("appoints an accomplice at once, who decides nothing with them for 30 days, in neither direction", async () => {
    const accomplice = await test.signUp({ firstName: "Ada", lastName: "Obi" });
    const made = await appoint(test.admin, accomplice);
    expect(made.status, made.text).toBe(201);
    await signIn(accomplice);
    const other = await byMachine(await test.signUp({ firstName: "Omar", lastName: "Sall" }));
    const own = await ask(test.admin);
    for (const hours of [0, 71]) {
      await pass(accomplice, hours);
      const refused = await approve(accomplice, own);
      expect(said(refused)).toEqual([
        403,
        expect.stringMatching(/^Ada Obi can decide with Wazi Admin from 202.* UTC: 30 days/),
      ]);
      expect(said(await approve(accomplice, await ask(other)))).toEqual([
        403,
        expect.stringMatching(
          /^Ada Obi can decide with Omar Sall from .*: 72 hours after their appointment was confirmed\.$/,
        ),
      ]);
    }
    await pass(accomplice, 2);
    const others = await ask(other);
    expect((await approve(accomplice, others)).status).toBe(200);
    expect((await accountOf(others.investor)).balance).toBe("5000.00");
    expect((await approve(accomplice, own)).status).toBe(403);
    const turned = await ask(accomplice);
    expect((await approve(test.admin, turned)).status).toBe(403);
    for (const { investor } of [own, turned]) expect((await accountOf(investor)).balance).toBe("0.00");
    await pass(accomplice, DAYS_30 - 73);
    expect((await approve(accomplice, own)).status).toBe(200);
    expect((await approve(test.admin, turned)).status).toBe(200);
    await end();
  });

  it("is told from when the new one counts, and that another appointment waits", async () => {
    const first = await test.signUp();
    await appoint(test.admin, first, "money");
    const { eligibleFrom, eligibleWithYouFrom } = await rowOf(test.admin, first);
    const waits = [eligibleFrom, eligibleWithYouFrom].map((at) => (Date.parse(at ?? "") - Date.now()) / HOUR_MS);
    expect(waits.map(Math.round)).toEqual([72, DAYS_30]);
    expect(await read(test.admin)).toMatchObject({ isAlone: false, eligible: 1 });
    const second = await test.signUp({ firstName: "Ben", lastName: "Ade" });
    const answer = await appoint(test.admin, second);
    expect(waiting(answer).confirmers).toEqual([]);
    expect((answer.body as WaitingAppointment).message).toMatch(
      /^Ben Ade gets the role full when .* No administrator here can confirm it: .* appoint-administrator --email .* --role full\.$/,
    );
    expect(await roleOf(second)).toBeNull();
    await end();
  });
});

describe("an appointment beside other administrators", { tags: ["S58"] }, () => {
  let omar: TestClient;
  let ada: TestClient;
  beforeAll(async () => {
    await start();
    omar = await test.administrator("full", { firstName: "Omar", lastName: "Sall" });
    ada = await test.administrator("full", { firstName: "Ada", lastName: "Obi" });
  });
  afterAll(() => stop());

  it("waits, and another administrator confirms it, once", async () => {
    const jane = await test.signUp({ firstName: "Jane" });
    const asked = await appoint(omar, jane);
    expect((asked.body as WaitingAppointment).message).toMatch(/These can: Wazi Admin, Ada Obi\.$/);
    const appointment = waiting(asked);
    expect(await roleOf(jane)).toBeNull();
    expect((await read(ada)).items).toContainEqual(appointment);
    expect(said(await appoint(ada, jane))).toEqual([409, expect.stringMatching(/already waits for an appointment/)]);
    expect(said(await decide(omar, appointment))).toEqual([
      403,
      "You asked for this appointment; another administrator must confirm it.",
    ]);
    const money = await test.administrator("money");
    expect((await decide(money, appointment)).status).toBe(403);
    expect((await decide(jane, appointment)).status).toBe(403);
    const twice = await Promise.all([decide(ada, appointment), decide(ada, appointment)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await roleOf(jane)).toBe("full");
    await signIn(jane);
    const adjustment = await ask(ada);
    expect((await approve(jane, adjustment)).status).toBe(403);
    await pass(jane, 72);
    expect((await approve(jane, adjustment)).status).toBe(200);
    // The one who asked for the appointment waits for 30 days, or for a third administrator.
    const own = await ask(omar);
    expect((await approve(jane, own)).status).toBe(403);
    expect((await decide(test.admin, appointment)).status).toBe(204);
    expect((await approve(jane, own)).status).toBe(200);
    expect((await decide(test.admin, appointment)).status).toBe(404);
  });

  it("is not confirmed by who was appointed by the same administrator, or lately", async () => {
    const accomplice = await test.signUp({ firstName: "Ivo", lastName: "Lund" });
    await decide(ada, waiting(await appoint(omar, accomplice)));
    await signIn(accomplice);
    const next = waiting(await appoint(omar, await test.signUp()));
    expect(said(await decide(accomplice, next))).toEqual([403, expect.stringMatching(/: 30 days after/)]);
    await pass(accomplice, DAYS_30);
    expect(said(await decide(accomplice, next))).toEqual([
      403,
      "Omar Sall appointed you, so you cannot confirm an appointment that they ask for. Another administrator can.",
    ]);
    expect((await decide(ada, next, "decline")).status).toBe(204);
    expect((await decide(ada, next)).status).toBe(404);
  });

  it("ends after 72 hours, and is refused for a candidate with money or without the one who asked", async () => {
    const late = await test.signUp();
    const expired = waiting(await appoint(omar, late));
    const owner = openPool(test.database.url, { role: null, max: 1 });
    await owner`update appointments set asked_at = asked_at - interval '72 hours' where id = ${expired.id}`;
    await owner.end();
    expect((await read(ada)).items.map(({ id }) => id)).not.toContain(expired.id);
    expect((await decide(ada, expired)).status).toBe(404);
    await decide(ada, waiting(await appoint(omar, late)), "decline");
    expect(await roleOf(late)).toBeNull();
    const rich = await test.signUp({ firstName: "Rita", lastName: "Rich" });
    const appointment = waiting(await appoint(omar, rich));
    const { id } = await startDeposit(rich, "100");
    await settleDeposit(test.admin, id, { status: "completed" });
    expect(said(await decide(ada, appointment))).toEqual([409, expect.stringMatching(/^Rita Rich has money here/)]);
    const leaver = await test.administrator("full", { firstName: "Lea", lastName: "Vera" });
    const orphan = waiting(await appoint(leaver, await test.signUp()));
    await change(test.admin, leaver, "money");
    expect(said(await decide(ada, orphan))).toEqual([
      409,
      expect.stringMatching(/^Lea Vera asked for this appointment but/),
    ]);
  });

  it("is also a role that newly moves money, and a revoked administrator starts again", async () => {
    const accomplice = await test.administrator("read-only");
    const raised = waiting(await change(omar, accomplice, "money"));
    expect(await roleOf(accomplice)).toBe("read-only");
    await decide(ada, raised);
    expect(await roleOf(accomplice)).toBe("money");
    const own = await ask(omar);
    expect((await approve(accomplice, own)).status).toBe(403);
    await pass(accomplice, 73);
    expect((await approve(accomplice, own)).status).toBe(403);
    expect((await approve(accomplice, await ask(ada))).status).toBe(200);
    // Full access later is no new appointment, and lowering takes effect at once.
    expect((await change(omar, accomplice, "full")).status).toBe(200);
    expect((await approve(accomplice, await ask(ada))).status).toBe(200);
    const again = await ask(ada);
    expect((await change(omar, accomplice, "support")).status).toBe(200);
    await decide(ada, waiting(await change(omar, accomplice, "money")));
    expect(said(await approve(accomplice, again))).toEqual([403, expect.stringMatching(/: 72 hours after/)]);
    await revoke(omar, accomplice);
    await decide(ada, waiting(await appoint(omar, accomplice, "money")));
    await signIn(accomplice);
    expect((await approve(accomplice, again)).status).toBe(403);
  });

  it("counts when the money moves: who stops being a second person in between is refused", async () => {
    const jane = await test.administrator("money", { firstName: "Jane", lastName: "Doe" });
    const adjustment = await ask(omar);
    race.prepare(() => pass(jane, -DAYS_30 - 72));
    expect((await approve(jane, adjustment)).status).toBe(403);
    expect((await accountOf(adjustment.investor)).balance).toBe("0.00");
    await pass(jane, DAYS_30 + 72);
    const investor = await test.funded("5000");
    const { id } = await startWithdrawal(investor, "5000");
    const confirm = async (by: TestClient): Promise<TestAnswer> => {
      const list = (await by.call("GET", "/api/admin/withdrawals")).body as AdminWithdrawal[];
      const { amount, destination } = list.find((each) => each.id === id)!;
      return by.call("POST", `/api/admin/withdrawals/${id}/confirm`, { amount, destination });
    };
    const fresh = await test.signUp();
    await decide(ada, waiting(await appoint(omar, fresh, "money")));
    await signIn(fresh);
    expect(said(await confirm(fresh))).toEqual([403, expect.stringMatching(/can decide as a second person from/)]);
    await pass(fresh, 72);
    expect((await confirm(fresh)).status).toBe(200);
    // A second person for others, and not for the one who appointed them.
    expect(said(await settleWithdrawal(omar, id, { status: "completed" }))).toEqual([
      409,
      expect.stringMatching(/needs two administrators\. .*: 30 days after/),
    ]);
    race.prepare(() => pass(fresh, -1));
    expect((await settleWithdrawal(ada, id, { status: "completed" })).status).toBe(409);
    expect((await accountOf(investor)).withdrawalHold).toBe("5000.00");
    await pass(fresh, 1);
    expect((await settleWithdrawal(ada, id, { status: "completed" })).status).toBe(200);
  });

  it("is needed to agree to a rate and to freeze for longer, and nothing is lost by a refusal", async () => {
    const fresh = await test.signUp();
    await decide(ada, waiting(await appoint(omar, fresh)));
    await signIn(fresh);
    await omar.call("POST", "/api/admin/local-rates", { currency: "KES", rate: "100", source: "A bank" });
    const far = await ada.call("POST", "/api/admin/local-rates", { currency: "KES", rate: "200", source: "A bank" });
    expect(far.status, far.text).toBe(202);
    const { proposal } = far.body as { proposal: { id: string } };
    const agree = (by: TestClient): Promise<TestAnswer> =>
      by.call("POST", `/api/admin/local-rate-proposals/${proposal.id}/decide`, { decision: "confirm" });
    expect(said(await agree(fresh))).toEqual([403, expect.stringMatching(/: 72 hours after/)]);
    const investor = await test.signUp();
    const freeze = (by: TestClient): Promise<TestAnswer> =>
      by.call("POST", `/api/admin/users/${investor.userId}/freeze`, { reason: "Stolen phone" });
    expect((await freeze(ada)).status).toBe(200);
    expect(said(await freeze(fresh))).toEqual([403, expect.stringMatching(/: 72 hours after/)]);
    await pass(fresh, 72);
    expect((await agree(fresh)).status).toBe(204);
    expect((await freeze(fresh)).status).toBe(200);
  });

  it("is told to every other administrator and published without a name", async () => {
    const jane = await test.signUp({ firstName: "Secretname" });
    const appointment = waiting(await appoint(omar, jane));
    await decide(ada, appointment);
    const mails = await test.sql<{ state: string; told: number }[]>`
      select data ->> 'state' as state, count(distinct user_id)::int as told from mail_outbox
      where template = 'administrator-appointment' and data ->> 'name' like 'Secretname%' group by 1 order by 1`;
    const [count] = await test.sql<{ all: number }[]>`
      select count(*)::int as "all" from users where is_admin and deleted_at is null`;
    const others = (count?.all ?? 0) - 1;
    expect(mails).toEqual([
      { state: "appointed", told: others },
      { state: "asked", told: others },
    ]);
    const { items } = (await ada.call("GET", "/api/user/notifications")).body as {
      items: { event: string; reason: string }[];
    };
    const about = items.filter(({ reason }) => reason?.startsWith("Secretname")).map(({ event }) => event);
    expect(about.toSorted()).toEqual(["administrator-appointed", "administrator-asked"]);
    const leaves = await test.sql<
      { leaf: string }[]
    >`select leaf from log_outbox where kind = 'appointment' and subject = ${appointment.id}`;
    expect(leaves.map(({ leaf }) => JSON.parse(leaf) as object)).toEqual([
      {
        type: "appointment",
        appointmentId: appointment.id,
        role: "full",
        askedAt: expect.stringMatching(/Z$/) as string,
        confirmedAt: expect.stringMatching(/Z$/) as string,
        how: "confirmed",
      },
    ]);
  });

  it("shows who used the same browser", async () => {
    const one = await test.administrator("money", { firstName: "Una" });
    const two = await test.administrator("money", { firstName: "Duo" });
    await one.call("POST", "/api/auth/signout");
    await one.call("POST", "/api/auth/signin", { email: two.email, password: PASSWORD });
    await ask(two);
    const kindsOf = async (): Promise<unknown> => {
      const { shared } = (await ada.call("GET", "/api/admin/adjustments")).body as AnswerOf<typeof listAppointments>;
      const pair = shared.find(
        ({ first, second }) => [first.id, second.id].toSorted().join() === [one.userId, two.userId].toSorted().join(),
      );
      return pair?.kinds;
    };
    expect(await kindsOf()).toEqual(["address", "device"]);
    await test.sql`update known_devices set last_used_at = now() - interval '31 days' where user_id = ${one.userId}`;
    expect(await kindsOf()).toEqual(["address"]);
  });
});

describe("the command line", () => {
  beforeAll(() => start());
  afterAll(() => stop());

  it("appoints without a second person, with the refusals of the browser", async () => {
    const rich = await test.funded("100");
    const machine = { sql: test.sql, now: () => new Date() };
    await expect(appointByMachine(machine, { email: rich.email, role: "full" })).rejects.toThrow(/has money here/);
    await expect(appointByMachine(machine, { email: "x@y.zz", role: "full" })).rejects.toThrow(/No user has signed up/);
    const jane = await byMachine(await test.signUp());
    await expect(appointByMachine(machine, { email: jane.email, role: "money" })).rejects.toThrow(
      /already an administrator/,
    );
    const { eligibleFrom, eligibleWithYouFrom } = await rowOf(test.admin, jane);
    expect(eligibleWithYouFrom).toBe(eligibleFrom);
    const adjustment = await ask(test.admin);
    expect((await approve(jane, adjustment)).status).toBe(403);
    await pass(jane, 72);
    expect((await approve(jane, adjustment)).status).toBe(200);
    const [event] = await test.sql`
      select actor_id as by, after from audit_log where action = 'administrator.make' and subject_id = ${jane.userId}`;
    expect(event).toMatchObject({ by: null, after: { isAdmin: true, role: "full" } });
    const [leaf] = await test.sql<{ leaf: string }[]>`
      select leaf from log_outbox where kind = 'appointment' and leaf like '%machine%' order by id desc limit 1`;
    expect(leaf).toBeDefined();
  });
});

describe("live mode", () => {
  it("appoints on the command line alone while fewer than two are eligible, and says so", async () => {
    await start({ ...liveEnvironment, BROKER: "ccxt:kraken", RATE_LIMIT_SCALE: "1" });
    const { recoveryCodes } = await turnOnApp(test.admin, adminAccount.password);
    test.admin.proof = () => ({ code: recoveryCodes.pop() });
    const candidate = await test.signUp();
    expect(said(await appoint(test.admin, candidate))).toEqual([
      409,
      `Fewer than two administrators count as a second person, so an appointment is made on the server: npm run wazi -- appoint-administrator --email ${candidate.email} --role full. Nothing was changed.`,
    ]);
    expect(await roleOf(candidate)).toBeNull();
    const second = await test.signUp();
    await appointByMachine({ sql: test.sql, now: () => new Date() }, { email: second.email, role: "full" });
    expect((await appoint(test.admin, candidate)).status).toBe(409);
    await pass(second, 72);
    expect(waiting(await appoint(test.admin, candidate)).confirmers).toHaveLength(1);
    await stop();
  });
});
