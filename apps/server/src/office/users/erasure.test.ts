import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeHistory } from "../../../../../tests/harness/change-history.ts";
import { settleWithdrawal } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { openPool, type Sql } from "../../platform/db/pool.ts";
import { createSmallPicture, toDataUrl } from "../../people/documents/sample-pictures.ts";

/** A made-up name. It is planted with the place that it was planted in, so that a leak names its column. */
const MARK = "zyxamaraqq";

/**
 * How a user's rows are found in each table that has any, and what a deletion does to them. A new table with a column that
 * refers to users must be added here.
 */
const OWN_ROWS: Readonly<Record<string, string>> = {
  users: "id = $user",
  sessions: "user_id = $user",
  known_devices: "user_id = $user",
  notification_marks: "user_id = $user",
  push_subscriptions: "user_id = $user",
  suitability_limits: "user_id = $user",
  mail_outbox: "user_id = $user",
  account_links: "user_id = $user",
  consents: "user_id = $user",
  idempotency_keys: "user_id = $user or strpos(body, $user::text) > 0",
  deposit_payments: "user_id = $user",
  mpesa_pushes: "deposit_id in (select id from deposits where user_id = $user)",
  mpesa_events: `checkout_request_id in (select p.checkout_request_id from mpesa_pushes p join deposits d on d.id = p.deposit_id
    where d.user_id = $user)`,
  deposits: "user_id = $user",
  withdrawals: "user_id = $user",
  rate_holds: "user_id = $user",
  recipient_checks: "user_id = $user",
  withdrawal_confirmations: "withdrawal_id in (select id from withdrawals where user_id = $user)",
  payouts: "withdrawal_id in (select id from withdrawals where user_id = $user)",
  payout_reviews: `payout_id in (select p.id from payouts p join withdrawals w on w.id = p.withdrawal_id where w.user_id = $user)`,
  payout_addresses: "user_id = $user",
  verifications: "user_id = $user",
  exported_investors: "user_id = $user",
  liability_accounts: "user_id = $user",
  liability_nonces: "user_id = $user",
  exits: "user_id = $user",
  positions: "user_id = $user",
  position_events: "user_id = $user",
  ledger_accounts: "user_id = $user",
  ledger_transactions: `actor_id is not null and id in (select e.transaction_id from ledger_entries e
    join ledger_accounts a on a.id = e.account_id where a.user_id = $user)`,
  audit_log: `subject_id = $user::text or (actor_id = $user and subject_type in ('session', 'call'))
    or subject_id in (select id::text from withdrawals where user_id = $user)
    or subject_id in (select id::text from deposits where user_id = $user)
    or subject_id in (select id::text from verifications where user_id = $user)`,
  adjustments: "user_id = $user",
  deposit_addresses: "user_id = $user",
  authenticator_apps: "user_id = $user",
  passkeys: "user_id = $user",
  passkey_challenges: "user_id = $user",
  act_proofs: "user_id = $user",
  recovery_code_sets: "user_id = $user",
  recovery_codes: "user_id = $user",
  security_events: "user_id = $user",
  security_hold_overrides: "user_id = $user",
};

