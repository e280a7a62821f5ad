import {
  addPasskey,
  changePassword,
  confirmAuthenticator,
  endOtherSessions,
  endOwnSession,
  getSecondFactors,
  listOwnSessions,
  removeAuthenticator,
  removePasskey,
  replaceRecoveryCodes,
  signIn,
  signInWithPasskey,
  startAuthenticator,
  startPasskey,
  startPasskeySignIn,
  startPasskeyStepUp,
  stepUp,
  type OwnSession,
  type SecondFactors,
} from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAccountWorld,
  cookiesOf,
  PASSWORD,
  type AccountProcess,
  type AccountWorld,
  type Cookies,
} from "../../../../../tests/harness/account-world.ts";
import { showCode } from "../../../../../tests/harness/authenticator-app.ts";
import { createSoftwarePasskey, type SoftwarePasskey } from "../../../../../tests/harness/software-passkey.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const STEP_MS = 30_000;
const SITE = { origin: "https://wazi.example", rpId: "wazi.example" };
const SESSION = "__Host-wazi_session";

let world: AccountWorld;
let one: AccountProcess;
let two: AccountProcess;

beforeAll(async () => {
  world = await createAccountWorld(START);
  one = world.startProcess({}, SITE.origin);
  two = world.startProcess({}, SITE.origin);
});
beforeEach(() => {
  world.clock.now = START;
});
afterAll(() => world.end());

interface Person {
  email: string;
  cookies: Cookies;
}
interface Enrolled extends Person {
  key: string;
  recoveryCodes: string[];
}

/** Signs up a person and remembers the cookies of each answer. */
async function signUp(): Promise<Person> {
  const { email, cookies } = await world.signUpSomebody();
  return { email, cookies };
}

async function post(person: Person, path: string, body?: object, on = one) {
  const answer = await on.post(path, body, { cookies: person.cookies });
  if (answer.statusCode < 400) Object.assign(person.cookies, cookiesOf(answer));
  return answer;
}

const byPassword = { password: PASSWORD };

/** Proves one act of the person, and nothing else. */
const prove = (person: Person, proof: object, path: string, body?: object) =>
  post(person, stepUp.path, { ...proof, act: { method: "POST", path, body } });

async function postProved(person: Person, proof: object, path: string, body?: object) {
  expect((await prove(person, proof, path, body)).statusCode).toBe(200);
  return post(person, path, body);
}

