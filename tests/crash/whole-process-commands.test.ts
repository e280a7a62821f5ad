import { existsSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { findRunningDatabase } from "../../apps/server/src/platform/db/embedded/open-database.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { showCode } from "../harness/authenticator-app.ts";
import { approveDeposit, createDeposit, signIn, signUp, signUpForm, type HttpClient } from "../harness/http-client.ts";
import { silentLog } from "../harness/silent-log.ts";
import { copiedWaziTest as test } from "../harness/process-test.ts";
import {
  adminAccount,
  adminOf,
  copyDataDir,
  createDataDir,
  findPostgres,
  linesOf,
  runNpm,
  startWazi,
} from "../harness/wazi-process.ts";

const reconcile = ["run", "--silent", "reconcile"];
describe("npm run wazi -- archive", () => {
  const archive = (...args: string[]): string[] => ["run", "--silent", "wazi", "--", "archive", ...args];

  test("archives ended months beside a running instance, and compares them, also alone", async ({ template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir);
    const none = await runNpm(dataDir, archive("--before", "2026-01-01"));
    expect(none).toMatchObject({ code: 0, stderr: "" });
    expect(none.stdout).toContain("No month to write.");
    const sql = openPool(findRunningDatabase(dataDir) ?? "", { max: 1, role: null });
    await sql`
      insert into audit_log (action, subject_type, subject_id, happened_at)
      select 'user.sign-in', 'user', 'x', date_trunc('month', now(), 'UTC') - interval '40 days'`;
    await sql.end();
    const target = join(dataDir, "archive");
    const written = await runNpm(dataDir, archive());
    expect(written).toMatchObject({ code: 0, stderr: "" });
    expect(linesOf(written.stdout)[0]).toBe(`Archive: ${target}`);
    expect(written.stdout).toMatch(/^\d{4}-\d{2}: 1 rows, \d\.\d MB, read back and compared\.$/m);
    const [month = ""] = readdirSync(target).sort();
    await serving.stop();
    const verified = await runNpm(dataDir, archive("--verify", target));
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(
      /^(\d+) of \1 months agree\.\nVerified: the newest month is signed with the given key/m,
    );
    rmSync(join(dataDir, "keys/backup.key"));
    const unknown = await runNpm(dataDir, archive("--verify", target));
    expect([unknown.code, unknown.stdout]).toEqual([
      0,
      expect.stringMatching(/\nConsistent, not verified: the newest/),
    ]);
    truncateSync(join(target, month, "audit-log.jsonl.gz"), 10);
    const damaged = await runNpm(dataDir, archive("--verify", target));
    expect(damaged.code).toBe(2);
    expect(damaged.stderr).toMatch(
      /^DIFFERS {2}\d{4}-\d{2}: audit-log\.jsonl\.gz has 10 of \d+ bytes or another content$/m,
    );
  });

  test("refuses a day that is not over, a wrong one, and a folder without an archive", async ({ template }) => {
    const dataDir = createDataDir();
    const today = new Date().toISOString().slice(0, 10);
    for (const [args, message] of [
      [["--before", today], "--before needs a date before today."],
      [["--before", "yesterday"], "--before needs a date such as 2026-11-01."],
      [["--verify", "x", "--out", "y"], "--verify takes only --key beside it."],
    ] as const) {
      const { code, stdout, stderr } = await runNpm(dataDir, archive(...args));
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(linesOf(stderr)).toEqual([message]);
    }
    const existing = copyDataDir(template.dataDir);
    const { code, stderr } = await runNpm(existing, archive("--verify", "/nonexistent"));
    expect(code).toBe(1);
    expect(linesOf(stderr)).toEqual(["There is no folder /nonexistent."]);
  });
});

describe("npm run reconcile", () => {
  test("works with and without a running instance, and names an account that differs", async ({ template }) => {
    const dataDir = copyDataDir(template.dataDir);
    const serving = await startWazi(dataDir);
    const investor = serving.client();
    const userId = await signUp(investor);
    await approveDeposit(await adminOf(serving), await createDeposit(investor, "500"));
    const beside = await runNpm(dataDir, reconcile);
    expect(beside).toMatchObject({ code: 0, stderr: "" });
    expect(beside.stdout).toMatch(/^Reconciled: \d+ checks, no differences\.$/m);
    expect((await serving.client().call("GET", "/readyz")).status).toBe(200);
    const { body: status } = await serving.client().call("GET", "/api/public/status");
    expect(status).toMatchObject({
      uptime: { sinceStartPct: expect.any(String) as string },
      reconciliation: { differences: 0 },
    });
    await serving.stop();

    const alone = await runNpm(dataDir, [...reconcile, "--", "--json"]);
    expect(alone).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(alone.stdout)).toMatchObject({ reconciled: true, differences: [] });
    expect(findPostgres(dataDir)).toBeUndefined();

    const again = await startWazi(dataDir);
    const account = `user:${userId}:deposit_funds`;
    const sql = openPool(findRunningDatabase(dataDir) ?? "", { max: 1, role: null });
    await sql`set session_replication_role = replica`;
    await sql`update ledger_accounts set balance = balance + 0.01 where code = ${account}`;
    await sql.end();
    const differing = await runNpm(dataDir, reconcile);
    expect(differing.code).toBe(1);
    expect(differing.stdout).toContain(`DIFFERS  ${account}: 500.01, expected 500.00`);
    await again.stop();
    const json = await runNpm(dataDir, [...reconcile, "--", "--json"]);
    expect(json.code).toBe(1);
    const { differences } = JSON.parse(json.stdout) as { differences: { subject: string }[] };
    expect(differences.map(({ subject }) => subject)).toContain(account);
  });

  test("says in one line when there is no database, and creates nothing", async () => {
    const dataDir = createDataDir();
    const { code, stdout, stderr } = await runNpm(dataDir, reconcile);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(linesOf(stderr)).toEqual([expect.stringMatching(/^There is no database in .*Start Wazi on it once/)]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("rejects an unknown option in one line", async () => {
    const { code, stderr } = await runNpm(createDataDir(), [...reconcile, "--", "--jason"]);
    expect(code).toBe(2);
    expect(linesOf(stderr)).toEqual([expect.stringContaining("--jason")]);
  });
});

describe("an installation whose application connects as a user of its own", () => {
  test("renews its keys and a lost administrator's password beside the running instance", async () => {
    const dataDir = createDataDir();
    const database = await startEmbeddedDatabase({
      lock: acquireDataDirLock(createDataDir()),
      log: silentLog,
      durable: false,
    });
    try {
      const owner = openPool(database.url, { max: 1, role: null });
      await owner.unsafe("create role web login password 'of-the-application'");
      const env = {
        MIGRATION_DATABASE_URL: database.url,
        DATABASE_URL: database.url.replace(/\/\/[^@]*@/, "//web:of-the-application@"),
        ADMIN_PASSWORD: adminAccount.password,
      };
      const serving = await startWazi(dataDir, { env });
      const form = signUpForm();
      const investor = serving.client();
      expect((await investor.call("POST", "/api/auth/signup", form)).status).toBe(201);
      const key = await setUpAuthenticator(investor, String(form["password"]));
      const readSealed = () => owner<{ sealed: Buffer }[]>`select sealed_secret as sealed from authenticator_apps`;
      const [before] = await readSealed();

      const rotated = await runNpm(dataDir, ["run", "--silent", "wazi", "--", "rotate-documents", "--new-key"], env);
      expect(rotated).toMatchObject({ code: 0, stderr: "" });
      // The authenticator app and the recovery codes.
      expect(rotated.stdout).toContain("Encrypted 2 secrets of second factors again.");
      const [after] = await readSealed();
      expect(after?.sealed.equals(before?.sealed ?? Buffer.of())).toBe(false);
      const code = { email: form["email"], password: form["password"], totp: showCode(key, Date.now()) };
      expect((await serving.client().call("POST", "/api/auth/signin", code)).status).toBe(200);

      const candidate = signUpForm();
      expect((await serving.client().call("POST", "/api/auth/signup", candidate)).status).toBe(201);
      const words = ["appoint-administrator", "--role", "money", "--email", String(candidate["email"])];
      const appointed = await runNpm(dataDir, ["run", "--silent", "wazi", "--", ...words], env);
      expect(appointed).toMatchObject({ code: 0, stderr: "" });
      expect(appointed.stdout).toMatch(
        /is now an administrator with the role money\. They count as a second person from /,
      );
      expect(await runNpm(dataDir, ["run", "--silent", "wazi", "--", ...words], env)).toMatchObject({ code: 1 });

      const reset = await runNpm(
        dataDir,
        ["run", "--silent", "wazi", "--", "reset-admin", "--email", adminAccount.email],
        env,
      );
      expect(reset).toMatchObject({ code: 0, stderr: "" });
      const password = /^New password of admin@wazi\.local: (\S+) /.exec(reset.stdout)?.[1] ?? "";
      const signInWith = async (given: string): Promise<number> =>
        (await serving.client().call("POST", "/api/auth/signin", { ...adminAccount, password: given })).status;
      expect([await signInWith(adminAccount.password), await signInWith(password)]).toEqual([401, 200]);
      await serving.stop();
      await owner.end();
    } finally {
      await database.stop();
    }
  });
});

/** Turns an authenticator app on with the code of half a minute ago. @returns its key */
async function setUpAuthenticator(client: HttpClient, password: string): Promise<string> {
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await client.call("POST", `/api/user${path}`, body);
    expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
    return answer.body;
  };
  const act = { method: "POST", path: "/api/user/second-factors/authenticator" };
  await call("/step-up", { password, act });
  const { key } = (await call("/second-factors/authenticator")) as { key: string };
  await call("/second-factors/authenticator/confirm", { code: showCode(key, Date.now() - 30_000) });
  return key;
}

describe("the log", () => {
  test("has one line with an id per request, and even at trace level no password, cookie or body", async ({
    template,
  }) => {
    const serving = await startWazi(copyDataDir(template.dataDir), { env: { LOG_LEVEL: "trace" } });
    const investor = serving.client();
    const form = signUpForm({ email: "zawadi.secret@example.com", lastName: "Verysecretname" });
    const answer = await investor.call("POST", "/api/auth/signup", form);
    expect(answer.status).toBe(201);
    const refused = await serving
      .client()
      .call("POST", "/api/auth/signin", { email: form["email"], password: "Wr0ng-guess!" });
    const taken = await serving.client().call("POST", "/api/auth/signup", form);
    const torn = await serving.client().call("POST", "/api/auth/signup?token=in-the-query", { ...form, birthday: 1 });
    expect([refused, taken, torn].map(({ status }) => status)).toEqual([401, 409, 400]);
    const admin = serving.client();
    await signIn(admin, adminAccount);
    const depositId = await createDeposit(investor, "123.45");
    await approveDeposit(admin, depositId);
    await serving.stop();

    const output = serving.stdout() + serving.stderr();
    const lines = linesOf(serving.stdout())
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { msg: string; requestId?: string; route?: string; status?: number });
    expect(linesOf(output).filter((line) => !line.startsWith("{"))).toEqual([
      `Wazi is at ${serving.address}`,
      expect.stringMatching(/^Next: /),
    ]);
    const requests = lines.filter(({ msg }) => msg === "request");
    expect(requests.length).toBeGreaterThanOrEqual(7);
    for (const line of requests) expect(line.requestId).toMatch(/^[\w-]{8,64}$/);
    for (const { headers, status } of [answer, refused, taken, torn]) {
      expect(requests).toContainEqual(expect.objectContaining({ requestId: headers.get("x-request-id"), status }));
    }
    const secrets = [
      form["email"],
      form["password"],
      form["lastName"],
      form["phone"],
      "Wr0ng-guess!",
      adminAccount.password,
    ];
    const tokens = [...investor.cookies.values(), ...admin.cookies.values()].filter((value) => value.length > 8);
    expect(tokens.length).toBeGreaterThanOrEqual(2);
    for (const secret of [...secrets, ...tokens, "in-the-query"]) expect(output).not.toContain(secret);
  });
});
