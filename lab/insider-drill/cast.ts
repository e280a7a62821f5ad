import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { AdminRole } from "@wazi/contracts";
import { buildDepositPostings, cents, formatCents, investorAccount } from "@wazi/domain";
import { createOperationId, toLedgerEntries } from "../../apps/server/src/ledger/api.ts";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import type { TestApp, TestClient } from "../../tests/harness/test-app.ts";

/**
 * The administrators who work together, by role. Of two who decide on money, the first appointed the second 80 hours ago, so that neither
 * may decide on acts of the other.
 */
export type Crew = readonly [AdminRole] | readonly [AdminRole, AdminRole];

/** The people of one sequence. */
export interface Cast {
  crew: Crew;
  insiders: readonly TestClient[];
  accomplice: TestClient;
  victim: TestClient;
}

/** Each investor's own money at the beginning, in US cents. */
export const ACCOMPLICE_CENTS = 300_000n;
export const VICTIM_CENTS = 500_000n;

interface NewPerson {
  client: TestClient;
  firstName: string;
  role: AdminRole | null;
  owns: bigint;
  appointedBy?: string | undefined;
}

/**
 * Makes the people of several sequences at once, signed in, with money that an honest administrator has credited. One by one over
 * the API they would take longer than the sequences.
 */
export async function makeCasts(
  { test, owner, stranger }: { test: TestApp; owner: Sql; stranger: TestClient },
  crews: readonly Crew[],
): Promise<Cast[]> {
  const people: NewPerson[] = [];
  const join = (firstName: string, role: AdminRole | null, owns: bigint, appointedBy?: string): TestClient => {
    const token = randomBytes(32).toString("base64url");
    const [userId, email] = [randomUUID(), `${randomUUID()}@example.com`];
    const client = Object.assign(test.visitor(new Map([["wazi_session", token]])), { userId, email });
    people.push({ client, firstName, role, owns, appointedBy });
    return client;
  };
  const joinCrew = ([role, other]: Crew): TestClient[] => {
    const first = join("Insider", role, 0n);
    return other === undefined ? [first] : [first, join("Insider", other, 0n, first.userId)];
  };
  const casts = crews.map((crew): Cast => ({
    crew,
    insiders: joinCrew(crew),
    accomplice: join("Amina", null, ACCOMPLICE_CENTS),
    victim: join("Baraka", null, VICTIM_CENTS),
  }));
  await writePeople(owner, people, stranger.userId);
  await Promise.all(people.filter(({ owns }) => owns > 0n).map((person) => creditDeposit(test, person)));
  return casts;
}

/** @param like a user with the password that all have */
async function writePeople(owner: Sql, people: readonly NewPerson[], like: string): Promise<void> {
  const rows = people.map(({ client, firstName, role, appointedBy }) => ({
    ...{ id: client.userId, email: client.email, first_name: firstName, is_admin: role !== null },
    ...{ admin_role: role ?? "full", referral_code: randomUUID().slice(0, 8).toUpperCase() },
    ...{ asked_by: appointedBy ?? null, hours_ago: appointedBy === undefined ? 960 : 80 },
    sid_hash: `\\x${createHash("sha256")
      .update(client.cookies().split("=")[1] ?? "")
      .digest("hex")}`,
  }));
  const json = JSON.stringify(rows);
  await owner.begin(async (tx) => {
    await tx`
      insert into users (id, email, hashed_password, first_name, last_name, phone, country, birthday, referral_code, is_admin, admin_role)
      select u.id, u.email, (select hashed_password from users where id = ${like}), u.first_name, 'Otieno', '+254712345678',
        'Kenya', '1990-05-17', u.referral_code, u.is_admin, u.admin_role
      from jsonb_populate_recordset(null::users, ${json}::jsonb) u`;
    await tx`select open_user_accounts(u.id) from jsonb_populate_recordset(null::users, ${json}::jsonb) u`;
    await tx`
      insert into appointments (administrator_id, role, asked_by, asked_at, confirmed_at)
      select a.id, a.admin_role, a.asked_by, real_clock() - make_interval(hours => a.hours_ago), real_clock() - make_interval(hours => a.hours_ago)
      from jsonb_to_recordset(${json}::jsonb) a (id uuid, is_admin boolean, admin_role text, asked_by uuid, hours_ago integer) where a.is_admin`;
    await tx`
      insert into sessions (sid_hash, user_id, created_at, last_seen_at, expires_at, ip, user_agent)
      select s.sid_hash, u.id, now(), now(), now() + interval '30 days', '127.0.0.1', 'drill'
      from jsonb_populate_recordset(null::users, ${json}::jsonb) u
      join jsonb_to_recordset(${json}::jsonb) s (id uuid, sid_hash bytea) on s.id = u.id`;
  });
}

/** A deposit that was completed before. */
async function creditDeposit({ door, admin }: TestApp, { client, owns }: NewPerson): Promise<void> {
  const [now, amount, userId] = [new Date(), cents(owns), client.userId];
  const entries = toLedgerEntries(buildDepositPostings(userId, "crypto", amount));
  const outcome = await door.post({
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: {},
    transaction: { kind: "deposit", actorId: admin.userId, reason: null, entries },
    writes: {
      deposits: [
        {
          ...{ id: randomUUID(), userId, amount: formatCents(amount), currency: "USDT", network: "TRC20" },
          ...{ walletAddress: `T${randomUUID()}`, isTestAddress: true, cryptoAmount: formatCents(amount), rate: "1" },
          ...{ receivedAmount: null, transactionHash: randomBytes(32).toString("hex"), status: "completed" },
          ...{ settledBy: admin.userId, settledAt: now, lateFor: null, createdAt: now, updatedAt: now, version: "1" },
        },
      ],
    },
  });
  if (outcome !== "posted") throw new Error(`the deposit was not credited: ${outcome}`);
}
