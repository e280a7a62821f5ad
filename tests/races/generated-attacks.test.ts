import { randomUUID } from "node:crypto";
import { allCalls, type Call, type Deposit, type Withdrawal } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmallPicture, toDataUrl } from "../../apps/server/src/people/documents/sample-pictures.ts";
import { mpesa, startDeposit, startWithdrawal } from "../harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "../harness/test-app.ts";

let test: TestApp;
/** The attacked investor and the attacker. */
let owner: TestClient;
let other: TestClient;
/** A row of the owner's for each kind of id in a path. */
let ids: Record<string, string>;

beforeAll(async () => {
  test = await startTestApp();
  owner = await test.funded("500");
  other = await test.funded("500");
  await test.sql`update users set last_name = 'Owner-Mark' where id = ${owner.userId}`;
  ids = await makeRows();
});
afterAll(() => test.close());

async function makeRows(): Promise<Record<string, string>> {
  const { id: deposits }: Deposit = await startDeposit(owner, "100");
  const { id: withdrawals }: Withdrawal = await startWithdrawal(owner, "20");
  const frontImageUrl = toDataUrl("jpeg", await createSmallPicture());
  const submitted = await owner.call("POST", "/api/verification/submit", { documentType: "passport", frontImageUrl });
  const sessions = (await owner.call("GET", "/api/user/sessions")).body as { id: string }[];
  const address = await owner.call("POST", "/api/user/payout-addresses", { ...mpesa("1"), amount: undefined });
  const [exit, passkey] = [randomUUID(), randomUUID()];
  await test.sql`
    insert into exits (id, user_id, bot_id, kind, status, requested_at, version)
    select ${exit}, ${owner.userId}, bot_id, 'deactivation', 'pending', now(), 1 from pools limit 1`;
  await test.sql`
    insert into passkeys (id, user_id, rp_id, credential_id, public_key, sign_count, transports, name, is_synced, created_at)
    values (${passkey}, ${owner.userId}, 'localhost', ${passkey}, decode('00', 'hex'), 0, '{}', 'Key', false, now())`;
  return {
    deposits,
    withdrawals,
    verification: (submitted.body as { id: string }).id,
    sessions: sessions[0]?.id ?? "",
    "payout-addresses": (address.body as { id?: string }).id ?? "",
    exits: exit,
    passkeys: passkey,
    // Only administrators have calls with these.
    adjustments: randomUUID(),
    mails: randomUUID(),
    "deposit-payments": randomUUID(),
    payouts: randomUUID(),
    decisions: randomUUID(),
    charges: randomUUID(),
    appointments: randomUUID(),
  };
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`;
const withId = allCalls.filter(({ path, permission }) => /:id/.test(path) && permission !== "public");

/** The owner's row that a path means. A new kind of id fails here until it has one. */
function pathTo(path: string): string {
  if (!path.includes(":id")) return path;
  const kind = /\/([a-z-]+)\/:id/.exec(path)?.[1] ?? "";
  const known =
    kind === "users" || kind === "administrators" ? owner.userId : ids[kind.replace("verifications", "verification")];
  const id = kind === "bots" ? randomUUID() : known;
  expect(id, `an id for ${path}`).toMatch(/^[\da-f-]{36}$/);
  return path
    .replace(":id", id ?? "")
    .replace(":session", ids["sessions"] ?? "")
    .replace(":side", "front");
}

const send = (client: TestClient, call: Call, headers = {}, body: unknown = {}): Promise<TestAnswer> =>
  client.call(call.method, pathTo(call.path), call.method === "GET" ? undefined : body, headers);

/** Everything that is the owner's, as one text. */
async function readOwner(): Promise<string> {
  const tables = ["deposits", "withdrawals", "verifications", "sessions", "payout_addresses", "exits", "passkeys"];
  const rows = await Promise.all(
    tables.map(
      (table) =>
        test.sql<{ row: string }[]>`
        select (to_jsonb(t) - 'last_seen_at')::text as row from ${test.sql.raw(table)} t where user_id = ${owner.userId} order by 1`,
    ),
  );
  return JSON.stringify(rows);
}

describe("another user's ids", () => {
  it.each(withId.map((call) => [nameOf(call), call] as const))(
    "are a 404 for another user and a 401 without a session: %s",
    { tags: ["S28"] },
    async (_name, call) => {
      const before = await readOwner();
      expect((await send(test.visitor(), call)).status).toBe(401);
      const answer = await send(other, call, {}, { name: "Mine", password: "Correct-h0rse!" });
      if (call.permission === "admin") expect(answer.status).toBe(403);
      // A body or a password that is checked first says nothing about the row.
      else expect([400, 403, 404]).toContain(answer.status);
      const unknown = await other.call(
        call.method,
        call.path.replace(/:(id|session)/g, randomUUID()).replace(":side", "front"),
        call.method === "GET" ? undefined : { name: "Mine", password: "Correct-h0rse!" },
      );
      expect([unknown.status, unknown.text]).toEqual([answer.status, answer.text]);
      expect(await readOwner()).toBe(before);
    },
  );
});

describe("requests from other sites", () => {
  const changing = allCalls.filter(({ method }) => method !== "GET");

  it.each(changing.map((call) => [nameOf(call), call] as const))(
    "change nothing, and forms are not read: %s",
    { tags: ["S37"] },
    async (_name, call) => {
      const client = call.permission === "admin" ? test.admin : other;
      const before = await readOwner();
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ]) {
        expect((await send(client, call, headers)).status).toBe(403);
      }
      // A call without a body does not read one.
      if (call.body !== undefined) {
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
          const answer = await client.call(call.method, pathTo(call.path), "a=1", { "content-type": type });
          expect([type, answer.status]).toEqual([type, 415]);
        }
      }
      expect(await readOwner()).toBe(before);
    },
  );
});

describe("fields that nobody may set", () => {
  const withBody = allCalls.filter(({ body }) => body !== undefined);
  const forged = { role: "full", isAdmin: true, balance: "1", status: "completed", userId: "x", kycStatus: "approved" };

  it.each(withBody.map((call) => [nameOf(call), call] as const))(
    "are refused or ignored: %s",
    { tags: ["S30"] },
    async (_name, call) => {
      const client = call.permission === "admin" ? test.admin : other;
      const before = await readOwner();
      const { status } = await send(client, call, {}, forged);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      const [row] = await test.sql<{ isAdmin: boolean; kyc: string }[]>`
      select is_admin as "isAdmin", kyc_status as kyc from users where id = ${other.userId}`;
      expect(row).toEqual({ isAdmin: false, kyc: "pending" });
      expect(await readOwner()).toBe(before);
    },
  );
});

describe("lists and answers", () => {
  const reads = allCalls.filter(
    ({ method, permission, path }) => method === "GET" && permission !== "public" && !/:|events$/.test(path),
  );
  const own = reads.filter(({ permission }) => permission !== "admin");
  const tricks = [
    "userId=",
    "limit=1000000000",
    "sort=hashedPassword",
    "limit=5&limit=6",
    "cursor=AAAA",
    "order=user_id",
  ];

  it.each(own.map((call) => [nameOf(call), call] as const))(
    "show no rows of another user, whatever the query: %s",
    { tags: ["S32"] },
    async (_name, call) => {
      for (const trick of tricks) {
        const query = trick === "userId=" ? `userId=${owner.userId}` : trick;
        const { status, text } = await other.call("GET", `${call.path}?${query}`);
        expect([trick, status < 500]).toEqual([trick, true]);
        for (const trace of [owner.email, "Owner-Mark", ids["deposits"], ids["withdrawals"]]) {
          expect(text).not.toContain(trace);
        }
      }
    },
  );

  it.each(reads.map((call) => [nameOf(call), call] as const))(
    "contain no secret: %s",
    { tags: ["S31"] },
    async (_name, call) => {
      const client = call.permission === "admin" ? test.admin : owner;
      const { status, text, headers } = await client.call("GET", call.path);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/argon2|hashed_?password|sid_?hash|sealed|device_?hash|private_?key|"stack"/i);
      expect(headers["cache-control"]).toMatch(/no-store/);
    },
  );
});

describe("the name of an uploaded file", () => {
  it("is made by the server, and a given one is refused", { tags: ["S47"] }, async () => {
    const client = await test.signUp();
    const frontImageUrl = toDataUrl("jpeg", await createSmallPicture());
    const form = { documentType: "passport", frontImageUrl };
    for (const fileName of ["../../x", "a\u0000b", "x".repeat(300), "\u202Egpj.exe"]) {
      const answer = await client.call("POST", "/api/verification/submit", { ...form, fileName });
      expect(answer.status).toBe(400);
    }
    const { body } = await client.call("POST", "/api/verification/submit", form);
    const { headers } = await client.call("GET", (body as { frontImageUrl: string }).frontImageUrl);
    expect(headers["content-disposition"]).toBe('inline; filename="document-front.jpg"');
  });
});