/** Texts of those tables that no one types and that name no one. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  // Names of actions, tables, templates and calls, and ids.
  "audit_log.action",
  "audit_log.subject_type",
  "audit_log.subject_id",
  "idempotency_keys.call",
  "ledger_accounts.code",
  "ledger_transactions.kind",
  "position_events.kind",
  // One of the currencies and networks of the contract, and an address that is derived from the platform's own key.
  "deposits.currency",
  "deposits.network",
  "deposits.wallet_address",
  // Codes, and ids that a chain or M-Pesa gave. A payment keeps its own, so that it is never credited again.
  "deposit_payments.network",
  "deposit_payments.transaction_hash",
  "deposit_payments.output",
  "deposit_payments.wallet_address",
  "deposit_payments.currency",
  "deposit_payments.token",
  "deposit_payments.block_hash",
  "deposit_payments.review_reason",
  "deposit_payments.rate_reason",
  "deposit_payments.sender",
  "mpesa_pushes.checkout_request_id",
  "mpesa_pushes.receipt",
  "mpesa_events.transaction_id",
  "mpesa_events.checkout_request_id",
  "mpesa_events.short_code",
  "mpesa_events.result_code",
  "mpesa_events.problem",
  "deposit_addresses.network",
  "deposit_addresses.wallet_address",
  // Ids of files in the store, whose content is checked below.
  "verifications.front_document",
  "verifications.back_document",
  "withdrawals.currency",
  "withdrawals.network",
  // Names of rails and currencies, and ids and codes that Wazi or a provider gave.
  "payouts.rail",
  "payouts.reference",
  "payouts.currency",
  "payouts.provider_id",
  "payouts.fee_currency",
  "payouts.reason_code",
  "payout_reviews.rail",
  "payout_reviews.kind",
  // The number of a published document.
  "consents.version",
  "users.terms_version",
]);

let test: TestApp;
let owner: Sql;
let gone: TestClient;
let other: TestClient;
let planted: string[];

interface Column {
  table: string;
  column: string;
  type: string;
}

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { max: 2, role: null });
  gone = await live();
  other = await live();
  planted = await plantEverywhere(gone);
  expect((await test.admin.call("DELETE", `/api/admin/users/${gone.userId}`)).status).toBe(204);
});

afterAll(async () => {
  await owner.end();
  await test.close();
});

/** Someone who has left data in as many tables as possible. */
async function live(): Promise<TestClient> {
  const investor = await test.funded("100");
  const picture = toDataUrl("jpeg", await createSmallPicture());
  const submitted = await investor.call("POST", "/api/verification/submit", {
    documentType: "passport",
    documentNumber: "A1234567",
    frontImageUrl: picture,
  });
  expect(submitted.status).toBe(201);
  const { id: document } = submitted.body as { id: string };
  const review = await test.admin.call("POST", `/api/admin/verifications/${document}/review`, {
    status: "rejected",
    rejectionReason: "blurred",
  });
  expect(review.status).toBe(200);
  const withdrawal = await investor.call(
    "POST",
    "/api/user/withdrawals",
    {
      amount: "100",
      withdrawalType: "bank",
      country: "Kenya",
      bankName: "Equity Bank",
      destinationAddress: "0123456789",
      accountName: "Amina Otieno",
    },
    { "idempotency-key": "once" },
  );
  expect(withdrawal.status).toBe(201);
  const { id } = withdrawal.body as { id: string };
  await test.sql`
    insert into withdrawal_confirmations (withdrawal_id, confirmed_by, amount, destination, confirmed_at)
    values (${id}, ${test.admin.userId}, 100, 'somewhere', now())`;
  await settleWithdrawal(test.admin, id, {
    status: "completed",
    transactionHash: "QGH7XX12AB",
    notes: "by hand",
    fee: "1",
  });
  await test.sql`
    insert into payout_reviews (payout_id, rail, kind, summary, found_at)
    select id, rail, 'paid-twice', 'receipt ' || id, now() from payouts where withdrawal_id = ${id}`;
  await test.sql`
    insert into payout_addresses (id, user_id, withdrawal_type, account_name, destination, added_at, usable_from)
    values (gen_random_uuid(), ${investor.userId}, 'bank', 'Amina Otieno', 'somewhere', now(), now())`;
  await test.sql`
    insert into deposit_payments (id, network, transaction_hash, output, wallet_address, user_id, deposit_id, coins, seen_at,
      confirmations_needed, timing, status, note, updated_at, version)
    select gen_random_uuid(), network, id::text, '0', wallet_address, user_id, id, 1, now(), 1, 'on_time', 'dismissed', 'by hand',
      now(), 1 from deposits where user_id = ${investor.userId}`;
  await test.sql`
    insert into mpesa_pushes (deposit_id, phone_number, amount, checkout_request_id, status, reason, updated_at)
    select id, '+254712345678', 100, id::text, 'failed', 'Cancelled', now() from deposits where user_id = ${investor.userId}`;
  await test.sql`
    insert into mpesa_events (kind, checkout_request_id, reference)
    select 'push', id::text, 'Amina' from deposits where user_id = ${investor.userId}`;
  await test.sql`insert into mail_outbox (user_id, template, data) values (${investor.userId}, 'welcome', '{}')`;
  await test.sql`
    insert into account_links (id, user_id, kind, email, created_at, expires_at)
    values (gen_random_uuid(), ${investor.userId}, 'verify-email', 'a@example.com', now(), now() + interval '1 day')`;
  await test.sql`
    insert into idempotency_keys (user_id, call, key, payload_hash, status, body)
    values (${test.admin.userId}, 'POST /api/x', ${investor.userId}, 'x', 200, ${`{"userId":"${investor.userId}"}`})`;
  const event = await test.sql<{ id: string }[]>`
    insert into security_events (user_id, kind, happened_at, holds_until)
    values (${investor.userId}, 'password-changed', now(), now()) returning id`;
  await test.sql`
    insert into security_hold_overrides (user_id, last_event_id, overridden_by, reason, overridden_at)
    values (${investor.userId}, ${event[0]?.id ?? ""}, ${test.admin.userId}, 'asked by phone', now())`;
  return investor;
}

