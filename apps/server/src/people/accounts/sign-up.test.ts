import { currentUser, messages, signUp } from "@wazi/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createAccountWorld,
  account,
  cookiesOf,
  PASSWORD,
  signUpForm,
  type AccountProcess,
  type AccountWorld,
} from "../../../../../tests/harness/account-world.ts";

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

describe("sign-up", () => {
  test("creates an investor, signs them in and answers the current user", async () => {
    const answer = await one.post(signUp.path, signUpForm({ preferredMarket: "crypto", riskTolerance: "low" }));
    expect(answer.statusCode).toBe(201);
    const user = currentUser.parse(answer.json());
    expect(user).toMatchObject({ firstName: "Amina", isAdmin: false, isActive: true, kycStatus: "pending", account });
    expect((await one.me(cookiesOf(answer))).json()).toEqual(user);
    const [row] = await one.sql<Record<string, unknown>[]>`select * from users where id = ${user.id}`;
    expect(row).toMatchObject({
      birthday: "1990-05-17",
      preferred_market: "crypto",
      risk_tolerance: "low",
      last_login_at: new Date(START),
    });
    expect(row?.["referral_code"]).toMatch(/^[0-9A-Z]{16}$/);
    expect(row?.["hashed_password"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const accounts = await one.sql`select 1 from ledger_accounts where user_id = ${user.id}`;
    expect(accounts.length).toBeGreaterThan(0);
  });

  const inOrder: [string, unknown, string][] = [
    ["firstName", "A", "First name must be at least 2 characters"],
    ["lastName", " B ", "Last name must be at least 2 characters"],
    ["email", "amina@", "Invalid email address"],
    ["password", "Ab1!", "Password must be at least 8 characters"],
    ["confirmPassword", "", "Please confirm your password"],
    ["phone", "071234567", "Phone number must be at least 10 characters"],
    ["country", "K", "Please select your country"],
    ["birthday", "", "Date of birth is required"],
  ];

  test.each(inOrder)("rejects %s %j with its exact message", async (field, value, message) => {
    const answer = await one.post(signUp.path, signUpForm({ [field]: value }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "VALIDATION", message, fields: { [field]: message } });
  });

  test("uses the first wrong field's message and lists a message for each", async () => {
    for (let from = 0; from < inOrder.length; from += 1) {
      const wrong = Object.fromEntries(inOrder.slice(from).map(([field, value]) => [field, value]));
      const answer = (await one.post(signUp.path, signUpForm(wrong))).json<{ message: string; fields: object }>();
      expect(answer.message).toBe(inOrder[from]?.[2]);
      expect(answer.fields).toMatchObject(
        Object.fromEntries(inOrder.slice(from).map(([field, , text]) => [field, text])),
      );
    }
    const nothing = (await one.post(signUp.path, {})).json<{ fields: object }>();
    expect(nothing.fields).toEqual(Object.fromEntries(inOrder.map(([field, , text]) => [field, text])));
  });

  test.each([
    ["lowercase1!", "Password must contain at least one uppercase letter"],
    ["UPPERCASE1!", "Password must contain at least one lowercase letter"],
    ["No-digits-here", "Password must contain at least one number"],
    ["NoSpecial123", "Password must contain at least one special character"],
  ])("rejects the password %s", async (weak, message) => {
    const answer = await one.post(signUp.path, signUpForm({ password: weak, confirmPassword: weak }));
    expect(answer.json()).toMatchObject({ message, fields: { password: message } });
  });

  test.each([
    ["Password1!", messages.passwordCommon],
    ["Amina-Otieno1", messages.passwordFromContext],
  ])("rejects the password %s", { tags: ["S12"] }, async (password, message) => {
    const answer = await one.post(
      signUp.path,
      signUpForm({ password, confirmPassword: password, firstName: "Amina", lastName: "Otieno" }),
    );
    expect(answer.json()).toMatchObject({ code: "VALIDATION", message, fields: { password: message } });
  });

  test(
    "accepts a password of 64 characters with spaces and other scripts, and compares all of it",
    { tags: ["S11"] },
    async () => {
      const password = `Zażółć gęślą 1! ${"jaźń ".repeat(10)}`.slice(0, 63) + "x";
      const form = signUpForm({ password, confirmPassword: password });
      expect((await one.post(signUp.path, form)).statusCode).toBe(201);
      const signInWith = async (typed: string) =>
        (await one.post("/api/auth/signin", { email: form["email"], password: typed })).statusCode;
      expect(await signInWith(password)).toBe(200);
      expect(await signInWith(`${password}y`)).toBe(401);
      expect(await signInWith(password.slice(0, -1))).toBe(401);
    },
  );

  test("rejects differing passwords at the second field", async () => {
    const answer = await one.post(signUp.path, signUpForm({ confirmPassword: `${PASSWORD}x` }));
    expect(answer.json()).toMatchObject({
      message: "Passwords do not match",
      fields: { confirmPassword: "Passwords do not match" },
    });
  });

  test.each([
    ["2008-11-21", 201],
    ["2008-11-22", 400],
    ["2030-01-01", 400],
    ["1899-12-31", 400],
    ["0000-01-01", 400],
    ["2000-02-30", 400],
  ])("answers a birthday of %s with %i on 2026-11-21", async (birthday, status) => {
    const answer = await one.post(signUp.path, signUpForm({ birthday }));
    expect(answer.statusCode).toBe(status);
    if (birthday > "2008-11-21")
      expect(answer.json()).toMatchObject({ message: messages.underAge, fields: { birthday: messages.underAge } });
  });

  test("rejects fields that only the server sets", { tags: ["S30"] }, async () => {
    for (const extra of ["isAdmin", "kycStatus", "balance", "userId", "referralCode"]) {
      expect((await one.post(signUp.path, signUpForm({ [extra]: true }))).json()).toMatchObject({
        statusCode: 400,
        fields: { [extra]: `${extra} is not a known field` },
      });
    }
  });

  test("accepts an e-mail once, ignoring case, even for concurrent sign-ups", async () => {
    const { email } = await world.signUpSomebody();
    const taken = await two.post(signUp.path, signUpForm({ email: email.toUpperCase() }));
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({
      code: "CONFLICT",
      message: messages.emailTaken,
      fields: { email: messages.emailTaken },
    });
    expect(taken.cookies).toEqual([]);
    const rivals = await Promise.all(
      [one, two, one, two].map((process, n) =>
        process.post(signUp.path, signUpForm({ email: n % 2 ? "Rival@example.com" : "rival@example.com" })),
      ),
    );
    expect(rivals.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  });

  test("rejects countries that are not served in live mode", async () => {
    const live = world.startProcess({ countriesServed: ["Kenya", "Ghana"] });
    const refused = await live.post(signUp.path, signUpForm({ country: "Narnia" }));
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toMatch(/Narnia.*Kenya, Ghana/);
    expect((await live.post(signUp.path, signUpForm({ country: "kenya" }))).statusCode).toBe(201);
  });

  test("is throttled per network address across processes", async () => {
    const strict = [world.startProcess({ rateLimitScale: 0.1 }), world.startProcess({ rateLimitScale: 0.1 })];
    const statuses = [];
    for (let n = 0; n < 8; n += 1) {
      const answer = await strict[n % 2]!.post(signUp.path, signUpForm(), { ip: "10.9.9.9" });
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) expect(answer.headers["retry-after"]).toBe("3600");
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  });
});