async function enrol(): Promise<Enrolled> {
  const person = await signUp();
  const started = await postProved(person, byPassword, startAuthenticator.path);
  const { key, uri } = started.json<{ key: string; uri: string }>();
  expect(uri).toMatch(/^otpauth:\/\/totp\/Wazi:.*issuer=Wazi/);
  const confirmed = await post(person, confirmAuthenticator.path, { code: showCode(key, world.clock.now) });
  expect(confirmed.statusCode).toBe(200);
  world.clock.now += STEP_MS;
  return { ...person, key, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

const signInWith = ({ email }: Person, totp?: string, on = one) =>
  on.post(signIn.path, { email, password: PASSWORD, ...(totp === undefined ? {} : { totp }) });

async function addKey(person: Person): Promise<SoftwarePasskey> {
  const key = createSoftwarePasskey(SITE);
  const options = await postProved(person, byPassword, startPasskey.path);
  expect(options.statusCode).toBe(200);
  const added = await post(person, addPasskey.path, { name: "Laptop", response: key.register(options.json()) });
  expect(added.statusCode).toBe(201);
  return key;
}

const me = async ({ cookies }: Person, on = one): Promise<number> => (await on.me(cookies)).statusCode;
const read = async ({ cookies }: Person): Promise<SecondFactors> =>
  (await one.app.inject({ method: "GET", url: getSecondFactors.path, cookies })).json();

describe("an authenticator app", () => {
  test(
    "is asked for at sign-in: TOTP_REQUIRED after the right password, then the same call with the code",
    { tags: ["second-factor"] },
    async () => {
      const person = await enrol();
      const withoutCode = await signInWith(person);
      expect([withoutCode.statusCode, withoutCode.json<{ code: string }>().code]).toEqual([401, "TOTP_REQUIRED"]);
      expect(withoutCode.cookies).toEqual([]);
      const wrongPassword = await one.post(signIn.path, {
        email: person.email,
        password: "Wrong-horse1",
        totp: "123456",
      });
      expect(wrongPassword.json()).toMatchObject({ code: "UNAUTHENTICATED", message: "Invalid email or password" });
      const right = await signInWith(person, showCode(person.key, world.clock.now));
      expect(right.statusCode).toBe(200);
      expect(right.json()).toMatchObject({ secondFactor: "on" });
    },
  );

  test("is encrypted at rest, as are the recovery codes", async () => {
    const { key, recoveryCodes } = await enrol();
    const [dump] = await one.sql<{ text: string }[]>`
      select (select string_agg(a::text, ' ') from authenticator_apps a)
        || (select string_agg(c::text, ' ') from recovery_codes c) as text`;
    const secret = Buffer.from(base32ToBytes(key)).toString("hex");
    for (const plain of [key, secret, ...recoveryCodes]) expect(dump?.text).not.toContain(plain);
  });

  test("needs the password again to be set up, and a code of the app to count", async () => {
    const person = await signUp();
    expect((await post(person, startAuthenticator.path)).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
    const wrong = await prove(person, { password: "Wrong-horse1" }, startAuthenticator.path);
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([403, "FORBIDDEN"]);
    await postProved(person, byPassword, startAuthenticator.path);
    const guess = await post(person, confirmAuthenticator.path, { code: "000000" });
    expect(guess.json()).toMatchObject({ code: "VALIDATION", fields: { code: expect.any(String) as string } });
    expect(await read(person)).toEqual({ authenticator: null, passkeys: [], recoveryCodes: null });
    expect((await signInWith(person)).statusCode).toBe(200);
  });

  test("a code for an account without a second factor is a 400 that says so", async () => {
    const person = await signUp();
    const answer = await signInWith(person, "123456");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: "VALIDATION",
      fields: { totp: "This account has no authenticator app. Leave the code empty." },
    });
    expect((await signInWith(person, " ")).statusCode).toBe(200);
  });

  test("a code works once: a replay is a 401, and of two concurrent uses one succeeds", { tags: ["S19"] }, async () => {
    const person = await enrol();
    const code = showCode(person.key, world.clock.now);
    expect((await signInWith(person, code)).statusCode).toBe(200);
    const replay = await signInWith(person, code);
    expect(replay.statusCode).toBe(401);
    expect(replay.json()).toMatchObject({ code: "UNAUTHENTICATED", fields: { totp: expect.any(String) as string } });
    for (let round = 0; round < 5; round += 1) {
      world.clock.now += STEP_MS;
      const next = showCode(person.key, world.clock.now);
      const answers = await Promise.all([signInWith(person, next, one), signInWith(person, next, two)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    }
  });

  test(
    "a code more than one step old is refused, and so is the sixth wrong code in ten minutes",
    { tags: ["S20"] },
    async () => {
      const person = await enrol();
      world.clock.now += 10 * STEP_MS;
      expect((await signInWith(person, showCode(person.key, world.clock.now - 2 * STEP_MS))).statusCode).toBe(401);
      expect((await signInWith(person, showCode(person.key, world.clock.now + 2 * STEP_MS))).statusCode).toBe(401);
      expect((await signInWith(person, showCode(person.key, world.clock.now - STEP_MS))).statusCode).toBe(200);
      for (let wrong = 0; wrong < 3; wrong += 1) expect((await signInWith(person, "000000")).statusCode).toBe(401);
      // The counter is the user's: wrong codes in a session count with those at sign-in, on every process.
      const signedIn = { ...person, cookies: { ...person.cookies } };
      for (let wrong = 0; wrong < 2; wrong += 1) {
        const act = { method: "POST", path: removeAuthenticator.path };
        expect((await post(signedIn, stepUp.path, { code: "000000", act }, two)).statusCode).toBe(403);
      }
      const sixth = await signInWith(person, showCode(person.key, world.clock.now), two);
      expect([sixth.statusCode, sixth.json<{ code: string }>().code]).toEqual([429, "RATE_LIMITED"]);
      expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
      world.clock.now += 10 * 60_000;
      expect((await signInWith(person, showCode(person.key, world.clock.now), two)).statusCode).toBe(200);
    },
  );

  test("each of ten recovery codes works once, and a new set ends the old one", { tags: ["S21"] }, async () => {
    const person = await enrol();
    const [first = "", second = "", third = "", fourth = ""] = person.recoveryCodes;
    expect(new Set(person.recoveryCodes).size).toBe(10);
    expect((await signInWith(person, first.toLowerCase().replaceAll("-", " "))).statusCode).toBe(200);
    expect((await signInWith(person, first)).statusCode).toBe(401);
    const race = await Promise.all([signInWith(person, second, one), signInWith(person, second, two)]);
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect((await read(person)).recoveryCodes?.left).toBe(8);
    const replaced = await postProved(person, { code: third }, replaceRecoveryCodes.path);
    const { recoveryCodes } = replaced.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect((await signInWith(person, fourth)).statusCode).toBe(401);
    expect((await signInWith(person, recoveryCodes[0])).statusCode).toBe(200);
  });
});

describe("passkeys", () => {
  test("sign in alone, and are the second factor of the password", { tags: ["second-factor"] }, async () => {
    const person = await signUp();
    const key = await addKey(person);
    const listed = await read(person);
    expect(listed.passkeys).toMatchObject([{ name: "Laptop", worksHere: true, lastUsedAt: null }]);
    expect(listed.recoveryCodes?.left).toBe(10);
    expect((await signInWith(person)).json()).toMatchObject({
      code: "TOTP_REQUIRED",
      message: "Sign in with your passkey, or enter a recovery code",
    });
    const options = (await one.post(startPasskeySignIn.path)).json<{ challenge: string }>();
    const answer = await two.post(signInWithPasskey.path, { response: key.assert(options) });
    expect([answer.statusCode, answer.json<{ email: string }>().email]).toEqual([200, person.email]);
    expect((await one.me(cookiesOf(answer))).statusCode).toBe(200);
  });

  test(
    "wrong origin, wrong host, replayed challenge, unverified person and falling counter are refused",
    { tags: ["S27"] },
    async () => {
      const person = await signUp();
      const key = await addKey(person);
      const start = async () => (await one.post(startPasskeySignIn.path)).json<{ challenge: string }>();
      const use = async (response: object) => (await one.post(signInWithPasskey.path, { response })).statusCode;
      const used = await start();
      const response = key.assert(used);
      expect(await use(response)).toBe(200);
      expect(await use(response), "the same answer again").toBe(401);
      expect(await use(key.assert(used)), "the same challenge again").toBe(401);
      expect(await use(key.assert({ challenge: "bm90LW91cnM" })), "a challenge that is not ours").toBe(401);
      expect(await use(key.assert(await start(), { origin: "https://wazi.example.evil.test" })), "origin").toBe(401);
      expect(await use(key.assert(await start(), { rpId: "evil.test" })), "host").toBe(401);
      expect(await use(key.assert(await start(), { isVerified: false })), "no PIN or finger").toBe(401);
      expect(await use(key.assert(await start(), { counter: 1 })), "counter").toBe(401);
      const late = await start();
      world.clock.now += 121_000;
      expect(await use(key.assert(late)), "an expired challenge").toBe(401);
      const forStepUp = (await post(person, startPasskeyStepUp.path)).json<{ challenge: string }>();
      expect(await use(key.assert(forStepUp)), "a challenge for something else").toBe(401);
      expect(await use(key.assert(await start(), { counter: 50 })), "the real key still works").toBe(200);
    },
  );

  test("cannot be used, renamed or removed by others", async () => {
    const owner = await signUp();
    await addKey(owner);
    const [passkey] = (await read(owner)).passkeys;
    const other = await signUp();
    const key = await addKey(other);
    const proof = key.assert((await post(other, startPasskeyStepUp.path)).json());
    const path = (url: string): string => url.replace(":id", passkey?.id ?? "");
    expect((await postProved(other, { passkey: proof }, path(removePasskey.path))).statusCode).toBe(404);
    expect((await post(other, path("/api/user/second-factors/passkeys/:id/name"), { name: "Mine" })).statusCode).toBe(
      404,
    );
    const options = await post(owner, startPasskeyStepUp.path);
    const stolen = await prove(owner, { passkey: key.assert(options.json()) }, path(removePasskey.path));
    expect(stolen.statusCode).toBe(403);
  });
});

describe("a proof before protected calls", () => {
  test("the token changes with a step-up, and the former one gets 401", { tags: ["S03"] }, async () => {
    const person = await enrol();
    const before = { ...person.cookies };
    const proof = { code: showCode(person.key, world.clock.now) };
    expect((await prove(person, proof, removeAuthenticator.path)).statusCode).toBe(200);
    expect(person.cookies[SESSION]).not.toBe(before[SESSION]);
    expect(await me({ ...person, cookies: before }, two)).toBe(401);
    expect(await me(person, two)).toBe(200);
  });

  test("lasts five minutes, and nothing changes for accounts without a second factor", async () => {
    const plain = await signUp();
    const change = { currentPassword: PASSWORD, newPassword: "Another-horse1", confirmPassword: "Another-horse1" };
    expect((await post(plain, changePassword.path, change)).statusCode).toBe(200);

    const person = await enrol();
    expect((await post(person, changePassword.path, change)).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await post(person, removeAuthenticator.path)).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await prove(person, byPassword, changePassword.path, change)).statusCode).toBe(400);
    const showNext = () => ({ code: showCode(person.key, world.clock.now) });
    await prove(person, showNext(), changePassword.path, change);
    world.clock.now += 5 * 60_000;
    expect((await post(person, changePassword.path, change)).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
    await prove(person, showNext(), changePassword.path, change);
    world.clock.now += 5 * 60_000 - 1;
    expect((await post(person, changePassword.path, change)).statusCode).toBe(200);
  });

  test("a change of factors ends the other sessions", { tags: ["S06"] }, async () => {
    const person = await enrol();
    const other = await signInWith(person, showCode(person.key, world.clock.now));
    const second = { ...person, cookies: cookiesOf(other) };
    expect(await me(second, two)).toBe(200);
    world.clock.now += STEP_MS;
    const proof = { code: showCode(person.key, world.clock.now) };
    const removed = await postProved(person, proof, removeAuthenticator.path);
    // Signing up, above, left one more session without cookies here.
    expect(removed.json<{ endedSessions: number }>().endedSessions).toBe(1);
    expect(await me(second, two)).toBe(401);
    expect(await me(person, two)).toBe(200);
    expect((await signInWith(person)).statusCode).toBe(200);
  });

  test("sessions are listed, and ended after a proof; those of others are a 404", { tags: ["S08"] }, async () => {
    const person = await signUp();
    const again = await signInWith(person);
    const second = { ...person, cookies: cookiesOf(again) };
    const stranger = await signUp();
    const list = async ({ cookies }: Person): Promise<OwnSession[]> =>
      (await one.app.inject({ method: "GET", url: listOwnSessions.path, cookies })).json();
    const [target] = (await list(person)).filter(({ isCurrent }) => !isCurrent);
    const end = endOwnSession.path.replace(":id", target?.id ?? "");
    expect((await post(person, end)).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await post(person, endOtherSessions.path)).json()).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await postProved(stranger, byPassword, end)).statusCode).toBe(404);
    expect(await me(second, two)).toBe(200);
    expect((await postProved(person, byPassword, end)).statusCode).toBe(204);
    expect(await me(second, two)).toBe(401);
    expect(await list(person)).toHaveLength(1);
  });
});

function base32ToBytes(text: string): number[] {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return (bits.join("").match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
}