/** Every column of a table, except views, that can hold a text. */
function listTextColumns(): Promise<Column[]> {
  return owner<Column[]>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'xml', 'name', 'inet')
        or (c.data_type = 'ARRAY' and c.udt_name in ('_text', '_varchar', '_jsonb', '_json')))
    order by 1, 2`;
}

/** Puts the mark into every text of the user's own rows that takes one. @returns the columns, as table.column */
async function plantEverywhere({ userId }: TestClient): Promise<string[]> {
  const done: string[] = [];
  for (const { table, column, type } of await listTextColumns()) {
    const rows = OWN_ROWS[table]?.replaceAll("$user", `'${userId}'`.concat("::uuid"));
    if (rows === undefined || OWN_WORDS.has(`${table}.${column}`)) continue;
    const mark = `${MARK} ${table} ${column}`;
    // An administrator's own network address is not the user's.
    const where = column === "address" ? `(${rows}) and (actor_id is null or actor_id = '${userId}')` : rows;
    const value = type.startsWith("json")
      ? `coalesce(${column}, '{}') || '{"reason": "${mark}", "notes": {"of": ["${mark}"]}}'`
      : type === "ARRAY"
        ? `array['${mark}']`
        : `case when ${column} is null or true then '${mark}' || left(coalesce(${column}, ''), 0) end`;
    const key = column === "body" ? `'{"userId":"${userId}","name":"${mark}"}'` : value;
    const took = await changeHistory(owner, (tx) =>
      tx.unsafe(`update ${table} set ${column} = ${key} where ${where} returning 1`),
    ).catch((error: unknown) => {
      // A column with a fixed list of values, or an id, takes no name.
      expect(String(error)).toMatch(/check constraint|invalid input syntax/);
      return [];
    });
    if (took.length > 0) done.push(`${table}.${column}`);
  }
  return done;
}

describe("deleting a user", () => {
  it("erases every text about them from every column of every table", { tags: ["erasure"] }, async () => {
    // Planted in the columns that hold what people type; fewer would mean that the test lost its data.
    expect(planted).toEqual(
      expect.arrayContaining([
        "account_links.email",
        "audit_log.address",
        "audit_log.after",
        "audit_log.before",
        "deposit_payments.note",
        "deposits.transaction_hash",
        "idempotency_keys.body",
        "ledger_transactions.reason",
        "mail_outbox.data",
        "mpesa_events.reference",
        "mpesa_pushes.phone_number",
        "payout_addresses.account_name",
        "payout_reviews.summary",
        "payouts.receipt",
        "payouts.recipient_name",
        "payout_addresses.destination",
        "security_hold_overrides.reason",
        "sessions.ip",
        "sessions.user_agent",
        "users.email",
        "users.first_name",
        "users.last_name",
        "users.phone",
        "users.country",
        "users.deactivation_reason",
        "users.profile_image_url",
        "users.referral_code",
        "verifications.document_number",
        "verifications.rejection_reason",
        "withdrawal_confirmations.destination",
        "withdrawals.account_name",
        "withdrawals.bank_name",
        "withdrawals.country",
        "withdrawals.destination_address",
        "withdrawals.notes",
        "withdrawals.phone_number",
        "withdrawals.transaction_hash",
      ]),
    );
    const found: string[] = [];
    for (const { name } of await owner<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`) {
      const rows = await owner.unsafe(
        `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike '%${MARK}%'`,
      );
      found.push(...rows.map((row) => `${name}: ${(row as { row: string }).row}`));
    }
    expect(found).toEqual([]);
  });

  it("leaves no trace of them in the administrators' lists, searches and files", async () => {
    for (const path of ["withdrawals", "deposits", "users", "audit", "verifications"]) {
      for (const query of ["", `?search=${MARK}`, "?search=Amina%20Otieno&limit=100"]) {
        const { text } = await test.admin.call("GET", `/api/admin/${path}${query}`);
        expect(text).not.toContain(MARK);
      }
    }
    const file = await test.admin.call("GET", "/api/admin/withdrawals.csv", undefined, {
      "sec-fetch-site": "same-origin",
    });
    expect(file.text).toContain("100.00");
    expect(file.text).not.toContain(MARK);
  });

  it("erases the documents in the store", { tags: ["erasure-of-documents"] }, async () => {
    const [row] = await test.sql<{ front: string }[]>`
      select front_document as front from verifications where user_id = ${other.userId}`;
    expect(
      readdirSync(join(test.dataDir, "documents"), { recursive: true })
        .map(String)
        .filter((name) => !name.endsWith("documents"))
        .join(),
    ).toContain(row?.front);
    expect(await test.sql`select from verifications where user_id = ${gone.userId}`).toHaveLength(0);
  });

  it("keeps amounts, times and states, and everything about others", { tags: ["erasure-keeps"] }, async () => {
    const [kept] = await test.sql<object[]>`
      select amount, status, withdrawal_type as type, settled_at is not null as settled from withdrawals
      where user_id = ${gone.userId}`;
    expect(kept).toEqual({ amount: "100.00", status: "completed", type: "bank", settled: true });
    const [theirs] = await test.sql<object[]>`
      select account_name, notes, transaction_hash from withdrawals where user_id = ${other.userId}`;
    expect(theirs).toEqual({ account_name: "Amina Otieno", notes: "by hand", transaction_hash: "QGH7XX12AB" });
    const reasons = await test.sql<{ reason: string | null }[]>`
      select distinct t.reason from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id where a.user_id = ${other.userId} order by 1`;
    expect(reasons.map(({ reason }) => reason)).toContain("by hand");
    expect(await test.differences()).toEqual([]);
  });

  it("is reviewed for every table that refers to users or their deposits", async () => {
    const tables = await owner<{ name: string }[]>`
      select distinct table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and column_name in ('user_id', 'deposit_id') order by 1`;
    // Only amounts, days, currencies and texts of the operator.
    const impersonal = new Set([
      ...["deposit_local_amounts", "balance_interest", "balance_interest_choices", "balance_interest_postings"],
    ]);
    const missing = tables
      .map(({ name }) => name)
      .filter((name) => OWN_ROWS[name] === undefined && !impersonal.has(name));
    expect(missing).toEqual([]);
  });
});

describe("the erasure of a ledger reason", () => {
  it("is refused for a user who was not deleted", async () => {
    await expect(test.sql`select erase_user_records(${other.userId}::uuid)`).rejects.toThrow(/is not deleted/);
  });

  it.each(["'something else'", "null", "erased_reason()"])("cannot be used to write %s", async (reason) => {
    await expect(owner.unsafe(`update ledger_transactions set reason = ${reason}`)).rejects.toThrow(/only appended/);
  });
});
