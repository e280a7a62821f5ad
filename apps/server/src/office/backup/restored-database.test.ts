import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackOfficeOverview, PayoutOverview } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createFakeProvider } from "../../../../../tests/harness/fake-payout-provider.ts";
import { errorOf, startWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { approveWithdrawal, createKillWorld, type KillWorld } from "../../../../../tests/harness/payout-kills.ts";
import { PASSWORD, startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { endQuarantine, findQuarantine } from "../../platform/backup/store.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { silentProgress } from "../../platform/db/watch-step.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { createDocumentKeys } from "../../people/documents/document-keys.ts";
import { createFactorVault } from "../../people/second-factors/factor-vault.ts";
import { prepareBatch, raiseFee } from "../../withdrawals/chain-payouts/prepare-batch.ts";
import { exportBatch, importSigned } from "../../withdrawals/chain-payouts/signed-batch.ts";
import { applyReport } from "../../withdrawals/payouts/apply-report.ts";
import { buildPayoutOperation, buildSending } from "../../withdrawals/payouts/build-change.ts";
import { compareWithRails } from "../../withdrawals/payouts/compare-with-rails.ts";
import { advanceDuePayouts } from "../../withdrawals/payouts/run-payout-worker.ts";
import { findOpenPayout } from "../../withdrawals/payouts/store.ts";
import { checkBackup, restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** A backup of a product in use is restored, and a process starts on the copy with the same keys. */

const SECRET = Buffer.alloc(32, 3);
const ENV = { DOCUMENT_KEY: SECRET.toString("base64"), PAYOUTS: "automatic" };
const NEW_PASSWORD = "Another-h0rse!";
const STOPPED = /^The database was restored from a backup, so payouts are stopped\. No money was moved\./;
/** Tables whose rows expire, and that give no one a right. */
const HARMLESS = ["adjustments", "mail_outbox", "throttles"];

const provider = createFakeProvider();
const documents = {
  put: () => Promise.resolve(),
  get: () => Promise.resolve(undefined),
  delete: () => Promise.resolve(),
};
const keys = createDocumentKeys([SECRET]);
const FOLDER = mkdtempSync(join(tmpdir(), "wazi-restored-"));

let original: TestApp;
let restored: TestApp;
let world: KillWorld;
let owner: Sql;
let copy: Sql;
let name: string;
/** In two browsers, one of which has proved who she is. */
let amina: TestClient;
let phone: TestClient;
let tokens: Record<"reset" | "verify" | "freeze", string>;
/** The rows of each table with an end, right after the restore. */
const left: Record<string, number> = {};
let withdrawals: Record<"pending" | "approved" | "unknown", string>;

const statusOf = async (client: TestClient): Promise<number> => (await client.call("GET", "/api/auth/user")).status;
const payoutOf = async (id: string) => {
  const { payouts } = (await restored.admin.call("GET", "/api/admin/payouts")).body as PayoutOverview;
  return payouts.find(({ withdrawalId }) => withdrawalId === id);
};
const withdrawalStatus = async (id: string): Promise<string | undefined> =>
  (await restored.sql<{ status: string }[]>`select status from withdrawals where id = ${id}`)[0]?.status;

async function signInAs({ email, userId }: TestClient, instance: TestApp, password = PASSWORD): Promise<TestClient> {
  const client = Object.assign(instance.visitor(), { email, userId });
  expect((await client.call("POST", "/api/auth/signin", { email, password })).status).toBe(200);
  return client;
}

async function work(): Promise<void> {
  const lease = await takeLease(world.test.sql, "test", true, "payouts");
  if (lease) await advanceDuePayouts({ ...world.deps, log: { warn: () => undefined } }, lease);
}

async function findLink(kind: string): Promise<string> {
  const find = () =>
    original.sql<{ id: string }[]>`select id from account_links where user_id = ${amina.userId} and kind = ${kind}`;
  await vi.waitFor(async () => expect(await find()).toHaveLength(1));
  return (await find())[0]?.id ?? "";
}

async function fillOriginal(): Promise<void> {
  amina = await original.funded("500");
  phone = await signInAs(amina, original);
  const ending = { method: "POST", path: "/api/user/sessions/end-others" } as const;
  expect((await phone.prove({ password: PASSWORD }, ending)).status).toBe(200);
  expect((await original.visitor().call("POST", "/api/auth/forgot-password", { email: amina.email })).status).toBe(204);
  const sign = async (purpose: "reset-password" | "verify-email"): Promise<string> =>
    original.links.sign(purpose, { id: await findLink(purpose), issuedAt: new Date() });
  const freeze = original.links.sign("freeze", { id: amina.userId, issuedAt: new Date() });
  tokens = { reset: await sign("reset-password"), verify: await sign("verify-email"), freeze };
  const [ben, cara] = [await original.funded("100"), await original.funded("100")];
  provider.behaviours.push("silent");
  const unknown = await approveWithdrawal(original, cara, "+254700000002");
  world = createKillWorld(original, provider);
  await work();
  const approved = await approveWithdrawal(original, ben, "+254700000001");
  const dan = await original.funded("100");
  await original.sql`
    insert into chain_payouts (reference, network, queued_at) select reference, 'BTC', now() from payouts
    where withdrawal_id = ${unknown}`;
  withdrawals = { pending: (await startWithdrawal(dan, "50")).id, approved, unknown };
  await original.sql`
    insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
    values ('forex', 'EUR/USD', 1.1, 0, 'simulated', clock_timestamp(), 0) on conflict do nothing`;
}

beforeAll(async () => {
  original = await startTestApp(undefined, undefined, ENV, undefined, [provider.rail]);
  owner = openPool(original.database.url, { max: 1, role: null });
  await fillOriginal();
  const written = await writeBackup(
    {
      ...{ url: original.database.url, documents, waziVersion: "0.0.0", now: () => new Date() },
      seal: () => Promise.resolve(""),
    },
    FOLDER,
  );
  name = `restored_${randomUUID().replaceAll("-", "")}`;
  await owner.unsafe(`create database ${name} template template0`);
  const url = new URL(original.database.url);
  url.pathname = `/${name}`;
  const deps = { url: url.href, documents, keys, factors: createFactorVault([SECRET]), log: silentProgress };
  expect(await restoreBackup(deps, written.folder, await checkBackup(written.folder, keys))).toMatchObject({
    differences: [],
  });
  copy = openPool(url.href, { max: 1, role: null });
  // On a slow machine the rail would be asked for it again before the test that does.
  await copy`update payouts set next_at = now() + interval '1 hour' where state = 'unknown'`;
  const tables = await copy<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'expires_at' and table_name <> all (${HARMLESS}::text[])`;
  for (const table of tables) left[table.name] = (await copy.unsafe(`select from ${table.name}`)).length;
  restored = await startTestApp({ url: url.href, drop: () => Promise.resolve() }, undefined, ENV, undefined, [
    provider.rail,
  ]);
  world = createKillWorld(restored, provider);
});
afterAll(async () => {
  expect(await restored.differences()).toEqual([]);
  await restored.close();
  await copy.end();
  await owner.unsafe(`drop database ${name} with (force)`);
  await owner.end();
  await original.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

describe("after a restore", () => {
  it("no earlier session is valid, in any process", { tags: ["S04", "S06"] }, async () => {
    const before = [amina, phone, original.admin].map((client) => client.cookies());
    const second = await startTestApp(restored.database, undefined, ENV);
    const countSignedIn = async (process: TestApp): Promise<number> => {
      const ask = (cookie: string) => process.visitor().call("GET", "/api/auth/user", undefined, { cookie });
      return (await Promise.all(before.map(ask))).filter(({ status }) => status === 200).length;
    };
    expect([await countSignedIn(original), await countSignedIn(restored), await countSignedIn(second)]).toEqual([
      3, 0, 0,
    ]);
    // Sessions of now end as ever: at a sign-out in every process, and at a change of the password.
    const [one, other] = [await signInAs(amina, restored), await signInAs(amina, second)];
    expect((await one.call("POST", "/api/auth/signout")).status).toBeLessThan(300);
    expect(await statusOf(one.through(second))).toBe(401);
    const third = await signInAs(amina, restored);
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await third.call("POST", "/api/user/password", change)).status).toBeLessThan(300);
    expect([await statusOf(third), await statusOf(other)]).toEqual([200, 401]);
    await second.close();
  });

  it("no link of an earlier mail works, and nothing else that expires is left", async () => {
    const visitor = restored.visitor();
    const reset = { token: tokens.reset, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const answers = [
      await visitor.call("POST", "/api/auth/reset-password", reset),
      await visitor.call("POST", "/api/auth/verify-email", { token: tokens.verify }),
      await visitor.call("POST", "/api/auth/freeze", { token: tokens.freeze }),
    ];
    expect(answers.map((answer) => [answer.status, errorOf(answer).code])).toEqual(
      Array.from({ length: 3 }, () => [422, "LINK_INVALID"]),
    );
    expect(left).toMatchObject({ account_links: 0, passkey_challenges: 0, sessions: 0 });
    expect(Object.entries(left).filter(([, rows]) => rows > 0)).toEqual([]);
    // On the original they work, so they were not refused for another reason.
    expect((await original.visitor().call("POST", "/api/auth/reset-password", reset)).status).toBe(204);
  });

  it("nothing is paid out: not by a rail, not by hand, and not by saying so", async () => {
    const sent = provider.sends;
    await work();
    expect(provider.sends).toBe(sent);
    expect(await payoutOf(withdrawals.approved)).toMatchObject({ state: "cancelled", sends: 0 });
    expect(await withdrawalStatus(withdrawals.approved)).toBe("pending");

    const unknown = await payoutOf(withdrawals.unknown);
    expect(unknown).toMatchObject({ state: "unknown" });
    const approve = `/api/admin/withdrawals/${withdrawals.pending}/approve`;
    const resolve = `/api/admin/payouts/${unknown?.id}/resolve`;
    const refused = [
      await restored.admin.call("POST", approve, { status: "completed" }),
      await restored.admin.call("POST", approve, { status: "completed", transactionHash: "SGR7BYHAND" }),
      await restored.admin.call("POST", approve, { status: "completed", transactionHash: "SGR7BYHAND", fee: "0.10" }),
      await restored.admin.call("POST", resolve, { outcome: "paid", receipt: "SGR7SAIDSO", reason: "In the portal" }),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(409);
      expect(errorOf(answer).message).toMatch(STOPPED);
    }
    expect(await withdrawalStatus(withdrawals.pending)).toBe("pending");

    // One that waits again after a failure stays where it is. Those that waited for a transaction of a chain are refused.
    const approved = await payoutOf(withdrawals.approved);
    const setState = (state: string) =>
      copy`update payouts set state = ${state}, ended_at = null where id = ${approved?.id ?? ""}`;
    await setState("approved");
    await work();
    expect(await payoutOf(withdrawals.approved)).toMatchObject({ state: "approved", waitsFor: "stopped", sends: 0 });
    await setState("cancelled");
    expect(await copy`select from chain_payouts where refusal is null`).toEqual([]);
    const chains = { sql: restored.sql, now: () => new Date(), chains: [] } as never;
    for (const ask of [
      () => prepareBatch(chains, { network: "BTC" } as never, null),
      () => exportBatch(chains, randomUUID(), null),
      () => importSigned(chains, randomUUID(), "", null),
      () => raiseFee(chains, randomUUID(), null),
    ])
      await expect(ask()).rejects.toThrow(STOPPED);

    // The door itself refuses, whoever asks it and whatever was checked before.
    const open = await findOpenPayout(restored.sql, unknown?.id ?? "");
    if (!open) throw new Error("no payout");
    const sending = buildSending(open, new Date(), new Date());
    await expect(restored.door.post(buildPayoutOperation(open, sending.change))).rejects.toThrow(STOPPED);
    expect(provider.sends).toBe(sent);
  });

  it("the office and the readiness say so", async () => {
    const { quarantine } = (await restored.admin.call("GET", "/api/admin/overview")).body as BackOfficeOverview;
    expect(Date.parse(quarantine?.restoredAt ?? "")).toBeGreaterThan(Date.parse(quarantine?.stateOf ?? ""));
    expect((await original.admin.call("GET", "/api/admin/overview")).body).toMatchObject({ quarantine: null });
    expect((await restored.visitor().call("GET", "/readyz")).text).toContain(
      "payouts are stopped. See npm run wazi -- quarantine.",
    );
  });

  it("payments are compared with what the rail says, and its reports are recorded", async () => {
    const compare = () => compareWithRails(restored.sql, [provider.rail], new Date(Date.now() - 3_600_000));
    // The rail paid what was unknown here. What was approved and never sent it does not know.
    expect(await compare()).toEqual([{ rail: "paper", payments: 2, answered: 2, problems: [] }]);
    const unknown = await payoutOf(withdrawals.unknown);
    const approved = await payoutOf(withdrawals.approved);
    // Somebody has edited the backup, so that a payment that was made is made again.
    await copy`update payouts set state = 'failed', ended_at = now() where id = ${unknown?.id ?? ""}`;
    expect(await compare()).toMatchObject([{ answered: 2, problems: [expect.stringContaining("reports receipt R1")] }]);
    await copy`update payouts set state = 'confirmed', sends = 1, sent_at = now() where id = ${approved?.id ?? ""}`;
    expect((await compare())[0]?.problems).toContainEqual(expect.stringContaining("the rail does not know it"));
    await copy`update payouts set state = 'unknown', ended_at = null where id = ${unknown?.id ?? ""}`;
    await copy`update payouts set state = 'cancelled', sends = 0, sent_at = null where id = ${approved?.id ?? ""}`;
    expect(await compareWithRails(restored.sql, [], new Date(0))).toMatchObject([{ payments: 2, answered: 0 }]);

    const reference = unknown?.reference ?? "";
    const order = { reference, providerId: null, destination: {} as never, amount: "", currency: "" };
    const report = await provider.rail.query(order, AbortSignal.timeout(1_000));
    expect(await applyReport(world.deps, unknown?.id ?? "", report)).toBe("confirmed");
    expect(await withdrawalStatus(withdrawals.unknown)).toBe("completed");
  });

  it("payouts leave again when an administrator has ended the quarantine, once they are approved again", async () => {
    const [admin] = await copy<{ id: string }[]>`select id from users where is_admin limit 1`;
    await expect(restored.sql`update restores set ended_at = now()`).rejects.toThrow("permission denied");
    const note = "Compared with the list of the bank";
    await endQuarantine(copy, { by: admin?.id ?? "", note, findings: [] });
    expect(await findQuarantine(copy)).toBeNull();
    const sent = provider.sends;
    await work();
    expect(provider.sends).toBe(sent);
    const approve = (id: string) =>
      restored.admin.call("POST", `/api/admin/withdrawals/${id}/approve`, { status: "completed" });
    expect((await approve(withdrawals.approved)).status).toBe(200);
    await work();
    expect(provider.sends).toBe(sent + 1);
    expect((await restored.visitor().call("GET", "/readyz")).text).not.toContain("notice");
  });
});
