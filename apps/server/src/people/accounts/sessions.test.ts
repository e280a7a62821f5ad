import { signIn, signOut, signUp } from "@wazi/contracts";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createAccountWorld,
  cookiesOf,
  PASSWORD,
  signUpForm,
  type AccountProcess,
  type AccountWorld,
} from "../../../../../tests/harness/account-world.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { MAX_SESSIONS_PER_USER, startSession } from "../sessions/sessions.ts";
import { SESSION_IDLE_MS } from "../sessions/store.ts";
import { SESSION_LIFETIME_MS } from "../../platform/http/session.ts";
import { removeExpiredRows } from "../../platform/retention/remove-expired-rows.ts";
import { retentionRules } from "../../start/modules.ts";

const START = Date.parse("2026-11-21T10:00:00Z");

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

/** Uses a session and waits until its use is stored, which happens a moment after the answer. */
async function use(process: AccountProcess, cookies: Record<string, string>): Promise<number> {
  const { statusCode } = await process.me(cookies);
  await vi.waitFor(
    async () => {
      const stored = await one.sql`select from sessions where last_seen_at = ${new Date(world.clock.now)}`;
      expect(stored).toHaveLength(1);
    },
    { timeout: 30_000, interval: 20 },
  );
  return statusCode;
}

describe("sessions", () => {
  test(
    "sets an HttpOnly, SameSite cookie and a second one that only signals the session",
    { tags: ["S01", "session-cookie"] },
    async () => {
      const answer = await one.post(signUp.path, signUpForm());
      const [session, signedIn] = ["wazi_session", "signed_in"].map((name) =>
        answer.cookies.find((cookie) => cookie.name === name),
      );
      expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", maxAge: 7 * 24 * 3600 });
      expect(session).not.toHaveProperty("secure");
      expect(session).not.toHaveProperty("domain");
      expect(session?.value).toMatch(/^[\w-]{43}$/);
      expect(signedIn).toMatchObject({ value: "1", sameSite: "Lax", path: "/", maxAge: session?.maxAge });
      expect(signedIn).not.toHaveProperty("httpOnly");
      expect(answer.body).not.toContain(session?.value);
      const stored = await one.sql<{ row: string }[]>`select sessions::text as row from sessions`;
      expect(stored.map(({ row }) => row).join()).not.toContain(session?.value);
    },
  );

  test("sets a Secure __Host- cookie over TLS and ignores one without that prefix", { tags: ["S01"] }, async () => {
    const secure = world.startProcess({}, "https://wazi.example");
    const answer = await secure.post(signUp.path, signUpForm());
    const session = answer.cookies.find(({ name }) => name === "__Host-wazi_session");
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
    expect(session).not.toHaveProperty("domain");
    expect(answer.cookies.find(({ name }) => name === "signed_in")).toMatchObject({ secure: true });
    expect((await secure.me({ "__Host-wazi_session": session?.value ?? "" })).statusCode).toBe(200);
    expect((await secure.me({ wazi_session: session?.value ?? "" })).statusCode).toBe(401);
  });

  test("answers both paths of the current user alike, and clears the cookies with a 401 without a session", async () => {
    const { cookies, user } = await world.signUpSomebody();
    expect((await one.me(cookies)).json()).toEqual(user);
    expect((await one.me(cookies, "/api/user")).json()).toEqual(user);
    const answer = await one.me({ wazi_session: "A".repeat(43) });
    expect(answer.json()).toMatchObject({ statusCode: 401, code: "UNAUTHENTICATED" });
    expect(answer.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])).toEqual([
      ["wazi_session", "", 0],
      ["signed_in", "", 0],
    ]);
  });

  test.each([signOut.path, "/api/signout"])(
    "%s ends the session in every process at once",
    { tags: ["S04"] },
    async (url) => {
      const { cookies } = await world.signUpSomebody();
      expect((await two.me(cookies)).statusCode).toBe(200);
      const answer = await one.post(url, undefined, { cookies });
      expect([answer.statusCode, answer.body]).toEqual([204, ""]);
      expect(cookiesOf(answer)).toMatchObject({ wazi_session: "", signed_in: "" });
      expect((await two.me(cookies)).statusCode).toBe(401);
      expect((await two.post(url, undefined, { cookies })).statusCode).toBe(204);
    },
  );

  test("renews the token at sign-in and ends the previous session", { tags: ["S03"] }, async () => {
    const { email, cookies } = await world.signUpSomebody();
    const answer = await one.post(signIn.path, { email, password: PASSWORD }, { cookies });
    const renewed = cookiesOf(answer);
    expect(renewed["wazi_session"]).not.toBe(cookies["wazi_session"]);
    expect(renewed["wazi_device"]).toBe(cookies["wazi_device"]);
    expect((await two.me(cookies)).statusCode).toBe(401);
    expect((await two.me(renewed)).statusCode).toBe(200);
  });

  test(
    "gives 10,000 sessions different tokens of 256 bits, and stores only their hashes",
    { tags: ["S02"] },
    async () => {
      const { user } = await world.signUpSomebody();
      const stored = new Set<string>();
      const tx = ((_statement: readonly string[], sidHash: Buffer | string) => {
        // The other statement ends the user's oldest sessions, by the user's id.
        if (Buffer.isBuffer(sidHash)) stored.add(sidHash.toString("hex"));
        return Promise.resolve([{ started: 1 }]);
      }) as unknown as Queryable;
      const tokens = new Set<string>();
      for (let count = 0; count < 10_000; count += 1) {
        tokens.add(await startSession(tx, user.id, { ip: "10.0.0.1", userAgent: "" }, new Date(START)));
      }
      expect([tokens.size, stored.size]).toEqual([10_000, 10_000]);
      const isHashOfRandomBytes = (token: string): boolean =>
        Buffer.from(token, "base64url").length === 32 &&
        stored.has(createHash("sha256").update(token).digest("hex")) &&
        !stored.has(Buffer.from(token, "base64url").toString("hex"));
      expect([...tokens].every(isHashOfRandomBytes)).toBe(true);
    },
  );

  test("ends a session that is idle too long", { tags: ["S05", "session-life"] }, async () => {
    const { cookies } = await world.signUpSomebody();
    world.clock.now = START + SESSION_IDLE_MS - 1_000;
    expect(await use(one, cookies)).toBe(200);
    world.clock.now += SESSION_IDLE_MS - 1_000;
    expect(await use(two, cookies)).toBe(200);
    world.clock.now += SESSION_IDLE_MS;
    expect((await one.me(cookies)).statusCode).toBe(401);
  });

  test("ends a session at its maximum age, even when active", { tags: ["S05", "session-life"] }, async () => {
    const { cookies } = await world.signUpSomebody();
    while (world.clock.now + SESSION_IDLE_MS / 2 < START + SESSION_LIFETIME_MS) {
      world.clock.now += SESSION_IDLE_MS / 2;
      expect(await use(one, cookies)).toBe(200);
    }
    world.clock.now = START + SESSION_LIFETIME_MS;
    expect((await one.me(cookies)).statusCode).toBe(401);
  });

  test("removes only expired sessions", async () => {
    const { cookies } = await world.signUpSomebody();
    world.clock.now = START + SESSION_IDLE_MS / 2;
    await one.me(cookies);
    await removeExpiredRows(retentionRules, { sql: one.sql, now: () => new Date(world.clock.now) });
    expect((await one.me(cookies)).statusCode).toBe(200);
    world.clock.now = START + SESSION_LIFETIME_MS;
    await removeExpiredRows(retentionRules, { sql: one.sql, now: () => new Date(world.clock.now) });
    const [row] = await one.sql<{ sessions: bigint; throttles: bigint }[]>`
      select (select count(*) from sessions where expires_at <= ${new Date(world.clock.now)}) as sessions,
        (select count(*) from throttles where expires_at <= ${new Date(world.clock.now)}) as throttles`;
    expect(row).toEqual({ sessions: 0n, throttles: 0n });
  });

  test("keeps the 50 sessions of a user that were used last", async () => {
    const { cookies, email, user } = await world.signUpSomebody();
    for (let n = 0; n < MAX_SESSIONS_PER_USER; n += 1) {
      world.clock.now += 1_000;
      expect((await one.post(signIn.path, { email, password: PASSWORD })).statusCode).toBe(200);
    }
    const rows = await one.sql`select from sessions where user_id = ${user.id}`;
    expect(rows).toHaveLength(MAX_SESSIONS_PER_USER);
    expect((await two.me(cookies)).statusCode).toBe(401);
  });

  test("handles any token and any user agent", async () => {
    for (const token of ["", "x", "' or 1=1--", "%00", "A".repeat(4000)]) {
      expect((await one.me({ wazi_session: token })).statusCode).toBe(401);
    }
    const answer = await one.app.inject({
      method: "POST",
      url: signUp.path,
      payload: signUpForm(),
      headers: { "user-agent": "ü".repeat(3_000) },
    });
    expect(answer.statusCode).toBe(201);
  });
});
