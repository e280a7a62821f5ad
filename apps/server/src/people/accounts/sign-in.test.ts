import { hash } from "@node-rs/argon2";
import { messages, signIn } from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAccountWorld,
  cookiesOf,
  PASSWORD,
  type AccountProcess,
  type AccountWorld,
} from "../../../../../tests/harness/account-world.ts";
import { createPasswordHasher, DUMMY_HASH } from "../identity/passwords.ts";
import { byDepth } from "../../../../../tests/harness/test-depth.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const ROUNDS_TIMED = byDepth({ ci: 10, long: 20 });

let world: AccountWorld;
let one: AccountProcess;
let two: AccountProcess;

beforeAll(async () => {
  world = await createAccountWorld(START);
  one = world.startProcess();
  two = world.startProcess();
});

beforeEach(() => {
  world.clock.now = START;
});

afterAll(() => world.end());

describe("sign-in", () => {
  test("answers the current user, ignores the case of the e-mail, and stores the time", async () => {
    const { email, user } = await world.signUpSomebody();
    world.clock.now = START + 5_000;
    const answer = await two.post(signIn.path, { email: email.toUpperCase(), password: PASSWORD });
    expect([answer.statusCode, answer.json()]).toEqual([200, user]);
    const [row] = await one.sql<{ at: Date }[]>`select last_login_at as at from users where id = ${user.id}`;
    expect(row?.at).toEqual(new Date(world.clock.now));
  });

  test.each([
    [{ email: "nonsense", password: "x" }, "Invalid email address"],
    [{ email: "a@example.com", password: "" }, "Password is required"],
    [{ email: "a@example.com" }, "Password is required"],
    [{}, "Invalid email address"],
  ])("rejects the malformed body %j", async (body, message) => {
    const answer = await one.post(signIn.path, body);
    expect(answer.json()).toMatchObject({ statusCode: 400, message });
  });

  test("answers alike for a wrong password and an unknown e-mail, and verifies a hash for both", async () => {
    const { email } = await world.signUpSomebody();
    const fresh = world.startProcess();
    const wrong = await fresh.post(signIn.path, { email, password: "Wrong-horse1" });
    const unknown = await fresh.post(signIn.path, { email: "nobody@example.com", password: PASSWORD });
    for (const answer of [wrong, unknown]) {
      expect(answer.json()).toEqual({ statusCode: 401, code: "UNAUTHENTICATED", message: messages.wrongCredentials });
      expect(answer.cookies).toEqual([]);
    }
    expect(fresh.verified).toHaveLength(2);
    expect(fresh.verified[0]).not.toBe(DUMMY_HASH);
    expect(fresh.verified[1]).toBe(DUMMY_HASH);
  });

  test(
    "takes as long for an unknown e-mail as for a wrong password, whatever the state of the account",
    { tags: ["S17"] },
    async () => {
      const server = world.startProcess({ rateLimitScale: 1_000 });
      const changes = ["is_active = false", "frozen_at = now()", "has_second_factor = true"];
      const people = [{ email: "nobody@example.com" }, await world.signUpSomebody()];
      for (const change of changes) {
        const { email, user } = await world.signUpSomebody();
        await one.sql`update users set ${one.sql.raw(change)} where id = ${user.id}`;
        people.push({ email });
      }
      const times = people.map((): number[] => []);
      const answers = new Set<string>();
      for (let round = 0; round < ROUNDS_TIMED; round += 1) {
        for (const [index, { email }] of people.entries()) {
          // The processor's time, because other work on the machine lengthens the clock's.
          const from = process.cpuUsage();
          const answer = await server.post(signIn.path, { email, password: "Wrong-horse1" });
          const { user, system } = process.cpuUsage(from);
          times[index]?.push((user + system) / 1_000);
          answers.add(`${answer.statusCode} ${answer.body} ${Object.keys(answer.headers).sort().join()}`);
        }
      }
      expect([...answers]).toEqual([expect.stringMatching(/^401 /)]);
      const [unknown = 0, ...known] = times.map((each) => each.sort((a, b) => a - b)[ROUNDS_TIMED / 2] ?? 0);
      for (const median of known) expect(Math.abs(median - unknown)).toBeLessThan(10);
    },
  );

  test(
    "refuses the eleventh wrong password within 15 minutes unread, in any process",
    { tags: ["S14", "throttle"] },
    async () => {
      const { email, cookies } = await world.signUpSomebody();
      const statuses = [];
      for (let n = 0; n < 12; n += 1) {
        const answer = await (n % 2 ? one : two).post(signIn.path, { email, password: "Wrong-horse1" });
        statuses.push(answer.statusCode);
        if (answer.statusCode === 429) {
          expect(answer.json()).toMatchObject({ code: "RATE_LIMITED" });
          expect(answer.headers["retry-after"]).toBe("900");
        }
      }
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
      const right = { email, password: PASSWORD };
      expect((await one.post(signIn.path, right)).statusCode).toBe(429);
      // Strangers cannot lock out the owner's own browser.
      const device = { wazi_device: cookies["wazi_device"] ?? "" };
      expect((await one.post(signIn.path, right, { cookies: device })).statusCode).toBe(200);
      world.clock.now = START + 15 * 60_000;
      expect((await one.post(signIn.path, right)).statusCode).toBe(200);
    },
  );

  test("logs every wrong password, and throttled tries once", async () => {
    const { email, user } = await world.signUpSomebody();
    const actionsOf = async (subject: string): Promise<string[]> => {
      const rows = await one.sql<{ action: string }[]>`
        select action from audit_log where subject_id = ${subject} order by id`;
      return rows.map(({ action }) => action);
    };
    for (let n = 0; n < 14; n += 1)
      await one.post(signIn.path, { email, password: "Wrong-horse1" }, { ip: "10.9.1.1" });
    expect(await actionsOf(user.id)).toEqual([
      ...Array<string>(10).fill("session.sign-in-failed"),
      "session.sign-in-throttled",
    ]);
    const strangers = Array.from({ length: 60 }, (_, n) => ({ email: `stranger${n}@example.com`, password: PASSWORD }));
    await Promise.all(strangers.map((body) => one.post(signIn.path, body, { ip: "10.9.1.2" })));
    expect(await actionsOf("10.9.1.2")).toEqual(["session.sign-in-throttled"]);
    const [told] = await one.sql<{ row: string }[]>`
      select string_agg(to_jsonb(a.*)::text, '') as row from audit_log a where action like 'session.sign-in-%'`;
    expect(told?.row).not.toMatch(/@example\.com|horse/i);
  });

  test("does not trust another user's device or an invented one", { tags: ["throttle"] }, async () => {
    const { email } = await world.signUpSomebody();
    const other = await world.signUpSomebody();
    const wrong = { email, password: "Wrong-horse1" };
    for (let n = 0; n < 10; n += 1) {
      await one.post(signIn.path, wrong, {
        cookies: { wazi_device: other.cookies["wazi_device"] ?? "" },
      });
    }
    for (const device of [other.cookies["wazi_device"] ?? "", "A".repeat(43), "short"]) {
      const answer = await one.post(signIn.path, { email, password: PASSWORD }, { cookies: { wazi_device: device } });
      expect(answer.statusCode).toBe(429);
    }
  });

  test("stops one address that tries many accounts, even with a forged header", { tags: ["S15"] }, async () => {
    const tryOne = async (n: number, ip: string): Promise<number> =>
      (await (n % 2 ? one : two).post(signIn.path, { email: `nobody${n}@example.com`, password: PASSWORD }, { ip }))
        .statusCode;
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => tryOne(n, `203.0.113.${n}, 10.7.7.7`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test(
    "never locks a browser of the owner because of others at its network address",
    { tags: ["S14", "S15"] },
    async () => {
      const { email, cookies } = await world.signUpSomebody();
      const own = { ip: "10.7.7.9", cookies: { wazi_device: cookies["wazi_device"] ?? "" } };
      const stranger = (n: number) =>
        one.post(signIn.path, { email: `nobody${n}@example.com`, password: PASSWORD }, { ip: own.ip });
      await Promise.all(Array.from({ length: 60 }, (_, n) => stranger(n)));
      const right = { email, password: PASSWORD };
      expect((await one.post(signIn.path, right, { ip: own.ip })).statusCode).toBe(429);
      for (const process of [one, two]) expect((await process.post(signIn.path, right, own)).statusCode).toBe(200);
      // Its own limit is that of wrong passwords, and it is for this account alone.
      const wrong = await Promise.all(
        Array.from({ length: 12 }, () => one.post(signIn.path, { email, password: "Wrong-horse1" }, own)),
      );
      expect(wrong.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
      const other = await world.signUpSomebody();
      expect((await one.post(signIn.path, { email: other.email, password: PASSWORD }, own)).statusCode).toBe(429);
    },
  );

  test("does not count right passwords, so people can share an address", async () => {
    const { email } = await world.signUpSomebody();
    const statuses = [];
    for (let n = 0; n < 60; n += 1)
      statuses.push((await one.post(signIn.path, { email, password: PASSWORD }, { ip: "10.8.8.8" })).statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("refuses at once when the queue is full, and does not count the try", async () => {
    const { email } = await world.signUpSomebody();
    const busy = world.startProcess({ passwords: createPasswordHasher({ concurrency: 1, maxWaiting: 1 }) });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => busy.post(signIn.path, { email, password: "Wrong-horse1" })),
    );
    const turnedAway = answers.filter(({ statusCode }) => statusCode === 503);
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway[0]?.headers["retry-after"]).toBe("2");
    const wrong = answers.filter(({ statusCode }) => statusCode === 401).length;
    const [row] = await one.sql<{ counted: number }[]>`
      select max(cardinality(tries)) as counted from throttles where expires_at > ${new Date(world.clock.now)} and cardinality(tries) = ${wrong}`;
    expect(row?.counted).toBe(wrong);
  });

  test("lets a deactivated user sign in, but not a deleted one", { tags: ["deactivated-access"] }, async () => {
    const { email, user } = await world.signUpSomebody();
    await one.sql`update users set is_active = false where id = ${user.id}`;
    const answer = await one.post(signIn.path, { email, password: PASSWORD });
    expect(answer.json()).toMatchObject({ id: user.id, isActive: false });
    await one.sql`update users set deleted_at = now() where id = ${user.id}`;
    expect((await one.post(signIn.path, { email, password: PASSWORD })).statusCode).toBe(401);
    expect((await one.me(cookiesOf(answer))).statusCode).toBe(401);
  });

  test("replaces a weak hash at sign-in", { tags: ["S10"] }, async () => {
    const { email, user } = await world.signUpSomebody();
    const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 2 });
    await one.sql`update users set hashed_password = ${weak} where id = ${user.id}`;
    expect((await one.post(signIn.path, { email, password: PASSWORD })).statusCode).toBe(200);
    const [row] = await one.sql<
      { hashed: string }[]
    >`select hashed_password as hashed from users where id = ${user.id}`;
    expect(row?.hashed).toMatch(/m=19456,t=2,p=1/);
    expect((await one.post(signIn.path, { email, password: PASSWORD })).statusCode).toBe(200);
  });
});

describe("credential stuffing", { tags: ["S15"] }, () => {
  test("from one address stops before the hundredth account, whatever headers, cookies and right sign-ins it sends", async () => {
    const own = await world.signUpSomebody();
    const victims = await Promise.all(Array.from({ length: 5 }, () => world.signUpSomebody()));
    const names = ["x-real-ip", "forwarded", "cf-connecting-ip", "true-client-ip", "x-client-ip", "user-agent"];
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      const process = n % 2 ? one : two;
      const invented = `198.51.100.${n}`;
      // The same subscriber: the last address is the proxy's word, and an IPv6 subscriber has a /64.
      const headers = {
        ...Object.fromEntries(names.map((name) => [name, invented])),
        "x-forwarded-for": `${invented}, 2001:db8:7:7::${n.toString(16)}`,
      };
      const cookies = { wazi_device: n % 3 ? (own.cookies["wazi_device"] ?? "") : `${n}`.padEnd(43, "x") };
      const tryOne = (email: string, password: string) =>
        process.app.inject({ method: "POST", url: signIn.path, headers, cookies, payload: { email, password } });
      if (n % 10 === 0 && n < 50) expect((await tryOne(own.email, PASSWORD)).statusCode).toBe(200);
      const email = victims[n % 20]?.email ?? `nobody-of-stuffing${n}@example.com`;
      statuses.push((await tryOne(email, `Wrong-horse${n}`)).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(50).fill(401), ...Array<number>(50).fill(429)]);
    const elsewhere = await one.post(signIn.path, { email: victims[0]?.email, password: PASSWORD });
    expect(elsewhere.statusCode).toBe(200);
  });
});
